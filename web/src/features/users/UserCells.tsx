// What may be done with a user. What may not stays reachable, and says why.
import type { UserRow } from '@padron/contract/users'
import type { ReactNode } from 'react'
import { notify } from '../../api/notify.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { statusText, whyNot } from './user-words.ts'

export type CellContext = {
  zone: string
  /** Holds users_admin. */
  admin: boolean
  edit: (row: UserRow) => void
  reset: (row: UserRow) => void
  setStatus: (row: UserRow, active: boolean) => void
  /** Ids of the users whose status is on its way. */
  pending: ReadonlySet<number>
}

type StatusCellProps = { row: UserRow; context: CellContext }

export const StatusCell = ({ row, context: { admin, pending, setStatus } }: StatusCellProps): ReactNode => {
  const { userId, username, userStatus } = row.user
  const reason = whyNot(row)
  const effect = userStatus ? 'Desactivar: no podrá entrar y terminan sus sesiones' : 'Activar: podrá volver a entrar'
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

type ActionProps = {
  icon: IconName
  label: string
  /** Beside the icon, on a card. */
  text: string | undefined
  reason: string | undefined
  onClick: () => void
}

const Action = ({ icon, label, text, reason, onClick }: ActionProps): ReactNode => (
  <button
    type="button"
    className={text ? 'button' : 'icon-button'}
    aria-label={label}
    title={reason ? `${label}: ${reason}` : label}
    aria-disabled={reason !== undefined}
    // By touch and by keyboard a title is not to be had.
    onClick={() => (reason === undefined ? onClick() : notify('warning', `${reason}.`))}
  >
    <Icon name={icon} />
    {text}
  </button>
)

type Props = { row: UserRow; context: CellContext; wide?: boolean }

export const RowActions = ({ row, context: { edit, reset }, wide = false }: Props): ReactNode => {
  const { username, isSelf } = row.user
  const reason = whyNot(row)
  return (
    <span className="row-actions gap-4">
      <Action
        icon="edit"
        label={`Editar ${username}`}
        text={wide ? 'Editar' : undefined}
        reason={isSelf ? undefined : reason}
        onClick={() => edit(row)}
      />
      <Action
        icon="key"
        label={`Restablecer contraseña de ${username}`}
        text={wide ? 'Contraseña' : undefined}
        reason={isSelf ? 'Es su propio usuario: cambie su contraseña en Mi cuenta' : reason}
        onClick={() => reset(row)}
      />
    </span>
  )
}
