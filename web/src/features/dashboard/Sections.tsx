// The sections of a dashboard in the order of the contract's table: a heading, what its figures rest on, and its charts or tables.
import { chartsOf, type Section, sectionBasis, sectionTitle } from '@padron/contract/dashboard-charts'
import { type ReactNode, useId } from 'react'
import { BasisLine } from './BasisLine.tsx'
import { ChartCard } from './ChartCard.tsx'
import type { Shown } from './shown.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

type Props = { shown: Shown; tables: readonly string[]; onSwitch: (section: Section) => void }

type SectionProps = { section: Section; shown: Shown; table: boolean; onSwitch: () => void }

const SectionView = ({ section, shown, table, onSwitch }: SectionProps): ReactNode => {
  const { name, facts, period, country, clock } = shown
  const id = useId()
  const title = sectionTitle(section, country)
  const basis = sectionBasis(section, facts)
  return (
    <section className="section grid-one gap-8" aria-labelledby={id} data-section={section}>
      <header className="section__head row-wrap">
        <h2 id={id}>{title}</h2>
        {basis ? <BasisLine basis={basis} clock={clock} /> : <span className="basis tiny muted" />}
        <ViewSwitch section={title} table={table} onSwitch={onSwitch} />
      </header>
      <div className="charts grid-one gap-12 align-start">
        {chartsOf(name, country, period.months)
          .filter((chart) => chart.section === section)
          .map(({ key, shape }) => (
            <ChartCard key={key} chartKey={key} shape={shape} section={section} shown={shown} asTable={table} />
          ))}
      </div>
    </section>
  )
}

export const Sections = ({ shown, tables, onSwitch }: Props): ReactNode => {
  const sections = new Set(chartsOf(shown.name, shown.country, shown.period.months).map(({ section }) => section))
  return [...sections].map((section) => (
    <SectionView
      key={section}
      section={section}
      shown={shown}
      table={tables.includes(section)}
      onSwitch={() => onSwitch(section)}
    />
  ))
}
