// The channels' SQL: a company has ten at most.
import type { Channel, ChannelDelivery } from '@padron/contract/channels'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { blockedReasonOf, type OwnerRoles, ownerRolesSql } from '../../mail/channel-owner.ts'

export type StoredChannel = Omit<Channel, 'chat' | 'thread'>

/** Without an id: all of the company's channels, by name. */
export const readChannels = async (tx: Tx, tenantId: number, channelId?: number): Promise<StoredChannel[]> => {
  const { rows } = await sql<StoredChannel & { roleIds: OwnerRoles }>`
    select c.channel_id as "channelId", c.kind, c.channel_name as name, c.shown_address as shown,
      case when c.quiet_from is not null then json_build_object('from', to_char(c.quiet_from, 'HH24:MI'),
        'to', to_char(c.quiet_to, 'HH24:MI')) end as quiet,
      c.events, c.active, c.off_reason as "offReason",
      json_build_object('userId', u.user_id, 'username', u.username) as owner,
      c.verified_at as "verifiedAt",
      json_build_object('alerts', array(
          select a.alert_name from alert a
          where a.tenant_id = c.tenant_id and c.channel_id = any(a.channel_ids)
          order by fold(a.alert_name)),
        'reports', array(
          select r.report_name from scheduled_report r
          where r.tenant_id = c.tenant_id and c.channel_id = any(r.channel_ids)
          order by fold(r.report_name)),
        'reminders', (
          select count(*) from reminder_setting r
          where r.tenant_id = c.tenant_id and r.active and c.channel_id = any(r.channel_ids))) as "usedBy",
      json_build_object('delivered', n.delivered, 'waiting', n.waiting, 'failed', n.failed) as deliveries,
      c.last_delivered_at as "lastDeliveredAt", c.last_failed_at as "lastFailedAt", c.row_version as version,
      ${ownerRolesSql(sql`c`)} as "roleIds"
    from channel c
    join app_user u on u.tenant_id = c.tenant_id and u.user_id = c.user_id
    cross join lateral (
      select count(*) filter (where d.status = 'delivered')::int as delivered,
        count(*) filter (where d.status = 'waiting')::int as waiting,
        count(*) filter (where d.status = 'failed')::int as failed
      from channel_delivery d
      where d.tenant_id = c.tenant_id and d.channel_id = c.channel_id) n
    where c.tenant_id = ${tenantId} and c.removed_at is null
      ${channelId === undefined ? sql`` : sql`and c.channel_id = ${channelId}`}
    order by fold(c.channel_name), c.channel_id`.execute(tx)
  return rows.map(({ roleIds, ...channel }) => ({
    ...channel,
    blockedReason: channel.active ? blockedReasonOf(roleIds) : null,
  }))
}

export type LockedChannel = { kind: Channel['kind']; address: string; active: boolean; name: string }

/** Locks the channel until the transaction ends. @param removed whether to lock a deleted one */
export const lockChannel = async (
  tx: Tx,
  tenantId: number,
  channelId: number,
  removed = false,
): Promise<LockedChannel | undefined> => {
  const { rows } = await sql<LockedChannel>`
    select kind, address, active, channel_name as name
    from channel
    where tenant_id = ${tenantId} and channel_id = ${channelId} and (removed_at is not null) = ${removed}
    for update`.execute(tx)
  return rows[0]
}

const PAGE = 50

export const readDeliveries = async (tx: Tx, tenantId: number, channelId: number, before: number | undefined) => {
  const { rows } = await sql<ChannelDelivery>`
    select delivery_id as "deliveryId", kind, content ->> 'title' as title, created_at as "createdAt", status, attempts,
      next_at as "nextAt", last_at as "lastAt", answered, problem, took_ms as "tookMs"
    from channel_delivery
    where tenant_id = ${tenantId} and channel_id = ${channelId}
      ${before === undefined ? sql`` : sql`and delivery_id < ${before}`}
    order by delivery_id desc
    limit ${PAGE + 1}`.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total
    from channel_delivery
    where tenant_id = ${tenantId} and channel_id = ${channelId}`.execute(tx)
  return { deliveries: rows.slice(0, PAGE), total: counted[0]?.total ?? 0, hasMore: rows.length > PAGE }
}

/** Allows one addition, deletion or trial of a company's channels at a time; taken before any row of them. */
export const lockChannels = async (tx: Tx, tenantId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('channel ' || ${tenantId}::bigint, 0))`.execute(tx)
}

/** Counts the trials of the last hour. @param tx the company's own */
export const countTrials = async (tx: Tx, tenantId: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from channel_delivery
    where tenant_id = ${tenantId} and kind = 'test' and created_at > now() - interval '1 hour'`.execute(tx)
  return rows[0]?.n ?? 0
}

/** @returns the delivery's id */
export const writeTrial = async (tx: Tx, tenantId: number, channelId: number, content: object): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into channel_delivery (tenant_id, channel_id, kind, event_key, content)
    values (${tenantId}, ${channelId}, 'test', 'test ' || gen_random_uuid(), ${JSON.stringify(content)}::jsonb)
    returning delivery_id as id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** Marks the waiting notices of a channel that is switched off as failed, except trials. */
export const giveUpWaiting = (tx: Tx, tenantId: number, channelId: number, problem: string) =>
  sql`
    update channel_delivery
    set status = 'failed', next_at = null, claim_id = null, problem = ${problem}
    where tenant_id = ${tenantId} and channel_id = ${channelId} and status = 'waiting' and kind <> 'test'`.execute(tx)
