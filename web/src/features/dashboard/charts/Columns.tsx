// Vertical bars over time: the number of each day, month or year. A bar of several parts has a hatch for each part,
// which links to its own vehicles.
import { numberText } from '@padron/contract/texts/count-of'
import { type ReactNode, useId } from 'react'
import { BarChart, CartesianGrid, Bar as Series, XAxis, YAxis } from 'recharts'
import { shortValue } from '../value-texts.ts'
import { across, GRID, HEIGHT, MARGIN, upward } from './axes.ts'
import { Bar, useChart } from './Bar.tsx'
import { fillOf, Hatches, Legend, legendItems, seriesAt } from './series.tsx'

type Box = { x?: number; y?: number; width?: number; height?: number }
type Values = readonly (number | null)[]

const Amount = ({ x = 0, y = 0, width = 0, text }: Box & { text: string }) => (
  <text className="bar__value bar__value--small" x={x + width / 2} y={y - 5} textAnchor="middle">
    {text}
  </text>
)

type ColumnProps = Box & { index?: number; background?: Partial<Record<keyof Box, number | null>> }

const Column = ({ x = 0, y = 0, width = 0, height = 0, index = 0, background }: ColumnProps) => {
  const { table, country } = useChart()
  const value = table.rows[index]?.values[0] ?? 0
  const text = shortValue(value, table.columns[0]?.kind, country)
  return (
    <Bar row={index} at={index} words={value > 0 && <Amount x={x} y={y} width={width} text={text} />}>
      <rect
        className="bar__hit"
        x={background?.x ?? x}
        y={background?.y ?? y}
        width={background?.width ?? width}
        height={background?.height ?? height}
      />
      {value > 0 && <rect className="bar__fill" x={x} y={y} width={width} height={height} rx={2} />}
    </Bar>
  )
}

type FrameProps = {
  width: number
  /** Height of the legend above the bars. */
  legendHeight?: number
  data: readonly object[]
  highest: number
  children: ReactNode
}

const Frame = ({ width, legendHeight = 0, data, highest, children }: FrameProps) => {
  const { table, country } = useChart()
  return (
    <BarChart
      width={width}
      height={HEIGHT + legendHeight}
      data={data}
      margin={{ ...MARGIN, top: MARGIN.top + legendHeight }}
      accessibilityLayer={false}
      role="group"
      aria-label={table.title}
    >
      <CartesianGrid {...GRID} />
      <XAxis {...across} />
      <YAxis {...upward(highest, table.columns[0]?.kind, country)} />
      {children}
    </BarChart>
  )
}

export const Columns = ({ width }: { width: number }) => {
  const { table } = useChart()
  const data = table.rows.map(({ label, values }) => ({ label, value: values[0] ?? 0 }))
  return (
    <Frame width={width} data={data} highest={Math.max(0, ...data.map(({ value }) => value))}>
      <Series dataKey="value" maxBarSize={34} isAnimationActive={false} shape={Column} />
    </Frame>
  )
}

/** The minimum height of a part, relative to the highest bar, so that a part of one or two can be seen and pressed. */
const LEAST_PART = 0.035

const sum = (values: Values): number => values.reduce<number>((all, one) => all + (one ?? 0), 0)

/** The index of each part, by row and part, among the parts drawn. */
const placesOf = (rows: readonly { values: Values }[]) => {
  const keys = rows.flatMap(({ values }, row) => values.flatMap((value, part) => (value ? [`${row} ${part}`] : [])))
  return new Map(keys.map((key, at) => [key, at]))
}

type PartProps = Box & { index?: number; chart: string; part: number; places: ReadonlyMap<string, number> }

const Part = ({ x = 0, y = 0, width = 0, height = 0, index = 0, chart, part, places }: PartProps) => {
  const { table, country } = useChart()
  const row = table.rows[index]
  const at = places.get(`${index} ${part}`)
  if (!row || at === undefined) return null
  const label = `${row.label}: ${table.columns[part]?.title ?? ''} ${row.values[part] ?? 0}`
  const isTop = part === row.values.findLastIndex((value) => (value ?? 0) > 0)
  const words = isTop && <Amount x={x} y={y} width={width} text={numberText(sum(row.values), country)} />
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

export const Stacked = ({ width }: { width: number }) => {
  const chart = useId()
  const { table } = useChart()
  const names = table.columns.map(({ title }) => title)
  const places = placesOf(table.rows)
  const largest = Math.max(0, ...table.rows.map(({ values }) => sum(values)))
  const drawn = (value: number | null): number => (value ? Math.max(value, largest * LEAST_PART) : 0)
  const data = table.rows.map(({ label, values }) => ({
    label,
    ...Object.fromEntries(values.map((value, part) => [`part${part}`, drawn(value)])),
  }))
  const highest = Math.max(0, ...table.rows.map(({ values }) => sum(values.map(drawn))))
  return (
    <Frame width={width} legendHeight={legendItems(names, width).height} data={data} highest={highest}>
      <Hatches chart={chart} count={names.length} />
      <Legend names={names} width={width} chart={chart} />
      {names.map((name, part) => (
        <Series
          key={name}
          dataKey={`part${part}`}
          stackId="parts"
          maxBarSize={56}
          isAnimationActive={false}
          shape={<Part chart={chart} part={part} places={places} />}
        />
      ))}
    </Frame>
  )
}
