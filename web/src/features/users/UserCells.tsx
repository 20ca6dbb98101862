// The actions of a user, in a row of the table or on a card. An action that is not available can still be focused, and
// explains why.
import type { UserRow } from '@padron/contract/users'
import { notify } from '../../api/notify.ts'
import { Button } from '../../ui/Button.tsx'
import { TagsCell } from '../../ui/domain/TagsCell.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import type { IconName } from '../../ui/icons.tsx'
import { fullName, statusText, whyNot } from './user-texts.ts'

export type CellContext = {
  zone: string
  /** The signed-in user has users_admin. */
  admin: boolean
  edit: (row: UserRow) => void
  reset: (row: UserRow) => void
  /** Shows what the user may do. */
  explain: (row: UserRow) => void
  setStatus: (row: UserRow, active: boolean) => void
  /** Ids of the users whose status is being changed. */
  pending: ReadonlySet<number>
}
type Props = { row: UserRow; context: CellContext }

export const StatusCell = ({ row, context: { admin, pending, setStatus } }: Props) => {
  const { userId, username, userStatus } = row.user
  const reason = whyNot(row)
  const effect = userStatus
    ? 'Desactivar: no podrá entrar, y terminan sus sesiones, sus tokens de acceso y su dirección de calendario'
    : 'Activar: podrá volver a entrar'
  return (
    <Switch
      bare
      label={`Status de ${username}`}
      words={[statusText(true), statusText(false)]}
      on={userStatus}
      may={admin && !reason}
      busy={pending.has(userId)}
      title={admin ? (reason ?? effect) : undefined}
      onSwitch={(on) => setStatus(row, on)}
    />
  )
}

/** The profile as a button that shows what its user may do. */
export const PermissionsButton = ({ row, context }: Props) => (
  <Button
    kind="link"
    label={row.preset.rolePresetName}
    about={`: qué puede ${row.user.username}`}
    aria-haspopup="dialog"
    sends={false}
    onClick={() => context.explain(row)}
  />
)

type Action = { icon: IconName; label: string; text: string; reason: string | undefined; run: (row: UserRow) => void }
/** `inWords`: with labels beside the icons, on a card. */
type ActionsProps = Props & { inWords?: boolean }

export const RowActions = ({ row, context: { edit, reset }, inWords = false }: ActionsProps) => {
  const { username, isSelf } = row.user
  const reason = whyNot(row)
  const actions: readonly Action[] = [
    { icon: 'edit', label: `Editar ${username}`, text: 'Editar', reason: isSelf ? undefined : reason, run: edit },
    {
      icon: 'key',
      label: `Restablecer contraseña de ${username}`,
      text: 'Contraseña',
      reason: isSelf ? 'Es su propio usuario: cambie su contraseña en Mi cuenta' : reason,
      run: reset,
    },
  ]
  return (
    <span className="row-actions no-print flex gap-4">
      {actions.map(({ icon, label, text, reason: why, run }) => (
        <Button
          key={icon}
          sends
          kind={inWords ? undefined : 'icon'}
          icon={icon}
          iconSize={18}
          label={inWords && text}
          aria-label={label}
          title={why ? `${label}: ${why}` : label}
          aria-disabled={why !== undefined}
          // A tooltip cannot be reached by touch or keyboard, so a press shows the reason as a notice.
          onClick={() => (why === undefined ? run(row) : notify('warning', `${why}.`))}
        />
      ))}
    </span>
  )
}

const UserCard = ({ row, context }: Props) => {
  const { user, userInfo, tags } = row
  const contact = [userInfo.userCustomId && `ID ${userInfo.userCustomId}`, userInfo.userPhone, userInfo.userEmail]
  return (
    <li className="card">
      <div className="card__head row-wrap between">
        <strong className="username strong block clip break">{user.username}</strong>
        <StatusCell row={row} context={context} />
      </div>
      <p className="card__name muted">
        {fullName(userInfo)} <PermissionsButton row={row} context={context} />
      </p>
      {user.invitedAt && <p className="card__name muted">Invitación pendiente</p>}
      {contact.some(Boolean) && <p className="card__name muted break">{contact.filter(Boolean).join(' · ')}</p>}
      {tags.length > 0 && <TagsCell tags={tags} />}
      {context.admin && <RowActions row={row} context={context} inWords />}
    </li>
  )
}

export const UserCards = ({ rows, context }: { rows: readonly UserRow[]; context: CellContext }) => (
  <ul className="cards" aria-label="Usuarios">
    {rows.map((row) => (
      <UserCard key={row.user.userId} row={row} context={context} />
    ))}
  </ul>
)
