// What is owed over time: a line for each kind of debt that has enough days, and a sentence for each that has not.
import type { ChartTable } from '@padron/contract/dashboard-chart-table'
import { type ReactNode, useMemo } from 'react'
import { useCatalogueLink } from './catalogue-link.ts'
import { Chart } from './charts/Chart.tsx'
import { type Shown, workedOutUntil } from './shown.ts'
import { linesOf, toldOf } from './trend-view.ts'

type Props = { table: ChartTable; shown: Shown }

/** Which days were not seen, and that where a line is missing nobody knew. */
const notes = (lines: ChartTable, { facts }: Shown): string => {
  const until = workedOutUntil(facts)
  const gaps = lines.rows.some(({ values }) => values.includes(null))
  return [
    until && `Hasta el ${until} se reconstruye con los cambios registrados de los vehículos de hoy.`,
    gaps && 'Donde falta una línea, no se sabe.',
  ]
    .filter(Boolean)
    .join(' ')
}

export const TrendNote = ({ table, shown }: Props): ReactNode => {
  const said = notes(table, shown)
  return said && <p className="chart-note tiny muted">{said}</p>
}

export const TrendChart = ({ table, shown }: Props): ReactNode => {
  const { facts, country } = shown
  const link = useCatalogueLink()(table.rows.at(-1)?.query)
  const lines = useMemo(() => linesOf(table), [table])
  const told = toldOf(table, facts.today, country)
  return (
    <>
      {lines.columns.length > 0 && <Chart table={lines} shape="lines" country={country} />}
      {told.map((sentence) => (
        <p key={sentence} className="chart-told small">
          {sentence}
        </p>
      ))}
      {lines.columns.length > 0 && <TrendNote table={lines} shown={shown} />}
      {link && (
        <a className="chart__today no-print small" {...link}>
          Ver los vehículos que deben hoy
        </a>
      )}
    </>
  )
}
