// One line for each kind of debt over time, each with its dash and its mark; arrows lead from day to day.

import { daysLabel } from '@padron/contract/dashboard-chart-labels'
import { CartesianGrid, LineChart, Line as Series, Tooltip, XAxis, YAxis } from 'recharts'
import { across, GRID, HEIGHT, MARGIN, upward } from './axes.ts'
import { useChart } from './Bar.tsx'
import { ChartTip } from './ChartTip.tsx'
import { Legend, legendItems, Mark, seriesAt } from './series.tsx'

/** So many marks at most on a line. */
const MARKS = 13

type DotProps = { part: number; cx?: number; cy?: number; index?: number }

/** The last day has a mark always; and a day between days of which nothing is known, where there is no line to see it by. */
const Dot = ({ part, cx, cy, index = 0 }: DotProps) => {
  const { rows } = useChart().table
  if (cx === undefined || cy === undefined) return null
  const isMarked = (rows.length - 1 - index) % Math.ceil(rows.length / MARKS) === 0
  const isAlone = [rows[index - 1], rows[index + 1]].every((day) => (day?.values[part] ?? null) === null)
  return (isMarked || isAlone) && <Mark at={part} x={cx} y={cy} />
}

type Active = { active?: boolean; payload?: readonly { payload?: { at?: number } }[] }
const LineTip = ({ active, payload }: Active) => {
  const at = payload?.[0]?.payload?.at
  return active && at !== undefined ? <ChartTip row={at} /> : null
}

export const Lines = ({ width }: { width: number }) => {
  const { table, country } = useChart()
  const { columns, rows, title } = table
  const names = columns.map((column) => column.title)
  const data = rows.map(({ label, values }, at) => ({
    at,
    label: daysLabel(label, label),
    ...Object.fromEntries(values.map((value, part) => [`part${part}`, value])),
  }))
  const legend = legendItems(names, width).height
  const largest = Math.max(0, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)))
  return (
    <LineChart
      width={width}
      height={HEIGHT + legend}
      data={data}
      margin={{ ...MARGIN, top: MARGIN.top + legend, right: 20 }}
      title={title}
    >
      <Legend names={names} width={width} />
      <CartesianGrid {...GRID} />
      <XAxis {...across} interval="preserveEnd" minTickGap={20} />
      <YAxis {...upward(largest, 'money', country)} />
      <Tooltip content={<LineTip />} isAnimationActive={false} cursor={{ stroke: 'var(--field-line)' }} />
      {names.map((name, part) => (
        <Series
          key={name}
          dataKey={`part${part}`}
          stroke={seriesAt(part).colour}
          strokeDasharray={seriesAt(part).dash}
          strokeWidth={2}
          type="linear"
          dot={<Dot part={part} />}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  )
}
