// What was worked out: what to do next, the periods, the summary, and the sections with their charts.
import type { DashboardFacts } from '@padron/contract/dashboard'
import type { DashboardName } from '@padron/contract/dashboard-rules'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import type { Clock } from '../../lib/clock.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useUser } from '../../session/user-context.ts'
import { Cards } from './Cards.tsx'
import { cardsOf } from './cards.ts'
import { OthersNote } from './OthersNote.tsx'
import { PeriodChoice } from './PeriodChoice.tsx'
import { Sections } from './Sections.tsx'
import { DashboardSearch, switched, tablesOf } from './search.ts'
import { periodText, type Shown } from './shown.ts'
import { useKeptPlace } from './use-kept-place.ts'
import { WeekActions } from './WeekActions.tsx'

const DashboardMenu = lazy(() => import('./export/ChartMenu.tsx').then((m) => ({ default: m.DashboardMenu })))

type Props = { name: DashboardName; facts: DashboardFacts; clock: Clock }

export const Figures = ({ name, facts, clock }: Props): ReactNode => {
  const { country } = useUser()
  const [search, setSearch] = useSearchState(DashboardSearch)
  const body = useRef<HTMLDivElement>(null)
  useKeptPlace(body)
  const [first] = facts.statistics
  const period = facts.statistics.find(({ months }) => months === search.periodo) ?? first
  if (!period || !first) throw new Error('statistics without a period')
  const shown: Shown = { name, facts, period, country, clock }
  return (
    <div ref={body} className="dashboard__body grid-one gap-16">
      <div className="dashboard__period row-wrap gap-8-16">
        <PeriodChoice
          statistics={facts.statistics}
          chosen={period}
          onChoose={(months) => setSearch({ periodo: months === first.months ? undefined : months })}
        />
        <p className="muted small">{periodText(shown, first.period)}</p>
        <Suspense fallback={<span className="dashboard__menu" />}>
          <DashboardMenu dashboard={name} months={period.months} />
        </Suspense>
      </div>
      <Cards name={name} cards={cardsOf(name, shown)} clock={clock} />
      <OthersNote facts={facts} withDebts={name === 'general' && period.months === 0} />
      {name === 'general' && <WeekActions computedAt={facts.computedAt} />}
      <Sections
        shown={shown}
        tables={tablesOf(search)}
        onSwitch={(section) => setSearch(switched(search, section), { replace: true })}
      />
    </div>
  )
}
