// Which part is which: the same mark and dash, or hatch, with its name. Part of the drawing, so that a picture of it has it too.
import type { ReactNode } from 'react'
import { textWidth } from './fit-text.ts'
import { fillOf, Mark, seriesAt } from './series.tsx'

const SAMPLE = 34
const GAP = 18
const LINE = 20

type Item = { name: string; at: number; x: number; y: number }

/** The items in as many lines as they need. */
export const legendItems = (names: readonly string[], width: number) => {
  let x = 0
  let line = 0
  const items = names.map((name, at): Item => {
    const wide = SAMPLE + textWidth(name) + GAP
    if (x > 0 && x + wide > width) {
      x = 0
      line += 1
    }
    const item = { name, at, x, y: line * LINE + LINE / 2 }
    x += wide
    return item
  })
  return { items, height: (line + 1) * LINE }
}

const Sample = ({ item: { at, x, y }, chart }: { item: Item; chart: string | undefined }): ReactNode => {
  const { colour, dash } = seriesAt(at)
  if (chart !== undefined)
    return (
      <rect x={x + 8} y={y - 6} width={18} height={12} fill={fillOf(chart, at)} stroke={colour} strokeWidth={1.5} />
    )
  return (
    <>
      <line x1={x} x2={x + 28} y1={y} y2={y} stroke={colour} strokeWidth={2} strokeDasharray={dash} />
      <Mark at={at} x={x + 14} y={y} />
    </>
  )
}

type Props = { names: readonly string[]; width: number; top: number; chart?: string }

/** @param chart of hatched bars: the chart that holds their hatches; else lines */
export const Legend = ({ names, width, top, chart }: Props): ReactNode => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of a drawing takes no focus
  <g className="legend" transform={`translate(0 ${top})`} aria-hidden="true">
    {legendItems(names, width).items.map((item) => (
      <g key={item.name}>
        <Sample item={item} chart={chart} />
        <text x={item.x + SAMPLE} y={item.y + 4.5}>
          {item.name}
        </text>
      </g>
    ))}
  </g>
)
