// "Vencimientos": what expires and when it must be paid, week by week, from documents and from what the sources say;
// under each week the official calendars, informative.
import { obligations as calls, OBLIGATIONS_PAGE } from '@padron/contract/obligations'
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react'
import { useCall, useQuietCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { dayOf } from '../../lib/dates.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { ListScreen } from '../../ui/ListScreen.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { FeedDialog } from './FeedDialog.tsx'
import { KindFilter, useKinds } from './KindFilter.tsx'
import { kindsFor } from './kind-words.ts'
import { Nothing } from './Nothing.tsx'
import { ObligationRows } from './ObligationRows.tsx'
import './obligations.css'
import { OfficialCalendars } from './OfficialCalendars.tsx'
import { PeriodsBar } from './Periods.tsx'
import { kindsQuery, listQuery, noneText, opensOverdue, type Period, periodOf, periodSearch } from './period.ts'
import { RemindersDialog } from './RemindersDialog.tsx'
import { type ChangeObligations, ObligationsSearch } from './search.ts'
import { UnreplacedCalendars } from './UnreplacedCalendars.tsx'
import type { Open } from './What.tsx'

const TITLE = 'Vencimientos'
const NOUN = { one: 'vencimiento', many: 'vencimientos' }
const COLUMNS = 4

/** Left open over midnight: what is today's is another day's by now. */
const useNextDay = (day: string, then: () => void): void => {
  const before = useRef(day)
  useEffect(() => {
    if (before.current === day) return
    before.current = day
    then()
  })
}

/** Beside the heading: reminders, the address for calendar programs, and asking again. */
export const Tools = ({ list }: { list: ComponentProps<typeof RefreshButton>['list'] }) => {
  const [open, setOpen] = useState<'reminders' | 'feed'>()
  const close = (): void => setOpen(undefined)
  return (
    <>
      <div className="listing__tools row gap-12 rigid">
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

export const ObligationsScreen = () => {
  useTitle(TITLE)
  const { zone } = useUser()
  const now = useNow()
  const [search, setSearch] = useSearchState(ObligationsSearch)
  const [, setDrawer] = useSearchState(DrawerSearch)
  const all = kindsFor(useCan('documents_read'))
  const change = useCallback<ChangeObligations>(
    (patch, how) => setSearch('page' in patch ? patch : { ...patch, page: undefined }, how),
    [setSearch],
  )
  const { chosen, toggle, clear } = useKinds(all, search, change)
  const weeks = useQuietCall(calls.weeks, { query: kindsQuery(chosen) }, { keep: true })
  // The server's day where it is known: the user's clock may be another's.
  const today = weeks.data?.today ?? dayOf(now, zone)
  const period = periodOf(search, today)
  const toOverdue = !weeks.isPlaceholderData && opensOverdue(search, weeks.data)
  useEffect(() => {
    if (toOverdue) change(periodSearch({ is: 'overdue' }), { replace: true })
  }, [toOverdue, change])
  const list = useCall(calls.list, { query: listQuery(period, chosen, search.page) }, { keep: true })
  const onPage = useCallback((page?: number, how?: { replace?: boolean }) => change({ page }, how), [change])
  const onOpen = useCallback<Open>((patch) => setDrawer(patch), [setDrawer])
  const choose = (chosen: Period): void => change(periodSearch(chosen))
  // An empty week is not said to be so while it is not known whether it is what opens.
  const deciding = list.data?.totalCount === 0 && (toOverdue || (weeks.isPending && !search.week && !search.overdue))
  const refresh = {
    isFetching: list.isFetching,
    refetch: async () => {
      void weeks.refetch()
      return list.refetch()
    },
  }
  useNextDay(dayOf(now, zone), () => void refresh.refetch())
  const under = period.is === 'week' && (
    <OfficialCalendars from={period.from} to={period.to} today={today} onOpen={onOpen} />
  )
  const nothing = (
    <Nothing
      period={period}
      weeks={weeks.data}
      today={today}
      filtered={chosen.length > 0}
      onChoose={choose}
      onClear={clear}
    />
  )
  return (
    <ListScreen
      title={TITLE}
      noun={{ ...NOUN, none: noneText(period, today, (weeks.data?.basis.known ?? 0) > 0) }}
      tools={<Tools list={refresh} />}
      filters={<KindFilter all={all} chosen={chosen} onToggle={toggle} onClear={clear} />}
      above={
        <>
          <UnreplacedCalendars today={today} onOpen={onOpen} />
          <PeriodsBar weeks={weeks} chosen={period} onChoose={choose} />
        </>
      }
      list={list}
      total={deciding ? undefined : list.data?.totalCount}
      page={search.page ?? 1}
      pageSize={OBLIGATIONS_PAGE}
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
      <ObligationRows due={list.data?.obligations ?? []} today={list.data?.today ?? today} onOpen={onOpen} />
      {under}
    </ListScreen>
  )
}
