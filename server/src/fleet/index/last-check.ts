// Updates the column of the last check. A check that finds nothing new changes only this date and no version of the
// fleet, so vehicles checked since the column was read are read again before it is used.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { type CachedFleet, findPlace } from './cached-fleet.ts'
import { changeColumn } from './column.ts'
import { readVehicles } from './columns.queries.ts'
import { valueAt } from './dictionary.ts'

/** Longer than the time from a run's start, when its id is created, to its commit, including clock differences. */
const MARGIN_MS = 300_000

/** The lowest id of a run at this moment (UUID version 7). */
const runsFrom = (ms: number): string => {
  const digits = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`
}

/** Cost: the company's runs of the last minutes, and their vehicles by key. */
export const applyChecks = async (tx: Tx, fleet: CachedFleet, now: number): Promise<void> => {
  const column = fleet.columns.get('processedDate')
  if (!column) return
  // The clock was set back since the read: current runs have lower ids, so the column is read again.
  if (now < column.readAt - MARGIN_MS) {
    fleet.columns.delete('processedDate')
    return
  }
  const { rows: runs } = await sql<{ id: number }>`
    select distinct vehicle_id as id
    from check_run
    where tenant_id = ${fleet.tenantId} and run_id > ${runsFrom(column.readAt - MARGIN_MS)}::uuid`.execute(tx)
  const ids = runs.map(({ id }) => id)
  const rows = ids.length > 0 ? await readVehicles(tx, fleet.tenantId, ['processedDate'], ids) : []
  const changes = new Map<number, string | null>()
  for (const { id, values } of rows) {
    const place = findPlace(fleet, id)
    if (fleet.ids[place] !== id) continue
    const code = column.codes[place] ?? column.dictionary.size
    const known = code < column.dictionary.size ? valueAt(column.dictionary, code) : null
    if (known !== (values[0] ?? null)) changes.set(place, values[0] ?? null)
  }
  if (changes.size > 0) changeColumn(column, changes, column.version, fleet.size)
  column.readAt = Math.max(column.readAt, now)
}
