// The health of the sources (spec core §2): by state and type, and the incident of one of them in a panel.
import { countVerdict, NOT_QUERIED_LABEL } from '@padron/contract/count-verdict'
import { health as calls, HEALTH_DAYS, type StateHealth } from '@padron/contract/health'
import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { useNow } from '../../api/use-now.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { numberText } from '../../lib/number-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { columnsOf, incidentsOf } from './cells.ts'
import { HealthList } from './HealthList.tsx'
import { Legend } from './HealthSign.tsx'
import './health.css'
import { HealthSearch } from './search.ts'

const SourceDrawer = lazy(() => import('./SourceDrawer.tsx').then((m) => ({ default: m.SourceDrawer })))

const SKELETON_ROWS = 12
const NONE: readonly StateHealth[] = []

/** Of the sources that a machine asks; those that were not asked in the days that count are not said to be well. */
export const incidentsText = (states: readonly StateHealth[]): string => {
  const sources = states
    .flatMap(({ resourceTypeHealth }) => resourceTypeHealth.flatMap(({ resourceInfo }) => resourceInfo))
    .filter(({ service }) => service === 'automatic')
  const known = sources.filter(({ successPercentage }) => successPercentage !== null).length
  const incidents = incidentsOf(states)
  const verdict = countVerdict(incidents, { known, total: sources.length })
  if (verdict === 'found')
    return incidents === 1 ? '1 recurso falla ahora' : `${numberText(incidents)} recursos fallan ahora`
  if (verdict === 'empty') return 'Ningún recurso se consulta de forma automática'
  if (verdict === 'unknown')
    return `${NOT_QUERIED_LABEL}: ningún recurso se ha consultado en los últimos ${HEALTH_DAYS} días`
  if (verdict === 'partial')
    return `Sin incidentes ahora en ${numberText(known)} de ${numberText(sources.length)} recursos; los demás no se han consultado`
  return 'Sin incidentes ahora'
}

export const HealthScreen = (): ReactNode => {
  useTitle('Salud de recursos')
  const { country, zone } = useUser()
  const clock = { now: useNow(), zone }
  const phone = useMedia(PHONE)
  const [search, setSearch] = useSearchState(HealthSearch)
  // Where nothing came, the page says so: no notice says it again.
  const list = useQuietCall(calls.states, {}, { poll: true })
  const states = list.data?.stateResourceTypeHealths ?? NONE
  const columns = columnsOf(country, states)
  const open = useCallback((resource: number) => setSearch({ resource }), [setSearch])
  const content = () => {
    if (list.isError && !list.data)
      return <LoadFailure title={calls.states.fails} error={list.error} onRetry={() => void list.refetch()} />
    if (!list.data)
      return (
        <TableSkeleton
          label="Cargando la salud de los recursos"
          rows={SKELETON_ROWS}
          columns={phone ? 1 : columns.length + 1}
        />
      )
    if (states.length === 0)
      return <Message title="Sin recursos" detail="Todavía no hay recursos públicos para su país." />
    return (
      <HealthList
        states={states}
        columns={columns}
        all={search.all === 'si'}
        onAll={(all) => setSearch({ all: all ? 'si' : undefined }, { replace: true })}
        clock={clock}
        onOpen={open}
      />
    )
  }
  return (
    <>
      <ListFrame
        className="health"
        title="Salud de recursos"
        status={list.data ? incidentsText(states) : list.isError ? '' : 'Cargando…'}
        tools={<RefreshButton list={list} row={calls.states} />}
        filters={<Legend />}
        label="Salud por estado"
        isFetching={list.isFetching}
        now={clock.now}
      >
        {content()}
      </ListFrame>
      {search.resource !== undefined && (
        <Suspense>
          <SourceDrawer
            resourceId={search.resource}
            states={states}
            onGo={(resource) => setSearch({ resource }, { replace: true })}
          />
        </Suspense>
      )}
    </>
  )
}
