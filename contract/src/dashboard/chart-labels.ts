// The labels of days in charts: a year, a month, a week or a day. Pure.
import { lastOfMonth } from './queries.ts'

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'] as const
const monthOf = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? ''
const yearOf = (day: string): string => day.slice(0, 4)
/** `4 nov` */
export const dayMonth = (day: string): string => `${Number(day.slice(8, 10))} ${monthOf(day)}`
const dated = (day: string): string => `${dayMonth(day)} ${yearOf(day)}`

const openLabel = (from: string | null, to: string | null): string => {
  if (to !== null) return `Antes, hasta ${dated(to)}`
  return from === null ? 'Sin fecha' : 'Después'
}

const isYear = (from: string, to: string): boolean =>
  from.endsWith('-01-01') && to.endsWith('-12-31') && yearOf(from) === yearOf(to)
const isMonth = (from: string, to: string): boolean => from.endsWith('-01') && to === lastOfMonth(from)

/**
 * `2025`, `mar 2026`, `12 – 18 oct`, `4 nov`.
 * @param withYear for days of different years: `12 – 18 oct 2026`
 */
export const daysLabel = (from: string | null, to: string | null, withYear = false): string => {
  if (from === null || to === null) return openLabel(from, to)
  const whole = withYear ? dated : dayMonth
  if (from === to) return whole(from)
  if (isYear(from, to)) return yearOf(from)
  if (isMonth(from, to)) return `${monthOf(from)} ${yearOf(from)}`
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))} – ${whole(to)}`
  return `${yearOf(from) === yearOf(to) ? dayMonth(from) : whole(from)} – ${whole(to)}`
}
