// The activity of the company: who changed what, when and from where, newest first. It goes on as far as one asks.
import { type ActivityRow, activity as calls } from '@padron/contract/activity'
import { type ReactNode, useCallback, useRef } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useNow } from '../../api/use-now.ts'
import { usePages } from '../../api/use-pages.ts'
import { downloadFrom } from '../../lib/download.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { ActivityCards } from './ActivityCards.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import './activity.css'
import { countedText, numberText } from '../../lib/number-text.ts'
import { CLEARED, filterOf, isFiltered } from './filter.ts'
import { ActivitySearch } from './search.ts'

const SKELETON_ROWS = 12
const count = (amount: number): string => (amount === 0 ? 'Sin cambios' : countedText(amount, 'cambio', 'cambios'))

const usePagesOf = (search: ActivitySearch) => {
  const { zone } = useUser()
  const filter = filterOf(search, zone)
  const list = usePages(calls.list, {
    args: (before: number | undefined) => ({ body: { filter, ...(before && { before }) } }),
    next: ({ activities, hasMore }) => (hasMore ? activities.at(-1)?.activityId : undefined),
  })
  const rows: readonly ActivityRow[] = list.data?.pages.flatMap(({ activities }) => activities) ?? []
  return { list, filter, rows, total: list.data?.pages[0]?.totalCount ?? 0 }
}

const Export = ({ filter }: { filter: ReturnType<typeof filterOf> }): ReactNode => {
  const { mutateAsync, isPending } = useAction(calls.export)
  const run = async (): Promise<void> => {
    const made = await mutateAsync({ body: { filter } }).catch(() => undefined)
    if (made) downloadFrom(made.fileUrl)
  }
  return (
    <button type="button" className="button" aria-disabled={isPending} onClick={() => isPending || void run()}>
      {isPending ? <span className="spinner" aria-hidden="true" /> : <Icon name="download" size={16} />}
      <span>Exportar CSV</span>
    </button>
  )
}

export const ActivityScreen = (): ReactNode => {
  useTitle('Actividad')
  const { zone } = useUser()
  const phone = useMedia(PHONE)
  const now = useNow()
  const [search, setSearch] = useSearchState(ActivitySearch)
  const change = useCallback((patch: Partial<ActivitySearch>) => setSearch(patch), [setSearch])
  const { list, filter, rows, total } = usePagesOf(search)
  const box = useRef<HTMLElement>(null)
  const Rows = phone ? ActivityCards : ActivityTable
  const waiting = list.isPlaceholderData
  const more = async (): Promise<void> => {
    const { hasNextPage } = await list.fetchNextPage()
    // The button is gone with the last page, and the focus with it.
    if (!hasNextPage) box.current?.focus()
  }
  const said = (): string => {
    if (list.isError && !list.data) return ''
    if (!list.data || waiting) return 'Cargando…'
    return rows.length < total ? `${count(total)}, los ${numberText(rows.length)} más recientes` : count(total)
  }
  const content = () => {
    if (list.isError && !list.data)
      return <LoadFailure title={calls.list.fails} error={list.error} onRetry={() => void list.refetch()} />
    if (!list.data) return <TableSkeleton label="Cargando la actividad" rows={SKELETON_ROWS} columns={phone ? 1 : 5} />
    if (!rows.length && !waiting)
      return isFiltered(search) ? (
        <Message
          title="Sin coincidencias"
          detail="Ningún cambio cumple con los filtros activos."
          action={
            <button type="button" className="button" onClick={() => change(CLEARED)}>
              Limpiar filtros
            </button>
          }
        />
      ) : (
        <Message title="Sin actividad" detail="Aquí se verá quién cambió qué, desde el primer cambio." />
      )
    return <Rows rows={rows} clock={{ now, zone }} />
  }
  return (
    <ListFrame
      className="activity"
      title="Actividad"
      status={said()}
      tools={
        <>
          <RefreshButton list={list} row={calls.list} />
          <Export filter={filter} />
        </>
      }
      filters={
        <ActivityFilters
          search={search}
          change={change}
          subject={rows.find(({ subject }) => subject.id === search.subjectId)?.subject.name}
        />
      }
      box={box}
      isFetching={list.isFetching}
      isWaiting={waiting}
      now={now}
    >
      {content()}
      {list.hasNextPage && !waiting && (
        <p className="activity__more no-print row-wrap gap-12 pad-16">
          {list.isFetchNextPageError && <span role="alert">{statusNotice(list.error) ?? calls.list.fails}</span>}
          <button
            type="button"
            className="button"
            aria-disabled={list.isFetching}
            onClick={() => list.isFetching || void more()}
          >
            {list.isFetchingNextPage && <span className="spinner" aria-hidden="true" />}
            Mostrar más
          </button>
        </p>
      )}
    </ListFrame>
  )
}
