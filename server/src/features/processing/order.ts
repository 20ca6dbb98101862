// 'Procesar': orders one resource for the whole fleet, in one transaction. Automatic checks get priority before their
// source, the others go to manual capture. Fresh answers are not queried again.

import { sql } from 'kysely'
import { freshUntil } from '../../checks/engine/check-rules.ts'
import { lockCompany } from '../../checks/services/enrol.ts'
import { type Actor, bulkAsTenant, type Db, type Tx } from '../../db/client.ts'
import { touchChecks } from '../../db/fleet-version.ts'
import { notFound, refuse } from '../../http/problem.ts'
import type { Session } from '../../http/sessions.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { assignToPeople } from './assign-to-people.ts'
import { endOrder, type OrderEnd } from './end-order.ts'
import { countVehicles, findOrderable, type Orderable } from './processing.queries.ts'
import { allFreshWords, availableIn, endWords, manualWords, notAvailable } from './processing.rules.ts'

export type Order = { resourceId: number; emails: readonly string[] }
type Doing = { session: Session; now: Date; actor: Actor; mails: boolean }
type OrderPlaced = { queueItemId: string; message: string; updateDateTime: string }
/** What an order stores for the texts of its end. */
export type OrderPayload = { resourceId: number; resourceName: string; fromStore: number }

/** Serializes the orders of a company, so that the second of two finds the first. */
const inTurn = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('resource_order ' || current_tenant(), 0))`.execute(tx)

const refuseUnfit = (found: Orderable | undefined, { session, now }: Doing): Orderable => {
  if (!found) throw notFound()
  if (found.country !== session.country) throw refuse(422, 'Seleccione un recurso de su país.', 'resourceId')
  if (found.retired || found.past) throw refuse(422, 'El recurso ya no se consulta.', 'resourceId')
  if (found.queued) throw notAvailable('La misma fuente ya está en la cola de tareas.')
  if (found.availableAt !== null && Date.parse(found.availableAt) > now.getTime())
    throw notAvailable(availableIn(found.availableAt, now))
  return found
}

/**
 * Locks vehicles first and in order, as every writer of checks does; then one statement for the whole fleet. The former
 * due date is stored, so that a cancelled order restores it.
 */
const prioritiseFleet = async (
  tx: Tx,
  tenantId: number,
  resource: Orderable,
  itemId: string,
  at: Date,
): Promise<number> => {
  const pendingVehicles = sql`f.tenant_id = ${tenantId} and f.resource_id = ${resource.resourceId}
      and (f.good_at is null or f.fresh_until <= ${at.toISOString()}::timestamptz)
      and not exists (select from pending_callback w where w.tenant_id = f.tenant_id and w.vehicle_id = f.vehicle_id
        and w.connector_key = ${resource.connectorKey} and w.ended_at is null)`
  await sql`
    select count(*) from (select from vehicle v where v.tenant_id = ${tenantId} and v.vehicle_id in
      (select f.vehicle_id from vehicle_resource f where ${pendingVehicles})
      order by v.vehicle_id
      for no key update) locked`.execute(tx)
  const { numAffectedRows } = await sql`
    update due_check d set priority = 1, due_before = d.due_at, due_at = least(d.due_at, now()), asked_by = ${itemId}
    from vehicle_resource f
    where ${pendingVehicles}
      and d.tenant_id = ${tenantId}
        and d.vehicle_id = f.vehicle_id
        and d.connector_key = ${resource.connectorKey}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

const remember = (tx: Tx, resourceId: number, itemId: string, now: Date, availableAt: string) =>
  sql`insert into resource_order (resource_id, queue_item_id, ordered_at, available_at)
    values (${resourceId}, ${itemId}, ${now.toISOString()}, ${availableAt})
    on conflict (tenant_id, resource_id) do update
    set queue_item_id = excluded.queue_item_id, ordered_at = excluded.ordered_at,
      available_at = excluded.available_at`.execute(tx)

export const orderResource = (db: Db, doing: Doing, { resourceId, emails }: Order): Promise<OrderPlaced> => {
  const { session, now, actor, mails } = doing
  const { tenantId } = session
  const place = async (tx: Tx): Promise<OrderPlaced> => {
    await inTurn(tx)
    await lockCompany(tx, tenantId)
    const resource = refuseUnfit(await findOrderable(tx, tenantId, resourceId), doing)
    const { all, fresh } = await countVehicles(tx, tenantId, resourceId, now)
    if (all === 0) throw refuse(422, 'Ningún vehículo de la flotilla se consulta en este recurso.', 'resourceId')
    const payload: OrderPayload = { resourceId, resourceName: resource.name, fromStore: fresh }
    const description = `Procesamiento de ${resource.name}`
    const itemId = await enqueue(tx, { queueId: 1, description, payload, recipients: emails })
    const end = await begin(tx, doing, resource, itemId, { all, fresh })
    // An order that ends at once had no answer: the resource may be ordered again.
    const updateDateTime = (end ? now : freshUntil(resource.typeId, now)).toISOString()
    await remember(tx, resourceId, itemId, now, updateDateTime)
    if (end) await endOrder(tx, { mails, now }, { tenantId, itemId }, end)
    if (resource.service !== 'automatic') await touchChecks(tx, tenantId)
    return { queueItemId: itemId, message: `Se ha añadido ${resource.name} a la cola de tareas`, updateDateTime }
  }
  return bulkAsTenant(db, tenantId, place, actor)
}

/** @returns the end of an order that ends as soon as it is placed */
const begin = async (
  tx: Tx,
  { session: { tenantId }, now }: Doing,
  resource: Orderable,
  itemId: string,
  { all, fresh }: { all: number; fresh: number },
): Promise<OrderEnd | undefined> => {
  if (resource.service !== 'automatic') {
    const sent = await assignToPeople(tx, { tenantId, resourceIds: [resource.resourceId], at: now })
    return { success: manualWords(resource.name, { sent, already: all - fresh - sent, fresh }) }
  }
  const total = await prioritiseFleet(tx, tenantId, resource, itemId, now)
  if (total === 0 && fresh === all) return { success: allFreshWords(resource.name, fresh) }
  if (total === 0)
    return endWords(resource.name, { total: all - fresh, fromStore: fresh, outcomes: [], waiting: 0, changes: [] })
  await sql`
    update queue_item
    set total = ${total}, doing = 'En espera de su turno'
    where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)
  return undefined
}
