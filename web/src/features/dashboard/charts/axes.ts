// What the shapes with axes share: height, style of the axes, and round tick values.
import type { ChartColumn } from '@padron/contract/dashboard/chart-table'
import type { Country } from '@padron/contract/places/countries'
import { shortValue } from '../value-texts.ts'

export const HEIGHT = 232
export const MARGIN = { top: 18, right: 12, bottom: 4, left: 0 }
export const AXIS_WIDTH = 52
const TICK_STYLE = { fontSize: 12, fill: 'var(--muted)' }
const STEPS_AT_MOST = 4
/** The minimum of an axis of counts: a single vehicle does not fill the chart. */
const LEAST_COUNT = 4
const ROUND = [1, 2, 5, 10]

/** From zero to at least the largest value, in round steps of at least one. */
export const roundTicks = (largest: number): readonly number[] => {
  const least = Math.max(1, largest) / STEPS_AT_MOST
  const power = Math.max(1, 10 ** Math.floor(Math.log10(least)))
  const step = power * (ROUND.find((one) => one * power >= least) ?? 1)
  return Array.from({ length: Math.max(1, Math.ceil(largest / step)) + 1 }, (_, at) => at * step)
}

export const across = {
  dataKey: 'label',
  tick: TICK_STYLE,
  tickLine: false,
  axisLine: { stroke: 'var(--field-line)' },
  minTickGap: 6,
  interval: 'equidistantPreserveStart',
} as const

export const upward = (largest: number, kind: ChartColumn['kind'] | undefined, country: Country) => {
  const ticks = roundTicks(kind === 'money' ? largest : Math.max(largest, LEAST_COUNT))
  return {
    width: AXIS_WIDTH,
    tick: TICK_STYLE,
    tickLine: false,
    axisLine: false,
    ticks,
    interval: 0,
    domain: [0, ticks.at(-1) ?? 1] as [number, number],
    tickFormatter: (value: number) => shortValue(value, kind, country),
  }
}

export const GRID = { vertical: false, stroke: 'var(--line)' } as const
