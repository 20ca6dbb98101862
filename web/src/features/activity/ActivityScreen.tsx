// The company's activity log: who changed what, when and from where, newest first, loaded page by page on request.
import { type ActivityFilter, activity as calls } from '@padron/contract/activity'
import { NOTICES } from '@padron/contract/common'
import { countOf } from '@padron/contract/texts/count-of'
import { useRef } from 'react'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { usePages } from '../../api/use-pages.ts'
import { downloadFrom } from '../../lib/download.ts'
import { numberText } from '../../lib/number-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useClock } from '../../session/use-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { ListFrame } from '../../ui/list/ListFrame.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { LoadMore } from '../../ui/list/LoadMore.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { TableSkeleton } from '../../ui/table/TableSkeleton.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { ActivityRows } from './ActivityRows.tsx'
import './activity.css'
import { CLEARED, filterOf, isFiltered } from './filter.ts'
import { ActivitySearch } from './search.ts'

const count = (amount: number): string => (amount === 0 ? 'Sin cambios' : countOf(amount, 'cambio', 'cambios'))

const Export = ({ filter }: { filter: ActivityFilter }) => {
  const { mutate, isPending } = useAction(calls.export, {
    onSuccess: ({ fileUrl }) => {
      downloadFrom(fileUrl)
      notify('done', NOTICES.done)
    },
  })
  return (
    <Button icon="download" busy={isPending} onClick={() => mutate({ body: { filter } })}>
      <span>Exportar CSV</span>
    </Button>
  )
}

export const ActivityScreen = () => {
  useTitle('Actividad')
  const clock = useClock()
  const phone = useMedia(PHONE)
  const [search, setSearch] = useSearchState(ActivitySearch)
  const filter = filterOf(search, clock.zone)
  const list = usePages(calls.list, {
    args: (before: number | undefined) => ({ body: { filter, ...(before && { before }) } }),
    next: ({ activities, hasMore }) => (hasMore ? activities.at(-1)?.activityId : undefined),
  })
  const rows = list.data?.pages.flatMap(({ activities }) => activities) ?? []
  const total = list.data?.pages[0]?.totalCount ?? 0
  const box = useRef<HTMLElement>(null)
  const waiting = list.isPlaceholderData
  const status = (): string => {
    if (list.isError && !list.data) return ''
    if (!list.data || waiting) return 'Cargando…'
    return rows.length < total ? `${count(total)}, los ${numberText(rows.length)} más recientes` : count(total)
  }
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={calls.list.fails} query={list} />
    if (!list.data) return <TableSkeleton label="Cargando la actividad" rows={12} columns={phone ? 1 : 5} />
    if (!rows.length && !waiting)
      return isFiltered(search) ? (
        <Message
          title="Sin coincidencias"
          detail="Ningún cambio cumple con los filtros activos."
          action={<Button label="Limpiar filtros" onClick={() => setSearch(CLEARED)} />}
        />
      ) : (
        <Message title="Sin actividad" detail="Aquí se verá quién cambió qué, desde el primer cambio." />
      )
    return <ActivityRows rows={rows} clock={clock} />
  }
  return (
    <ListFrame
      title="Actividad"
      status={status()}
      tools={
        <>
          <RefreshButton list={list} row={calls.list} />
          <Export filter={filter} />
        </>
      }
      filters={
        <ActivityFilters
          search={search}
          change={setSearch}
          subject={rows.find(({ subject }) => subject.id === search.subjectId)?.subject.name}
        />
      }
      box={box}
      isFetching={list.isFetching}
      isWaiting={waiting}
      now={clock.now}
    >
      {content()}
      {!waiting && <LoadMore list={list} fails={calls.list.fails} focus={box} />}
    </ListFrame>
  )
}
