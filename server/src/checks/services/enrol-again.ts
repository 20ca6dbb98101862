// Enrols every vehicle again after a change of services, company by company in batches with their own transactions, so
// that workers continue meanwhile. `pending_enrolment` stores the progress: another command or the next start completes
// a batch whose process was killed.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { lockCompany, lockCompanyAlone } from '../../db/company-lock.ts'
import { touchChecks } from '../../db/fleet-version.ts'
import { isLockFailure } from '../../db/lock-errors.ts'
import { recomputeStatuses } from '../store/vehicle-status.ts'

export const VEHICLES_AT_ONCE = 2_000
const TRIES = 10

/** Runs work in one transaction as the system. */
export type InTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Vehicles of a company with ids above `after` and up to `last`. */
type Range = { tenantId: number; after: number; last: number }

/** Condition for a resource that applies to a vehicle: `v` is the vehicle, `c` its company. */
const APPLIES = sql`r.country = c.country and (r.state_id is null or r.state_id = v.state_id) and not r.retired`
const of = (table: string, { tenantId, after, last }: Range) => {
  const [tenant, vehicle] = [sql.ref(`${table}.tenant_id`), sql.ref(`${table}.vehicle_id`)]
  return sql`${tenant} = ${tenantId} and ${vehicle} > ${after} and ${vehicle} <= ${last}`
}

/**
 * `batch`, the vehicles of the range, and `applying`, the resources in use in each of their states. Joined by state,
 * because each vehicle compared with each resource would take as long as their insertion.
 */
const batchWithApplying = (range: Range, condition: RawBuilder<unknown>) => sql`
  batch as materialized (
    select v.vehicle_id, v.state_id
    from vehicle v
    where ${of('v', range)}),
  applying as materialized (
    select v.state_id, array_agg(r.resource_id) as resources, array_agg(r.resource_type_id) as types,
      array_agg(r.connector_key) as connectors, array_agg(r.portal_key) as portals
    from (select distinct state_id from batch) v
    join company c on c.tenant_id = ${range.tenantId}
    join resource r on ${APPLIES} and ${condition}
    group by v.state_id)`

/**
 * Removes resources that no longer apply, with their due dates, and adds new ones.
 * @returns the vehicles whose statuses may change; a vehicle's first resources do not change its status
 */
const changeResources = async (tx: Tx, range: Range): Promise<number[]> => {
  const { rows } = await sql<{ ids: number[] | null }>`
    with known as materialized (
      select distinct f.vehicle_id
      from vehicle_resource f
      where ${of('f', range)}),
    gone as (
      delete from vehicle_resource f using resource r
      where ${of('f', range)} and r.resource_id = f.resource_id and (r.retired or r.purpose <> 'status')
      returning f.vehicle_id),
    undated as (
      delete from obligation o using resource r
      where ${of('o', range)} and r.resource_id = o.resource_id and (r.retired or r.purpose <> 'status')),
    ${batchWithApplying(range, sql`r.purpose = 'status'`)},
    joined as (
      insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id)
      select ${range.tenantId}::bigint, b.vehicle_id, r.resource_id, r.resource_type_id
      from batch b
      join applying a on a.state_id = b.state_id
      cross join lateral unnest(a.resources, a.types) as r(resource_id, resource_type_id)
      order by b.vehicle_id, r.resource_id
      on conflict do nothing returning vehicle_id)
    select jsonb_agg(vehicle_id order by vehicle_id) as ids
    from (
      select vehicle_id
      from gone
      union
      select vehicle_id
      from joined
      join known using (vehicle_id)) x`.execute(tx)
  return rows[0]?.ids ?? []
}

const changeChecks = async (tx: Tx, range: Range): Promise<void> => {
  await sql`
    delete from due_check d using vehicle v, company c
    where ${of('d', range)} and v.tenant_id = d.tenant_id and v.vehicle_id = d.vehicle_id and c.tenant_id = d.tenant_id
      and not exists (
        select from resource r
        where r.connector_key = d.connector_key and r.portal_key = d.portal_key and ${APPLIES})`.execute(tx)
  await sql`
    with ${batchWithApplying(range, sql`r.connector_key is not null`)}
    insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at, suspended)
    select distinct c.tenant_id, b.vehicle_id, r.connector_key, r.portal_key, now(), c.suspended_at is not null
    from batch b
    join company c on c.tenant_id = ${range.tenantId}
    join applying a on a.state_id = b.state_id
    cross join lateral unnest(a.connectors, a.portals) as r(connector_key, portal_key)
    order by b.vehicle_id, r.connector_key
    on conflict do nothing`.execute(tx)
}

/**
 * Locks the company first, as enrolment and suspension do. The first batch takes an exclusive lock: every transaction
 * that enrols vehicles by the old services has then ended, and its vehicles are visible.
 */
const lockProgress = async (tx: Tx, tenantId: number, begins: boolean): Promise<number | undefined> => {
  await (begins ? lockCompanyAlone : lockCompany)(tx, tenantId)
  const { rows } = await sql<{ after: number }>`
    select cursor as after
    from pending_enrolment
    where tenant_id = ${tenantId}
    for update`.execute(tx)
  return rows[0]?.after
}

/** Locks the next vehicles in order, before their other rows, as the store does. */
const lockVehicles = async (
  tx: Tx,
  tenantId: number,
  after: number,
  most: number,
): Promise<{ last: number | null; count: number }> => {
  const { rows } = await sql<{ last: number | null; count: number }>`
    with batch as materialized (
      select vehicle_id
      from vehicle
      where tenant_id = ${tenantId} and vehicle_id > ${after}
      order by vehicle_id
      limit ${most}
      for no key update)
    select max(vehicle_id) as last, count(*)::int as count
    from batch`.execute(tx)
  return rows[0] ?? { last: null, count: 0 }
}

const saveProgress = (tx: Tx, { tenantId, last }: Range, isLast: boolean) =>
  isLast
    ? sql`delete from pending_enrolment where tenant_id = ${tenantId}`.execute(tx)
    : sql`update pending_enrolment set cursor = ${last} where tenant_id = ${tenantId}`.execute(tx)

/** Whether another transaction waits for a lock of this one. */
const isAwaited = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ awaited: boolean }>`
    select exists (
      select
      from pg_locks
      where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as awaited`.execute(tx)
  return rows[0]?.awaited ?? false
}

type Batch = { count: number; awaited: boolean }

/**
 * Enrols one batch.
 * @returns the number of vehicles; undefined: no work is left
 */
const enrolBatch = async (tx: Tx, most: number): Promise<Batch | undefined> => {
  await sql`set local statement_timeout = '5min'`.execute(tx)
  await sql`set local lock_timeout = '5min'`.execute(tx)
  const next = await tx.selectFrom('pending_enrolment').selectAll().orderBy('tenant_id').limit(1).executeTakeFirst()
  if (!next) return undefined
  const { tenant_id: tenantId, cursor: known } = next
  const after = await lockProgress(tx, tenantId, known === 0)
  // Another process finished or restarted the company: read the progress again.
  if (after === undefined || (after === 0 && known > 0)) return { count: 0, awaited: false }
  const { last, count } = await lockVehicles(tx, tenantId, after, most)
  const range = { tenantId, after, last: last ?? after }
  const touched = count > 0 ? await changeResources(tx, range) : []
  if (count > 0) await changeChecks(tx, range)
  const changed = await recomputeStatuses(tx, tenantId, touched)
  await saveProgress(tx, range, count < most)
  const awaited = await isAwaited(tx)
  if (changed) await touchChecks(tx, tenantId)
  return { count, awaited }
}

/** Retries a batch that a deadlock ended, or that an import kept from starting. */
const persistent = async (inTransaction: InTransaction, most: number, tries = TRIES): Promise<Batch | undefined> => {
  try {
    return await inTransaction((tx) => enrolBatch(tx, most))
  } catch (error) {
    if (!isLockFailure(error) || tries <= 1) throw error
    return persistent(inTransaction, most, tries - 1)
  }
}

export type EnrolAgainOptions = {
  /** Called after each batch with the vehicles so far. */
  onProgress?: ((vehicles: number) => void) | undefined
  /** Called with the duration of a batch that blocked other transactions, so that these run before the next one. */
  rest?: ((ms: number) => Promise<void>) | undefined
  vehiclesAtOnce?: number
}

/**
 * Completes the work in `pending_enrolment`; several processes may run it and take turns.
 * @returns the number of vehicles
 */
export const enrolAgain = async (
  inTransaction: InTransaction,
  { onProgress, rest, vehiclesAtOnce = VEHICLES_AT_ONCE }: EnrolAgainOptions = {},
): Promise<number> => {
  let vehicles = 0
  for (;;) {
    const startedAt = performance.now()
    const batch = await persistent(inTransaction, vehiclesAtOnce)
    if (batch === undefined) return vehicles
    vehicles += batch.count
    onProgress?.(vehicles)
    if (batch.awaited) await rest?.(performance.now() - startedAt)
  }
}
