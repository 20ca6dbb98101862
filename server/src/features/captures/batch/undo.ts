// Undoes a batch: restores each check's previous answer, debts and dates, and removes the batch's runs with their
// proofs. A check stays as it is if it has a newer answer, if a user marked or unmarked a debt, or if an edit of the
// vehicle removed the batch's answer.
import { localText } from '@padron/contract/texts/local-text'
import { type RawBuilder, sql } from 'kysely'
import { applyCaptureIntervals, readCaptureIntervals } from '../../../checks/store/capture-validity.ts'
import { recomputeStatuses } from '../../../checks/store/vehicle-status.ts'
import type { Tx } from '../../../db/client.ts'
import { touchChecks } from '../../../db/fleet-version.ts'
import { lockVehicles } from '../../../db/lock-vehicles.ts'

export type LeftCheck = { rows: number[]; reason: string }
type Change = { vehicleId: number; rows: number[]; reason: string | null }

const NOT_APPLICABLE = 'No se deshizo: el vehículo ya no se consulta ahí.'
const EDITED = 'No se deshizo: el vehículo cambió y esa respuesta ya no es suya.'
const NEWER = 'No se deshizo: hay una respuesta más nueva.'
const UNMARKED = 'No se deshizo: alguien quitó la marca de pagado de un adeudo.'
const MARKED = 'No se deshizo: alguien marcó un adeudo.'

/**
 * Has the amounts of restored debts in units computed again, whose values may have changed. Call it before the vehicles
 * are locked, because the computation locks its own row first.
 */
const orderUnitAmounts = (tx: Tx, tenantId: number, batchId: string) =>
  sql`
    insert into pending_unit_amounts (tenant_id)
    select ${tenantId}::bigint
    where exists (
      select
      from capture_batch_change c, jsonb_populate_recordset(null::debt, c.before->'debts') o
      where c.tenant_id = ${tenantId} and c.batch_id = ${batchId} and o.unit is not null)
    on conflict (tenant_id) do update set cursor = 0`.execute(tx)

/** Locks the vehicles. @returns each change, and whether it can be undone */
const readChanges = async (tx: Tx, tenantId: number, batchId: string): Promise<Change[]> => {
  const vehicleIds = sql`
    select vehicle_id from capture_batch_change where tenant_id = ${tenantId} and batch_id = ${batchId}`
  await lockVehicles(tx, tenantId, vehicleIds)
  const { rows } = await sql<Change>`
    with changed as (
      select c.vehicle_id, c.resource_id, c.rows, case
        when f.vehicle_id is null then ${NOT_APPLICABLE}
        when f.good_run_id is null then ${EDITED}
        when f.good_run_id is distinct from c.run_id then ${NEWER}
        when exists (
          select from debt d
          where d.tenant_id = c.tenant_id and d.vehicle_id = c.vehicle_id and d.resource_id = c.resource_id
            and d.marked_paid_at > b.applied_at
            and not exists (
              select from jsonb_populate_recordset(null::debt, c.before->'debts') o
              where o.debt_key = d.debt_key and o.marked_paid_at = d.marked_paid_at)) then ${localText(MARKED)}
        when exists (
          select from jsonb_populate_recordset(null::debt, c.before->'debts') o
          join debt d on d.tenant_id = c.tenant_id and d.vehicle_id = c.vehicle_id and d.resource_id = c.resource_id
            and d.debt_key = o.debt_key and d.ended_at is null
          where o.marked_paid_at is not null and d.marked_paid_at is null) then ${localText(UNMARKED)}::text
        end as reason
      from capture_batch_change c
      join capture_batch b on b.tenant_id = c.tenant_id and b.batch_id = c.batch_id
      left join vehicle_resource f on f.tenant_id = c.tenant_id and f.vehicle_id = c.vehicle_id
        and f.resource_id = c.resource_id
      where c.tenant_id = ${tenantId} and c.batch_id = ${batchId}),
    gone as (
      delete from capture_batch_change c
      using changed x
      where c.tenant_id = ${tenantId} and c.batch_id = ${batchId} and c.vehicle_id = x.vehicle_id
        and c.resource_id = x.resource_id and x.reason is not null)
    select vehicle_id as "vehicleId", rows, reason from changed`.execute(tx)
  return rows
}

const restoreChecks = (tx: Tx, own: RawBuilder<unknown>) =>
  sql`
    update vehicle_resource f
    set status_id = b.status_id, good_at = b.good_at, good_run_id = b.good_run_id, fresh_until = b.fresh_until,
      manual_since = b.manual_since, captured_at = b.captured_at, debt_total = b.debt_total,
      debt_without_amount = b.debt_without_amount,
      last_at = case when f.last_run_id = c.run_id then b.last_at else f.last_at end,
      last_outcome = case when f.last_run_id = c.run_id then b.last_outcome else f.last_outcome end,
      last_run_id = case when f.last_run_id = c.run_id then b.last_run_id else f.last_run_id end
    from capture_batch_change c, jsonb_populate_record(null::vehicle_resource, c.before->'check') b
    where ${own} and f.tenant_id = c.tenant_id and f.vehicle_id = c.vehicle_id
      and f.resource_id = c.resource_id`.execute(tx)

/** @param table whose rows are replaced @param key of the saved rows */
const restoreRows = async (tx: Tx, own: RawBuilder<unknown>, table: 'debt' | 'obligation', key: 'debts' | 'dates') => {
  const name = sql.table(table)
  await sql`
    delete from ${name} d
    using capture_batch_change c
    where ${own} and d.tenant_id = c.tenant_id and d.vehicle_id = c.vehicle_id
      and d.resource_id = c.resource_id`.execute(tx)
  await sql`
    insert into ${name}
    select b.*
    from capture_batch_change c, jsonb_populate_recordset(null::${name}, c.before->${key}) b
    where ${own}`.execute(tx)
}

/** Records the deletions for programs that synchronise a copy. */
const noteDeletions = (tx: Tx, own: RawBuilder<unknown>) =>
  sql`
    insert into deletion_notice (tenant_id, kind, resource_key, vehicle_id)
    select c.tenant_id, 'capture', c.run_id, c.vehicle_id
    from capture_batch_change c
    where ${own}`.execute(tx)

const deleteRuns = async (tx: Tx, own: RawBuilder<unknown>) => {
  for (const table of ['check_event', 'check_result', 'evidence_file', 'check_run'])
    await sql`
      delete from ${sql.table(table)} x
      using capture_batch_change c
      where ${own} and x.tenant_id = c.tenant_id and x.run_id = c.run_id`.execute(tx)
}

/** Restores the vehicle's time of the newest answer, if that answer was in the batch. */
const restoreTimes = (tx: Tx, own: RawBuilder<unknown>) =>
  sql`
    with b as materialized (
      select c.tenant_id, c.vehicle_id, min((c.before->>'processedAt')::timestamptz) as at, max(r.ended) as ended
      from capture_batch_change c
      cross join lateral (
        select r.started_at + make_interval(secs => r.duration_ms / 1000.0) as ended
        from check_run r
        where r.tenant_id = c.tenant_id and r.run_id = c.run_id) r
      where ${own}
      group by 1, 2)
    update vehicle v
    set processed_at = b.at
    from b
    where v.tenant_id = b.tenant_id and v.vehicle_id = b.vehicle_id and v.processed_at = b.ended`.execute(tx)

const record = (tx: Tx, tenantId: number, own: RawBuilder<unknown>) =>
  sql`
    select record_activity(${tenantId}, 'check', v.vehicle_id, v.plate, 'update',
      jsonb_build_object('captured', jsonb_build_array(x.names, null)))
    from (
      select c.vehicle_id, jsonb_agg(r.resource_name order by r.resource_id) as names
      from capture_batch_change c
      join resource r on r.resource_id = c.resource_id
      where ${own}
      group by 1) x
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = x.vehicle_id`.execute(tx)

/** @param tx of the company, with the actor; the batch is locked */
export const undoBatch = async (
  tx: Tx,
  tenantId: number,
  batchId: string,
): Promise<{ undone: number; left: LeftCheck[] }> => {
  await orderUnitAmounts(tx, tenantId, batchId)
  const changes = await readChanges(tx, tenantId, batchId)
  const own = sql`c.tenant_id = ${tenantId} and c.batch_id = ${batchId}`
  await restoreTimes(tx, own)
  await restoreChecks(tx, own)
  await restoreRows(tx, own, 'debt', 'debts')
  await restoreRows(tx, own, 'obligation', 'dates')
  await noteDeletions(tx, own)
  await deleteRuns(tx, own)
  await record(tx, tenantId, own)
  const undone = changes.filter(({ reason }) => reason === null)
  const vehicleIds = [...new Set(undone.map(({ vehicleId }) => vehicleId))]
  // The intervals may have changed since the batch replaced the captures.
  await applyCaptureIntervals(tx, tenantId, await readCaptureIntervals(tx, tenantId), vehicleIds)
  await sql`delete from capture_batch_change c where ${own}`.execute(tx)
  await recomputeStatuses(tx, tenantId, vehicleIds)
  await touchChecks(tx, tenantId)
  return {
    undone: undone.length,
    left: changes.flatMap(({ rows, reason }) => (reason === null ? [] : [{ rows, reason }])),
  }
}
