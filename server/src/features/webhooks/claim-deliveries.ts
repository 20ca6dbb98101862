// Claims deliveries: webhooks in the order of their oldest delivery, with limits per webhook, company and host, so
// that a slow receiver delays only itself. A claim is a lease with an id: if a process dies, the delivery is claimed
// again with the same event id. All times are the database's, because clocks of machines differ.
import { type RawBuilder, sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'
import { momentOf } from '../../jobs/delivery-retries.ts'
import type { WebhookEvent } from './body.ts'
import { numberEvents } from './number-events.ts'
import { ownerSql, type WebhookOwner } from './owner.ts'

/** Longer than the maximum duration of a delivery. */
const LEASE_SECONDS = 60
/** Concurrent deliveries of a webhook in one process; one if its last delivery failed. */
export const MAX_PER_WEBHOOK = 8
/** Concurrent deliveries of a company in one process, however many webhooks it has. */
export const MAX_PER_COMPANY = 16
/** Concurrent deliveries to a host in one process, by any company's webhooks. */
export const MAX_PER_HOST = 16

export type ClaimedDelivery = WebhookEvent &
  WebhookOwner & {
    tenantId: number
    deliveryId: number
    webhookId: number
    claimId: string
    claimedAt: string
    attempts: number
    url: string
    host: string
    /** The current secret and at most two earlier ones, which sign until these moments. */
    secrets: string[]
    oldUntil: string | null
    olderUntil: string | null
    active: boolean
  }

export const webhookKey = ({ tenantId, webhookId }: Pick<ClaimedDelivery, 'tenantId' | 'webhookId'>): string =>
  `${tenantId} ${webhookId}`

/** Number of deliveries in progress, by key. */
export type Counted = Readonly<Record<string, number>>
export type Capacity = {
  /** How many more deliveries may start. */
  free: number
  /** By webhook (`webhookKey`), company and host. */
  underWay: Readonly<Record<'webhooks' | 'companies' | 'hosts', Counted>>
  /** How far tests set the database's clock ahead. */
  aheadMs?: number
}

const readCount = (counts: Counted, key: RawBuilder<unknown>) =>
  sql`coalesce((${JSON.stringify(counts)}::jsonb ->> ${key})::int, 0)`

/** The webhooks with a due delivery, with the remaining capacity of webhook, company and host. */
const open = ({ underWay: { webhooks, companies, hosts } }: Capacity, moment: RawBuilder<string>) => sql`
  select w.*, first.next_at, ${MAX_PER_COMPANY}::int - ${readCount(companies, sql`w.tenant_id::text`)} as of_company,
    ${MAX_PER_HOST}::int - ${readCount(hosts, sql`w.host`)} as of_host,
    case when w.failures > 0 then 1 else ${MAX_PER_WEBHOOK}::int end
      - ${readCount(webhooks, sql`(w.tenant_id || ' ' || w.webhook_id)`)} as of_webhook
  from line
  join webhook w on w.tenant_id = line.tenant_id and w.webhook_id = line.webhook_id
  join company c on c.tenant_id = w.tenant_id and c.suspended_at is null and c.move_state is null
  cross join lateral (
    select d.next_at
    from webhook_delivery d
    where d.tenant_id = w.tenant_id and d.webhook_id = w.webhook_id and d.status = 'waiting' and d.next_at <= ${moment}
    order by d.next_at
    limit 1) first
  where w.paused_until is null or w.paused_until <= ${moment}`

/**
 * Companies take turns, and so do the webhooks of a company. Webhooks without remaining capacity are excluded before
 * the limit is counted, so that they use none of it. Cost: one or two index probes per webhook with waiting deliveries,
 * the claims, and the locks of deliveries that are not claimed after all.
 */
export const claimDeliveries = async (db: Db, capacity: Capacity): Promise<ClaimedDelivery[]> => {
  await numberEvents(db)
  return claimDue(db, capacity)
}

const claimDue = (db: Db, capacity: Capacity): Promise<ClaimedDelivery[]> =>
  asSystem(db, async (tx) => {
    const { free, aheadMs = 0 } = capacity
    const moment = momentOf(aheadMs)
    const { rows } = await sql<ClaimedDelivery>`
      with recursive line (tenant_id, webhook_id) as (
        (select tenant_id, webhook_id
        from webhook_delivery
        where status = 'waiting'
        order by tenant_id, webhook_id
        limit 1)
        union all
        select n.tenant_id, n.webhook_id
        from line, lateral (
          select d.tenant_id, d.webhook_id
          from webhook_delivery d
          where d.status = 'waiting' and (d.tenant_id, d.webhook_id) > (line.tenant_id, line.webhook_id)
          order by d.tenant_id, d.webhook_id
          limit 1) n),
      ready as materialized (
        select o.*, row_number() over (partition by o.tenant_id order by o.next_at, o.webhook_id) as place
        from (${open(capacity, moment)}) o
        where least(o.of_webhook, o.of_company, o.of_host) > 0
        order by place, o.next_at
        limit ${free}),
      held as materialized (
        select d.tenant_id, d.delivery_id, d.next_at, r.webhook_id, r.url, r.host, r.secrets, r.old_until,
          r.older_until, r.active, r.user_id, r.token_id, r.of_company, r.of_host
        from ready r
        cross join lateral (
          select d.tenant_id, d.delivery_id, d.next_at
          from webhook_delivery d
          where d.tenant_id = r.tenant_id
            and d.webhook_id = r.webhook_id
            and d.status = 'waiting'
            and d.next_at <= ${moment}
          order by d.next_at, d.delivery_id
          limit least(r.of_webhook, r.of_company, r.of_host, ${free}::int)
          for update of d skip locked) d),
      by_webhook as (select *,
        row_number() over (partition by tenant_id, webhook_id order by next_at, delivery_id) as turn
      from held),
      by_company as (select *, row_number() over (partition by tenant_id order by turn, next_at, delivery_id) as nth
      from by_webhook),
      by_host as (select *, row_number() over (partition by host order by nth, next_at, delivery_id) as at_host
      from by_company
      where nth <= of_company),
        due as materialized (select *
        from by_host
        where at_host <= of_host
        order by nth, next_at, delivery_id
        limit ${free})
      update webhook_delivery d
      set claim_id = gen_random_uuid(), attempts = d.attempts + 1, last_at = ${moment},
        next_at = ${moment} + make_interval(secs => ${LEASE_SECONDS})
      from due
      cross join lateral (${ownerSql(sql`due`, moment)}) o
      where d.tenant_id = due.tenant_id and d.delivery_id = due.delivery_id
      returning d.tenant_id as "tenantId", d.delivery_id as "deliveryId", d.webhook_id as "webhookId",
        d.claim_id as "claimId", d.last_at as "claimedAt", d.event_id as "eventId", d.event, d.at, d.data, d.sequence,
        d.previous_sequence as "previousSequence", d.attempts, due.url, due.host, due.secrets,
        due.old_until as "oldUntil", due.older_until as "olderUntil", due.active,
        o.role_ids as "roleIds", o.token_scope as "tokenScope", o.has_ended as "hasEnded"`.execute(tx)
    return rows
  })
