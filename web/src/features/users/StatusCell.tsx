// Whether a user may sign in: a switch for who may change it, else a sign with its word.
import type { UserRow } from '@padron/contract/users'
import type { ReactNode } from 'react'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { Switch } from '../../ui/Switch.tsx'
import type { CellContext } from './cell-context.ts'
import { statusText, whyNot } from './user-words.ts'

type Props = { row: UserRow; context: CellContext }

export const StatusCell = ({ row, context: { admin, pending, setStatus } }: Props): ReactNode => {
  const { userId, username, userStatus } = row.user
  const reason = whyNot(row)
  if (!admin || reason) {
    return (
      <span className="user-status" title={admin ? reason : undefined}>
        <StatusSign sign={userStatus ? 'clear' : 'unprocessed'} size={16} />
        {statusText(userStatus)}
      </span>
    )
  }
  return (
    <Switch
      label={`Status de ${username}`}
      on={userStatus}
      text={statusText(userStatus)}
      busy={pending.has(userId)}
      title={userStatus ? 'Desactivar: no podrá entrar y terminan sus sesiones' : 'Activar: podrá volver a entrar'}
      onSwitch={(on) => setStatus(row, on)}
    />
  )
}
