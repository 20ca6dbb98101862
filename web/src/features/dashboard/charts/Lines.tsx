// One line for each kind of debt over time, each with its dash and its mark; arrows lead from day to day.

import { daysLabel } from '@padron/contract/dashboard-chart-labels'
import type { ChartRow } from '@padron/contract/dashboard-chart-table'
import { type ReactNode, useMemo } from 'react'
import { CartesianGrid, LineChart, Line as Series, Tooltip, XAxis, YAxis } from 'recharts'
import { across, GRID, HEIGHT, MARGIN, upward } from './axes.ts'
import { ChartTip } from './ChartTip.tsx'
import { useChart } from './chart-context.ts'
import { Legend, legendItems, Mark, seriesAt } from './series.tsx'

/** So many marks at most on a line. */
const MARKS = 13

/** The last day always is. */
const isMarked = (at: number, days: number): boolean => (days - 1 - at) % Math.ceil(days / MARKS) === 0

type Dot = { cx?: number; cy?: number; index?: number; key?: string | null }

/** Between days of which nothing is known there is no line to see it by. */
const isAlone = (rows: readonly ChartRow[], at: number, part: number): boolean =>
  (rows[at - 1]?.values[part] ?? null) === null && (rows[at + 1]?.values[part] ?? null) === null

const markOf =
  (part: number, rows: readonly ChartRow[]) =>
  ({ cx, cy, index = 0, key }: Dot): ReactNode =>
    cx !== undefined && cy !== undefined && (isMarked(index, rows.length) || isAlone(rows, index, part)) ? (
      <Mark key={key} at={part} x={cx} y={cy} />
    ) : (
      <g key={key} />
    )

type Active = { active?: boolean; payload?: readonly { payload?: { at?: number } }[] }
const LineTip = ({ active, payload }: Active): ReactNode => {
  const at = payload?.[0]?.payload?.at
  return active && at !== undefined ? <ChartTip row={at} className="chart-tip--placed" /> : null
}

export const Lines = ({ width }: { width: number }): ReactNode => {
  const { table, country } = useChart()
  const { columns, rows, title } = table
  const names = columns.map((column) => column.title)
  const marks = useMemo(() => columns.map((_, part) => markOf(part, rows)), [columns, rows])
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
      <Tooltip content={LineTip as never} isAnimationActive={false} cursor={{ stroke: 'var(--field-line)' }} />
      {marks.map((dot, part) => (
        <Series
          key={names[part]}
          dataKey={`part${part}`}
          stroke={seriesAt(part).colour}
          strokeDasharray={seriesAt(part).dash}
          strokeWidth={2}
          type="linear"
          dot={dot as never}
          activeDot={false}
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  )
}
