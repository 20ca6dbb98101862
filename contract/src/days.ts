// Calendar days as `yyyy-MM-dd`, without hours or zones, and the week as every screen, e-mail and workbook counts it;
// only `localTime` asks where one is. Pure.
const DAY_MS = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Its beginning in UTC: how the day is formatted and written into cells. */
export const dateOfDay = (day: string): Date => new Date(at(day))

/** Whether the calendar has it: text of the right shape may still say 31 February. */
export const isCalendarDay = (text: string): boolean => {
  const date = dateOfDay(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const PLAUSIBLE = /^(?:19|2[01])\d\d-/
/** Whether its year is one that dates here are of: others are mistyped, and the database reads some of them as none. */
export const hasPlausibleYear = (day: string): boolean => PLAUSIBLE.test(day)

export const addDays = (day: string, days: number): string =>
  new Date(at(day) + days * DAY_MS).toISOString().slice(0, 10)

/** From one day to another; negative where the other is before. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / DAY_MS)

export const WEEK_DAYS = 7

/**
 * «Esta semana» is today and the six days after it: what falls due tomorrow is in it on a Sunday too. The weeks after
 * it follow without a gap.
 * @param today the company's day
 * @param later 0: this week, 1: the one after it
 */
export const weekOf = (today: string, weeksAhead = 0): { from: string; to: string } => {
  const from = addDays(today, weeksAhead * WEEK_DAYS)
  return { from, to: addDays(from, WEEK_DAYS - 1) }
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone)
  const clock = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  if (!known) clocks.set(timeZone, clock)
  return clock
}

/** @param timeZone the company's, IANA */
export const localTime = (now: Date, timeZone: string): { day: string; hour: number } => {
  const [day = '', time = ''] = clockOf(timeZone).format(now).split(' ')
  return { day, hour: Number(time.slice(0, 2)) }
}
