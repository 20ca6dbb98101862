// When a report is sent: days and hours in the company's time zone. Pure. If the clock skips the hour, the next one
// counts; if the hour occurs twice, the first counts.
import type { FirstSend, Frequency } from '@padron/contract/reports/rules'
import { Temporal } from 'temporal-polyfill'

/**
 * `sendDay`: ISO weekday if weekly or biweekly; day of the month if monthly, or the month's last day if it is shorter.
 */
export type Cadence = { frequency: Frequency; sendDay: number; sendHour: number; timeZone: string }
/** @property firstOn yyyy-mm-dd: the first possible day; biweekly reports count from it */
export type SendRule = Cadence & { firstOn: string }

type Day = Temporal.PlainDate
const WEEK = 7
const FORTNIGHT = 14

const dayOf = (at: Date, timeZone: string): Day =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()

const momentOf = (day: Day, { sendHour, timeZone }: Cadence): Date =>
  new Date(day.toZonedDateTime({ timeZone, plainTime: { hour: sendHour } }).epochMilliseconds)

const latest = (a: Day, b: Day): Day => (Temporal.PlainDate.compare(a, b) < 0 ? b : a)
const inMonth = (day: Day, wanted: number): Day => day.with({ day: Math.min(wanted, day.daysInMonth) })

const weekdayFrom = (from: Day, weekday: number): Day => from.add({ days: (weekday - from.dayOfWeek + WEEK) % WEEK })

const monthdayFrom = (from: Day, wanted: number): Day => {
  const here = inMonth(from, wanted)
  return Temporal.PlainDate.compare(here, from) < 0 ? inMonth(from.with({ day: 1 }).add({ months: 1 }), wanted) : here
}

/** The first matching day on or after `from`, for weekly and monthly reports. */
const dayFrom = (from: Day, { frequency, sendDay }: Cadence): Day =>
  frequency === 'monthly' ? monthdayFrom(from, sendDay) : weekdayFrom(from, sendDay)

const fortnightFrom = (from: Day, first: Day): Day =>
  first.add({ days: Math.ceil(first.until(from, { largestUnit: 'days' }).days / FORTNIGHT) * FORTNIGHT })

/** @returns the first send after `after` */
export const nextSend = (rule: SendRule, after: Date): Date => {
  const first = Temporal.PlainDate.from(rule.firstOn)
  const from = latest(first, dayOf(after, rule.timeZone))
  const fitting = (day: Day): Day => (rule.frequency === 'biweekly' ? fortnightFrom(day, first) : dayFrom(day, rule))
  const day = fitting(from)
  const at = momentOf(day, rule)
  return at > after ? at : momentOf(fitting(day.add({ days: 1 })), rule)
}

/** The same send after the zone changed: on its day, at its hour in the new zone, which may have passed. */
export const sendInZone = (cadence: Cadence, nextAt: Date, formerZone: string): Date =>
  momentOf(dayOf(nextAt, formerZone), cadence)

/** The first matching day whose send is still in the future. */
const dayToCome = (from: Day, rule: Cadence, now: Date): Day => {
  const day = dayFrom(from, rule)
  return momentOf(day, rule) > now ? day : dayFrom(day.add({ days: 1 }), rule)
}

/** The first day of a report: from the Monday of next week on (firstSend 1), or else the next day that matches. */
export const firstOnOf = (rule: Cadence, firstSend: FirstSend, now: Date): string => {
  const today = dayOf(now, rule.timeZone)
  const from = firstSend === 1 ? today.add({ days: WEEK + 1 - today.dayOfWeek }) : today
  return dayToCome(from, rule, now).toString()
}

/** The first sends after `after`, in order. */
export const nextSends = (rule: SendRule, after: Date, count: number): Date[] => {
  const sends: Date[] = []
  for (let at = after; sends.length < count; ) {
    at = nextSend(rule, at)
    sends.push(at)
  }
  return sends
}

/** A report's stored schedule; times as the database has them. */
export type StoredSchedule = Omit<Cadence, 'timeZone'> & { firstOn: string; active: boolean; nextAt: string | null }
export type Dates = { firstOn: string; nextAt: Date | null }

/** Another hour keeps the days: a biweekly report stays on its weeks. */
const firstDay = (cadence: Cadence, before: StoredSchedule | undefined, firstSend: FirstSend, now: Date): string => {
  const sameDays = before?.frequency === cadence.frequency && before.sendDay === cadence.sendDay
  return before && sameDays && firstSend === -1 ? before.firstOn : firstOnOf(cadence, firstSend, now)
}

/**
 * The dates of a report when it is saved: it keeps its cadence unless its days change or a first send is requested.
 * @param before undefined for a new report
 */
export const datesOf = (
  { active, ...cadence }: Cadence & { active: boolean },
  before: StoredSchedule | undefined,
  firstSend: FirstSend,
  now: Date,
): Dates => {
  const firstOn = firstDay(cadence, before, firstSend, now)
  if (!active) return { firstOn, nextAt: null }
  const asBefore =
    before?.active && before.firstOn === firstOn && before.sendHour === cadence.sendHour && firstSend === -1
  if (asBefore && before.nextAt !== null) return { firstOn, nextAt: new Date(before.nextAt) }
  return { firstOn, nextAt: nextSend({ ...cadence, firstOn }, now) }
}
