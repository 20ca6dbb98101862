// One batch of an order: the next vehicles of the resource without a fresh answer. Automatic checks get priority before
// their source, the others go to manual capture.
import { sql } from 'kysely'
import { isAwaited } from '../../checks/services/is-awaited.ts'
import type { Tx } from '../../db/client.ts'
import { lockVehicles } from '../../db/lock-vehicles.ts'
import { isAmong } from '../../fleet/debts.ts'
import { assignToPeople } from './assign-to-people.ts'
import type { Orderable } from './processing.queries.ts'

/** An edit of the company waits for a batch at most. */
export const VEHICLES_AT_ONCE = 2_000

type Batch = { tenantId: number; resource: Orderable; itemId: string; after: number; at: Date }
type BatchResult = {
  /** Checks that were ordered or assigned. */
  vehicles: number
  /** The next batch begins after this vehicle; null: there is none. */
  cursor: number | null
}

type Pending = Pick<Batch, 'tenantId' | 'resource' | 'at'>

/** A condition on `f`: the vehicles with ids above `after` that the order wants. */
const orderedVehicles = ({ tenantId, resource, at }: Pending, after: number) => {
  const { resourceId, service, connectorKey } = resource
  return sql`
  f.tenant_id = ${tenantId}
    and f.resource_id = ${resourceId}
    and f.vehicle_id > ${after}
    and (f.good_at is null or f.fresh_until <= ${at.toISOString()}::timestamptz)
    ${service === 'automatic' ? sql`and not ${isAwaited(connectorKey)}` : sql`and f.manual_since is null`}`
}

/** How many checks the batches after this vehicle will order. Locks nothing. */
export const countWanted = async (tx: Tx, pending: Pending, after: number): Promise<number> => {
  const { tenantId, resource } = pending
  const checks = sql`
    select d.vehicle_id
    from due_check d
    where d.tenant_id = ${tenantId} and d.connector_key = ${resource.connectorKey}`
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from vehicle_resource f
    where ${orderedVehicles(pending, after)}
      ${resource.service === 'automatic' ? sql`and ${isAmong(sql`f.vehicle_id`, checks)}` : sql``}`.execute(tx)
  return rows[0]?.n ?? 0
}

/**
 * The former due date is stored, so that a cancelled order restores it; an earlier order that is still being given back
 * stored it already.
 */
const prioritise = async (tx: Tx, { itemId, ...pending }: Batch, vehicleIds: readonly number[]): Promise<number> => {
  const stillWanted = sql`
    select f.vehicle_id
    from vehicle_resource f
    where ${orderedVehicles(pending, pending.after)} and f.vehicle_id = any(${[...vehicleIds]}::bigint[])`
  const { numAffectedRows } = await sql`
    update due_check d
    set priority = 1, due_before = case when d.asked_by is null then d.due_at else coalesce(d.due_before, d.due_at) end,
      due_at = least(d.due_at, now()), asked_by = ${itemId}
    where d.tenant_id = ${pending.tenantId}
      and d.vehicle_id = any(${[...vehicleIds]}::bigint[])
      and d.connector_key = ${pending.resource.connectorKey}
      and ${isAmong(sql`d.vehicle_id`, stillWanted)}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Where checks were assigned to people, the caller calls `touchChecks`, last in its transaction. */
export const orderBatch = async (tx: Tx, batch: Batch): Promise<BatchResult> => {
  const { tenantId, resource, after, at } = batch
  const { rows } = await sql<{ vehicleId: number }>`
    select f.vehicle_id as "vehicleId"
    from vehicle_resource f
    where ${orderedVehicles(batch, after)}
    order by f.vehicle_id
    limit ${VEHICLES_AT_ONCE}`.execute(tx)
  const vehicleIds = rows.map(({ vehicleId }) => vehicleId)
  const last = vehicleIds.at(-1)
  if (last === undefined) return { vehicles: 0, cursor: null }
  const cursor = vehicleIds.length < VEHICLES_AT_ONCE ? null : last
  if (resource.service !== 'automatic')
    return {
      vehicles: await assignToPeople(tx, {
        tenantId,
        resourceIds: [resource.resourceId],
        vehicles: { after, last },
        at,
      }),
      cursor,
    }
  await lockVehicles(tx, tenantId, vehicleIds)
  return { vehicles: await prioritise(tx, batch, vehicleIds), cursor }
}
