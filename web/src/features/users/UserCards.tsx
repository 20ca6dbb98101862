// The users on a phone: a card for each, with what may be done in words.
import type { UserRow } from '@padron/contract/users'
import type { ReactNode } from 'react'
import { TagsCell } from '../../ui/TagsCell.tsx'
import type { CellContext } from './UserCells.tsx'
import { RowActions, StatusCell } from './UserCells.tsx'
import { fullName } from './user-words.ts'

const Card = ({ row, context }: { row: UserRow; context: CellContext }): ReactNode => {
  const { user, userInfo, preset, tags } = row
  const contact = [userInfo.userCustomId && `ID ${userInfo.userCustomId}`, userInfo.userPhone, userInfo.userEmail]
  return (
    <li className="card">
      <div className="card__head row-wrap between">
        <strong className="username strong block clip break">{user.username}</strong>
        <StatusCell row={row} context={context} />
      </div>
      <p className="card__name muted">
        {[fullName(userInfo), user.isMain ? 'Cuenta principal' : preset.rolePresetName].filter(Boolean).join(' · ')}
      </p>
      {contact.some(Boolean) && <p className="card__name muted break">{contact.filter(Boolean).join(' · ')}</p>}
      {tags.length > 0 && <TagsCell tags={tags} />}
      {context.admin && <RowActions row={row} context={context} wide />}
    </li>
  )
}

export const UserCards = ({ rows, context }: { rows: readonly UserRow[]; context: CellContext }): ReactNode => (
  <ul className="cards" aria-label="Usuarios">
    {rows.map((row) => (
      <Card key={row.user.userId} row={row} context={context} />
    ))}
  </ul>
)
