// The alerts: a table, and on a phone a card for each.
import type { Alert } from '@padron/contract/alerts'
import type { ReactNode } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Switch } from '../../ui/Switch.tsx'
import type { Column } from '../../ui/table-column.ts'
import { Mails, Rule, StandingCell, Value, ViewLink } from './AlertCells.tsx'
import { AlertLetters } from './AlertLetters.tsx'
import type { AlertSwitching } from './use-switch-alert.ts'

export type Ask = (what: 'edit' | 'delete', alert: Alert) => void

type Props = { alerts: readonly Alert[]; clock: Clock; admin: boolean; switching: AlertSwitching; ask: Ask }
type Context = Omit<Props, 'alerts'>
type OneProps = Context & { alert: Alert }

const Active = ({ alert, switching: { pending, switchTo } }: OneProps): ReactNode => (
  <Switch
    label={`Alerta ${alert.name}`}
    on={alert.active}
    words={['Activa', 'Apagada']}
    bare
    busy={pending.has(alert.alertId)}
    onSwitch={(on) => switchTo(alert, on)}
  />
)

const Actions = ({ alert, ask }: OneProps): ReactNode => {
  const actions = (): readonly MenuAction[] => [
    { key: 'edit', label: 'Editar', icon: 'edit', run: () => ask('edit', alert) },
    { key: 'delete', label: 'Eliminar', icon: 'trash', run: () => ask('delete', alert) },
  ]
  return <ActionMenu label={`Acciones de ${alert.name}`} actions={actions} />
}

const COLUMNS: readonly Column<Alert, Context>[] = [
  {
    key: 'name',
    title: 'Alerta',
    head: true,
    cell: ({ name, view }) => (
      <>
        {name}
        <small className="alert__under tiny regular block">
          <span className="muted">De la vista </span>
          <ViewLink view={view} />
        </small>
      </>
    ),
  },
  { key: 'rule', title: 'Qué mide', card: 'line', cell: (alert) => <Rule alert={alert} /> },
  { key: 'value', title: 'Valor', card: 'line', cell: (alert, { clock }) => <Value alert={alert} clock={clock} /> },
  {
    key: 'standing',
    title: 'Estado',
    card: 'line',
    cell: (alert, { clock }) => <StandingCell alert={alert} clock={clock} />,
  },
  {
    key: 'mails',
    title: 'Destinatarios',
    card: 'line',
    cell: (alert) => (
      <>
        <Mails alert={alert} />
        <AlertLetters alert={alert} />
      </>
    ),
  },
]
const ADMIN_COLUMNS: readonly Column<Alert, Context>[] = [
  ...COLUMNS,
  { key: 'active', title: 'Activa', card: 'end', cell: (alert, context) => <Active alert={alert} {...context} /> },
  {
    key: 'actions',
    title: 'Acciones',
    kind: 'menu',
    className: 'alerts__actions',
    cell: (alert, context) => <Actions alert={alert} {...context} />,
  },
]

export const AlertRows = ({ alerts, ...context }: Props): ReactNode => (
  <DataTable
    className="table table--boxed alerts__table"
    cards="alerts__card"
    caption="Alertas"
    columns={context.admin ? ADMIN_COLUMNS : COLUMNS}
    rows={alerts}
    keyOf={({ alertId }) => alertId}
    context={context}
  />
)
