// Calendar days in words: "lunes 23 de noviembre"; a date, a range and the distance to a day are the contract's. A day
// is `yyyy-MM-dd` and has no time zone. Pure.
import { NEXT_DAYS } from '@padron/contract/dashboard/rules'
import { dateOfDay, daysBetween } from '@padron/contract/days'
import { dateText } from '@padron/contract/texts/day-texts'
import type { Sign } from './status-texts.ts'

export { dateText, nearText, rangeText } from '@padron/contract/texts/day-texts'

const words = (how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('es-MX', { ...how, timeZone: 'UTC' })
const WEEKDAY = words({ weekday: 'long' })
const SHORT_MONTH = words({ month: 'short' })

const number = (day: string): number => dateOfDay(day).getUTCDate()
const shortMonth = (day: string): string => SHORT_MONTH.format(dateOfDay(day)).replace('.', '')

/** "lunes 23 de noviembre" */
export const dayText = (day: string, today: string): string =>
  `${WEEKDAY.format(dateOfDay(day))} ${dateText(day, today)}`

/** "23–29 nov", "30 nov–6 dic" */
export const shortRange = (from: string, to: string): string => {
  const same = from.slice(0, 7) === to.slice(0, 7)
  return `${number(from)}${same ? '' : ` ${shortMonth(from)}`}–${number(to)} ${shortMonth(to)}`
}

/**
 * The sign of a due date, the same wherever it is shown: octagon once it has passed, triangle in the days that the
 * dashboards and the reports call «por vencer», none later.
 */
export const nearSign = (day: string, today: string): Sign | undefined => {
  const left = daysBetween(today, day)
  if (left < 0) return 'debt'
  return left < NEXT_DAYS ? 'warning' : undefined
}
