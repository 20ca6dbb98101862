// Dates as portals write them → ISO local date, or date and time. Midnight is left out, because sources write it for
// "no time". No time zones: portals use their local time and the screens show it unchanged.
import { isCalendarDay } from '@padron/contract/days'

const FORMS = [
  /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4})(?:[ T](?<time>\d{2}:\d{2}(?::\d{2})?))?$/,
  /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?:[ T](?<time>\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?$/,
]

/** `23/02/2026 14:05:00` → `2026-02-23T14:05:00`; `23/02/2026` → `2026-02-23`; null for what is no date. */
export function isoDate(text: string): string | null {
  const parts = FORMS.map((form) => form.exec(text.trim())).find((match) => match)?.groups
  if (!parts) return null
  const { y = '', m = '', d = '', time } = parts
  const date = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  if (!isCalendarDay(date)) return null
  const clock = time && time.length === 5 ? `${time}:00` : time
  if (!clock || clock === '00:00:00') return date
  return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(clock) ? `${date}T${clock}` : null
}
