// How far in the future something is. From one day on, in days of the company's calendar.
import type { Clock } from './clock.ts'
import { localDay } from './dates.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const STEPS = [
  { from: HOUR, each: HOUR, one: 'hora', many: 'horas' },
  { from: MINUTE, each: MINUTE, one: 'minuto', many: 'minutos' },
  { from: SECOND, each: SECOND, one: 'segundo', many: 'segundos' },
] as const

const daysUntil = (at: string, { now, zone }: Clock): number =>
  (Date.parse(localDay(Date.parse(at), zone)) - Date.parse(localDay(now, zone))) / DAY

/** 'en 3 días', 'mañana', 'en 5 horas'; for a past time 'ahora mismo'. */
export const untilText = (at: string, clock: Clock): string => {
  const left = Date.parse(at) - clock.now
  const days = daysUntil(at, clock)
  if (days > 1) return `en ${days} días`
  if (left >= DAY) return 'mañana'
  const step = STEPS.find(({ from }) => left >= from)
  if (!step) return 'ahora mismo'
  const amount = Math.floor(left / step.each)
  return `en ${amount} ${amount === 1 ? step.one : step.many}`
}
