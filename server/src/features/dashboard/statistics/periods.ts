// The days that each period covers, and the intervals of its charts over time. Pure.
import { type Months, PERIODS, UNDATED } from '@padron/contract/dashboard/rules'
import { Temporal } from 'temporal-polyfill'

/** First and last day, both included; null: open. */
export type Days = { from: string | null; to: string | null }
/** One bar of a chart over time; both ends open: items without a date. `always`: shown even when empty. */
export type ChartInterval = Days & { months: Months; place: number; always: boolean }

type Day = Temporal.PlainDate
const WEEK = 7
const YEARS = 5
/** Sources date some debts in future years. */
const YEARS_AHEAD = 10

const dayOf = (day: string): Day => Temporal.PlainDate.from(day)

/** Both ends are open for `0` and for items without a date; `-1` begins tomorrow. */
export const windowOf = (months: number, today: string): Days => {
  if (months === 0 || months === UNDATED) return { from: null, to: null }
  const day = dayOf(today)
  if (months < 0) return { from: day.add({ days: 1 }).toString(), to: day.add({ months: -months }).toString() }
  return { from: day.subtract({ months }).add({ days: 1 }).toString(), to: today }
}

const NEXT = {
  days: (day: Day) => day.add({ days: 1 }),
  weeks: (day: Day) => day.add({ days: WEEK + 1 - day.dayOfWeek }),
  months: (day: Day) => day.with({ day: 1 }).add({ months: 1 }),
}

const splitDays = (first: string, last: string, by: keyof typeof NEXT): Days[] => {
  const intervals: Days[] = []
  const end = dayOf(last)
  for (let from = dayOf(first); Temporal.PlainDate.compare(from, end) <= 0; ) {
    const next = NEXT[by](from)
    const to = next.subtract({ days: 1 })
    intervals.push({ from: from.toString(), to: Temporal.PlainDate.compare(to, end) < 0 ? to.toString() : last })
    from = next
  }
  return intervals
}

/** Weeks from Monday to Sunday; the first and the last end at the period's ends. */
export const weeksOf = (first: string, last: string): Days[] => splitDays(first, last, 'weeks')

const SPLIT_BY: Readonly<Record<Exclude<Months, 0 | typeof UNDATED>, keyof typeof NEXT>> = {
  1: 'days',
  3: 'weeks',
  6: 'weeks',
  12: 'months',
  [-1]: 'days',
}

const yearOf = (year: number): Days => ({ from: `${year}-01-01`, to: `${year}-12-31` })

/** For all dates: the last years, then intervals for earlier, later and missing dates, if there are any. */
const ofAllTime = (today: string): Omit<ChartInterval, 'months' | 'place'>[] => {
  const { year } = dayOf(today)
  const years = (first: number, count: number, always: boolean) =>
    Array.from({ length: count }, (_, nth) => ({ ...yearOf(first + nth), always }))
  return [
    { from: null, to: `${year - YEARS}-12-31`, always: false },
    ...years(year - YEARS + 1, YEARS, true),
    ...years(year + 1, YEARS_AHEAD, false),
    { from: `${year + YEARS_AHEAD + 1}-01-01`, to: null, always: false },
    { from: null, to: null, always: false },
  ]
}

const intervalsOf = (months: Months, today: string): ChartInterval[] => {
  if (months === 0) return ofAllTime(today).map((each, place) => ({ ...each, months, place }))
  if (months === UNDATED) return [{ from: null, to: null, months, place: 0, always: true }]
  const { from, to } = windowOf(months, today)
  return splitDays(from ?? today, to ?? today, SPLIT_BY[months]).map((days, place) => ({
    ...days,
    months,
    place,
    always: true,
  }))
}

/** The intervals of all periods, in order of time within each. */
export const chartIntervals = (today: string): ChartInterval[] =>
  PERIODS.flatMap(({ months }) => intervalsOf(months, today))
