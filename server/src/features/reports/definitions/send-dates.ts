// The dates of a report when it is saved: it keeps its cadence unless its days change or a first send is requested.
// Pure.
import type { FirstSend } from '@padron/contract/report-rules'
import { firstOnOf, nextSend, type Rhythm } from './schedule.ts'

/** Its stored schedule; times as the database has them. */
export type StoredSchedule = Omit<Rhythm, 'timeZone'> & { firstOn: string; active: boolean; nextAt: string | null }
export type Dates = { firstOn: string; nextAt: Date | null }

/** Another hour keeps the days: a biweekly report stays on its weeks. */
const firstDay = (rhythm: Rhythm, before: StoredSchedule | undefined, firstSend: FirstSend, now: Date): string => {
  const sameDays = before?.frequency === rhythm.frequency && before.sendDay === rhythm.sendDay
  return before && sameDays && firstSend === -1 ? before.firstOn : firstOnOf(rhythm, firstSend, now)
}

/** @param before undefined for a new report */
export const datesOf = (
  { active, ...rhythm }: Rhythm & { active: boolean },
  before: StoredSchedule | undefined,
  firstSend: FirstSend,
  now: Date,
): Dates => {
  const firstOn = firstDay(rhythm, before, firstSend, now)
  if (!active) return { firstOn, nextAt: null }
  const asBefore =
    before?.active && before.firstOn === firstOn && before.sendHour === rhythm.sendHour && firstSend === -1
  if (asBefore && before.nextAt !== null) return { firstOn, nextAt: new Date(before.nextAt) }
  return { firstOn, nextAt: nextSend({ ...rhythm, firstOn }, now) }
}
