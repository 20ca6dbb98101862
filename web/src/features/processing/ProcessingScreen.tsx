// On-demand processing (spec bulk §2): the resources by state, when each can be queried again, and its order.
import type { Reply } from '@padron/contract/call'
import { COUNTRIES } from '@padron/contract/places/countries'
import { processing as calls, type ProcessableResource } from '@padron/contract/processing'
import { QUEUE_ID, type QueueItem } from '@padron/contract/queue'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { useQueue } from '../../api/use-queue.ts'
import { isUnfinished } from '../../lib/job-state.ts'
import { useListSearch } from '../../lib/list-search.ts'
import { ORDER_STATE_NAMES, type OrderState, orderStateOf } from '../../lib/order-state.ts'
import { usePolling } from '../../lib/use-polling.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { NoSources } from '../../ui/domain/NoSources.tsx'
import { FilterText } from '../../ui/filters/FilterText.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { useKeepFocus } from '../../ui/list/use-keep-focus.ts'
import { Message } from '../../ui/Message.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { filterGroups, inOrder, openStates, toggleState } from './groups.ts'
import { OrderStateSign } from './OrderStateSign.tsx'
import { useProcess } from './ProcessButton.tsx'
import './processing.css'
import { StateGroup } from './StateGroup.tsx'
import { ProcessingSearch } from './search.ts'

const SKELETON_ROWS = 10
const CLEARED = { text: undefined, ready: undefined } satisfies ProcessingSearch

const WAIT_MS = 15_000

const isOrder = (item: QueueItem): boolean => item.queueId === QUEUE_ID.orders && isUnfinished(item)

/** The running orders, for users who may see the queue; the list is reloaded when one of them ends. */
const useOrders = (list: UseQueryResult<Reply<typeof calls.resources>>): readonly QueueItem[] => {
  const { items } = useQueue(isOrder, !useCan('queue_read'))
  const jobs = items.filter(isOrder)
  const { refetch } = list
  const ids = jobs.map(({ _id }) => _id).join()
  const before = useRef(ids)
  useEffect(() => {
    const ended = before.current.split(',').some((id) => id && !ids.includes(id))
    before.current = ids
    if (ended) void refetch()
  }, [ids, refetch])
  // Without permission for the queue, the list is polled until the orders have ended.
  const waiting = list.data?.data.some(({ resources }) => resources.some(({ queued }) => queued)) ?? false
  usePolling(waiting, refetch, WAIT_MS)
  return jobs
}

const SIGNS: readonly OrderState[] = ['ready', 'recent', 'queued', 'empty']

type FiltersProps = {
  search: ProcessingSearch
  change: (patch: Partial<ProcessingSearch>) => void
  allOpen: boolean
}

/** The search, a filter of what can be ordered, a button that opens all states or none, and the legend of the signs. */
const ProcessingFilters = ({ search, change, allOpen }: FiltersProps) => {
  const { country } = useUser()
  return (
    <section className="filters stack gap-8" aria-label="Filtros">
      <div className="filters__row process__filters no-print">
        <FilterText
          label={`Buscar ${COUNTRIES[country].state.toLowerCase()} o recurso`}
          value={search.text ?? ''}
          onChange={(text) => change({ text })}
        />
        <label className="check">
          <input
            type="checkbox"
            checked={search.ready === 'si'}
            onChange={({ target }) => change({ ready: target.checked ? 'si' : undefined })}
          />
          Solo listos
        </label>
        <Button
          label={allOpen ? 'Contraer todo' : 'Expandir todo'}
          disabled={search.text !== undefined}
          onClick={() => change({ open: allOpen ? 'ninguno' : 'todos' })}
        />
      </div>
      <ul className="flex-wrap gap-4-16 small" aria-label="Simbología">
        {SIGNS.map((orderState) => (
          <li className="row gap-6" key={orderState}>
            <OrderStateSign orderState={orderState} />
            {ORDER_STATE_NAMES[orderState]}
          </li>
        ))}
      </ul>
    </section>
  )
}

const countText = (ready: number, all: number): string =>
  `${ready} ${ready === 1 ? 'listo' : 'listos'} de ${all} recursos`

export const ProcessingScreen = () => {
  useTitle('Procesamiento')
  const { userId } = useUser()
  const clock = useClock()
  const { search, change } = useListSearch(ProcessingSearch, userId, 'processing')
  // The screen reports a failure itself, so no notice does.
  const list = useQuietCall(calls.resources, {})
  const jobs = useOrders(list)
  const process = useProcess()
  const box = useRef<HTMLElement>(null)
  useKeepFocus(box)
  const groups = inOrder(list.data?.data ?? [])
  const isReady = (one: ProcessableResource): boolean => orderStateOf(one, process.sending, clock.now) === 'ready'
  const found = filterGroups(groups, search, isReady)
  const open = openStates(groups, search)
  const all = groups.flatMap(({ resources }) => resources)
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={calls.resources.fails} query={list} />
    if (!list.data) return <TableSkeleton label="Cargando los recursos" rows={SKELETON_ROWS} columns={4} />
    if (all.length === 0)
      return <Message title="Sin recursos" detail="Todavía no hay recursos públicos para su país." />
    if (found.length === 0)
      return (
        <Message
          title="Sin coincidencias"
          detail="Ningún estado ni recurso cumple con lo que busca."
          action={<Button label="Limpiar filtros" onClick={() => change(CLEARED)} />}
        />
      )
    return found.map((group) => (
      <StateGroup
        key={group.state.stateId}
        group={group}
        open={open.includes(group.state.stateId)}
        onToggle={() => change({ open: toggleState(open, group.state.stateId) }, { replace: true })}
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
        above={all.length > 0 && all.every(({ service }) => service !== 'automatic') && <NoSources />}
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
