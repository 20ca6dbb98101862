// Local times of a time zone, in the form of a spreadsheet's cells.

const QUARTER_MS = 900_000
const CLOCKS_AT_MOST = 20_000
type Clock = { format: Intl.DateTimeFormat; ahead: Map<number, number> }
const clocks = new Map<string, Clock>()

const clockOf = (timeZone: string): Clock => {
  const known = clocks.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const clock = { format, ahead: new Map<number, number>() }
  clocks.set(timeZone, clock)
  return clock
}

/**
 * Milliseconds by which a zone is ahead of UTC, cached by quarter of an hour because clocks change at quarters: the
 * computation costs a hundred times a look-up.
 */
const aheadOf = ({ format, ahead }: Clock, at: number): number => {
  const quarter = Math.floor(at / QUARTER_MS)
  const known = ahead.get(quarter)
  if (known !== undefined) return known
  const start = quarter * QUARTER_MS
  const found = Date.parse(`${format.format(start).replace(' ', 'T')}Z`) - start
  if (ahead.size >= CLOCKS_AT_MOST) ahead.clear()
  ahead.set(quarter, found)
  return found
}

/** The local time of a zone at an instant, to the second, as a Date in UTC: the value of a spreadsheet's cell. */
export const wallClock = (instant: string, timeZone: string): Date => {
  const at = Math.floor(Date.parse(instant) / 1000) * 1000
  return new Date(at + aheadOf(clockOf(timeZone), at))
}
export const dayIn = (instant: string, timeZone: string): string =>
  wallClock(instant, timeZone).toISOString().slice(0, 10)
