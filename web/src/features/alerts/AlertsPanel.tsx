// The alerts of the company, a panel of "Reportes programados": a saved view with a threshold, how it stands, and who is told. In the
// address `new=alert` opens the form of a new one, `view` says of which view.
import { type Alert, alerts as calls } from '@padron/contract/alerts'
import { ALERTS_AT_MOST } from '@padron/contract/report-rules'
import { type ReactNode, useRef, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import '../../ui/listing.css'
import { ReportsSearch } from '../reports/search.ts'
import { AlertDialog } from './AlertDialog.tsx'
import { AlertRows, type Ask } from './AlertRows.tsx'
import './alerts.css'
import { numberText } from '../../lib/number-text.ts'
import { DeleteAlert } from './DeleteAlert.tsx'
import { useSwitchAlert } from './use-switch-alert.ts'

const ABOUT =
  'Una alerta mira una vista compartida y escribe un correo una sola vez cuando su valor llega al umbral; otro, solo después de que haya bajado.'
const FULL = `Hay ${ALERTS_AT_MOST} alertas, que son el máximo: elimine alguna.`
const BONES = 4

type AddProps = { full: boolean; onAdd: () => void }
const Add = ({ full, onAdd }: AddProps): ReactNode => (
  <button
    type="button"
    className="button button--primary"
    aria-haspopup="dialog"
    disabled={full}
    title={full ? FULL : undefined}
    onClick={onAdd}
  >
    <Icon name="plus" size={16} />
    Agregar alerta
  </button>
)

export const AlertsPanel = (): ReactNode => {
  const admin = useCan('programReports_admin')
  const { zone } = useUser()
  const clock = { now: useNow(), zone }
  const phone = useMedia(PHONE)
  const [search, setSearch] = useSearchState(ReportsSearch)
  const [open, show] = useState<{ what: Parameters<Ask>[0]; alert: Alert }>()
  const switching = useSwitchAlert()
  const box = useRef<HTMLDivElement>(null)
  useFocusKept(box)
  const list = useCall(calls.list, {})
  const alerts = list.data?.alerts
  const full = (alerts?.length ?? 0) >= ALERTS_AT_MOST
  const add = (): void => setSearch({ new: 'alert' })
  const close = (): void => {
    show(undefined)
    // It may have changed meanwhile, which is why it was refused.
    void list.refetch()
  }

  const content = (): ReactNode => {
    if (list.isError && !alerts)
      return <LoadFailure title={calls.list.fails} error={list.error} onRetry={() => void list.refetch()} />
    if (!alerts) return <TableSkeleton label="Cargando alertas" rows={BONES} columns={phone ? 1 : BONES} />
    if (!alerts.length)
      return <Message title="Sin alertas" detail={ABOUT} action={admin && <Add full={full} onAdd={add} />} />
    return (
      <AlertRows
        alerts={alerts}
        clock={clock}
        admin={admin}
        switching={switching}
        ask={(what, alert) => show({ what, alert })}
      />
    )
  }
  return (
    <section
      className="reports__block alerts stack gap-8 narrow"
      aria-labelledby="alerts-title"
      aria-busy={list.isFetching}
    >
      <header className="reports__head alerts__head">
        <h2 id="alerts-title">
          Alertas {!!alerts?.length && <span className="muted">({numberText(alerts.length)})</span>}
        </h2>
        <RefreshButton list={list} row={calls.list} />
        {admin && !!alerts?.length && <Add full={full} onAdd={add} />}
      </header>
      {!!alerts?.length && <p className="measure muted">{full ? FULL : ABOUT}</p>}
      <div ref={box} className="alerts__box box scroll-x" tabIndex={-1}>
        {content()}
      </div>
      {admin && search.new === 'alert' && (
        <AlertDialog
          alert={undefined}
          viewId={search.view}
          onClose={() => setSearch({ new: undefined, view: undefined }, { replace: true })}
        />
      )}
      {open?.what === 'edit' && <AlertDialog alert={open.alert} viewId={undefined} onClose={close} />}
      {open?.what === 'delete' && <DeleteAlert alert={open.alert} onClose={close} />}
    </section>
  )
}
