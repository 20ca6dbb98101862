// Durations and times to come, in words. Pure.
import type { Clock } from '../../lib/clock.ts'
import { dateTime } from '../../lib/dates.ts'
import { tenthsText } from '../../lib/number-text.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** '350 ms', '1.2 s', '2 min': a run's time. */
export const durationText = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < MINUTE) return `${tenthsText(ms / 1000)} s`
  return `${Math.round(ms / MINUTE)} min`
}

const within = (amount: number, one: string, many: string): string => `en ${amount} ${amount === 1 ? one : many}`

/** When something is due; what is due already waits for its turn. */
export const untilText = (at: string, { now, zone }: Clock): string => {
  const left = Date.parse(at) - now
  if (left <= 0) return 'en cuanto toque su turno'
  if (left < HOUR) return within(Math.ceil(left / MINUTE), 'minuto', 'minutos')
  if (left < DAY) return within(Math.round(left / HOUR), 'hora', 'horas')
  return `el ${dateTime(at, zone)}`
}
