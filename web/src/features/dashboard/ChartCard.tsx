// One chart: its title, its menu, and its drawing or its table; or why it is empty.
import type { ChartRow, ChartTable } from '@padron/contract/dashboard/chart-table'
import { type chartsOf, chartTable, isEmptyChart, type Shape } from '@padron/contract/dashboard/charts'
import { COUNTRIES } from '@padron/contract/places/countries'
import { lazy, Suspense, useId, useMemo, useRef } from 'react'
import { useUser } from '../../session/user-context.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { useCatalogueLink } from './catalogue-link.ts'
import { Chart } from './charts/Chart.tsx'
import { RANKED_ROWS } from './charts/Ranked.tsx'
import { newestFirst, notesOf, sentencesOf, trendLines } from './trend.ts'
import { isNothing, valueText, whyNoLink } from './value-texts.ts'
import { emptyNote, emptyText, type View } from './view.ts'

const ChartMenu = lazy(() => import('./export/ChartMenu.tsx').then((m) => ({ default: m.ChartMenu })))

const Note = ({ text }: { text: string }) => text && <p className="chart-note tiny muted">{text}</p>

/** The same rows as a table, with every column; each row links to its vehicles. */
const FiguresTable = ({ table: { title, labels, columns, rows } }: { table: ChartTable }) => {
  const { country } = useUser()
  const linkTo = useCatalogueLink()
  const label: Column<ChartRow> = {
    key: 'label',
    title: labels,
    head: true,
    cell: (row) => {
      // Without vehicles there is no list to open.
      const link = isNothing(row) ? undefined : linkTo(row.query)
      return link ? <a {...link}>{row.label}</a> : row.label
    },
    titleOf: whyNoLink,
  }
  const values = columns.map(
    (column, at): Column<ChartRow> => ({
      key: column.title,
      kind: 'number',
      title: column.kind === 'money' ? `${column.title} (${COUNTRIES[country].currency})` : column.title,
      cell: (row) => valueText({ row, at, columns, country }),
    }),
  )
  return (
    <DataTable
      box="figures-box"
      className="table figures"
      caption={title}
      columns={[label, ...values]}
      rows={rows}
      // Two rows may have the same label.
      keyOf={(row) => rows.indexOf(row)}
    />
  )
}

type DrawingProps = { table: ChartTable; shape: Shape; view: View }

/** A line for each kind of debt with enough days, and a sentence for each of the others. */
const Trend = ({ table, view: { facts, country } }: Omit<DrawingProps, 'shape'>) => {
  const link = useCatalogueLink()(table.rows.at(-1)?.query)
  const lines = useMemo(() => trendLines(table), [table])
  const hasLines = lines.columns.length > 0
  return (
    <>
      {hasLines && <Chart table={lines} shape="lines" />}
      {sentencesOf(table, facts.today, country).map((sentence) => (
        <p key={sentence} className="chart-sentence small">
          {sentence}
        </p>
      ))}
      {hasLines && <Note text={notesOf(lines, facts)} />}
      {link && (
        <a className="chart__today no-print small" {...link}>
          Ver los vehículos que deben hoy
        </a>
      )}
    </>
  )
}

const Drawing = ({ table, shape, view }: DrawingProps) => {
  if (shape === 'lines') return <Trend table={table} view={view} />
  const { length } = table.rows
  return (
    <>
      <Chart table={table} shape={shape} />
      {shape === 'ranked' && length > RANKED_ROWS && (
        <Note text={`Se dibujan los ${RANKED_ROWS} mayores de ${length}; en «Tabla» están todos.`} />
      )}
    </>
  )
}

const Listing = ({ table, shape, view }: DrawingProps) => {
  if (shape !== 'lines') return <FiguresTable table={table} />
  const days = newestFirst(table)
  return (
    <>
      <FiguresTable table={days} />
      {days.rows.length > 1 && <Note text="Los días pasados no abren una lista: el catálogo es el de hoy." />}
      <Note text={notesOf(days, view.facts)} />
    </>
  )
}

type Props = { chart: ReturnType<typeof chartsOf>[number]; view: View; asTable: boolean }

export const ChartCard = ({ chart: { key, shape, section }, view, asTable }: Props) => {
  const { name, facts, period, country } = view
  // Memoised: the drawing renders again only for other figures.
  const table = useMemo(() => chartTable(key, { facts, period, country }), [key, facts, period, country])
  const id = useId()
  const drawing = useRef<HTMLDivElement>(null)
  const svgOf = (): SVGSVGElement | null => drawing.current?.querySelector('svg') ?? null
  const content = () => {
    if (isEmptyChart(table)) {
      const note = emptyNote(section, view)
      return (
        <div className="chart-empty stack gap-2 text-center">
          <p>{emptyText(section, key, view)}</p>
          {note && <p className="muted">{note}</p>}
        </div>
      )
    }
    if (asTable) return <Listing table={table} shape={shape} view={view} />
    return (
      <div ref={drawing}>
        <Drawing table={table} shape={shape} view={view} />
      </div>
    )
  }
  return (
    <article
      className={`chart-card narrow surface bordered rounded relative${asTable ? ' chart-card--table' : ''}`}
      aria-labelledby={id}
      data-chart={key}
      data-shape={shape}
    >
      <header className="chart-card__head row gap-8 between">
        <h3 id={id}>{table.title}</h3>
        <Suspense fallback={<span className="chart-card__menu" />}>
          <ChartMenu title={table.title} chartKey={key} dashboard={name} months={period.months} svgOf={svgOf} />
        </Suspense>
      </header>
      {content()}
    </article>
  )
}
