// Dates in the company's time zone: in the format of the catalogue's table, and in the one that people write, for
// everything else. A date without a time is a calendar day and is never shifted.
import { displayText } from './typed-day.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const made = new Intl.DateTimeFormat('en-CA', { ...parts, hourCycle: 'h23', timeZone: zone })
  formats.set(zone, made)
  return made
}

/** An instant as `yyyy-MM-dd HH:mm`; a plain date, and any other text, unchanged. */
export const dateTime = (text: string, zone: string): string => {
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return text
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return text
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}`
}

/** As `dd/mm/aaaa hh:mm`, for everything except the catalogue's table. */
export const dateInText = (text: string, zone: string): string => {
  const shown = dateTime(text, zone)
  const stored = shown.replace(' ', 'T')
  const written = displayText(stored)
  return written === stored ? shown : written
}

/** Only the day, `dd/mm/aaaa`. */
export const dayInText = (text: string, zone: string): string => dateInText(text, zone).slice(0, 10)

/** The calendar day of an instant, `yyyy-MM-dd`. @param now milliseconds since 1970 */
export const localDay = (now: number, zone: string): string => dateTime(new Date(now).toISOString(), zone).slice(0, 10)

/** Whether a due date has passed; on the day itself it has not. */
export const isPast = (due: string, now: number, zone: string): boolean =>
  dateTime(due, zone).slice(0, 10) < localDay(now, zone)
