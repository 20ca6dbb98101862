// When a portal is queried only once an hour, pure. Without credit: the portal and all that share its account, until a
// query is answered. If a priced query's answers are not understood: that connector, until an operator resumes it or a
// newer parser understands them. Both pauses share one clock, so the cost is at most 24 queries a day.
import type { Outcome } from '@padron/contract/resource-status'
import { isTooMuch, WINDOW } from './breaker.ts'

export const PROBE_EVERY_SECONDS = 3600

/** Whether the recent answers of one connector were understood. */
export type DriftRecord = {
  /** The parser version that read them. */
  version: number
  /** Answers in a row that were not understood. */
  failures: number
  /** The last answers, newest last: + understood, - not understood. */
  recent: string
  /** Paused for this parser version and older ones; null: not paused. */
  pausedVersion: number | null
  /** Since when the newest parser in use is paused; null: not paused. */
  since: string | null
}
export type Pause = {
  creditOutSince: Date | null
  drift: Readonly<Record<string, DriftRecord>>
  /** When the next probe may go out while something is paused. */
  probeAt: Date | null
}

/** One query and its outcome: the input of the pause's rules. */
export type Question = {
  connectorKey: string
  parserVersion: number
  outcome: Outcome
  /** When it was claimed, by the clock of claims. */
  claimedAt: Date
  /** It was sent as the hourly probe. */
  isProbe: boolean
  /** For webhook sources: the acceptance only shows credit, the delivery only that answers are understood. */
  evidenceOf?: 'credit' | 'understanding'
}

const ANSWERED: ReadonlySet<Outcome> = new Set(['ok', 'partial', 'not-applicable'])

export const isPausedFor = (record: DriftRecord | undefined, version: number): boolean =>
  record !== undefined && record.pausedVersion !== null && version <= record.pausedVersion

/** Each query without a result delays the next probe by an hour. */
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
 * An understood answer does not end a pause of its own parser: answers with debts may still fail. An answer that a
 * newer parser understands ends it, except for processes that still run the older parser.
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
 * @param now by the clock that claims use
 */
export const afterQuestion = (pause: Pause, question: Question, isPriced: boolean, now: Date): Pause => {
  const { outcome, claimedAt, isProbe, evidenceOf } = question
  if (outcome === 'no-credit')
    return {
      ...pause,
      creditOutSince: pause.creditOutSince ?? now,
      probeAt: isProbe ? pause.probeAt : postpone(pause, 1, now),
    }
  if (outcome === 'shape-drift') return isPriced ? afterDrift(pause, question, now) : pause
  if (!ANSWERED.has(outcome)) return pause
  const next = evidenceOf === 'credit' ? pause : afterUnderstood(pause, question)
  // A query sent before the credit ran out does not prove that there is credit now.
  const showsCredit =
    evidenceOf !== 'understanding' && pause.creditOutSince !== null && claimedAt > pause.creditOutSince
  return showsCredit ? { ...next, creditOutSince: null } : next
}
