// Assigns checks that no machine makes to the work list of manual capture, for one vehicle or thousands: always the
// same four statements per resource type. A check with a fresh answer is left alone.
import { MAY_OWE, POSSIBLE_DEBTS, resourceType, STATUSES } from '@padron/contract/resources'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { lockVehicles } from '../../db/lock-vehicles.ts'
import { STATUS_SQL } from '../../db/status-columns.ts'

const MANUAL = 13
const TENENCIA = 0

const idsOf = (...tones: readonly string[]) =>
  sql.raw(
    Object.entries(STATUSES)
      .flatMap(([id, { tone }]) => (tones.includes(tone) ? [id] : []))
      .join(', '),
  )
const CLEAR = idsOf('clear')

/** Sorts the worst status first, as `worstStatus` does. */
const rank = sql`case when f.status_id in (${idsOf('debt')}) then 0 when f.status_id in (${idsOf('warning')}) then 1
  when f.status_id in (${idsOf('unprocessed')}) then 2 else 3 end`

const worst = (typeId: number) =>
  sql`(array_agg(f.status_id order by ${rank}, f.resource_id) filter (where f.resource_type_id = ${typeId}::int))[1]`

/** The vehicle's column that a type fills, and its value over the rows `f` of one vehicle. */
const columnOf = (typeId: number): { column: string; types: number[]; value: RawBuilder<unknown> } | undefined => {
  const own = resourceType(typeId)?.column
  if (own && typeId !== TENENCIA)
    return { column: STATUS_SQL[own as keyof typeof STATUS_SQL], types: [typeId], value: worst(typeId) }
  if (typeId !== TENENCIA && typeId !== POSSIBLE_DEBTS) return undefined
  const tenencia = sql`coalesce(${worst(TENENCIA)}, -1)`
  const value = sql`
    case
      when ${worst(POSSIBLE_DEBTS)} = ${MAY_OWE}::int
      and ${tenencia} in (-1, ${CLEAR}) then ${MAY_OWE}::int
      else ${tenencia} end`
  return { column: STATUS_SQL.tenenciaStatus, types: [TENENCIA, POSSIBLE_DEBTS], value }
}

export type ManualAssignment = {
  tenantId: number
  resourceIds: readonly number[]
  /** Vehicles with ids above `after` and up to `last`. */
  vehicles: { after: number; last: number }
  /** Answers that are fresh at this moment are left alone. */
  at: Date
}

/**
 * The caller calls `touchChecks`, last in its transaction. An old debt or theft stays visible until a good answer
 * replaces it; only an old clear status becomes "needs a person".
 * @returns how many checks were assigned; those already on the list do not count
 */
export const assignToPeople = async (
  tx: Tx,
  { tenantId, resourceIds, vehicles: { after, last }, at }: ManualAssignment,
): Promise<number> => {
  const ids = sql`any(${[...resourceIds]}::int[])`
  const pendingVehicles = sql`f.tenant_id = ${tenantId} and f.resource_id = ${ids} and f.manual_since is null
    and (f.good_at is null or f.fresh_until <= ${at.toISOString()}::timestamptz)
    and f.vehicle_id > ${after} and f.vehicle_id <= ${last}`
  const idsOfRows = (rows: readonly { vehicleId: number }[]) => [...new Set(rows.map(({ vehicleId }) => vehicleId))]
  const pending = await sql<{ vehicleId: number }>`
    select f.vehicle_id as "vehicleId"
    from vehicle_resource f
    where ${pendingVehicles}`.execute(tx)
  const vehicleIds = idsOfRows(pending.rows)
  await lockVehicles(tx, tenantId, vehicleIds)
  const { rows } = await sql<{ vehicleId: number }>`
    update vehicle_resource f
    set manual_since = now(),
      status_id = case when f.good_at is null or f.status_id in (${CLEAR}) then ${MANUAL}::int else f.status_id end
    where ${pendingVehicles} and f.vehicle_id = any(${vehicleIds}::bigint[])
    returning f.vehicle_id as "vehicleId"`.execute(tx)
  if (rows.length > 0) await writeColumns(tx, tenantId, resourceIds, idsOfRows(rows))
  return rows.length
}

/**
 * The statuses are materialized: the planner knows nothing of a fleet that was just uploaded, expects one row, and
 * would else compute all of them again for each vehicle.
 */
const writeColumns = async (
  tx: Tx,
  tenantId: number,
  resourceIds: readonly number[],
  vehicleIds: readonly number[],
): Promise<void> => {
  const { rows } = await sql<{ typeId: number }>`
    select distinct resource_type_id as "typeId"
    from resource
    where resource_id = any(${[...resourceIds]}::int[])`.execute(tx)
  const columns = new Map(rows.flatMap(({ typeId }) => columnOf(typeId) ?? []).map((each) => [each.column, each]))
  for (const { column, types, value } of columns.values()) {
    await sql`
      with w as materialized (
        select f.vehicle_id, ${value} as status
        from vehicle_resource f
        where f.tenant_id = ${tenantId}
          and f.vehicle_id = any(${[...vehicleIds]}::bigint[])
          and f.resource_type_id = any(${types}::int[])
        group by f.vehicle_id)
      update vehicle v
      set ${sql.ref(column)} = w.status, updated_at = now()
      from w
      where v.tenant_id = ${tenantId}
        and v.vehicle_id = any(${[...vehicleIds]}::bigint[])
        and v.vehicle_id = w.vehicle_id
        and v.${sql.ref(column)} <> w.status`.execute(tx)
  }
}
