// One chart: its title, its menu, and its drawing or its table; where there is nothing to draw, why.
import type { ChartKey } from '@padron/contract/dashboard-chart-keys'
import type { ChartTable } from '@padron/contract/dashboard-chart-table'
import { chartTable, isEmptyChart, type Section, type Shape } from '@padron/contract/dashboard-charts'
import { lazy, type ReactNode, Suspense, useId, useMemo, useRef } from 'react'
import { Chart } from './charts/Chart.tsx'
import { RANKED_SHOWN } from './charts/Ranked.tsx'
import { FiguresTable } from './FiguresTable.tsx'
import { emptyNote, emptyText, type Shown } from './shown.ts'
import { TrendChart, TrendNote } from './TrendChart.tsx'
import { newestFirst } from './trend-view.ts'

const ChartMenu = lazy(() => import('./export/ChartMenu.tsx').then((m) => ({ default: m.ChartMenu })))

const Empty = ({ text, note }: { text: string; note: string | undefined }): ReactNode => (
  <div className="chart-empty stack gap-2 text-center">
    <p>{text}</p>
    {note && <p className="muted">{note}</p>}
  </div>
)

/** Of a long list the drawing has the largest only. */
const MoreNote = ({ table: { rows } }: { table: ChartTable }): ReactNode =>
  rows.length > RANKED_SHOWN && (
    <p className="chart-note tiny muted">
      Se dibujan los {RANKED_SHOWN} mayores de {rows.length}; en «Tabla» están todos.
    </p>
  )

type DrawnProps = { table: ChartTable; shape: Shape; shown: Shown }

const Drawn = ({ table, shape, shown }: DrawnProps): ReactNode => {
  if (shape === 'lines') return <TrendChart table={table} shown={shown} />
  return (
    <>
      <Chart table={table} shape={shape} country={shown.country} />
      {shape === 'ranked' && <MoreNote table={table} />}
    </>
  )
}

const Listed = ({ table, shape, shown }: DrawnProps): ReactNode => {
  if (shape !== 'lines') return <FiguresTable table={table} country={shown.country} />
  const days = newestFirst(table)
  return (
    <>
      <FiguresTable table={days} country={shown.country} />
      {days.rows.length > 1 && (
        <p className="chart-note tiny muted">Los días pasados no abren una lista: el catálogo es el de hoy.</p>
      )}
      <TrendNote table={days} shown={shown} />
    </>
  )
}

type Props = { chartKey: ChartKey; shape: Shape; section: Section; shown: Shown; asTable: boolean }

export const ChartCard = ({ chartKey, shape, section, shown, asTable }: Props): ReactNode => {
  const { name, facts, period, country } = shown
  // The same figures are the same drawing, however often the rest of the screen is drawn.
  const table = useMemo(() => chartTable(chartKey, { facts, period, country }), [chartKey, facts, period, country])
  const id = useId()
  const drawing = useRef<HTMLDivElement>(null)
  const svgOf = (): SVGSVGElement | null => drawing.current?.querySelector('svg') ?? null
  const content = () => {
    if (isEmptyChart(table))
      return <Empty text={emptyText(section, table.key, shown)} note={emptyNote(section, shown)} />
    if (asTable) return <Listed table={table} shape={shape} shown={shown} />
    return (
      <div ref={drawing}>
        <Drawn table={table} shape={shape} shown={shown} />
      </div>
    )
  }
  return (
    <article
      className={`chart-card narrow surface bordered rounded relative${asTable ? ' chart-card--table' : ''}`}
      aria-labelledby={id}
      data-chart={table.key}
      data-shape={shape}
    >
      <header className="chart-card__head row gap-8 between">
        <h3 id={id}>{table.title}</h3>
        <Suspense fallback={<span className="chart-card__menu" />}>
          <ChartMenu title={table.title} chartKey={table.key} dashboard={name} months={period.months} svgOf={svgOf} />
        </Suspense>
      </header>
      {content()}
    </article>
  )
}
