// The last thirty days of a source: a bar for each day, as high as its share of answers, a gap for a day without
// queries; and the same as a table.
import { AVAILABILITY, availability, type HealthDay, HISTORY_DAYS } from '@padron/contract/health'
import { numericDay } from '@padron/contract/texts/day-texts'
import { useId } from 'react'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { durationText, percentText } from './cells.ts'

const TOP = 8
const HEIGHT = 100
/** Widths of a day and of its bar; the narrow ones keep the text readable on a phone. */
const WIDE = { step: 20, bar: 14 }
const NARROW = { step: 10, bar: 7 }
const BASE = TOP + HEIGHT
const LEFT = 42
const LINES: readonly number[] = [100, 50, 0]

/** A day in words. */
const dayText = ({ day, successPercentage, medianMs, p95Ms }: HealthDay): string => {
  if (successPercentage === null) return `${numericDay(day)}: sin datos`
  const times = [
    medianMs !== null && `mediana ${durationText(medianMs)}`,
    p95Ms !== null && `95 % en ${durationText(p95Ms)}`,
  ]
  return [`${numericDay(day)}: ${percentText(successPercentage)}`, ...times].filter(Boolean).join(', ')
}

export const summary = (days: readonly HealthDay[]): string => {
  const measured = days.filter(({ successPercentage }) => successPercentage !== null)
  if (measured.length === 0) return 'Sin datos en los últimos 30 días.'
  const good = measured.filter(({ successPercentage }) => availability(successPercentage) === 'high').length
  const m = measured.length
  if (m === 1) return `En el único día con consultas respondió ${good === 1 ? 'más de 90 %' : '90 % o menos'}.`
  if (good === 0) return `En ninguno de los ${m} días con consultas respondió más de 90 %.`
  if (good === m) return `En los ${m} días con consultas respondió más de 90 %.`
  return `En ${good} de ${m} días con consultas respondió más de 90 %.`
}

const Chart = ({ days }: { days: readonly HealthDay[] }) => {
  const id = useId()
  const { step, bar } = useMedia(PHONE) ? NARROW : WIDE
  const width = LEFT + days.length * step
  const [first, last] = [days[0], days.at(-1)]
  return (
    <svg
      className="month block wide"
      viewBox={`0 0 ${width} ${BASE + 22}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-about`}
    >
      <title id={`${id}-title`}>Consultas con respuesta por día</title>
      <desc id={`${id}-about`}>{summary(days)}</desc>
      {LINES.map((share) => (
        <g key={share}>
          <line className="month__line" x1={LEFT} x2={width} y1={BASE - share} y2={BASE - share} />
          <text className="month__text figures-text" x={LEFT - 6} y={BASE - share + 4} textAnchor="end">
            {share} %
          </text>
        </g>
      ))}
      {days.map((day, at) => {
        const x = LEFT + at * step
        const share = day.successPercentage
        // A day of 0 % still has a flat bar, unlike a day without data.
        const height = share === null ? 3 : Math.max(3, (share / 100) * HEIGHT)
        const className = `month__bar month__bar--${availability(share)}`
        return (
          <g key={day.day}>
            <title>{dayText(day)}</title>
            <rect className="month__hit" x={x} y={TOP} width={step} height={HEIGHT} />
            <rect
              className={className}
              x={x + (step - bar) / 2}
              y={BASE - height}
              width={bar}
              height={height}
              rx={1.5}
            />
          </g>
        )
      })}
      <text className="month__text figures-text" x={LEFT} y={BASE + 16}>
        {first && numericDay(first.day)}
      </text>
      <text className="month__text figures-text" x={width} y={BASE + 16} textAnchor="end">
        {last && numericDay(last.day)}
      </text>
    </svg>
  )
}

const share = ({ successPercentage }: HealthDay): string =>
  successPercentage === null ? AVAILABILITY.none : percentText(successPercentage)
const time = (ms: number | null): string => (ms === null ? '—' : durationText(ms))

const COLUMNS: readonly Column<HealthDay>[] = [
  { key: 'day', title: 'Día', head: true, cell: ({ day }) => numericDay(day) },
  { key: 'share', title: 'Con respuesta', cell: share },
  { key: 'median', title: 'Mediana', cell: ({ medianMs }) => time(medianMs) },
  { key: 'p95', title: '95 %', cell: ({ p95Ms }) => time(p95Ms) },
]

export const SourceMonth = ({ days }: { days: readonly HealthDay[] }) => (
  <section aria-labelledby="source-month">
    <h3 id="source-month">Últimos {HISTORY_DAYS} días</h3>
    <p className="muted">{summary(days)}</p>
    <Chart days={days} />
    <details className="month-details">
      <summary>Ver como tabla</summary>
      <DataTable
        className="table month-table figures-text"
        caption="Consultas con respuesta por día"
        columns={COLUMNS}
        rows={days.toReversed()}
        keyOf={({ day }) => day}
      />
    </details>
  </section>
)
