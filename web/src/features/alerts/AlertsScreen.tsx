// The screen «Alertas»: each alert is a saved view with a threshold; a row shows its state and its recipients.
import './alerts.css'
import '../../ui/page.css'
import { type Alert, alerts as calls } from '@padron/contract/alerts'
import { ALERTS_AT_MOST } from '@padron/contract/reports/rules'
import { useState } from 'react'
import { notify } from '../../api/notify.ts'
import { notifyRefusal } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { numberText } from '../../lib/number-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useLastKnown } from '../../lib/use-last-known.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { useDangerAction } from '../../ui/dialog/use-danger-action.ts'
import { NoMail } from '../../ui/domain/NoMail.tsx'
import { Switch } from '../../ui/fields/Switch.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { ActionMenu, type MenuAction } from '../../ui/overlay/ActionMenu.tsx'
import { ListBox } from '../../ui/overlay/ListBox.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { Name, Recipients, Rule, State, Value } from './AlertCells.tsx'
import { AlertDialog } from './AlertDialog.tsx'
import { AlertsSearch } from './search.ts'

/** Opens a dialog about an alert. */
type OpenDialog = (what: 'edit' | 'delete', alert: Alert) => void

/** Pauses or resumes an alert at once. Displays the response until the list has been reloaded. */
const Active = ({ alert }: { alert: Alert }) => {
  const { alertId, name, view, measure, threshold, mails, channels, active, version } = alert
  const { mutate, isPending } = useAction(calls.edit, {
    onFailure: (error) => notifyRefusal(error, name),
    onSuccess: (saved) => notify('done', saved.active ? 'Alerta activada' : 'Alerta en pausa', { about: saved.name }),
  })
  const recipients = { mails, channels: channels.map(({ channelId }) => channelId) }
  const body = { name, viewId: view.viewId, measure, threshold, ...recipients, version }
  return (
    <Switch
      label={`Alerta ${name}`}
      on={active}
      words={['Activa', 'En pausa']}
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

const AlertRows = ({ alerts, admin, open }: { alerts: readonly Alert[]; admin: boolean; open: OpenDialog }) => (
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

const TITLE = 'Alertas'
const ABOUT =
  'Una alerta vigila una vista compartida y avisa una sola vez, por correo o en un canal, cuando su valor llega al ' +
  'umbral; otra vez, solo después de que haya bajado.'
const FULL = `Hay ${ALERTS_AT_MOST} alertas, que son el máximo: elimine alguna.`
const SKELETON_SIZE = 4

const Add = ({ full, onAdd }: { full: boolean; onAdd: () => void }) => (
  <Button
    kind="primary"
    icon="plus"
    label="Agregar alerta"
    aria-haspopup="dialog"
    disabled={full}
    title={full ? FULL : undefined}
    onClick={onAdd}
  />
)

const DeleteAlert = ({ alert, onClose }: { alert: Alert; onClose: () => void }) => {
  const { mutate, dialog } = useDangerAction(calls.remove, alert.name)
  return (
    <DangerDialog
      title="Eliminar alerta"
      yes="Eliminar alerta"
      {...dialog}
      onYes={() => mutate({ params: { alertId: `${alert.alertId}` } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Se eliminará la alerta <strong>{alert.name}</strong>: nadie recibirá más avisos de ella. La vista y sus
        vehículos no cambian.
      </p>
    </DangerDialog>
  )
}

export const AlertsScreen = () => {
  useTitle(TITLE)
  const { now } = useClock()
  const admin = useCan('programReports_admin')
  const phone = useMedia(PHONE)
  const [search, setSearch] = useSearchState(AlertsSearch)
  const [open, show] = useState<{ what: Parameters<OpenDialog>[0]; alert: Alert }>()
  const list = useCall(calls.list, {})
  const alerts = list.data?.alerts
  const full = (alerts?.length ?? 0) >= ALERTS_AT_MOST
  const editedId = open?.what === 'edit' ? open.alert.alertId : admin ? search.edit : undefined
  const edited = useLastKnown(
    editedId,
    alerts?.find(({ alertId }) => alertId === editedId),
  )
  const reload = (): void => void list.refetch()
  const add = (): void => setSearch({ new: 'alert' })
  const close = (): void => {
    show(undefined)
    if (search.edit) setSearch({ edit: undefined }, { replace: true })
    // A refused deletion may mean that the alert changed meanwhile.
    reload()
  }

  return (
    <div className="page alerts grid-one gap-12 wide relative">
      <PrintLine now={now} />
      <header className="page__head row-wrap gap-8-12">
        <h1 tabIndex={-1}>
          {TITLE} {!!alerts?.length && <span className="muted">({numberText(alerts.length)})</span>}
        </h1>
        <RefreshButton list={list} row={calls.list} />
        {admin && !!alerts?.length && <Add full={full} onAdd={add} />}
      </header>
      <NoMail />
      {!!alerts?.length && <p className="measure muted">{full ? FULL : ABOUT}</p>}
      <ListBox
        list={list}
        fails={calls.list.fails}
        loading="Cargando alertas"
        rows={SKELETON_SIZE}
        columns={phone ? 1 : SKELETON_SIZE}
      >
        {alerts?.length ? (
          <AlertRows alerts={alerts} admin={admin} open={(what, alert) => show({ what, alert })} />
        ) : (
          <Message title="Sin alertas" detail={ABOUT} action={admin && <Add full={full} onAdd={add} />} />
        )}
      </ListBox>
      {admin && search.new === 'alert' && (
        <AlertDialog
          viewId={search.view}
          onClose={() => setSearch({ new: undefined, view: undefined }, { replace: true })}
        />
      )}
      {edited && <AlertDialog key={edited.alertId} alert={edited} onReload={reload} onClose={close} />}
      {open?.what === 'delete' && <DeleteAlert alert={open.alert} onClose={close} />}
    </div>
  )
}
