// Deletion of a whole fleet. Every row of every vehicle is first copied to the archive, in the same transaction, and
// can be restored as long as the archive is stored.
import { sql } from 'kysely'
import { applyCaptureIntervals, readCaptureIntervals } from '../../checks/store/capture-validity.ts'
import type { Tx } from '../../db/client.ts'
import { saveExpiry } from '../document-expiry.ts'
import {
  entangled,
  type FleetTables,
  fleetTables,
  rowsOfVehicles,
  selfColumns,
  targetsExist,
} from './vehicle-tables.ts'

const BATCH = 1_000

/** The number of vehicles created up to that moment; vehicles added since are not deleted. */
export const vehiclesUntil = async (tx: Tx, tenantId: number, until: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from vehicle
    where tenant_id = ${tenantId} and created_at <= ${until}`.execute(tx)
  return rows[0]?.n ?? 0
}

/**
 * Locks a batch of vehicles together with their whole chains of replacement: a chain is deleted in one batch, so that
 * no link between its vehicles is lost.
 */
const nextVehicles = async (tx: Tx, fleet: FleetTables, tenantId: number, until: string): Promise<number[]> => {
  const linked = selfColumns(fleet).flatMap((column) => [
    sql`
      select ${sql.ref(`v.${column}`)} as other
      from vehicle v
      where v.tenant_id = ${tenantId} and v.vehicle_id = c.vehicle_id and ${sql.ref(`v.${column}`)} is not null`,
    sql`
      select w.vehicle_id
      from vehicle w
      where w.tenant_id = ${tenantId} and ${sql.ref(`w.${column}`)} = c.vehicle_id`,
  ])
  const chain =
    linked.length > 0
      ? sql`union select e.other from chain c cross join lateral (${sql.join(linked, sql` union all `)}) e`
      : sql``
  const { rows } = await sql<{ id: number }>`
    with recursive chain(vehicle_id) as (
      (select vehicle_id
      from vehicle
      where tenant_id = ${tenantId} and created_at <= ${until}
      order by vehicle_id
      limit ${BATCH})
      ${chain})
    select v.vehicle_id as id
    from vehicle v
    where v.tenant_id = ${tenantId} and v.created_at <= ${until} and v.vehicle_id in (select vehicle_id from chain)
    order by v.vehicle_id
    for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** @param as values that replace those of the rows in the archive */
const archive = (
  tx: Tx,
  table: string,
  { tenantId, deletionId }: Deleting,
  which: ReturnType<typeof rowsOfVehicles>,
  as: object = {},
) =>
  sql`insert into deleted_row (tenant_id, deletion_id, table_name, row)
    select ${tenantId}, ${deletionId}, ${table}, to_jsonb(t) || ${JSON.stringify(as)}::jsonb
    from ${sql.table(table)} t
    where ${which}`.execute(tx)

/** The deletion is a row of `deletion`, which the caller has inserted. */
type Deleting = { tenantId: number; deletionId: string }

/** Links to other vehicles, which stay: they would be wrong after a restore. */
const ALONE = { replacing: null, historic_group: null }

const deleteLocked = async (tx: Tx, fleet: FleetTables, deleting: Deleting, ids: readonly number[], as?: object) => {
  const { tenantId, deletionId } = deleting
  const own = sql`t.tenant_id = ${tenantId} and t.vehicle_id = any(${ids}::bigint[])`
  await archive(tx, 'vehicle', deleting, own, as)
  for (const table of fleet.tables) await archive(tx, table, deleting, rowsOfVehicles(fleet, table, tenantId, ids))
  for (const table of entangled(fleet))
    await sql`delete from ${sql.table(table)} t where ${rowsOfVehicles(fleet, table, tenantId, ids)}`.execute(tx)
  // Otherwise the cascade would delete the checks of each vehicle separately, and their triggers would count each.
  await sql`delete from vehicle_resource t where ${own}`.execute(tx)
  await sql`delete from vehicle t where ${own}`.execute(tx)
  await sql`
    update deletion
    set vehicles = vehicles + ${ids.length}
    where tenant_id = ${tenantId} and deletion_id = ${deletionId}`.execute(tx)
}

/**
 * Archives and deletes one batch; the caller raises the fleet's version at the end.
 * @returns the number of vehicles; 0 when none is left
 */
export const deleteBatch = async (tx: Tx, tenantId: number, deletionId: string, until: string): Promise<number> => {
  const fleet = await fleetTables(tx)
  const ids = await nextVehicles(tx, fleet, tenantId, until)
  if (ids.length > 0) await deleteLocked(tx, fleet, { tenantId, deletionId }, ids)
  return ids.length
}

/**
 * Archives and deletes these vehicles, which must not have been replaced. The vehicles that they replaced stay, so the
 * archived rows lose that link. The caller has locked them for update, and raises the fleet's version at the end.
 */
export const deleteVehicles = async (tx: Tx, deleting: Deleting, ids: readonly number[]): Promise<void> =>
  deleteLocked(tx, await fleetTables(tx), deleting, ids, ALONE)

/** The columns that archived rows have and the table still has, without generated columns. */
const columnsBack = async (tx: Tx, tenantId: number, deletionId: string, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select a.attname::text as name
    from pg_attribute a
    where a.attrelid = ${`public.${table}`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and exists (select from deleted_row d where d.tenant_id = ${tenantId} and d.deletion_id = ${deletionId}
        and d.table_name = ${table} and d.row ? a.attname::text) order by a.attnum`.execute(tx)
  return rows.map(({ name }) => name)
}

type Back = { tx: Tx; fleet: FleetTables; tenantId: number; deletionId: string }

/**
 * Inserts archived rows of a table again where a condition on `r` holds.
 * @returns the ids of the vehicles, if the table is `vehicle`
 */
const putBack = async ({ tx, tenantId, deletionId }: Back, table: string, where: ReturnType<typeof rowsOfVehicles>) => {
  const columns = await columnsBack(tx, tenantId, deletionId, table)
  if (columns.length === 0) return []
  const { rows } = await sql<{ vehicle_id?: number }>`
    insert into ${sql.table(table)} as t (${sql.join(columns.map((column) => sql.ref(column)))}) overriding system value
    select ${sql.join(columns.map((column) => sql.ref(`r.${column}`)))}
    from deleted_row d
    cross join lateral jsonb_populate_record(null::${sql.table(table)}, d.row) r
    where d.tenant_id = ${tenantId} and d.deletion_id = ${deletionId} and d.table_name = ${table} and ${where}
    on conflict do nothing ${table === 'vehicle' ? sql`returning t.vehicle_id` : sql``}`.execute(tx)
  return rows
}

/** Whether an active vehicle now has the plate or VIN. */
const PLATE_IN_USE = sql`r.asset_status_id = 1 and exists (select from vehicle v where v.tenant_id = r.tenant_id
  and v.asset_status_id = 1 and (v.plate = r.plate or v.vin = r.vin))`
const PRESENT = sql`exists (select from vehicle v where v.tenant_id = r.tenant_id and v.vehicle_id = r.vehicle_id)`

/** For a deletion `d`: the number of vehicles that were not restored. */
export const LEFT = sql<number>`(select count(*)::int from deleted_row r where r.tenant_id = d.tenant_id
  and r.deletion_id = d.deletion_id and r.table_name = 'vehicle')`

/** The document types may have changed since the deletion: expiry dates are computed from their current definition. */
const followTypes = async (tx: Tx, tenantId: number, ids: readonly number[]): Promise<void> => {
  const { rows } = await sql<{
    username: string
    at: string
  }>`select current_actor()->>'name' as username, now() as at`.execute(tx)
  const { username = '', at = '' } = rows[0] ?? {}
  for (let from = 0; from < ids.length; from += BATCH)
    await saveExpiry(tx, tenantId, sql`d.vehicle_id = any(${ids.slice(from, from + BATCH)}::bigint[])`, {
      username,
      now: new Date(at),
    })
}

export type Restored = { ids: number[]; skipped: { plate: string; vin: string }[] }

/**
 * Restores the vehicles of a deletion, except those whose plate or VIN is in use again: they stay in the archive and a
 * later restore can include them. The caller raises the fleet's version at the end.
 * @param tx a transaction of the system
 */
export const restoreDeletion = async (tx: Tx, tenantId: number, deletionId: string): Promise<Restored> => {
  const fleet = await fleetTables(tx)
  const back = { tx, fleet, tenantId, deletionId }
  await sql`set constraints all deferred`.execute(tx)
  const rows = await putBack(back, 'vehicle', sql`not (${PLATE_IN_USE}) and not ${PRESENT}`)
  const ids = rows.flatMap(({ vehicle_id }) => vehicle_id ?? [])
  // Clears links to vehicles that were not restored.
  for (const column of selfColumns(fleet))
    await sql`
      update vehicle v
      set ${sql.ref(column)} = null
      where v.tenant_id = ${tenantId} and v.vehicle_id = any(${ids}::bigint[])
      and ${sql.ref(`v.${column}`)} is not null
        and not exists (select
        from vehicle o
        where o.tenant_id = v.tenant_id and o.vehicle_id = ${sql.ref(`v.${column}`)})`.execute(tx)
  // Deletes the rows that triggers insert for a new vehicle: the archived rows replace them.
  for (const table of fleet.tables)
    await sql`delete from ${sql.table(table)} t where ${rowsOfVehicles(fleet, table, tenantId, ids)}`.execute(tx)
  for (const table of fleet.tables.toReversed())
    await putBack(
      back,
      table,
      sql`${targetsExist(fleet, table)} and ${rowsOfVehicles(fleet, table, tenantId, ids, 'r')}`,
    )
  await followTypes(tx, tenantId, ids)
  await applyCaptureIntervals(tx, tenantId, await readCaptureIntervals(tx, tenantId), ids)
  await sql`
    update due_check d
    set claim_id = null, claimed_until = null, suspended = c.suspended_at is not null
    from company c
    where c.tenant_id = d.tenant_id and d.tenant_id = ${tenantId} and d.vehicle_id = any(${ids}::bigint[])`.execute(tx)
  // Restored vehicles leave the archive; the rest can be restored later.
  await sql`
    delete from deleted_row
    where tenant_id = ${tenantId} and deletion_id = ${deletionId} and table_name = 'vehicle'
    and (row->>'vehicle_id')::bigint = any(${ids}::bigint[])`.execute(tx)
  await sql`
    update deletion d
    set restored_at = now()
    where d.tenant_id = ${tenantId} and d.deletion_id = ${deletionId} and ${LEFT} = 0`.execute(tx)
  const { rows: skipped } = await sql<{ plate: string; vin: string }>`
    select r.plate, r.vin
    from deleted_row d
    cross join lateral jsonb_populate_record(null::vehicle, d.row) r
    where d.tenant_id = ${tenantId} and d.deletion_id = ${deletionId} and d.table_name = 'vehicle' and not ${PRESENT}
    order by 1, 2`.execute(tx)
  return { ids, skipped }
}
