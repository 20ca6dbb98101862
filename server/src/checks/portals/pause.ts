// When a portal is queried only once an hour, pure. Without credit: the portal and all that share its account, until a
// query is answered. Where a query has a price and its answers are not understood: that connector, until somebody
// resumes it or a newer parser understands. Both share one clock, so the cost is at most 24 queries a day.
import type { Outcome } from '@padron/contract/resource-status'
import { isTooMuch, WINDOW } from './breaker.ts'

export const PROBE_EVERY_SECONDS = 3600

/** How the answers of one connector were understood lately. */
export type DriftRecord = {
  /** Of the parser that was told them. */
  version: number
  /** Not understood, in a row. */
  failures: number
  /** The last answers, newest last: + understood, - not. */
  recent: string
  /** Paused for this version of the parser and all before it; null: it is not. */
  pausedVersion: number | null
  /** For the newest parser that was asked with; null: it is not paused. */
  since: string | null
}
export type Pause = {
  creditOutSince: Date | null
  drift: Readonly<Record<string, DriftRecord>>
  /** When the next question may go out while something is paused. */
  probeAt: Date | null
}

/** One question and how it ended, as far as a pause goes. */
export type Question = {
  connectorKey: string
  parserVersion: number
  outcome: Outcome
  /** When it was claimed, by the clock of claims. */
  claimedAt: Date
  /** It was asked as the one of its hour. */
  isProbe: boolean
  /**
   * Of a source that answers later: that it took the question tells of its credit, what it sends only whether it is
   * understood.
   */
  tellsOf?: 'credit' | 'understanding'
}

const ANSWERED: ReadonlySet<Outcome> = new Set(['ok', 'partial', 'not-applicable'])

export const isPausedFor = (record: DriftRecord | undefined, version: number): boolean =>
  record !== undefined && record.pausedVersion !== null && version <= record.pausedVersion

/** Each question that brought nothing takes an hour. */
const postpone = ({ probeAt }: Pause, questions: number, now: Date): Date => {
  const from = probeAt !== null && probeAt > now ? probeAt : now
  return new Date(from.getTime() + questions * PROBE_EVERY_SECONDS * 1000)
}

const without = (drift: Pause['drift'], key: string): Pause['drift'] =>
  Object.fromEntries(Object.entries(drift).filter(([other]) => other !== key))

const afterDrift = (pause: Pause, { connectorKey, parserVersion, isProbe }: Question, now: Date): Pause => {
  const before = pause.drift[connectorKey]
  if (before && parserVersion < before.version) return pause
  const same = before?.version === parserVersion ? before : undefined
  const failures = (same?.failures ?? 0) + 1
  const recent = `${same?.recent ?? ''}-`.slice(-WINDOW)
  const wasPaused = isPausedFor(before, parserVersion)
  const isPaused = wasPaused || isTooMuch(failures, recent)
  const cost = isProbe ? 0 : wasPaused ? 1 : recent.replaceAll('+', '').length
  const record: DriftRecord = {
    version: parserVersion,
    failures,
    recent,
    pausedVersion: isPaused ? parserVersion : (before?.pausedVersion ?? null),
    since: before?.since ?? (isPaused ? now.toISOString() : null),
  }
  return {
    ...pause,
    drift: { ...pause.drift, [connectorKey]: record },
    probeAt: isPaused ? postpone(pause, cost, now) : pause.probeAt,
  }
}

/**
 * One that is understood ends nothing of its own parser: those with debts may still not be. By a newer one it ends
 * the pause, which stays for processes that still run the older parser.
 */
const afterUnderstood = (pause: Pause, { connectorKey, parserVersion }: Question): Pause => {
  const before = pause.drift[connectorKey]
  if (!before || parserVersion < before.version || isPausedFor(before, parserVersion)) return pause
  const same = parserVersion === before.version
  const recent = `${same ? before.recent : ''}+`.slice(-WINDOW)
  if (before.pausedVersion === null && !recent.includes('-'))
    return { ...pause, drift: without(pause.drift, connectorKey) }
  const record = { ...before, version: parserVersion, failures: 0, recent, since: null }
  return { ...pause, drift: { ...pause.drift, [connectorKey]: record } }
}

/**
 * @param isPriced the portal has a price: only then does an answer that is not understood count
 * @param now by the clock of claims
 */
export const afterQuestion = (pause: Pause, question: Question, isPriced: boolean, now: Date): Pause => {
  const { outcome, claimedAt, isProbe, tellsOf } = question
  if (outcome === 'no-credit')
    return {
      ...pause,
      creditOutSince: pause.creditOutSince ?? now,
      probeAt: isProbe ? pause.probeAt : postpone(pause, 1, now),
    }
  if (outcome === 'shape-drift') return isPriced ? afterDrift(pause, question, now) : pause
  if (!ANSWERED.has(outcome)) return pause
  const next = tellsOf === 'credit' ? pause : afterUnderstood(pause, question)
  // What was asked before the credit was used up does not show that there is any.
  const showsCredit = tellsOf !== 'understanding' && pause.creditOutSince !== null && claimedAt > pause.creditOutSince
  return showsCredit ? { ...next, creditOutSince: null } : next
}
