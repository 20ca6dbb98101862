// The simulator's clock: real time plus an offset that tests and the demonstration change; it always runs. A Moment is
// a portal's local calendar day (Mexico UTC-6, Colombia UTC-5, no summer time).
import { DAY_MS } from '@padron/contract/days'

export type Clock = {
  now(): Date
  set(to: Date): void
  advance(days: number): void
  reset(): void
}

export function createClock(): Clock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    set: (to) => {
      offset = to.getTime() - Date.now()
    },
    advance: (days) => {
      offset += days * DAY_MS
    },
    reset: () => {
      offset = 0
    },
  }
}

export type Country = 'MX' | 'CO'
/** `day` counts local days since 1970; `month` is 1 to 12; `local` is the local time, to be read as UTC. */
export type Moment = { now: Date; local: Date; day: number; year: number; month: number }

export function momentAt(now: Date, country: Country): Moment {
  const local = new Date(now.getTime() - (country === 'MX' ? 6 : 5) * 3_600_000)
  return {
    now,
    local,
    day: Math.floor(local.getTime() / DAY_MS),
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
  }
}

/** yyyy-mm-dd */
export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** dd/mm/yyyy */
export const slashDay = (day: number): string => isoDay(day).split('-').reverse().join('/')

export const toDayNumber = (year: number, month: number, dayOfMonth: number): number =>
  Date.UTC(year, month - 1, dayOfMonth) / DAY_MS

const monthNames = 'January February March April May June July August September October November December'.split(' ')

/** "March 1, 2026 10:00 AM", the form in which one provider dates its answers. */
export function englishTime({ local }: Moment): string {
  const hour = local.getUTCHours()
  const minutes = String(local.getUTCMinutes()).padStart(2, '0')
  const date = `${monthNames[local.getUTCMonth()]} ${local.getUTCDate()}, ${local.getUTCFullYear()}`
  return `${date} ${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}
