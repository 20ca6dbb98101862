// Rules that follow from a check's outcome: which status it may write, when the check is due again, whether it counts
// as a failure of the portal. Pure: the clock and the random number are arguments. Sources: specification core §4;
// freshness per type in the contract.
import type { Outcome } from '@padron/contract/resource-status'
import {
  isSeason,
  RESOURCE_TYPES,
  resourceType,
  type StatusColumn,
  tenenciaColumn,
  UNPROCESSED,
  worstStatus,
} from '@padron/contract/resources'

/** Only these outcomes write a status. */
export const isGood = (outcome: Outcome): boolean => outcome === 'ok' || outcome === 'partial'

/** The portal failed: counts against its breaker. Outcomes that a person or a contract must resolve do not. */
const PORTAL_FAULTS: ReadonlySet<Outcome> = new Set(['timeout', 'http-error', 'blocked', 'rate-limited'])
export const isPortalFault = (outcome: Outcome): boolean => PORTAL_FAULTS.has(outcome)

/** The status that a failure writes where there is no good answer yet; undefined leaves the status alone. */
const FAILURE_STATUS: Partial<Record<Outcome, number>> = {
  captcha: 13,
  'needs-input': 13,
  'shape-drift': 15,
  'bad-credentials': 18,
}
export const failureStatus = (outcome: Outcome): number | undefined => FAILURE_STATUS[outcome]

/** Outcomes that may resolve by themselves within seconds; a refusal (4xx) does not. */
const PASSING: ReadonlySet<Outcome> = new Set(['timeout', 'http-error', 'rate-limited'])

const HOUR = 3_600_000
const QUICK_RETRIES = 3
const QUICK_FIRST_MS = 4_000
const QUICK_FLOOR_MS = 500
const SLOW_FIRST_MS = HOUR / 2
const SLOW_LONGEST_MS = 12 * HOUR
/** A longer Retry-After of the source is cut to this. */
const LONGEST_RETRY_AFTER_MS = 24 * HOUR
/** A partial answer lacks some types, so the check is due again after this and not after the whole freshness. */
const PARTIAL_HOURS = 4

/** Hours that an answer about this type is fresh, on the day it was given. */
export const freshHours = (typeId: number, now: Date): number => {
  const type = resourceType(typeId)
  return (isSeason(now.getUTCMonth() + 1) ? type?.seasonHours : undefined) ?? type?.freshHours ?? 24
}

export const freshUntil = (typeId: number, now: Date): Date => new Date(now.getTime() + freshHours(typeId, now) * HOUR)

/** When a day is over everywhere in both countries: midnight of the westernmost zone is 8 h UTC. */
const ENDS_AFTER = 32 * HOUR
const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) + ENDS_AFTER)
/** The last day that is over everywhere in both countries. */
export const lastDayOver = (now: Date): string => new Date(now.getTime() - ENDS_AFTER).toISOString().slice(0, 10)

const INSURANCE = 5
/** A policy about to expire is checked every day (source: the field's practice, domain notes of freshness). */
const RUNS_OUT_DAYS = 15
/** A capture with a last day is fresh until then, but at most for this long. */
const CAPTURED_DAYS = 90
const DAY = 24 * HOUR

type Answer = { type: number; validUntil?: string; results: readonly { paymentLineDueDate: string | null }[] }

/**
 * Until when an answer is fresh: its type's freshness, and never past the last day of its policy, inspection or payment
 * line.
 * @param captured days that a manual capture is fresh; undefined: the answer comes from a connector
 */
export const answerUntil = ({ type, validUntil, results }: Answer, now: Date, captured?: number): Date => {
  const lines = results.flatMap(({ paymentLineDueDate: day }) =>
    day && /^\d{4}-\d\d-\d\d/.test(day) ? [day.slice(0, 10)] : [],
  )
  const ends = [...lines, ...(validUntil ? [validUntil] : [])].map(endOf).filter((end) => end > now)
  const days = validUntil ? CAPTURED_DAYS : captured
  const fresh =
    captured === undefined || days === undefined ? freshUntil(type, now) : new Date(now.getTime() + days * DAY)
  const last = validUntil ? endOf(validUntil).getTime() - now.getTime() : Number.POSITIVE_INFINITY
  const soon = type === INSURANCE && captured === undefined && last > 0 && last < RUNS_OUT_DAYS * 24 * HOUR
  const daily = soon ? [new Date(now.getTime() + 24 * HOUR)] : []
  return new Date(Math.min(fresh.getTime(), ...ends.map(Number), ...daily.map(Number)))
}

type EndedCheck = {
  outcome: Outcome
  types: readonly number[]
  /** In a row without an answer, this one included. */
  attempts: number
  now: Date
  /** 0 ≤ random < 1 */
  random: number
  retryAfterSeconds?: number
  /** Of a good outcome: the first of them to expire makes the check due. */
  answers?: readonly Answer[]
  /** When the source itself was queried, where it answers from a cache: the answer expires from then. */
  answeredAt?: Date
}

/**
 * When a check is due again. Good: when the first of its types expires, up to 5 % earlier so that a fleet loaded at
 * once spreads. Retryable: full jitter below 4, 8 and 16 s, then from half an hour, doubling to twelve. No credit: in
 * an hour, so that the vehicle is checked soon after payment. What a person or a contract must resolve: in a day.
 */
export const nextDue = (check: EndedCheck): Date => {
  const { outcome, types, attempts, now, random, retryAfterSeconds = 0, answers = [], answeredAt = now } = check
  const inHours = (hours: number, from = now) => new Date(from.getTime() + hours * HOUR * (1 - 0.05 * random))
  if (isGood(outcome)) {
    const hours = Math.min(...types.map((type) => freshHours(type, now)))
    const due = inHours(outcome === 'partial' ? Math.min(hours, PARTIAL_HOURS) : hours, answeredAt)
    const until = Math.min(due.getTime(), ...answers.map((answer) => answerUntil(answer, answeredAt).getTime()))
    // An answer that is already expired in the source's cache is due a day later, not in the next minute.
    return new Date(until > now.getTime() ? until : inHours(24).getTime())
  }
  if (outcome === 'not-applicable') return inHours(Math.min(...types.map((type) => freshHours(type, now))))
  if (outcome === 'no-credit') return inHours(1)
  if (!PASSING.has(outcome)) return inHours(24)
  const quick = attempts <= QUICK_RETRIES
  const wait = quick
    ? Math.max(QUICK_FLOOR_MS, QUICK_FIRST_MS * 2 ** (attempts - 1) * random)
    : Math.min(SLOW_LONGEST_MS, SLOW_FIRST_MS * 2 ** (attempts - QUICK_RETRIES - 1)) * (0.75 + random / 4)
  return new Date(now.getTime() + Math.max(wait, Math.min(retryAfterSeconds * 1000, LONGEST_RETRY_AFTER_MS)))
}

/** Whether the outcome is final: it is not followed by one of the check's quick retries. */
export const isFinal = (outcome: Outcome, attempts: number): boolean =>
  isGood(outcome) || !PASSING.has(outcome) || attempts > QUICK_RETRIES

export type TypeStatus = { typeId: number; statusId: number }

/** The catalogue's thirteen columns from a vehicle's resources: the worst of each type. */
export const toStatusColumns = (resources: readonly TypeStatus[]): Record<StatusColumn, number> => {
  const worst = (id: number) => {
    const own = resources.filter(({ typeId }) => typeId === id).map(({ statusId }) => statusId)
    return own.length > 0 ? worstStatus(own) : undefined
  }
  const columns = RESOURCE_TYPES.flatMap(({ id, column }) => (column ? [[column, worst(id) ?? UNPROCESSED]] : []))
  const all = Object.fromEntries(columns) as Record<StatusColumn, number>
  return { ...all, tenenciaStatus: tenenciaColumn(all.tenenciaStatus, worst(10)) }
}
