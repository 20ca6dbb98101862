// The webhooks' SQL: a company has ten at most, their deliveries may be a million.
import type { Delivery, Webhook } from '@padron/contract/webhooks'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { WebhookEvent } from './body.ts'
import { blockedReasonOf, ownerSql, type WebhookOwner } from './owner.ts'

/** Without an id: all of the company's webhooks, by name. The counts read only an index of deliveries. */
export const readWebhooks = async (tx: Tx, tenantId: number, webhookId?: number): Promise<Webhook[]> => {
  const { rows } = await sql<Webhook & WebhookOwner>`
    select w.webhook_id as "webhookId", w.webhook_name as name, w.url, w.events, w.active, w.off_reason as "offReason",
      json_build_object('userId', u.user_id, 'username', u.username, 'program', case
        when a.user_id is not null then json_build_object('kind', 'account', 'name', case
          when a.revoked_at is null and a.expires_at > now() then a.account_name end)
        when w.token_id is not null then json_build_object('kind', 'token', 'name', t.token_name) end) as owner,
      w.created_at as "createdAt",
      json_build_object('delivered', n.delivered, 'waiting', n.waiting, 'failed', n.failed) as deliveries,
      w.last_delivered_at as "lastDeliveredAt", w.last_failed_at as "lastFailedAt", w.row_version as version,
      o.role_ids as "roleIds", o.token_scope as "tokenScope", o.has_ended as "hasEnded"
    from webhook w
    join app_user u on u.tenant_id = w.tenant_id and u.user_id = w.user_id
    left join service_account a on a.tenant_id = w.tenant_id and a.user_id = w.user_id
    left join personal_token t on t.tenant_id = w.tenant_id and t.token_id = w.token_id and t.revoked_at is null
      and t.expires_at > now()
    cross join lateral (${ownerSql(sql`w`, sql`now()`)}) o
    cross join lateral (
      select count(*) filter (where d.status = 'delivered')::int as delivered,
        count(*) filter (where d.status = 'waiting')::int as waiting,
        count(*) filter (where d.status = 'failed')::int as failed
      from webhook_delivery d
      where d.tenant_id = w.tenant_id and d.webhook_id = w.webhook_id) n
    where w.tenant_id = ${tenantId} ${webhookId === undefined ? sql`` : sql`and w.webhook_id = ${webhookId}`}
    order by fold(w.webhook_name), w.webhook_id`.execute(tx)
  return rows.map(({ roleIds, tokenScope, hasEnded, ...webhook }) => ({
    ...webhook,
    blockedReason: webhook.active ? blockedReasonOf({ roleIds, tokenScope, hasEnded }, webhook.events) : null,
  }))
}

const PAGE = 50
const STATUSES = ['waiting', 'delivered', 'failed'] as const
type DeliveryPage = { status?: Delivery['status'] | undefined; before?: number | undefined }
export type StoredDelivery = Omit<Delivery, 'body'> & Omit<WebhookEvent, 'eventId' | 'event'>

/**
 * Reads the newest deliveries of each status and joins them, so that one index serves the list, its filter and the
 * counts.
 */
export const readDeliveries = async (tx: Tx, tenantId: number, webhookId: number, { status, before }: DeliveryPage) => {
  const statuses = status ? [status] : [...STATUSES]
  const of = sql`d.tenant_id = ${tenantId} and d.webhook_id = ${webhookId} and d.status = s.status`
  const { rows } = await sql<StoredDelivery>`
    select d.delivery_id as "deliveryId", d.event_id as "eventId", d.event, d.created_at as "createdAt", d.status,
      d.attempts, d.next_at as "nextAt", d.last_at as "lastAt", d.answered, d.problem, d.took_ms as "tookMs", d.at,
      d.data, d.sequence, d.previous_sequence as "previousSequence"
    from unnest(${statuses}::text[]) s(status)
    cross join lateral (
      select *
      from webhook_delivery d
      where ${of} ${before === undefined ? sql`` : sql`and d.delivery_id < ${before}`}
      order by d.delivery_id desc
      limit ${PAGE + 1}) d
    order by d.delivery_id desc
    limit ${PAGE + 1}`.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total
    from unnest(${statuses}::text[]) s(status)
    join webhook_delivery d on ${of}`.execute(tx)
  return { rows: rows.slice(0, PAGE), total: counted[0]?.total ?? 0, hasMore: rows.length > PAGE }
}

export type StoredEvent = Omit<WebhookEvent, 'sequence' | 'previousSequence'> & { sequence: number }

/**
 * The events of the next `limit` numbers, including those that the reader does not get: the cost of a page depends only
 * on its size.
 */
export const readEvents = async (tx: Tx, tenantId: number, after: number, limit: number): Promise<StoredEvent[]> => {
  const { rows } = await sql<StoredEvent>`
    select event_id as "eventId", event, at, data, sequence
    from webhook_event
    where tenant_id = ${tenantId} and sequence > ${after}
    order by sequence
    limit ${limit}`.execute(tx)
  return rows
}

/** The stored range: the oldest number (null: no events), and the last number assigned. */
export const readEventRange = async (tx: Tx, tenantId: number): Promise<{ oldest: number | null; newest: number }> => {
  const { rows } = await sql<{ oldest: number | null; newest: number }>`
    select (
        select e.sequence
        from webhook_event e
        where e.tenant_id = ${tenantId} and e.sequence is not null
        order by e.sequence
        limit 1) as oldest,
      coalesce((select c.last_sequence from webhook_counter c where c.tenant_id = ${tenantId}), 0) as newest`.execute(
    tx,
  )
  return rows[0] ?? { oldest: null, newest: 0 }
}

/** Sends a delivery again at once, with all attempts. @returns whether it exists */
export const sendAgain = async (tx: Tx, tenantId: number, webhookId: number, deliveryId: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update webhook_delivery
    set status = 'waiting', attempts = 0, next_at = now(), claim_id = null
    where tenant_id = ${tenantId} and webhook_id = ${webhookId} and delivery_id = ${deliveryId}`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
