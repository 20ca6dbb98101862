// Whether a user may sign in: a switch for who may change it, else a sign with its word.
import type { UserRow } from '@padron/contract/users'
import type { ReactNode } from 'react'
import { Switch } from '../../ui/Switch.tsx'
import type { CellContext } from './cell-context.ts'
import { statusText, whyNot } from './user-words.ts'

type Props = { row: UserRow; context: CellContext }

export const StatusCell = ({ row, context: { admin, pending, setStatus } }: Props): ReactNode => {
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
