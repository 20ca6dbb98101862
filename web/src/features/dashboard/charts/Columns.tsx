// Upright bars over time: how many there were of each day, month or year.
import type { ReactNode } from 'react'
import { BarChart, CartesianGrid, Bar as Series, XAxis, YAxis } from 'recharts'
import { shortValue } from '../value-words.ts'
import { across, GRID, HEIGHT, MARGIN, upward } from './axes.ts'
import { Bar } from './Bar.tsx'
import { useChart } from './chart-context.ts'

type Box = { x?: number; y?: number; width?: number; height?: number }
type Drawn = Box & { index?: number; background?: Partial<Record<keyof Box, number | null>> }

const Column = ({ x = 0, y = 0, width = 0, height = 0, index = 0, background }: Drawn): ReactNode => {
  const { table, country } = useChart()
  const value = table.rows[index]?.values[0] ?? 0
  const text = shortValue(value, table.columns[0]?.kind, country)
  const words = value > 0 && (
    <text className="bar__value bar__value--small" x={x + width / 2} y={y - 5} textAnchor="middle">
      {text}
    </text>
  )
  return (
    <Bar row={index} at={index} words={words}>
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

export const Columns = ({ width }: { width: number }): ReactNode => {
  const { table, country } = useChart()
  const kind = table.columns[0]?.kind
  const data = table.rows.map(({ label, values }) => ({ label, value: values[0] ?? 0 }))
  return (
    <BarChart
      width={width}
      height={HEIGHT}
      data={data}
      margin={MARGIN}
      accessibilityLayer={false}
      role="group"
      aria-label={table.title}
    >
      <CartesianGrid {...GRID} />
      <XAxis {...across} />
      <YAxis {...upward(Math.max(0, ...data.map(({ value }) => value)), kind, country)} />
      <Series dataKey="value" maxBarSize={34} isAnimationActive={false} shape={Column} />
    </BarChart>
  )
}
