// Upright bars of several parts, each with its hatch; each part leads to its own vehicles.
import { numberText } from '@padron/contract/count-of'
import { type ReactNode, useId, useMemo } from 'react'
import { BarChart, CartesianGrid, Bar as Series, XAxis, YAxis } from 'recharts'
import { across, GRID, HEIGHT, MARGIN, upward } from './axes.ts'
import { Bar } from './Bar.tsx'
import { useChart } from './chart-context.ts'
import { Legend, legendItems } from './Legend.tsx'
import { fillOf, Hatches, seriesAt } from './series.tsx'

/** Of the highest bar: a part of one or two stays to be seen and hit. */
const LEAST_PART = 0.035

type Drawn = { x?: number; y?: number; width?: number; height?: number; index?: number }

const sum = (values: readonly (number | null)[]): number => values.reduce<number>((all, one) => all + (one ?? 0), 0)

const lastPart = (values: readonly (number | null)[]): number => values.findLastIndex((value) => (value ?? 0) > 0)

/** By row and part, its place among the parts that are drawn. */
const placesOf = (rows: readonly { values: readonly (number | null)[] }[]) => {
  const drawn = rows.flatMap(({ values }, row) => values.flatMap((value, part) => (value ? [`${row} ${part}`] : [])))
  return new Map(drawn.map((key, at) => [key, at]))
}

const partOf =
  (chart: string, part: number, places: ReadonlyMap<string, number>) =>
  ({ x = 0, y = 0, width = 0, height = 0, index = 0 }: Drawn): ReactNode => {
    const { table, country } = useChart()
    const row = table.rows[index]
    const at = places.get(`${index} ${part}`)
    if (!row || at === undefined) return null
    const label = `${row.label}: ${table.columns[part]?.title ?? ''} ${row.values[part] ?? 0}`
    const words = part === lastPart(row.values) && (
      <text className="bar__value bar__value--small" x={x + width / 2} y={y - 5} textAnchor="middle">
        {numberText(sum(row.values), country)}
      </text>
    )
    return (
      <Bar row={index} at={at} query={row.parts?.[part]} label={label} words={words}>
        <rect
          className="bar__part"
          x={x}
          y={y}
          width={width}
          height={height}
          fill={fillOf(chart, part)}
          stroke={seriesAt(part).colour}
        />
      </Bar>
    )
  }

export const Stacked = ({ width }: { width: number }): ReactNode => {
  const chart = useId()
  const { table, country } = useChart()
  const names = table.columns.map(({ title }) => title)
  const places = useMemo(() => placesOf(table.rows), [table])
  const shapes = useMemo(() => table.columns.map((_, part) => partOf(chart, part, places)), [chart, places, table])
  const legend = legendItems(names, width).height
  const largest = Math.max(0, ...table.rows.map(({ values }) => sum(values)))
  const drawn = (value: number | null): number => (value ? Math.max(value, largest * LEAST_PART) : 0)
  const data = table.rows.map(({ label, values }) => ({
    label,
    ...Object.fromEntries(values.map((value, part) => [`part${part}`, drawn(value)])),
  }))
  const highest = Math.max(0, ...table.rows.map(({ values }) => sum(values.map(drawn))))
  return (
    <BarChart
      width={width}
      height={HEIGHT + legend}
      data={data}
      margin={{ ...MARGIN, top: MARGIN.top + legend }}
      accessibilityLayer={false}
      role="group"
      aria-label={table.title}
    >
      <Hatches chart={chart} count={names.length} />
      <Legend names={names} width={width} top={0} chart={chart} />
      <CartesianGrid {...GRID} />
      <XAxis {...across} />
      <YAxis {...upward(highest, 'count', country)} />
      {shapes.map((shape, part) => (
        <Series
          key={names[part]}
          dataKey={`part${part}`}
          stackId="parts"
          maxBarSize={56}
          isAnimationActive={false}
          shape={shape}
        />
      ))}
    </BarChart>
  )
}
