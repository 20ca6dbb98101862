// When something will happen, by the calendar of a time zone: 'hoy a las 7:00', 'en 3 días'.
import { daysBetween } from '@padron/contract/days'
import { dateTime, dayOf } from '../../lib/dates.ts'
import { hourText } from './report-words.ts'

/** From so many days on in weeks. */
const WEEKS_FROM = 14

/** @param at an instant that is to come; one that has passed is being done */
export const nextText = (at: string, now: number, zone: string): string => {
  if (Date.parse(at) <= now) return 'en preparación'
  const exact = dateTime(at, zone)
  const days = daysBetween(dayOf(now, zone), exact.slice(0, 10))
  if (days === 0) return `hoy ${hourText(Number(exact.slice(11, 13)))}`
  if (days === 1) return `mañana ${hourText(Number(exact.slice(11, 13)))}`
  return days < WEEKS_FROM ? `en ${days} días` : `en ${Math.floor(days / 7)} semanas`
}

/** 'lunes 23 de noviembre de 2026, 07:00' */
export const longDate = (at: string, zone: string): string => {
  const words = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: zone } as const
  const day = new Intl.DateTimeFormat('es-MX', words).format(new Date(at)).replace(',', '')
  return `${day}, ${dateTime(at, zone).slice(11)}`
}

export { zoneName } from '@padron/contract/zone-name'
