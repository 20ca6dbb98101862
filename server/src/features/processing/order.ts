// 'Procesar': orders one resource for the whole fleet. The first vehicles are ordered with the order itself, the rest
// of a large fleet by continue-orders.ts. Fresh answers are not queried again.
import { sql } from 'kysely'
import { freshUntil } from '../../checks/engine/check-rules.ts'
import { type Actor, bulkAsTenant, type Db, type Tx } from '../../db/client.ts'
import { lockCompany } from '../../db/company-lock.ts'
import { touchChecks } from '../../db/fleet-version.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { CHECK_ORDERS } from '../../jobs/job.ts'
import { endOrder, type OrderEnd } from './end-order.ts'
import { countWanted, orderBatch } from './order-batch.ts'
import { countVehicles, findOrderable, type Orderable } from './processing.queries.ts'
import { allFreshWords, availableIn, endWords, manualWords, notAvailable } from './processing.rules.ts'

export type Order = { resourceId: number; emails: readonly string[] }
type OrderContext = { session: Session; now: Date; actor: Actor; mails: boolean }
type OrderPlaced = { queueItemId: string; message: string; updateDateTime: string }
/** What an order stores for its batches and the texts of its end; `vehicles`: all of the resource. */
export type OrderPayload = { resourceId: number; resourceName: string; fromStore: number; vehicles: number }

/** Serializes the orders of a company, so that the second of two finds the first. */
const lockOrders = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('resource_order ' || current_tenant(), 0))`.execute(tx)

const refuseUnfit = (found: Orderable | undefined, { session, now }: OrderContext): Orderable => {
  if (!found) throw notFound()
  if (found.country !== session.country) throw refuse(422, 'Seleccione un recurso de su país.', 'resourceId')
  if (found.retired || found.past) throw refuse(422, 'El recurso ya no se consulta.', 'resourceId')
  if (found.queued) throw notAvailable('La misma fuente ya está en la cola de tareas.')
  if (found.availableAt !== null && Date.parse(found.availableAt) > now.getTime())
    throw notAvailable(availableIn(found.availableAt, now))
  return found
}

const remember = (tx: Tx, resourceId: number, itemId: string, now: Date, availableAt: string) =>
  sql`insert into resource_order (resource_id, queue_item_id, ordered_at, available_at)
    values (${resourceId}, ${itemId}, ${now.toISOString()}, ${availableAt})
    on conflict (tenant_id, resource_id) do update
    set queue_item_id = excluded.queue_item_id, ordered_at = excluded.ordered_at,
      available_at = excluded.available_at`.execute(tx)

export const orderResource = (db: Db, context: OrderContext, { resourceId, emails }: Order): Promise<OrderPlaced> => {
  const { session, now, actor, mails } = context
  const { tenantId } = session
  const place = async (tx: Tx): Promise<OrderPlaced> => {
    await lockOrders(tx)
    await lockCompany(tx, tenantId)
    const resource = refuseUnfit(await findOrderable(tx, tenantId, resourceId), context)
    const { all, fresh } = await countVehicles(tx, tenantId, resourceId, now)
    if (all === 0) throw refuse(422, 'Ningún vehículo de la flota se consulta en este recurso.', 'resourceId')
    const payload: OrderPayload = { resourceId, resourceName: resource.name, fromStore: fresh, vehicles: all }
    const description = `Procesamiento de ${resource.name}`
    const itemId = await enqueue(tx, { queueId: CHECK_ORDERS, description, payload, recipients: emails })
    const end = await begin(tx, context, resource, itemId, { all, fresh })
    // An order without answers leaves the resource available.
    const hasAnswers = !end && resource.service === 'automatic'
    const updateDateTime = (hasAnswers ? freshUntil(resource.typeId, now) : now).toISOString()
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
  { session: { tenantId }, now }: OrderContext,
  resource: Orderable,
  itemId: string,
  { all, fresh }: { all: number; fresh: number },
): Promise<OrderEnd | undefined> => {
  const { vehicles, cursor } = await orderBatch(tx, { tenantId, resource, itemId, after: 0, at: now })
  if (resource.service !== 'automatic' && cursor === null)
    return { success: manualWords(resource.name, { sent: vehicles, already: all - fresh - vehicles, fresh }) }
  const total = vehicles + (cursor === null ? 0 : await countWanted(tx, { tenantId, resource, at: now }, cursor))
  if (total === 0 && fresh === all) return { success: allFreshWords(resource.name, fresh) }
  if (total === 0)
    return endWords(resource.name, { total: all - fresh, fromStore: fresh, outcomes: [], waiting: 0, changes: [] })
  if (cursor !== null)
    await sql`
      insert into pending_order (tenant_id, queue_item_id, cursor, vehicles)
      values (${tenantId}, ${itemId}, ${cursor}, ${vehicles})`.execute(tx)
  await sql`
    update queue_item
    set total = ${total}, doing = 'En espera de su turno'
    where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)
  return undefined
}
