// A vehicle's thirteen status columns and its debt, computed from its resources. Checks write them after each answer;
// an edit of a field that sources are queried by recomputes them.
import type { StatusColumn } from '@padron/contract/resources'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { STATUS_SQL } from '../../db/status-columns.ts'
import { type TypeStatus, toStatusColumns } from '../engine/check-rules.ts'
import { addDebts, type Debt } from './debt.ts'

export type ResourceStatus = TypeStatus & { answered: boolean; debt: Debt }

export type VehicleResources = { vehicleId: number; resources: readonly ResourceStatus[] }

/** The columns of `vehicle` that depend on its resources: the thirteen statuses and the debt, by column name. */
export const statusRow = ({ vehicleId, resources }: VehicleResources) => {
  const { total, withoutAmount } = addDebts(resources)
  const statuses = Object.entries(toStatusColumns(resources)).map(([column, id]) => [
    STATUS_SQL[column as StatusColumn],
    id,
  ])
  return { vehicle_id: vehicleId, ...Object.fromEntries(statuses), total, without_amount: withoutAmount }
}

const NAMES = Object.values(STATUS_SQL)

/**
 * Writes only the statuses that changed, because an update without a change would cost as much. The newest answer's
 * time, which is in no index, is written too.
 * @param processed the time of a good answer by vehicle
 * @returns whether a status or a debt changed
 */
export const writeVehicleStatuses = async (
  tx: Tx,
  tenantId: number,
  vehicles: readonly VehicleResources[],
  processed: ReadonlyMap<number, Date> = new Map(),
): Promise<boolean> => {
  if (vehicles.length === 0) return false
  const rows = vehicles.map((vehicle) => ({
    ...statusRow(vehicle),
    processed: processed.get(vehicle.vehicleId)?.toISOString() ?? null,
  }))
  const of = (table: string) => sql.raw(NAMES.map((name) => `${table}.${name}`).join(', '))
  const differs = sql`
    (v.debt_total, v.debt_without_amount, ${of('v')}) is distinct from (s.total, s.without_amount, ${of('s')})`
  // The ids are given too: without statistics of a new company the planner would scan its whole fleet for each vehicle.
  const own = sql`
    v.tenant_id = ${tenantId} and v.vehicle_id = any(${vehicles.map(({ vehicleId }) => vehicleId)}::bigint[])`
  const { rows: written } = await sql<{ changed: boolean }>`
    with s as materialized (
      select s.*, ${differs} as changed
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as s(vehicle_id bigint, total numeric, without_amount int, processed timestamptz,
        ${sql.raw(NAMES.map((name) => `${name} smallint`).join(', '))})
      join vehicle v on ${own} and v.vehicle_id = s.vehicle_id),
    changing as (
      update vehicle v
      set ${sql.raw(NAMES.map((name) => `${name} = s.${name}`).join(', '))}, debt_total = s.total,
        debt_without_amount = s.without_amount, updated_at = now(), processed_at = greatest(v.processed_at, s.processed)
      from s
      where s.changed and ${own} and v.vehicle_id = s.vehicle_id
      returning 1),
    dating as (
      update vehicle v
      set processed_at = s.processed
      from s
      where not s.changed
        and ${own}
        and v.vehicle_id = s.vehicle_id
        and s.processed > coalesce(v.processed_at, '-infinity')
      returning 1)
    select exists (select from changing) as changed`.execute(tx)
  return written[0]?.changed ?? false
}

const AT_ONCE = 5_000
type Row = {
  vehicleId: number
  typeId: number
  statusId: number
  answered: boolean
  total: number | null
  withoutAmount: number
}

/** The stored statuses of the vehicles' resources; a vehicle without any has an empty list. */
export const readStatuses = async (
  tx: Tx,
  tenantId: number,
  vehicleIds: readonly number[],
): Promise<VehicleResources[]> => {
  const { rows } = await sql<Row>`
    select f.vehicle_id as "vehicleId", f.resource_type_id as "typeId", f.status_id as "statusId",
      f.good_at is not null as answered, f.debt_total::float8 as total, f.debt_without_amount as "withoutAmount"
    from vehicle_resource f
    where f.tenant_id = ${tenantId} and f.vehicle_id = any(${[...vehicleIds]}::bigint[])`.execute(tx)
  const byVehicle = Map.groupBy(rows, ({ vehicleId }) => vehicleId)
  return vehicleIds.map((vehicleId) => ({
    vehicleId,
    resources: (byVehicle.get(vehicleId) ?? []).map(asResourceStatus),
  }))
}

const asResourceStatus = ({ typeId, statusId, answered, total, withoutAmount }: Row): ResourceStatus => ({
  typeId,
  statusId,
  answered,
  debt: { total, withoutAmount },
})

/**
 * Recomputes the vehicles' statuses after resources were added or removed.
 * @returns whether a status or a debt changed: the caller then calls `touchChecks`, last in its transaction
 */
export const recomputeStatuses = async (tx: Tx, tenantId: number, vehicleIds: readonly number[]): Promise<boolean> => {
  let changed = false
  for (let at = 0; at < vehicleIds.length; at += AT_ONCE) {
    const vehicles = await readStatuses(tx, tenantId, vehicleIds.slice(at, at + AT_ONCE))
    changed = (await writeVehicleStatuses(tx, tenantId, vehicles)) || changed
  }
  return changed
}
