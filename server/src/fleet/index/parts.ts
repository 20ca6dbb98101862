// The vehicles of a cached fleet that belong to a user's part: one mark per place, computed by the database under that
// user's policy, once per part and then for changed vehicles. With these marks instead of `alive`, every filter, order,
// count and suggestion covers the part only.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { fleetVersion } from '../../db/fleet-version.ts'
import type { FleetView } from '../../db/fleet-view.ts'
import { idsOf } from '../rows.queries.ts'
import { type CachedFleet, findPlace } from './cached-fleet.ts'
import { changedSince, readFleetChanges } from './columns.queries.ts'

const ALL = 2 ** 31

/** @param ids in any order */
const marksOf = (fleet: CachedFleet, ids: readonly number[]): Uint8Array => {
  const marks = new Uint8Array(fleet.ids.length)
  for (const id of ids) {
    const place = findPlace(fleet, id)
    if (place < fleet.size && fleet.ids[place] === id) marks[place] = 1
  }
  return marks
}

/**
 * The marks of the transaction's user at the fleet's version, to be used before the next await. Cost: two keys; after a
 * change the changed vehicles; the first time a pass over the fleet.
 * @returns undefined if the database has a newer version of the fleet
 */
export const readPart = async (tx: Tx, fleet: CachedFleet, view: FleetView): Promise<Uint8Array | undefined> => {
  const { version } = fleet
  const known = fleet.parts.get(view)
  if (known?.version === version) return known.marks
  const changes = known && (await readFleetChanges(tx, fleet.tenantId, known.version))
  const newest = changes ? changes.version : (await fleetVersion(tx, fleet.tenantId)).fieldsVersion
  if (newest !== version) return undefined
  const changed = changes && changedSince(changes, known.version)
  const among = changed ? sql`and v.vehicle_id = any(${changed}::bigint[])` : sql``
  const seen = await idsOf(tx, sql`v.tenant_id = ${fleet.tenantId} ${among}`, ALL)
  if (!seen || fleet.version !== version) return undefined
  const marks = marksOf(fleet, seen)
  if (changed) {
    const ofChanged = marksOf(fleet, changed)
    for (let place = 0; place < fleet.size; place++) if (!ofChanged[place]) marks[place] = known.marks[place] ?? 0
  }
  fleet.parts.set(view, { version, marks })
  return marks
}
