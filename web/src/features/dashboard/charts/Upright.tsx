// The shapes with axes, over time: columns, stacked columns, lines. If the days do not fit, they scroll beside their
// fixed axis.
import { daysLabel } from '@padron/contract/dashboard/chart-labels'
import type { Shape } from '@padron/contract/dashboard/charts'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { CartesianGrid, LineChart, Line as Series, Tooltip, XAxis, YAxis } from 'recharts'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { shortValue } from '../value-texts.ts'
import { AXIS_WIDTH, across, GRID, HEIGHT, MARGIN, upward } from './axes.ts'
import { useChart } from './Bar.tsx'
import { ChartTip } from './ChartTip.tsx'
import { Columns, Stacked } from './Columns.tsx'
import { Legend, legendItems, Mark, seriesAt } from './series.tsx'

/** Maximum number of marks on a line. */
const MARKS = 13

/** The last day always has a mark, and so has a day between two unknown ones, where no line would show it. */
const Dot = ({ part, cx, cy, index = 0 }: { part: number; cx?: number; cy?: number; index?: number }) => {
  const { rows } = useChart().table
  if (cx === undefined || cy === undefined) return null
  const isMarked = (rows.length - 1 - index) % Math.ceil(rows.length / MARKS) === 0
  const isAlone = [rows[index - 1], rows[index + 1]].every((day) => (day?.values[part] ?? null) === null)
  return (isMarked || isAlone) && <Mark at={part} x={cx} y={cy} />
}

const LineTip = ({ active, payload }: { active?: boolean; payload?: readonly { payload?: { at?: number } }[] }) => {
  const at = payload?.[0]?.payload?.at
  return active && at !== undefined ? <ChartTip row={at} /> : null
}

const Lines = ({ width }: { width: number }) => {
  const { table, country } = useChart()
  const { columns, rows, title } = table
  const names = columns.map((column) => column.title)
  const data = rows.map(({ day = '', values }, at) => ({
    at,
    label: daysLabel(day, day),
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

/** The minimum width of a column, and that of a touch target. */
const COLUMN = 15
const FINGER_COLUMN = 24
/** The library's default height of the labels under the bars. */
const AXIS_LABEL_HEIGHT = 30
const SHAPES = { columns: Columns, stacked: Stacked, lines: Lines } as const

const looksAhead = (key: string): boolean => key.endsWith('Next30') || key === 'forecast'
const isSome = (value: number | null | undefined): boolean => (value ?? 0) > 0

type Room = { width: number; axis: number; column: number }

/**
 * The initial scroll position of a chart wider than its box: the newest bar, or the first one if it shows the future;
 * never a part without bars.
 * @param values of the bars, from the left
 */
export const firstScroll = (
  values: readonly (number | null)[],
  ahead: boolean,
  { width, axis, column }: Room,
): number => {
  const whole = axis + values.length * column
  const most = Math.max(0, whole - width)
  const at = ahead ? values.findIndex(isSome) : values.findLastIndex(isSome)
  if (at < 0) return ahead ? 0 : most
  const inSight = ahead ? axis + (at + 1) * column <= width : axis + at * column >= most + axis
  if (inSight) return ahead ? 0 : most
  return Math.min(most, Math.max(0, ahead ? at * column : axis + (at + 1) * column - width))
}

/** Covers the chart's own axis, which scrolls with the bars. */
const FixedAxis = ({ largest }: { largest: number }) => {
  const { table, country } = useChart()
  const kind = table.columns[0]?.kind
  const { ticks, domain } = upward(largest, kind, country)
  const room = HEIGHT - MARGIN.top - MARGIN.bottom - AXIS_LABEL_HEIGHT
  return (
    <div
      className="chart__axis no-print tiny muted surface absolute"
      aria-hidden="true"
      style={{ width: AXIS_WIDTH, height: HEIGHT }}
    >
      {ticks.map((tick) => (
        <span className="absolute" key={tick} style={{ top: MARGIN.top + room * (1 - tick / domain[1]) }}>
          {shortValue(tick, kind, country)}
        </span>
      ))}
    </div>
  )
}

/** Memoised: renders again only for other figures or another width. */
export const Upright = memo(({ shape, width }: { shape: Exclude<Shape, 'ranked'>; width: number }) => {
  const { table } = useChart()
  const scroller = useRef<HTMLDivElement>(null)
  const column = useMedia(`(pointer: coarse), ${PHONE}`) ? FINGER_COLUMN : COLUMN
  const values = useMemo(() => table.rows.map((row) => row.values[0] ?? null), [table])
  const least = shape === 'columns' ? values.length * column + AXIS_WIDTH : 0
  const scrolls = least > width
  const ahead = looksAhead(table.key)
  useLayoutEffect(() => {
    if (scroller.current && scrolls)
      scroller.current.scrollLeft = firstScroll(values, ahead, { width, axis: AXIS_WIDTH, column })
  }, [values, ahead, scrolls, width, column])
  const Drawing = SHAPES[shape]
  if (!scrolls) return <Drawing width={width} />
  return (
    <div className="relative">
      <div ref={scroller} className="chart__scroller scroll-x">
        <Drawing width={least} />
      </div>
      <FixedAxis largest={Math.max(0, ...values.map((value) => value ?? 0))} />
    </div>
  )
})
