// A filter by date as the address has it: `2026-01-01..2026-02-01`, with either end left out. In the page's first load: nothing
// else may be.
export type Mode = 'after' | 'before' | 'between'
export type Dates = { mode: Mode; from: string; to: string }

export const DAY_MIN = '1900-01-01'
export const DAY_MAX = '2200-12-31'

/** A day of the calendar, within what the wire takes. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < DAY_MIN || text > DAY_MAX) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** @returns undefined where it is no filter by date */
export const readDates = (text: string | undefined): Dates | undefined => {
  const [from, to, ...rest] = (text ?? '').split('..')
  if (from === undefined || to === undefined || rest.length || (from === '' && to === '')) return undefined
  if ((from && !isDay(from)) || (to && !isDay(to)) || (from && to && from > to)) return undefined
  return { mode: from ? (to ? 'between' : 'after') : 'before', from, to }
}
export const isDates = (text: string): boolean => readDates(text) !== undefined
/** With both ends. */
export const isStretch = (text: string): boolean => readDates(text)?.mode === 'between'
