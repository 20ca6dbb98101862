// The shapes with axes, over time: columns, columns of several parts, lines. Where the days are many and the room little they scroll, and
// on a phone days are told by weeks.
import type { Shape } from '@padron/contract/dashboard-charts'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { AXIS_WIDTH, HEIGHT } from './axes.ts'
import { Columns } from './Columns.tsx'
import { useChart } from './chart-context.ts'
import { FixedAxis } from './FixedAxis.tsx'
import { firstScroll } from './first-scroll.ts'
import { Lines } from './Lines.tsx'
import { Stacked } from './Stacked.tsx'

/** A column is never narrower than this; for a finger, than its least target. */
const COLUMN = 15
const FINGER_COLUMN = 24
const SHAPES = { columns: Columns, stacked: Stacked, lines: Lines } as const
const looksAhead = (key: string): boolean => key.endsWith('Next30') || key === 'forecast'

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
  const Drawn = SHAPES[shape]
  if (!scrolls) return <Drawn width={width} />
  return (
    <div className="relative">
      <div ref={scroller} className="chart__scroller scroll-x">
        <Drawn width={least} />
      </div>
      <FixedAxis
        height={HEIGHT}
        largest={Math.max(0, ...values.map((value) => value ?? 0))}
        kind={table.columns[0]?.kind}
      />
    </div>
  )
})
