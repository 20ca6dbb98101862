// The effects of checks, many at a time, in one transaction per company: the runs with their raw answers, the
// results, the newest per resource, what is owed and what changed, the vehicles' statuses, and the next date. Whoever
// lost the claim meanwhile writes nothing: it no longer matches. A batch costs some ten statements, whatever its
// size.

import { asTenant, type Db, type Tx } from '../../db/client.ts'
import { touchChecks } from '../../db/fleet-version.ts'
import { answeredAt, type Ended } from '../engine/check-result.ts'
import { isGood } from '../engine/check-rules.ts'
import { writeDebts } from './debts.ts'
import { lockVehicles, passFence } from './fence.ts'
import { writeObligations } from './obligations.ts'
import { resourceChanges } from './resources.ts'
import { insertResults, insertRuns, keepFiles, keepHistory, keepRegistrations } from './runs.ts'
import { writeStandings } from './vehicle-status.ts'

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
const isCrossed = (error: unknown): boolean => /^40(P01|001)/.test((error as { code?: string }).code ?? '')

/** Of one end: whether it was written, or why it could not be. */
type Told = PromiseSettledResult<boolean>

const retried = async (db: Db, end: Ended, error: unknown): Promise<boolean> => {
  if (!isCrossed(error) && !isUnstorable(error)) throw error
  const again = isCrossed(error) ? end : asDrift(end)
  return (await asTenant(db, end.tenantId, (tx) => writeEnds(tx, [again])))[0] ?? false
}

/** Until one fails for a reason that would be the others' too: they are not tried. */
const oneByOne = async (db: Db, ends: readonly Ended[]): Promise<Told[]> => {
  const told: Told[] = []
  for (const end of ends) {
    const [one] = await storeEach(db, [end])
    if (!one) break
    const over = one.status === 'rejected' && !isUnstorable(one.reason) && !isCrossed(one.reason)
    if (over) return [...told, ...ends.slice(told.length).map(() => one)]
    told.push(one)
  }
  return told
}

/**
 * @param ends of one company
 * @returns for each, whether it was written: not where its claim was no longer its own or its vehicle was edited
 * meanwhile
 */
export const storeEach = async (db: Db, ends: readonly Ended[]): Promise<Told[]> => {
  const [first, ...others] = ends
  if (!first) return []
  try {
    const written = await asTenant(db, first.tenantId, (tx) => writeEnds(tx, ends))
    return written.map((value) => ({ status: 'fulfilled', value }))
  } catch (error) {
    if (others.length === 0) return Promise.allSettled([retried(db, first, error)])
    if (isUnstorable(error) || isCrossed(error)) return oneByOne(db, ends)
    return ends.map(() => ({ status: 'rejected', reason: error }))
  }
}

/**
 * The same where they stand or fall together for whoever asks.
 * @throws why one could not be written; those before it are
 */
export const storeBatch = async (db: Db, ends: readonly Ended[]): Promise<boolean[]> =>
  (await storeEach(db, ends)).map((told) => {
    if (told.status === 'rejected') throw told.reason
    return told.value
  })

/**
 * An answer that cannot be stored is a source that changed its answer: kept as that, so that it is not asked for
 * ever.
 */
const asDrift = (ended: Ended): Ended => ({
  ...ended,
  outcome: 'shape-drift',
  remark: 'La respuesta tiene datos que no se pueden guardar.',
  findings: [],
  registration: null,
  history: [],
  unknownFields: [],
})

/** @param tx the company's own; its catalogue is told last, because that lock makes its writers wait for each other */
export const writeEnds = async (tx: Tx, ends: readonly Ended[]): Promise<boolean[]> => {
  const { tenantId } = ends[0] as Ended
  const vehicles = await lockVehicles(tx, tenantId, ends)
  const passed = await passFence(tx, tenantId, ends, vehicles)
  const own = ends.filter((_, index) => passed[index])
  if (own.length === 0) return passed
  const { rows, changes, standings } = await resourceChanges(tx, tenantId, own)
  await insertRuns(tx, own)
  await Promise.all([
    insertResults(tx, changes),
    rows.write(),
    keepRegistrations(tx, own),
    keepHistory(tx, own),
    keepFiles(tx, own),
  ])
  await Promise.all([writeDebts(tx, tenantId, changes), writeObligations(tx, tenantId, changes)])
  const processed = new Map(
    own.filter(({ outcome }) => isGood(outcome)).map((end) => [end.vehicle.vehicleId, answeredAt(end)]),
  )
  if (await writeStandings(tx, tenantId, standings, processed)) await touchChecks(tx, tenantId)
  return passed
}
