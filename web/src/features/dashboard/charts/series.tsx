// Distinguishes the series of a chart without colour: a line has its own dash and mark, a bar its own hatch. The legend
// is part of the drawing, so that an image of the chart has it too.
import { textWidth } from './fit-text.ts'

type Series = { colour: string; dash: string; mark: string; hatch: string }

const SERIES: readonly Series[] = [
  { colour: 'var(--series-1)', dash: '', mark: 'M-4 0A4 4 0 1 1 4 0A4 4 0 1 1-4 0Z', hatch: '' },
  { colour: 'var(--series-2)', dash: '7 4', mark: 'M-3.6-3.6H3.6V3.6H-3.6Z', hatch: 'M-2 2L2-2M0 8L8 0M6 10L10 6' },
  { colour: 'var(--series-3)', dash: '2 3', mark: 'M0-5L4.8 3.6H-4.8Z', hatch: 'M0 4H8' },
  { colour: 'var(--series-4)', dash: '10 3 2 3', mark: 'M0-5.4L5.4 0L0 5.4L-5.4 0Z', hatch: 'M4 0V8' },
  { colour: 'var(--series-5)', dash: '12 5', mark: 'M0 5L4.8-3.6H-4.8Z', hatch: 'M4 0V8M0 4H8' },
  {
    colour: 'var(--series-6)',
    dash: '4 2 1 2',
    mark: 'M-1.6-5H1.6V-1.6H5V1.6H1.6V5H-1.6V1.6H-5V-1.6H-1.6Z',
    hatch: 'M-2 6L2 10M0 0L8 8M6-2L10 2',
  },
  {
    colour: 'var(--series-7)',
    dash: '1 3',
    mark: 'M-5-2.4L-2.4-5L0-2.6L2.4-5L5-2.4L2.6 0L5 2.4L2.4 5L0 2.6L-2.4 5L-5 2.4L-2.6 0Z',
    hatch: 'M2 2H4V4H2ZM6 6H8V8H6Z',
  },
]
const FIRST = SERIES[0] as Series
export const seriesAt = (at: number): Series => SERIES[at % SERIES.length] ?? FIRST

export const Mark = ({ at, x, y }: { at: number; x: number; y: number }) => (
  <path d={seriesAt(at).mark} stroke="var(--surface)" transform={`translate(${x} ${y})`} fill={seriesAt(at).colour} />
)

const hatchId = (chart: string, at: number): string => `${chart}-hatch-${at}`
/** The fill of a part: its colour or its hatch. */
export const fillOf = (chart: string, at: number): string =>
  seriesAt(at).hatch ? `url(#${hatchId(chart, at)})` : seriesAt(at).colour

export const Hatches = ({ chart, count }: { chart: string; count: number }) => (
  <defs>
    {SERIES.slice(0, count).map(({ colour, hatch }, at) => (
      <pattern key={colour} id={hatchId(chart, at)} width={8} height={8} patternUnits="userSpaceOnUse">
        <rect fill="var(--surface)" width={8} height={8} />
        <path d={hatch} stroke={colour} strokeWidth={2.2} fill="none" />
      </pattern>
    ))}
  </defs>
)

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

const Sample = ({ item: { at, x, y }, chart }: { item: Item; chart: string | undefined }) => {
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

/** @param chart the id of a chart with hatched bars; undefined: a legend of lines */
export const Legend = ({ names, width, chart }: { names: readonly string[]; width: number; chart?: string }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an SVG group without tabindex is not focusable
  <g className="legend" aria-hidden="true">
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
