// The alerts: a table, and on a phone a card for each.
import { type Alert, alerts as calls } from '@padron/contract/alerts'
import { notify } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Switch } from '../../ui/Switch.tsx'
import type { Column } from '../../ui/table-column.ts'
import { Name, Recipients, Rule, State, Value } from './AlertCells.tsx'

/** Opens a dialog about an alert. */
export type OpenDialog = (what: 'edit' | 'delete', alert: Alert) => void

/** On and off, at once. It shows what the product says until the list has come again. */
const Active = ({ alert }: { alert: Alert }) => {
  const { alertId, name, view, measure, threshold, mails, active, version } = alert
  const { mutate, isPending } = useAction(calls.edit, {
    told: (error) => {
      const text = refusalText(error)
      if (text) notify('warning', text, { about: name })
      return text !== undefined
    },
    worked: (saved) => notify('done', saved.active ? 'Alerta activada' : 'Alerta apagada', { about: saved.name }),
  })
  const body = { name, viewId: view.viewId, measure, threshold, mails, version }
  return (
    <Switch
      label={`Alerta ${name}`}
      on={active}
      words={['Activa', 'Apagada']}
      bare
      busy={isPending}
      onSwitch={(on) => mutate({ params: { alertId: `${alertId}` }, body: { ...body, active: on } })}
    />
  )
}

const actionsOf = (alert: Alert, open: OpenDialog) => (): readonly MenuAction[] => [
  { key: 'edit', label: 'Editar', icon: 'edit', run: () => open('edit', alert) },
  { key: 'delete', label: 'Eliminar', icon: 'trash', run: () => open('delete', alert) },
]

const COLUMNS: readonly Column<Alert, OpenDialog>[] = [
  { key: 'name', title: 'Alerta', head: true, cell: (alert) => <Name alert={alert} /> },
  { key: 'rule', title: 'Qué mide', card: 'line', cell: (alert) => <Rule alert={alert} /> },
  { key: 'value', title: 'Valor', card: 'line', cell: (alert) => <Value alert={alert} /> },
  { key: 'state', title: 'Estado', card: 'line', cell: (alert) => <State alert={alert} /> },
  { key: 'mails', title: 'Destinatarios', card: 'line', cell: (alert) => <Recipients alert={alert} /> },
]
const ADMIN_COLUMNS: readonly Column<Alert, OpenDialog>[] = [
  ...COLUMNS,
  { key: 'active', title: 'Activa', card: 'end', cell: (alert) => <Active alert={alert} /> },
  {
    key: 'actions',
    title: 'Acciones',
    kind: 'menu',
    className: 'no-print',
    cell: (alert, open) => <ActionMenu label={`Acciones de ${alert.name}`} actions={actionsOf(alert, open)} />,
  },
]

type Props = { alerts: readonly Alert[]; admin: boolean; open: OpenDialog }

export const AlertRows = ({ alerts, admin, open }: Props) => (
  <DataTable
    className="table table--boxed alerts__table"
    cards="alerts__card stack gap-6"
    caption="Alertas"
    columns={admin ? ADMIN_COLUMNS : COLUMNS}
    rows={alerts}
    keyOf={({ alertId }) => alertId}
    context={open}
  />
)
