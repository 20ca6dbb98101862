// The content of a dashboard: next actions, the period, the summary, and in the order of the contract's table the
// sections, each with its basis and its charts or tables.
import { type DashboardFacts, dashboard } from '@padron/contract/dashboard'
import { chartsOf, type Section, sectionBasis, sectionTitle } from '@padron/contract/dashboard/charts'
import { cardQueries } from '@padron/contract/dashboard/queries'
import type { DashboardName } from '@padron/contract/dashboard/rules'
import { numberText, vehiclesText } from '@padron/contract/texts/count-of'
import { localText } from '@padron/contract/texts/local-text'
import { useQueryClient } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { moneyText } from '../../lib/money-text.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useUser } from '../../session/user-context.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { BasisMark, Cards } from './Cards.tsx'
import { ChartCard } from './ChartCard.tsx'
import { useCatalogueLink } from './catalogue-link.ts'
import { DashboardSearch, tablesOf, toggleSection } from './search.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'
import { periodText, type View } from './view.ts'

const DashboardMenu = lazy(() => import('./export/ChartMenu.tsx').then((m) => ({ default: m.DashboardMenu })))

const piece = () => lazy(() => import('./actions/NextActions.tsx').then((m) => ({ default: m.NextActions })))
let NextActions = piece()

/**
 * Next actions, loaded when they become visible. A failure is reported, because nothing at all would read as nothing to
 * do.
 */
const WeekActions = ({ computedAt }: { computedAt: string }) => {
  const queries = useQueryClient()
  const [tries, setTries] = useState(0)
  /** `lazy` caches a failed import and the boundary caches a failed render, so a retry needs new ones. */
  const tryAgain = (): void => {
    NextActions = piece()
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === dashboard.actions.name })
    setTries(tries + 1)
  }
  return (
    <CatchBoundary
      getResetKey={() => `${computedAt} ${tries}`}
      errorComponent={({ error }) => (
        <LoadFailure title={dashboard.actions.fails} query={{ error, refetch: tryAgain }} />
      )}
    >
      <Suspense fallback={<div className="dashboard-skeleton rounded dashboard-skeleton--actions" />}>
        <NextActions />
      </Suspense>
    </CatchBoundary>
  )
}

type SegmentsProps<V> = {
  legend: string
  options: readonly { value: V; label: string }[]
  value: V
  small?: boolean
  onChange: (value: V) => void
}

/** One choice among several buttons; the arrow keys move it. */
const Segments = <V extends string | number>(props: SegmentsProps<V>) => {
  const { legend, options, value, small = false, onChange } = props
  const name = useId()
  return (
    <fieldset className={`choice surface rounded${small ? ' choice--small small' : ''}`}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="choice__option hoverable row-inline nowrap rounded-small relative pressable"
        >
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

/** The vehicles that no figure counts: inactive ones, and beside all debts of any date what they owe. */
const OthersNote = ({ name, facts, period, country }: View) => {
  const { vehicles: count, withDebt, amount, withoutAmount } = facts.others
  const link = useCatalogueLink()(cardQueries(period, facts, country).others)
  if (count === 0) return null
  const text = `${vehiclesText(count, country)} con otro estatus`
  const owes = () => {
    if (name !== 'general' || period.months !== 0) return ''
    if (withDebt === 0) return localText(', sin adeudo conocido', country)
    // Sources are rarely queried about them, so the amount is never complete.
    const sum = amount > 0 ? `al menos ${moneyText(amount, country)}` : 'un importe desconocido'
    const more = withoutAmount > 0 ? ` (${numberText(withoutAmount, country)} sin importe)` : ''
    return `: ${numberText(withDebt, country)} ${withDebt === 1 ? 'debe' : 'deben'} ${sum}${more}`
  }
  return (
    <p className="others small muted">
      Estas cifras son de vehículos activos. Además hay {link ? <a {...link}>{text}</a> : text}
      {owes()}.
    </p>
  )
}

const WAYS = [
  { value: 'charts', label: 'Gráfico' },
  { value: 'tables', label: 'Tabla' },
] as const

type SectionProps = { section: Section; view: View; asTable: boolean; onSwitch: () => void }

const SectionView = ({ section, view, asTable, onSwitch }: SectionProps) => {
  const { name, facts, period, country } = view
  const id = useId()
  const title = sectionTitle(section, country)
  const basis = sectionBasis(section, facts)
  return (
    <section className="section grid-one gap-8" aria-labelledby={id} data-section={section}>
      <header className="section__head row-wrap">
        <h2 id={id}>{title}</h2>
        {basis && <BasisMark basis={basis} />}
        <Segments
          legend={`Cómo se muestra: ${title}`}
          options={WAYS}
          value={asTable ? 'tables' : 'charts'}
          small
          onChange={onSwitch}
        />
      </header>
      <div className="charts grid-one gap-12 align-start">
        {chartsOf(name, country, period.months)
          .filter((chart) => chart.section === section)
          .map((chart) => (
            <ChartCard key={chart.key} chart={chart} view={view} asTable={asTable} />
          ))}
      </div>
    </section>
  )
}

export const Figures = ({ name, facts }: { name: DashboardName; facts: DashboardFacts }) => {
  const { country } = useUser()
  const [search, setSearch] = useSearchState(DashboardSearch)
  const body = useRef<HTMLDivElement>(null)
  useScrollRestoration(body)
  const [first] = facts.statistics
  const period = facts.statistics.find(({ months }) => months === search.periodo) ?? first
  if (!period || !first) throw new Error('statistics without a period')
  const view: View = { name, facts, period, country }
  const sections = new Set(chartsOf(name, country, period.months).map(({ section }) => section))
  return (
    <div ref={body} className="dashboard__body grid-one gap-16">
      <div className="dashboard__period row-wrap gap-8-16">
        <Segments
          legend="Periodo"
          options={facts.statistics.map(({ months, period }) => ({ value: months, label: period }))}
          value={period.months}
          onChange={(months) => setSearch({ periodo: months === first.months ? undefined : months })}
        />
        <p className="muted small">{periodText(view, first.period)}</p>
        <Suspense>
          <DashboardMenu dashboard={name} months={period.months} />
        </Suspense>
      </div>
      <Cards view={view} />
      <OthersNote {...view} />
      {name === 'general' && <WeekActions computedAt={facts.computedAt} />}
      {[...sections].map((section) => (
        <SectionView
          key={section}
          section={section}
          view={view}
          asTable={tablesOf(search).includes(section)}
          onSwitch={() => setSearch(toggleSection(search, section), { replace: true })}
        />
      ))}
    </div>
  )
}
