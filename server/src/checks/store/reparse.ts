// Reads stored answers again with the current parser, as of the day of each answer, and reports the differences. A
// newest answer that is now understood can be stored; an answer that is no longer understood is only reported, because
// a failure never replaces a good answer.
import { gunzipSync } from 'node:zlib'
import type { Outcome } from '@padron/contract/resource-status'
import { asSystem, type Db } from '../../db/client.ts'
import { uuidV7 } from '../../db/uuid.ts'
import type { Connector, RawAnswer } from '../connectors/connector.ts'
import { readAnswers } from '../engine/check.ts'
import { type CheckResult, EMPTY_RESULT } from '../engine/check-result.ts'
import { isGood } from '../engine/check-rules.ts'
import { type Doubt, type OldRun, type Place, pageOfRuns } from './reparse-runs.ts'
import { storeBatch } from './store.ts'
import { findingsWithAmounts, readUnitValues, type UnitValue } from './unit-amounts.ts'

export type ReparseOptions = { connector: Connector; since: Date; dryRun: boolean }
/** `changes`: the number of runs by difference, such as `ok → shape-drift` or `Multas 1 → 0`. */
export type Reparsed = {
  read: number
  unreadable: number
  /** Runs skipped because their answer may be about another plate, VIN, state or holder than the current one. */
  skipped: Record<Doubt, number>
  changed: number
  /** Runs that are now good and a vehicle's newest: these are stored. */
  newest: number
  stored: number
  changes: Record<string, number>
}

const answersOf = (raw: Buffer): RawAnswer[] | undefined => {
  try {
    return JSON.parse(gunzipSync(raw).toString('utf8')) as RawAnswer[]
  } catch {
    return undefined
  }
}

type Opener = (run: OldRun) => RawAnswer[] | undefined
/** A holder's answer is unpacked once for all its vehicles, whose runs are adjacent. */
const opener = (): Opener => {
  let last: { rawRunId: string; answers: RawAnswer[] | undefined } | undefined
  return ({ rawRunId, raw }) => {
    if (last?.rawRunId !== rawRunId) last = { rawRunId, answers: answersOf(raw) }
    return last.answers
  }
}

type Reading = ReturnType<typeof readAnswers>

/** The differences between a run and its new reading; empty: none. */
export const differences = (
  run: Pick<OldRun, 'outcome' | 'results' | 'readTypes'>,
  reading: Pick<Reading, 'outcome' | 'findings'>,
): string[] => {
  const found: string[] = run.outcome === reading.outcome ? [] : [`${run.outcome} → ${reading.outcome}`]
  if (!isGood(reading.outcome as Outcome)) return found
  for (const { typeId, statusId, result } of run.results) {
    const finding = reading.findings.find(({ type }) => type === typeId)
    if (!finding) found.push(`tipo ${typeId}: ${statusId} → sin lectura`)
    else if (finding.status !== statusId) found.push(`tipo ${typeId}: ${statusId} → ${finding.status}`)
    else if (canonical(finding.results) !== canonical(result)) found.push(`tipo ${typeId}: mismo estado, otro detalle`)
  }
  const before = new Set([...run.readTypes, ...run.results.map(({ typeId }) => typeId)])
  for (const { type, status } of reading.findings)
    if (!before.has(type)) found.push(`tipo ${type}: sin lectura → ${status}`)
  return found
}

/** JSON with sorted keys, because the database has its own order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

export const resultOf = (run: OldRun, connector: Connector, reading: Reading): CheckResult => ({
  ...EMPTY_RESULT,
  ...reading,
  origin: 'reparse',
  tenantId: run.tenantId,
  vehicle: { vehicleId: run.vehicleId, attempts: 0, jobItemId: null, ...run.subject },
  connector,
  runId: uuidV7(new Date(run.startedAt)),
  receivedFiles: [],
  rawOf: run.rawRunId,
  startedAt: new Date(run.startedAt),
  endedAt: new Date(Date.parse(run.startedAt) + run.durationMs),
})

const empty = (): Reparsed => ({
  read: 0,
  unreadable: 0,
  skipped: { changed: 0, unknown: 0 },
  changed: 0,
  newest: 0,
  stored: 0,
  changes: {},
})

type Tools = { openRaw: Opener; values: readonly UnitValue[] }

const readRun = async (
  db: Db,
  run: OldRun,
  { connector, dryRun }: ReparseOptions,
  { openRaw, values }: Tools,
  sum: Reparsed,
): Promise<void> => {
  if (run.doubt) {
    sum.skipped[run.doubt] += 1
    return
  }
  sum.read += 1
  const answers = openRaw(run)
  if (!answers) {
    sum.unreadable += 1
    return
  }
  const endedAt = new Date(Date.parse(run.startedAt) + run.durationMs)
  const reading = readAnswers(connector, answers, run.subject, endedAt)
  // With the amounts that the store would write.
  const found = differences(run, { ...reading, findings: findingsWithAmounts(reading.findings, values) })
  if (found.length === 0) return
  sum.changed += 1
  for (const each of found) sum.changes[each] = (sum.changes[each] ?? 0) + 1
  if (!isGood(reading.outcome) || !run.newest) return
  sum.newest += 1
  if (dryRun) return
  const [stored] = await storeBatch(db, [resultOf(run, connector, reading)])
  if (stored) sum.stored += 1
}

/**
 * Cost: one key look-up and one parse per run of an older parser; pages of two hundred, each in a transaction. It can
 * be stopped and started again: no answer is stored twice.
 */
export const reparse = async (db: Db, options: ReparseOptions): Promise<Reparsed> => {
  const sum = empty()
  const openRaw = opener()
  let place: Place | undefined = { at: options.since.toISOString(), runId: '00000000-0000-0000-0000-000000000000' }
  while (place) {
    const page: { runs: OldRun[]; values: UnitValue[] } = await asSystem(db, async (tx) => ({
      runs: await pageOfRuns(tx, options.connector, place as Place),
      values: await readUnitValues(tx),
    }))
    for (const run of page.runs) await readRun(db, run, options, { openRaw, values: page.values }, sum)
    const last = page.runs.at(-1)
    place = last && { at: last.startedAt, runId: last.runId }
  }
  return sum
}
