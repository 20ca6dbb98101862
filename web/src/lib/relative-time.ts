// How long ago something happened (spec core §2): under 2 minutes "justo ahora", then minutes, hours and days, and
// from 30 days on the date itself.
import { dateInText } from './dates.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LATEST = 30 * DAY

const count = (amount: number, one: string, many: string): string => `hace ${amount} ${amount === 1 ? one : many}`

/**
 * `verb` with how long ago: "Procesado hace 3 horas". A time in the future means that the clocks differ, and counts as
 * now.
 */
export const sinceText = (verb: string, at: string, now: number, zone: string): string => {
  const age = now - Date.parse(at)
  if (age < 2 * MINUTE) return `${verb} justo ahora`
  if (age < HOUR) return `${verb} ${count(Math.floor(age / MINUTE), 'minuto', 'minutos')}`
  if (age < DAY) return `${verb} ${count(Math.floor(age / HOUR), 'hora', 'horas')}`
  if (age < LATEST) return `${verb} ${count(Math.floor(age / DAY), 'día', 'días')}`
  return `${verb} el ${dateInText(at, zone)}`
}

/** A short age for a place beside a sign: "5 h", "12 d". */
export const shortAge = (at: string, now: number): string => {
  const age = Math.max(0, now - Date.parse(at))
  if (age < HOUR) return `${Math.max(1, Math.floor(age / MINUTE))} min`
  return age < 2 * DAY ? `${Math.floor(age / HOUR)} h` : `${Math.floor(age / DAY)} d`
}
