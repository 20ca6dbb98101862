// Calendar days as `yyyy-MM-dd`, without hours or zones, and the week as every screen, e-mail and workbook counts it. Pure.
const DAY_MS = 86_400_000
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number): string =>
  new Date(at(day) + days * DAY_MS).toISOString().slice(0, 10)

/** From one day to another; negative where the other is before. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / DAY_MS)

export const WEEK_DAYS = 7

/**
 * «Esta semana» is today and the six days after it: what falls due tomorrow is in it on a Sunday too. The weeks after it follow
 * without a gap.
 * @param today the company's day @param later 0: this week, 1: the one after it
 */
export const weekOf = (today: string, later = 0): { from: string; to: string } => {
  const from = addDays(today, later * WEEK_DAYS)
  return { from, to: addDays(from, WEEK_DAYS - 1) }
}
