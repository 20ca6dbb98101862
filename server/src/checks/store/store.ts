// Stores the results of checks in batches, one transaction per company: runs with their raw answers, results, newest
// answers, debts, events, vehicle statuses and due dates. A result whose claim was lost is not written. A batch costs
// some ten statements, whatever its size.
import { sql } from 'kysely'
import { asTenant, type Db, type Tx } from '../../db/client.ts'
import { touchChecks } from '../../db/fleet-version.ts'
import { answeredAt, type CheckResult } from '../engine/check-result.ts'
import { isGood } from '../engine/check-rules.ts'
import { writeDebts } from './debts.ts'
import { lockIdentities, passFence } from './fence.ts'
import { recordFirstRounds } from './first-round.ts'
import { writeObligations } from './obligations.ts'
import { resourceChanges } from './resources.ts'
import { insertFiles, insertResults, insertRuns, writeHistory, writeRegistrations } from './runs.ts'
import { findingsWithAmounts, readUnitValues } from './unit-amounts.ts'
import { writeVehicleStatuses } from './vehicle-status.ts'

/**
 * Whether the answer cannot be stored: PostgreSQL's errors about values, a duplicate row in one statement, a value too
 * large, or a check constraint. A missing partition has the last code too, but no constraint, and is not caused by the
 * answer.
 */
const isUnstorable = (error: unknown): boolean => {
  const { code = '', constraint } = error as { code?: string; constraint?: string }
  return /^(22|21000|54000)/.test(code) || (code === '23514' && constraint !== undefined)
}
/** A deadlock or serialization failure: one of the writers may simply retry. */
const isDeadlock = (error: unknown): boolean => /^40(P01|001)/.test((error as { code?: string }).code ?? '')

/** Whether one result was written, or the error that prevented it. */
type StoreOutcome = PromiseSettledResult<boolean>

const retry = async (db: Db, result: CheckResult, error: unknown, lockTimeoutMs?: number): Promise<boolean> => {
  if (!isDeadlock(error) && !isUnstorable(error)) throw error
  const again = isDeadlock(error) ? result : asDrift(result)
  return (await write(db, [again], lockTimeoutMs))[0] ?? false
}

/** Stops at the first error that the others would have too: they are not attempted. */
const oneByOne = async (db: Db, results: readonly CheckResult[], lockTimeoutMs?: number): Promise<StoreOutcome[]> => {
  const outcomes: StoreOutcome[] = []
  for (const result of results) {
    const [one] = await storeEach(db, [result], lockTimeoutMs)
    if (!one) break
    const over = one.status === 'rejected' && !isUnstorable(one.reason) && !isDeadlock(one.reason)
    if (over) return [...outcomes, ...results.slice(outcomes.length).map(() => one)]
    outcomes.push(one)
  }
  return outcomes
}

const setLockTimeout = (tx: Tx, ms: number) => sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx)

const write = (db: Db, results: readonly CheckResult[], lockTimeoutMs?: number): Promise<boolean[]> => {
  const { tenantId } = results[0] as CheckResult
  return asTenant(db, tenantId, async (tx) => {
    if (lockTimeoutMs !== undefined) await setLockTimeout(tx, lockTimeoutMs)
    const { written, changed } = await writeResults(tx, results)
    if (changed) await touchChecks(tx, tenantId)
    return written
  })
}

/**
 * @param results of one company
 * @param lockTimeoutMs milliseconds to wait for a locked row; absent: the connection's limit
 * @returns whether each was written: not where its claim was lost or its vehicle edited meanwhile
 */
export const storeEach = async (
  db: Db,
  results: readonly CheckResult[],
  lockTimeoutMs?: number,
): Promise<StoreOutcome[]> => {
  const [first, ...others] = results
  if (!first) return []
  try {
    const written = await write(db, results, lockTimeoutMs)
    return written.map((value) => ({ status: 'fulfilled', value }))
  } catch (error) {
    if (others.length === 0) return Promise.allSettled([retry(db, first, error, lockTimeoutMs)])
    if (isUnstorable(error) || isDeadlock(error)) return oneByOne(db, results, lockTimeoutMs)
    return results.map(() => ({ status: 'rejected', reason: error }))
  }
}

/**
 * Stores results; one error fails the call.
 * @throws the first error; results before it are written
 */
export const storeBatch = async (db: Db, results: readonly CheckResult[]): Promise<boolean[]> =>
  (await storeEach(db, results)).map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })

/** An answer that cannot be stored counts as a changed source, so that the query is not repeated for ever. */
const asDrift = (result: CheckResult): CheckResult => ({
  ...result,
  outcome: 'shape-drift',
  remark: 'La respuesta tiene datos que no se pueden guardar.',
  findings: [],
  registration: null,
  history: [],
  unknownFields: [],
})

/**
 * @param tx of the company
 * @returns whether each was written, and whether a vehicle's status or debt changed: the caller then calls
 * `touchChecks`, last in its transaction
 */
export const writeResults = async (
  tx: Tx,
  results: readonly CheckResult[],
): Promise<{ written: boolean[]; changed: boolean }> => {
  const { tenantId } = results[0] as CheckResult
  const [locked, values] = await Promise.all([lockIdentities(tx, tenantId, results), readUnitValues(tx)])
  const written = await passFence(tx, tenantId, results, locked)
  const own = results
    .filter((_, index) => written[index])
    .map((result) => ({ ...result, findings: findingsWithAmounts(result.findings, values) }))
  if (own.length === 0) return { written, changed: false }
  const { rows, changes, vehicles } = await resourceChanges(tx, tenantId, own)
  await insertRuns(tx, own)
  await Promise.all([
    insertResults(tx, changes),
    rows.write(),
    writeRegistrations(tx, own),
    writeHistory(tx, own),
    insertFiles(tx, own),
  ])
  await Promise.all([writeDebts(tx, tenantId, changes, values), writeObligations(tx, tenantId, changes)])
  await recordFirstRounds(tx, tenantId, changes)
  const processed = new Map(
    own.filter(({ outcome }) => isGood(outcome)).map((result) => [result.vehicle.vehicleId, answeredAt(result)]),
  )
  return { written, changed: await writeVehicleStatuses(tx, tenantId, vehicles, processed) }
}
