// The shapes with axes, over time: columns, columns of several parts, lines. Where the days are many and the room little they
// scroll under the figures of their axis, which stay where they are.
import type { Shape } from '@padron/contract/dashboard-charts'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { shortValue } from '../value-words.ts'
import { AXIS_WIDTH, HEIGHT, MARGIN, upward } from './axes.ts'
import { useChart } from './Bar.tsx'
import { Columns, Stacked } from './Columns.tsx'
import { Lines } from './Lines.tsx'

/** A column is never narrower than this; for a finger, than its least target. */
const COLUMN = 15
const FINGER_COLUMN = 24
/** The library's own, of the letters under the bars. */
const LETTERS_UNDER = 30
const SHAPES = { columns: Columns, stacked: Stacked, lines: Lines } as const

const looksAhead = (key: string): boolean => key.endsWith('Next30') || key === 'forecast'
const isSome = (value: number | null | undefined): boolean => (value ?? 0) > 0

type Room = { width: number; axis: number; column: number }

/**
 * Where a chart that is wider than its room begins to be seen: at the newest of what there is, or where it looks ahead at the
 * first. Never where no bar is. @param values of the bars, from the left
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

/** Over the chart's own axis, which scrolls with it. */
const FixedAxis = ({ largest }: { largest: number }) => {
  const { table, country } = useChart()
  const kind = table.columns[0]?.kind
  const { ticks, domain } = upward(largest, kind, country)
  const room = HEIGHT - MARGIN.top - MARGIN.bottom - LETTERS_UNDER
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

type Props = { shape: Exclude<Shape, 'ranked'>; width: number }

/** Drawn anew for other figures or another width only. */
export const Upright = memo(({ shape, width }: Props) => {
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
