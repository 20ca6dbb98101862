// The circuit breaker, pure. Five failures in a row, or more than half of the last twenty, open it for two minutes,
// doubling to thirty; then one check goes through as a trial.
const OPENS_AFTER = 5
export const WINDOW = 20
const OPEN_FIRST_SECONDS = 120
const OPEN_LONGEST_SECONDS = 1800

export type Breaker = {
  failures: number
  failingSince: Date | null
  /** The last answers, newest last: + answered, - failed. */
  recent: string
  openUntil: Date | null
  /** The length of its last opening; 0: closed. */
  openSeconds: number
}

export const CLOSED: Breaker = { failures: 0, failingSince: null, recent: '', openUntil: null, openSeconds: 0 }

/** @param failures in a row @param recent the last twenty: + answered, - failed */
export const isTooMuch = (failures: number, recent: string): boolean =>
  failures >= OPENS_AFTER || (recent.length >= WINDOW && recent.replaceAll('+', '').length > WINDOW / 2)

const opened = (state: Breaker, now: Date): Breaker => {
  if (state.openUntil && state.openUntil > now) return state
  const openSeconds =
    state.openSeconds === 0 ? OPEN_FIRST_SECONDS : Math.min(OPEN_LONGEST_SECONDS, state.openSeconds * 2)
  return { ...state, openSeconds, openUntil: new Date(now.getTime() + openSeconds * 1000) }
}

/**
 * @param answered whether the source responded at all
 * @param at time of the response or failure
 * @param now by the clock that claims use
 */
export const after = (state: Breaker, answered: boolean, at: Date, now = at): Breaker => {
  const recent = (state.recent + (answered ? '+' : '-')).slice(-WINDOW)
  // An answer through an open breaker closes it and clears the failures.
  if (answered) return state.openSeconds > 0 ? CLOSED : { ...state, failures: 0, failingSince: null, recent }
  const failures = state.failures + 1
  const next = { ...state, failures, failingSince: state.failingSince ?? at, recent }
  return isTooMuch(failures, recent) || state.openSeconds > 0 ? opened(next, now) : next
}
