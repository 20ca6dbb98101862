// Horizontal bars, the largest first. Name and value are beside each bar, or above it on a narrow screen.
import { valueText } from '../value-texts.ts'
import { Bar, useChart } from './Bar.tsx'
import { fitText, textWidth } from './fit-text.ts'

/** At most these rows are drawn, the largest first; the table has all of them. */
export const RANKED_ROWS = 12
const BESIDE_FROM = 400
const GAP = 8
/** A value is bold, wider than the measured text. */
const STRONG = 1.08
const LABELS = 0.5
const BESIDE = { row: 28, text: 19, bar: 7, thick: 14 }
const ABOVE = { row: 40, text: 16, bar: 23, thick: 9 }

type Line = { label: string; value: string; share: number }
type Place = { width: number; labels: number; values: number; beside: boolean }

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(textWidth))

const placeOf = (lines: readonly Line[], width: number): Place => {
  const longest = widest(lines.map(({ label }) => label))
  // If a name does not fit beside its bar, names are above the bars.
  const beside = width >= BESIDE_FROM && longest <= width * LABELS
  const values = widest(lines.map(({ value }) => value)) * STRONG + GAP
  const labels = beside ? longest + GAP : width - values
  return { width, labels, values, beside }
}

const LineView = ({ line, at, place }: { line: Line; at: number; place: Place }) => {
  const { width, labels, values, beside } = place
  const { row, text, bar, thick } = beside ? BESIDE : ABOVE
  const from = beside ? labels : 0
  const long = Math.max(2, line.share * (beside ? width - labels - values : width))
  const words = (
    <>
      <text className="bar__label" x={0} y={at * row + text}>
        {fitText(line.label, labels - GAP)}
      </text>
      <text
        className="bar__value"
        x={beside ? from + (line.share > 0 ? long + 6 : 0) : width}
        y={at * row + text}
        textAnchor={beside ? 'start' : 'end'}
      >
        {line.value}
      </text>
    </>
  )
  return (
    <Bar row={at} at={at} words={words}>
      <rect className="bar__hit" x={0} y={at * row} width={width} height={row} rx={4} />
      {line.share > 0 && <rect className="bar__fill" x={from} y={at * row + bar} width={long} height={thick} rx={2} />}
    </Bar>
  )
}

export const Ranked = ({ width }: { width: number }) => {
  const { table, country } = useChart()
  const { columns, title } = table
  const rows = table.rows.slice(0, RANKED_ROWS)
  const most = Math.max(1, ...rows.map(({ values }) => values[0] ?? 0))
  const lines = rows.map(
    (row): Line => ({
      label: row.label,
      value: valueText({ row, at: 0, columns, country }),
      share: (row.values[0] ?? 0) / most,
    }),
  )
  const place = placeOf(lines, width)
  const height = lines.length * (place.beside ? BESIDE : ABOVE).row
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="group" aria-label={title}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same label
        <LineView key={at} line={line} at={at} place={place} />
      ))}
    </svg>
  )
}
