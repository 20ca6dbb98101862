// The screen of the three dashboards, which differ by the contract’s table of their charts: the heading, and the
// figures, the reason why there are none, or the failure of a call or of the rendering.
import { dashboard } from '@padron/contract/dashboard'
import { type DashboardName, dashboardTitle } from '@padron/contract/dashboard/rules'
import { CatchBoundary } from '@tanstack/react-router'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { dateInText } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { usePolling } from '../../lib/use-polling.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { useSeesAll, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import '../../ui/listing.css'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import './dashboard.css'
import { Figures } from './Figures.tsx'
import { factsOf } from './view.ts'

/** Loads the chart library in advance. */
export { fetchCharts } from './charts/Chart.tsx'

const AGAIN_MS = 1500
const NONE_YET_MS = 30_000
const FAILED = 'Error al mostrar estadísticas. Por favor, intente más tarde.'
/** The figures of a part of the fleet are computed on request: they are missing only if that failed. */
const NONE_OF_PART = 'No se pudieron calcular las estadísticas de sus vehículos.'
const NONE = 'No hay registro de estadísticas por el momento, vuelva a intentarlo en 24 horas.'

/** Polls every few seconds while statistics are being computed; the current ones stay until then. */
const useDashboard = () => {
  const list = useCall(dashboard.read, {})
  const order = useAction(dashboard.refresh)
  const refreshing = order.isPending || list.data?.dashboard.refreshing === true
  const none = list.data?.dashboard.statistics === null
  usePolling(refreshing || none, list.refetch, refreshing ? AGAIN_MS : NONE_YET_MS)
  return { list, refreshing, refresh: () => void order.mutate({}) }
}

/** The placeholder of the first load, with the height of cards and charts. */
const Skeleton = () => (
  <div className="dashboard__body grid-one gap-16" role="status" aria-label="Cargando las estadísticas">
    <div className="dashboard-skeleton rounded dashboard-skeleton--periods" />
    <div className="summary grid-one gap-12">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
        <div key={key} className="dashboard-skeleton rounded dashboard-skeleton--card" />
      ))}
    </div>
    <div className="charts grid-one gap-12 align-start">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="dashboard-skeleton rounded dashboard-skeleton--chart" />
      ))}
    </div>
  </div>
)

const Dashboard = ({ name }: { name: DashboardName }) => {
  const { country } = useUser()
  const seesAll = useSeesAll()
  const title = dashboardTitle(name, country)
  useTitle(title)
  const { list, refreshing, refresh } = useDashboard()
  const { now, zone } = useClock()
  const { data, isError, error, refetch, isFetching } = list
  const { computedAt, changed = false } = data?.dashboard ?? {}
  const computed = () => {
    if (!computedAt) return isError || data ? '' : 'Cargando…'
    return (
      <>
        <time dateTime={computedAt} title={dateInText(computedAt, zone)}>
          {sinceText('Calculado', computedAt, now, zone)}
        </time>
        {refreshing && ' · Calculando de nuevo; las cifras anteriores siguen a la vista…'}
        {!refreshing && changed && ' · La flota cambió desde entonces'}
      </>
    )
  }
  const content = () => {
    if (isError && !data) return <LoadFailure title={FAILED} query={{ error, refetch }} />
    if (!data) return <Skeleton />
    const facts = factsOf(data.dashboard)
    if (facts)
      return (
        <CatchBoundary
          getResetKey={() => `${name} ${facts.computedAt}`}
          errorComponent={({ reset }) => (
            <Message alert title={FAILED} action={<Button label="Reintentar" onClick={reset} />} />
          )}
        >
          <Figures name={name} facts={facts} />
        </CatchBoundary>
      )
    if (refreshing)
      return <Message title="Calculando las estadísticas" detail="Esta página se renueva sola en cuanto terminen." />
    const detail = 'Se calculan cada noche. También puede pedirlas ahora.'
    const none = seesAll ? { title: NONE, detail } : { title: NONE_OF_PART }
    return <Message {...none} action={<Button label="Calcular ahora" sends onClick={refresh} />} />
  }
  return (
    <div className="listing column grow dashboard" aria-busy={isFetching}>
      <PrintLine now={now} />
      <header className="listing__head row-wrap gap-4-12">
        <h1>{title}</h1>
        <p className="listing__total muted" role="status">
          {computed()}
        </p>
        {data && (
          <Button
            kind={changed && !refreshing ? 'primary' : undefined}
            icon="refresh"
            busy={refreshing}
            onClick={refresh}
          >
            <span>Actualizar</span>
          </Button>
        )}
      </header>
      {content()}
    </div>
  )
}

export const GeneralDashboard = () => <Dashboard name="general" />
export const TicketsDashboard = () => <Dashboard name="tickets" />
export const TenenciasDashboard = () => <Dashboard name="tenencias" />
