// Stores the results of checks in batches, one transaction per company: runs with their raw answers, results, newest
// answers, debts, events, vehicle statuses and due dates. A result whose claim was lost is not written. A batch costs
// some ten statements, whatever its size.

import { asTenant, type Db, type Tx } from '../../db/client.ts'
import { touchChecks } from '../../db/fleet-version.ts'
import { answeredAt, type CheckResult } from '../engine/check-result.ts'
import { isGood } from '../engine/check-rules.ts'
import { writeDebts } from './debts.ts'
import { lockVehicles, passFence } from './fence.ts'
import { writeObligations } from './obligations.ts'
import { resourceChanges } from './resources.ts'
import { insertFiles, insertResults, insertRuns, writeHistory, writeRegistrations } from './runs.ts'
import { writeVehicleStatuses } from './vehicle-status.ts'

/**
 * What a source sent cannot be kept: PostgreSQL's class of errors about values, a row told twice in one statement, a
 * value too large, a rule of a column. A missing partition has that last code too, and names no rule: it is not the
 * answer's fault.
 */
const isUnstorable = (error: unknown): boolean => {
  const { code = '', constraint } = error as { code?: string; constraint?: string }
  return /^(22|21000|54000)/.test(code) || (code === '23514' && constraint !== undefined)
}
/** Two writers waited for each other; one of them may simply try again. */
const isDeadlock = (error: unknown): boolean => /^40(P01|001)/.test((error as { code?: string }).code ?? '')

/** Of one end: whether it was written, or why it could not be. */
type StoreOutcome = PromiseSettledResult<boolean>

const retry = async (db: Db, result: CheckResult, error: unknown): Promise<boolean> => {
  if (!isDeadlock(error) && !isUnstorable(error)) throw error
  const again = isDeadlock(error) ? result : asDrift(result)
  return (await asTenant(db, result.tenantId, (tx) => writeResults(tx, [again])))[0] ?? false
}

/** Until one fails for a reason that would be the others' too: they are not tried. */
const oneByOne = async (db: Db, results: readonly CheckResult[]): Promise<StoreOutcome[]> => {
  const outcomes: StoreOutcome[] = []
  for (const result of results) {
    const [one] = await storeEach(db, [result])
    if (!one) break
    const over = one.status === 'rejected' && !isUnstorable(one.reason) && !isDeadlock(one.reason)
    if (over) return [...outcomes, ...results.slice(outcomes.length).map(() => one)]
    outcomes.push(one)
  }
  return outcomes
}

/**
 * @param results of one company
 * @returns for each, whether it was written: not where its claim was no longer its own or its vehicle was edited
 * meanwhile
 */
export const storeEach = async (db: Db, results: readonly CheckResult[]): Promise<StoreOutcome[]> => {
  const [first, ...others] = results
  if (!first) return []
  try {
    const written = await asTenant(db, first.tenantId, (tx) => writeResults(tx, results))
    return written.map((value) => ({ status: 'fulfilled', value }))
  } catch (error) {
    if (others.length === 0) return Promise.allSettled([retry(db, first, error)])
    if (isUnstorable(error) || isDeadlock(error)) return oneByOne(db, results)
    return results.map(() => ({ status: 'rejected', reason: error }))
  }
}

/**
 * The same where they stand or fall together for whoever asks.
 * @throws why one could not be written; those before it are
 */
export const storeBatch = async (db: Db, results: readonly CheckResult[]): Promise<boolean[]> =>
  (await storeEach(db, results)).map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })

/**
 * An answer that cannot be stored is a source that changed its answer: kept as that, so that it is not asked for
 * ever.
 */
const asDrift = (result: CheckResult): CheckResult => ({
  ...result,
  outcome: 'shape-drift',
  remark: 'La respuesta tiene datos que no se pueden guardar.',
  findings: [],
  registration: null,
  history: [],
  unknownFields: [],
})

/** @param tx the company's own; its catalogue is told last, because that lock makes its writers wait for each other */
export const writeResults = async (tx: Tx, results: readonly CheckResult[]): Promise<boolean[]> => {
  const { tenantId } = results[0] as CheckResult
  const locked = await lockVehicles(tx, tenantId, results)
  const passed = await passFence(tx, tenantId, results, locked)
  const own = results.filter((_, index) => passed[index])
  if (own.length === 0) return passed
  const { rows, changes, vehicles } = await resourceChanges(tx, tenantId, own)
  await insertRuns(tx, own)
  await Promise.all([
    insertResults(tx, changes),
    rows.write(),
    writeRegistrations(tx, own),
    writeHistory(tx, own),
    insertFiles(tx, own),
  ])
  await Promise.all([writeDebts(tx, tenantId, changes), writeObligations(tx, tenantId, changes)])
  const processed = new Map(
    own.filter(({ outcome }) => isGood(outcome)).map((result) => [result.vehicle.vehicleId, answeredAt(result)]),
  )
  if (await writeVehicleStatuses(tx, tenantId, vehicles, processed)) await touchChecks(tx, tenantId)
  return passed
}
