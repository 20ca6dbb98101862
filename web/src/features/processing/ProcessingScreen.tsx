// On-demand processing (spec bulk §2): the resources by state, when each may be asked again, and the order to ask it.
import { processing as calls } from '@padron/contract/processing'
import { type ReactNode, useCallback, useRef } from 'react'
import { useNow } from '../../api/use-now.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useListSearch } from '../../lib/list-search.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { inOrder, matching, openStates, toggled } from './groups.ts'
import { useOrders } from './orders.ts'
import { ProcessingFilters } from './ProcessingFilters.tsx'
import './processing.css'
import { orderStateOf } from '../../lib/order-state.ts'
import { StateGroup } from './StateGroup.tsx'
import { ProcessingSearch } from './search.ts'
import { useProcess } from './use-process.tsx'

const SKELETON_ROWS = 10
const CLEARED = { text: undefined, ready: undefined } satisfies ProcessingSearch

const NoMatch = ({ onClear }: { onClear: () => void }): ReactNode => (
  <Message
    title="Sin coincidencias"
    detail="Ningún estado ni recurso cumple con lo que busca."
    action={
      <button type="button" className="button" onClick={onClear}>
        Limpiar filtros
      </button>
    }
  />
)

const countText = (ready: number, all: number): string =>
  `${ready} ${ready === 1 ? 'listo' : 'listos'} de ${all} recursos`

export const ProcessingScreen = (): ReactNode => {
  useTitle('Procesamiento')
  const { userId, zone } = useUser()
  const clock = { now: useNow(), zone }
  const { search, change } = useListSearch(ProcessingSearch, userId, 'processing')
  // Where nothing came, the page says so: no notice says it again.
  const list = useQuietCall(calls.resources, {})
  const jobs = useOrders(list)
  const process = useProcess()
  const box = useRef<HTMLElement>(null)
  useFocusKept(box)
  const groups = inOrder(list.data?.data ?? [])
  const isReady = (one: (typeof groups)[number]['resources'][number]): boolean =>
    one.vehicles > 0 && orderStateOf(one, process.sending, clock.now) === 'ready'
  const found = matching(groups, search, isReady)
  const open = openStates(groups, search)
  const all = groups.flatMap(({ resources }) => resources)
  const toggle = useCallback(
    (stateId: number) => change({ open: toggled(open, stateId) }, { replace: true }),
    [change, open],
  )
  const content = () => {
    if (list.isError && !list.data)
      return <LoadFailure title={calls.resources.fails} error={list.error} onRetry={() => void list.refetch()} />
    if (!list.data) return <TableSkeleton label="Cargando los recursos" rows={SKELETON_ROWS} columns={4} />
    if (all.length === 0)
      return <Message title="Sin recursos" detail="Todavía no hay recursos públicos para su país." />
    if (found.length === 0) return <NoMatch onClear={() => change(CLEARED)} />
    return found.map((group) => (
      <StateGroup
        key={group.state.stateId}
        group={group}
        open={open.includes(group.state.stateId)}
        onToggle={() => toggle(group.state.stateId)}
        process={process}
        jobs={jobs}
        clock={clock}
      />
    ))
  }
  return (
    <>
      <ListFrame
        className="process"
        title="Procesamiento"
        status={list.data ? countText(all.filter(isReady).length, all.length) : list.isError ? '' : 'Cargando…'}
        tools={<RefreshButton list={list} row={calls.resources} />}
        filters={
          <ProcessingFilters
            search={search}
            change={(patch) => change(patch)}
            allOpen={groups.length > 0 && groups.every(({ state }) => open.includes(state.stateId))}
          />
        }
        label="Recursos por estado"
        box={box}
        isFetching={list.isFetching}
        now={clock.now}
      >
        {content()}
      </ListFrame>
      {process.dialog}
    </>
  )
}
