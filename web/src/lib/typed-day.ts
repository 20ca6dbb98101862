// A day as people write it, dd/mm/aaaa, and as it is stored, `yyyy-MM-dd`; also with a time. Independent of the
// browser's language. Pure.
import { isCalendarDay } from '@padron/contract/days'
import { numericDay } from '@padron/contract/texts/day-texts'

const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/
const DAY_FIRST = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/
const DIGITS = /^(\d\d)(\d\d)(\d{4})$/
/** With a two-digit year. */
const SHORT = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d\d)(?=$|[ T,])|^(\d\d)(\d\d)(\d\d)(?=$|[ T,])/
const TIME = /^(\d{1,2}):(\d\d)$/

const two = (digits: string): string => digits.padStart(2, '0')

/** `5/11/2026`, `05112026`, `2026-11-05` → `2026-11-05`; undefined if it is not a valid day. */
export const readDay = (text: string): string | undefined => {
  const written = text.trim()
  const [, year, month, day] = ISO.exec(written) ?? []
  const [, d, m, y] = DAY_FIRST.exec(written) ?? DIGITS.exec(written) ?? []
  const found = `${year ?? y}-${two(month ?? m ?? '')}-${two(day ?? d ?? '')}`
  return (year || y) && isCalendarDay(found) ? found : undefined
}

/** `5/11/26` → `5/11/2026`, `051126` → `05/11/2026`; a following time stays. Only for a complete date. */
export const withCentury = (text: string): string =>
  text.trim().replace(SHORT, (_, ...of: string[]) => {
    const [day, month, year] = of.slice(of[0] === undefined ? 3 : 0)
    return `${day}/${month}/20${year}`
  })

/** Whether the text has the form of a day, even an invalid one: `31/02/2026`. */
export const isWritten = (text: string): boolean =>
  [ISO, DAY_FIRST, DIGITS].some((form) => form.test(withCentury(text)))

/** `5/11/2026 9:30` → `2026-11-05T09:30` */
export const readMoment = (text: string): string | undefined => {
  const typed = text.trim()
  const between = Math.max(...[' ', 'T', ','].map((sign) => typed.lastIndexOf(sign)))
  const day = readDay(typed.slice(0, Math.max(between, 0)))
  const [, hour, minute] = TIME.exec(typed.slice(between + 1)) ?? []
  return day && hour && minute && Number(hour) < 24 && Number(minute) < 60 ? `${day}T${two(hour)}:${minute}` : undefined
}

/** A stored day, with or without a time; any other text unchanged, to be reported as invalid. */
export const dayFrom = (text: string): string => readDay(text.split(/[ T]/)[0] ?? '') ?? text

/** `2026-11-05` → `05/11/2026`, `2026-11-05T09:30` → `05/11/2026 09:30`; any other text unchanged. */
export const displayText = (stored: string): string => {
  const [day = '', time] = stored.split('T')
  if (readDay(day) !== day) return stored
  return time === undefined ? numericDay(day) : `${numericDay(day)} ${time}`
}
