// Days as `yyyy-MM-dd`, without hours or zones; only «today» asks where one is.
export { addDays, daysBetween } from '@padron/contract/days'

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

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)
export const asDate = (day: string): Date => new Date(at(day))
const YEARS = /^(?:19|2[01])\d\d-/
/** Of the years that dates here are of: others are mistyped, and the database reads some of them as none. */
export const ofOurYears = (day: string): boolean => YEARS.test(day)
/** Whether the calendar has it; text of the right shape may still say 31 February. */
export const exists = (day: string): boolean => {
  const date = asDate(day)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
