// "Vencimientos": expiries and payment dates from documents and sources, by week or by month; below each week the
// official calendars, as information.
import { obligations as calls, type Grouping, OBLIGATIONS_PAGE } from '@padron/contract/obligations'
import { type ComponentProps, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useCall, useQuietCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { localDay } from '../../lib/dates.ts'
import { dateText, rangeText } from '../../lib/day-texts.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { numberText } from '../../lib/number-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { RefreshButton } from '../../ui/list/RefreshButton.tsx'
import { EmptyObligations } from './EmptyObligations.tsx'
import { FeedDialog } from './FeedDialog.tsx'
import { KindFilter, useKinds } from './KindFilter.tsx'
import { choiceName, kindsFor } from './kind-labels.ts'
import { ListExports, PRINTED_AT_MOST, usePrint } from './ListExports.tsx'
import { ObligationRows } from './ObligationRows.tsx'
import './obligations.css'
import type { Open } from './ObligationParts.tsx'
import { OfficialCalendars } from './OfficialCalendars.tsx'
import { PeriodsBar, type Spans } from './Periods.tsx'
import {
  filterOf,
  listQuery,
  monthTitle,
  narrowQuery,
  noneText,
  opensOverdue,
  type Period,
  periodOf,
  periodSearch,
  viewOf,
} from './period.ts'
import { RemindersDialog } from './RemindersDialog.tsx'
import { type ChangeObligations, ObligationsSearch, type View } from './search.ts'
import { UnreplacedCalendars } from './UnreplacedCalendars.tsx'
import { useLastView } from './use-last-view.ts'
import { GROUPING_NAMES, ViewFilter } from './ViewFilter.tsx'

const TITLE = 'Vencimientos'
const NOUN = { one: 'vencimiento', many: 'vencimientos' }
const COLUMNS = 4
const MONTH_PAGE = 100

/** Calls `then` when the day changes while the screen is open. */
const useNextDay = (day: string, then: () => void): void => {
  const before = useRef(day)
  useEffect(() => {
    if (before.current === day) return
    before.current = day
    then()
  })
}

type ToolsProps = { list: ComponentProps<typeof RefreshButton>['list']; children?: ReactNode }

/** The buttons beside the heading: exports, reminders, the address for calendar programs, and reload. */
export const Tools = ({ list, children }: ToolsProps) => {
  const [open, setOpen] = useState<'reminders' | 'feed'>()
  const close = (): void => setOpen(undefined)
  return (
    <>
      <div className="listing__tools row gap-12 rigid">
        {children}
        <Button icon="mail" aria-haspopup="dialog" onClick={() => setOpen('reminders')}>
          <span>Recordatorios por correo</span>
        </Button>
        <Button icon="calendar" aria-haspopup="dialog" onClick={() => setOpen('feed')}>
          <span>Calendario (ICS)</span>
        </Button>
        <RefreshButton list={list} row={calls.list} />
      </div>
      {open === 'reminders' && <RemindersDialog onClose={close} />}
      {open === 'feed' && <FeedDialog onClose={close} />}
    </>
  )
}

const periodText = (period: Period, today: string): string => {
  if (period.is === 'overdue') return 'Vencidos'
  if (period.is === 'month') return monthTitle(period.month)
  if (period.is === 'later') return `Desde el ${dateText(period.from, today)}`
  return `Semana ${rangeText(period.from, period.to, today)}`
}

export const ObligationsScreen = () => {
  useTitle(TITLE)
  const { zone, country } = useUser()
  const now = useNow()
  const [search, setSearch] = useSearchState(ObligationsSearch)
  const [, setDrawer] = useSearchState(DrawerSearch)
  const all = kindsFor(useCan('documents_read'))
  const change = useCallback<ChangeObligations>(
    (patch, how) => setSearch('page' in patch ? patch : { ...patch, page: undefined }, how),
    [setSearch],
  )
  const last = useLastView()
  const view = viewOf(search) ?? last.view
  const groupBy = view === 'month' ? (search.groupBy ?? last.groupBy) : undefined
  const { chosen, toggle, clear } = useKinds(all, search, change)
  const narrow = { query: narrowQuery(chosen, search.search) }
  const weeks = useQuietCall(calls.weeks, narrow, { keep: true, off: view !== 'week' })
  const months = useQuietCall(calls.months, narrow, { keep: true, off: view !== 'month' })
  const query = view === 'week' ? weeks : months
  const parts = view === 'week' ? weeks.data?.weeks : months.data?.months
  const spans: Spans | undefined = query.data && parts && { ...query.data, is: view, spans: parts }
  // The server's day once it is known: the user's clock may be wrong.
  const today = query.data?.today ?? localDay(now, zone)
  const period = periodOf(search, today, view)
  const toOverdue = view === 'week' && !weeks.isPlaceholderData && opensOverdue(search, weeks.data)
  useEffect(() => {
    if (toOverdue) change(periodSearch({ is: 'overdue' }), { replace: true })
  }, [toOverdue, change])
  const shown = { period, kinds: chosen, search: search.search, groupBy }
  const pageSize = view === 'month' ? MONTH_PAGE : OBLIGATIONS_PAGE
  const list = useCall(
    calls.list,
    { query: listQuery(shown, search.page, view === 'month' ? `${MONTH_PAGE}` : undefined) },
    { keep: true },
  )
  const { printed, isPreparing, print } = usePrint(filterOf(shown))
  const onPage = useCallback((page?: number, how?: { replace?: boolean }) => change({ page }, how), [change])
  const onOpen = useCallback<Open>((patch) => setDrawer(patch), [setDrawer])
  const choose = (chosen: Period): void => change(periodSearch(chosen, view))
  const chooseView = (next: View): void => {
    last.remember({ view: next })
    change({ view: next, week: undefined, month: undefined, overdue: undefined })
  }
  const chooseGrouping = (next: Grouping): void => {
    last.remember({ groupBy: next })
    change({ groupBy: next })
  }
  // An empty week is not displayed until it is known whether the overdue items open instead.
  const isUndecided = view === 'week' && weeks.isPending && !search.week && !search.overdue
  const deciding = list.data?.totalCount === 0 && (toOverdue || isUndecided)
  const refresh = {
    isFetching: list.isFetching,
    refetch: async () => {
      void query.refetch()
      return list.refetch()
    },
  }
  useNextDay(localDay(now, zone), () => void refresh.refetch())
  const isFiltered = chosen.length > 0 || search.search !== undefined
  const under = period.is === 'week' && (
    <OfficialCalendars from={period.from} to={period.to} today={today} onOpen={onOpen} />
  )
  const nothing = (
    <EmptyObligations
      period={period}
      weeks={spans}
      today={today}
      filtered={isFiltered}
      onChoose={choose}
      onClear={clear}
    />
  )
  const onPaper = [
    periodText(period, today),
    groupBy && `Por ${GROUPING_NAMES[groupBy].toLowerCase()}`,
    chosen.length > 0 && chosen.map((kind) => choiceName(kind, country)).join(', '),
    search.search && `«${search.search}»`,
    printed &&
      printed.totalCount > PRINTED_AT_MOST &&
      `Las primeras ${numberText(PRINTED_AT_MOST)} filas de ${numberText(printed.totalCount)}; todas, en el archivo`,
  ]
  return (
    <ListScreen
      title={TITLE}
      noun={{ ...NOUN, none: noneText(period, today, (spans?.basis.known ?? 0) > 0) }}
      tools={
        <Tools list={refresh}>
          <ListExports
            filter={filterOf(shown)}
            isEmpty={!list.data?.totalCount}
            isPreparing={isPreparing}
            onPrint={print}
          />
        </Tools>
      }
      filters={
        <section className="filters stack gap-8" aria-label="Filtros">
          <ViewFilter
            view={view}
            groupBy={search.groupBy ?? last.groupBy}
            search={search.search}
            onView={chooseView}
            onGroupBy={chooseGrouping}
            change={change}
          />
          <KindFilter all={all} chosen={chosen} onToggle={toggle} onClear={isFiltered ? clear : undefined} />
          <p className="print-only obligations-paper">{onPaper.filter(Boolean).join(' · ')}</p>
        </section>
      }
      above={
        <>
          <UnreplacedCalendars today={today} onOpen={onOpen} />
          <PeriodsBar data={spans} query={query} is={view} chosen={period} onChoose={choose} />
        </>
      }
      list={list}
      total={deciding ? undefined : list.data?.totalCount}
      page={search.page ?? 1}
      pageSize={pageSize}
      onPage={onPage}
      fails={calls.list.fails}
      columns={COLUMNS}
      nothing={
        <>
          {nothing}
          {under}
        </>
      }
      now={now}
    >
      <ObligationRows
        list={printed ?? list.data ?? { today, obligations: [], groups: [] }}
        groupBy={groupBy}
        onOpen={onOpen}
      />
      {under}
    </ListScreen>
  )
}
