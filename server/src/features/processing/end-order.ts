// Ends or cancels an order: its entry in the queue panel and its emails are written in one transaction.
import { DAY_MS } from '@padron/contract/days'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { lockVehicles } from '../../db/lock-vehicles.ts'
import { readRequesterAccess } from '../../jobs/requester.ts'
import { emailsLeft, writeMails } from '../../mail/outbox.ts'
import { VEHICLES_AT_ONCE } from './order-batch.ts'

export type OrderId = { tenantId: number; itemId: string }
export type OrderEnd = { success: string } | { error: string }

const SCREEN = '/onDemandProcessing'
const LINK_DAYS = 30
const NEEDS = 'processing_admin'

type EndedOrder = { description: string; recipients: string[]; userId: number | null; scope: string[] | null }

/** The recipients: none if the requester may no longer order, and no more than the remaining emails of the day. */
const recipientsOf = async (
  tx: Tx,
  tenantId: number,
  mails: boolean,
  { recipients, userId, scope }: EndedOrder,
): Promise<string[]> => {
  if (recipients.length === 0) return []
  const { refused } = await readRequesterAccess(tx, tenantId, userId ?? undefined, NEEDS, scope ?? undefined)
  if (refused !== undefined) return []
  return mails ? recipients.slice(0, await emailsLeft(tx, tenantId)) : [...recipients]
}

/**
 * @param now decides how long the email's link is valid
 * @param mails whether this installation sends emails
 * @returns false if it had already ended
 */
export const endOrder = async (
  tx: Tx,
  { mails, now }: { mails: boolean; now: Date },
  { tenantId, itemId }: OrderId,
  end: OrderEnd,
): Promise<boolean> => {
  const [success, error] = 'success' in end ? [end.success, null] : [null, end.error]
  const { rows } = await sql<EndedOrder>`
    update queue_item
    set started_at = coalesce(started_at, now()), finished_at = now(), doing = null, done = total,
      success_message = ${success}, error_message = ${error}
    where tenant_id = ${tenantId} and queue_item_id = ${itemId} and finished_at is null
    returning description, recipients, (actor->>'id')::bigint as "userId", actor->'scope' as scope`.execute(tx)
  const [ended] = rows
  if (!ended) return false
  // Nobody answered: the resource may be ordered again at once.
  if (error !== null)
    await sql`
      update resource_order
      set available_at = least(available_at, now())
      where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)
  const recipients = await recipientsOf(tx, tenantId, mails, ended)
  await writeMails(
    tx,
    { configured: mails },
    {
      kind: 'result',
      subjectId: itemId,
      recipients,
      content: {
        subject: `${error === null ? 'Padrón:' : 'Padrón no obtuvo respuesta:'} ${ended.description}`,
        lines: [success ?? error ?? ''],
        link: {
          text: 'Abrir Procesamiento',
          path: SCREEN,
          until: new Date(now.getTime() + LINK_DAYS * DAY_MS).toISOString(),
        },
      },
    },
  )
  return true
}

/**
 * Removes the order from some checks that still wait for it: they lose their priority and get back their former date.
 * A claimed check is under way and only loses the order's id.
 * @returns whether there may be more
 */
export const releaseBatch = async (tx: Tx, tenantId: number, itemId: string): Promise<boolean> => {
  const { rows } = await sql<{ ids: number[] | null }>`
    select jsonb_agg(vehicle_id) as ids
    from (
      select vehicle_id
      from due_check
      where tenant_id = ${tenantId} and asked_by = ${itemId}
      limit ${VEHICLES_AT_ONCE}) batch`.execute(tx)
  const ids = rows[0]?.ids ?? []
  if (ids.length === 0) return false
  await lockVehicles(tx, tenantId, ids)
  await sql`
    update due_check
    set asked_by = null, priority = 0, due_before = null, due_at = case
      when claim_id is null then greatest(due_at, due_before)
      else due_at end
    where tenant_id = ${tenantId} and asked_by = ${itemId} and vehicle_id = any(${ids}::bigint[])`.execute(tx)
  return ids.length === VEHICLES_AT_ONCE
}

/** Releases every check of an order: the first batch at once, the rest by `continueOrders`. */
export const releaseChecks = async (tx: Tx, tenantId: number, itemId: string): Promise<void> => {
  const more = await releaseBatch(tx, tenantId, itemId)
  if (more)
    await sql`
      insert into pending_order (tenant_id, queue_item_id, releasing) values (${tenantId}, ${itemId}, true)
      on conflict (tenant_id, queue_item_id) do update set releasing = true`.execute(tx)
  else await sql`delete from pending_order where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)
}

/**
 * Cancels an order: nothing more is ordered, checks that were not queried are released, and the resource may be ordered
 * again at once.
 */
export const cancelOrder = async (tx: Tx, tenantId: number, itemId: string): Promise<void> => {
  await releaseChecks(tx, tenantId, itemId)
  await sql`
    update resource_order
    set available_at = least(available_at, now())
    where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)
}
