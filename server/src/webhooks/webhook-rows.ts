// Statements about one webhook, for the console and the API of programs.
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import type { StoredSecrets } from './secret.ts'

export type LockedWebhook = {
  events: string[]
  active: boolean
  url: string
  name: string
  version: number
} & StoredSecrets

/** The lock is held until the transaction ends. */
export const lockWebhook = async (tx: Tx, tenantId: number, webhookId: number): Promise<LockedWebhook | undefined> => {
  const { rows } = await sql<LockedWebhook>`
    select events, active, url, webhook_name as name, secrets, old_until as "oldUntil",
      older_until as "olderUntil", row_version as version
    from webhook
    where tenant_id = ${tenantId} and webhook_id = ${webhookId}
    for no key update`.execute(tx)
  return rows[0]
}

/** @returns the delivery's id */
export const writeTest = async (tx: Tx, tenantId: number, webhookId: number, message: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into webhook_delivery (tenant_id, webhook_id, event_id, event, at, data)
    values (${tenantId}, ${webhookId}, gen_random_uuid(), 'webhook.test', now(),
      ${JSON.stringify({ message })}::jsonb)
    returning delivery_id as id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Ends the pause, because a user waits for the result. */
export const endPause = (tx: Tx, tenantId: number, webhookId: number) =>
  sql`update webhook set paused_until = null where tenant_id = ${tenantId} and webhook_id = ${webhookId}`.execute(tx)

const GIVEN_UP_AT_ONCE = 20_000
/**
 * Fails the waiting deliveries of a disabled webhook; users can send them again. Deliveries beyond the limit are
 * failed by the sender.
 */
export const giveUpWaiting = (tx: Tx, tenantId: number, webhookId: number, problem: string) =>
  sql`update webhook_delivery set status = 'failed', next_at = null, claim_id = null, problem = ${problem}
    where tenant_id = ${tenantId} and delivery_id in (
      select d.delivery_id
      from webhook_delivery d
      where d.tenant_id = ${tenantId} and d.webhook_id = ${webhookId} and d.status = 'waiting'
      limit ${GIVEN_UP_AT_ONCE})`.execute(tx)
