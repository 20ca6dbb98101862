// Orders the rest of large orders, and releases the checks that ended orders did not query, one batch per transaction.
// `pending_order` stores their progress, so that any process continues them after a kill.
import { asCountry } from '@padron/contract/places/countries'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { asSystem, asTenant, type Db, type Tx } from '../../db/client.ts'
import { touchChecks } from '../../db/fleet-version.ts'
import { withLocale } from '../../locale.ts'
import { endOrder, type OrderId, releaseBatch } from './end-order.ts'
import type { OrderPayload } from './order.ts'
import { orderBatch } from './order-batch.ts'
import { findOrderable } from './processing.queries.ts'
import { manualWords } from './processing.rules.ts'

const ASSIGNING = 'Pasando vehículos a captura manual'

/** A suspended company's orders wait, as its checks do. */
const pendingOrders = (db: Db): Promise<OrderId[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<OrderId>`
      select o.tenant_id as "tenantId", o.queue_item_id as "itemId"
      from pending_order o
      join company c on c.tenant_id = o.tenant_id and c.suspended_at is null and c.move_state is null
      order by o.queue_item_id`.execute(tx)
    return rows
  })

type Pending = { payload: OrderPayload; ended: boolean; cursor: number; vehicles: number; releasing: boolean }

/** Locks the order, as its cancellation does; skips one that another process works on. */
const lockPending = async (tx: Tx, { tenantId, itemId }: OrderId): Promise<Pending | undefined> => {
  const { rows } = await sql<Pending>`
    select q.payload, q.finished_at is not null as ended, o.cursor, o.vehicles, o.releasing
    from queue_item q
    join pending_order o on o.tenant_id = q.tenant_id and o.queue_item_id = q.queue_item_id
    where q.tenant_id = ${tenantId} and q.queue_item_id = ${itemId}
    for update skip locked`.execute(tx)
  return rows[0]
}

const deletePending = (tx: Tx, { tenantId, itemId }: OrderId) =>
  sql`delete from pending_order where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)

type Ending = { mails: boolean; now: Date }

const orderNext = async (tx: Tx, ending: Ending, order: OrderId, pending: Pending): Promise<void> => {
  const { tenantId, itemId } = order
  const { resourceId, fromStore, vehicles: all } = pending.payload
  const resource = await findOrderable(tx, tenantId, resourceId)
  if (!resource) return void (await deletePending(tx, order))
  const batch = await orderBatch(tx, { tenantId, resource, itemId, after: pending.cursor, at: ending.now })
  const vehicles = pending.vehicles + batch.vehicles
  if (batch.cursor === null) await deletePending(tx, order)
  else
    await sql`
      update pending_order
      set cursor = ${batch.cursor}, vehicles = ${vehicles}
      where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)
  if (resource.service === 'automatic') return
  if (batch.cursor === null) {
    const counts = { sent: vehicles, already: all - fromStore - vehicles, fresh: fromStore }
    const words = withLocale(asCountry(resource.country), () => manualWords(resource.name, counts))
    await endOrder(tx, ending, order, { success: words })
  } else
    await sql`
      update queue_item
      set started_at = coalesce(started_at, now()), done = ${vehicles}, doing = ${ASSIGNING}
      where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)
  await touchChecks(tx, tenantId)
}

/** @returns whether there was a batch */
const continueOne = async (tx: Tx, ending: Ending, order: OrderId): Promise<boolean> => {
  const pending = await lockPending(tx, order)
  if (!pending) return false
  if (pending.releasing) {
    if (!(await releaseBatch(tx, order.tenantId, order.itemId))) await deletePending(tx, order)
  } else if (pending.ended) await deletePending(tx, order)
  else await orderNext(tx, ending, order, pending)
  return true
}

export type ContinueOptions = {
  db: Db
  mails: boolean
  now: () => Date
  log: Pick<FastifyBaseLogger, 'error'>
  /** Called between two batches. */
  onBatch?: (order: OrderId) => Promise<unknown>
}

/** Works until nothing is pending; orders take turns, so that none waits for a larger one. */
export const continueOrders = async (
  { db, mails, now, log, onBatch }: ContinueOptions,
  signal?: AbortSignal,
): Promise<void> => {
  for (let worked = true; worked; ) {
    worked = false
    for (const order of await pendingOrders(db)) {
      if (signal?.aborted) return
      const ending = { mails, now: now() }
      const did = await asTenant(db, order.tenantId, (tx) => continueOne(tx, ending, order)).catch((error: unknown) => {
        log.error({ err: error, itemId: order.itemId }, 'a batch of an order failed')
        return false
      })
      if (did) await onBatch?.(order)
      worked ||= did
    }
  }
}
