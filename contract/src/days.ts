// Calendar days as `yyyy-MM-dd`, without hours or time zones, and the definition of a week for every screen, email and
// workbook; only `localTime` and `localMinute` need a time zone. Pure.
export const DAY_MS = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The day's start in UTC, to format it and write it into cells. */
export const dateOfDay = (day: string): Date => new Date(at(day))

/** Whether the day exists: text of the right shape may be 31 February. */
export const isCalendarDay = (text: string): boolean => {
  const date = dateOfDay(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const PLAUSIBLE = /^(?:19|2[01])\d\d-/
/** Whether the year is plausible: others are typing errors, and the database reads some as no date. */
export const hasPlausibleYear = (day: string): boolean => PLAUSIBLE.test(day)

export const addDays = (day: string, days: number): string =>
  new Date(at(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Days from one day to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / DAY_MS)

export const WEEK_DAYS = 7

/**
 * «Esta semana» is today and the next six days, so that it includes tomorrow even on a Sunday. The next weeks follow
 * without a gap.
 * @param today the company's day
 * @param weeksAhead 0: this week, 1: the next one
 */
export const weekOf = (today: string, weeksAhead = 0): { from: string; to: string } => {
  const from = addDays(today, weeksAhead * WEEK_DAYS)
  return { from, to: addDays(from, WEEK_DAYS - 1) }
}

/** @param month `yyyy-MM` @returns its first and its last day */
export const monthDays = (month: string): { from: string; to: string } => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** @param months how many later */
export const addMonths = (month: string, months: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone)
  const clock = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  if (!known) clocks.set(timeZone, clock)
  return clock
}

/** @returns `yyyy-MM-dd HH:mm` in that time zone */
export const localMinute = (time: Date | string, timeZone: string): string =>
  clockOf(timeZone).format(new Date(time)).slice(0, -':ss'.length)

/** @param timeZone the company's, IANA */
export const localTime = (now: Date, timeZone: string): { day: string; hour: number } => {
  const [day = '', time = ''] = clockOf(timeZone).format(now).split(' ')
  return { day, hour: Number(time.slice(0, 2)) }
}
