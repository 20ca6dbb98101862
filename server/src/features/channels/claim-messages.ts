// Claims messages: all due notices of a channel become one message, and a channel has one message at a time. Companies
// take turns. A claim is a lease with an id: if a process dies, its notices are claimed again when it ends. All times
// are the database's, because clocks of machines differ.
import type { ChannelKind } from '@padron/contract/channels'
import { type RawBuilder, sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'
import { momentOf } from '../../jobs/delivery-retries.ts'
import type { ChannelContent } from '../../mail/channel-outbox.ts'
import { type OwnerRoles, ownerRolesSql } from '../../mail/channel-owner.ts'

/** Longer than the maximum duration of a message. */
const LEASE_SECONDS = 60
const NOTICES_AT_MOST = 500

export type ClaimedMessage = {
  tenantId: number
  channelId: number
  claimId: string
  kind: ChannelKind
  /** Encrypted. */
  address: string
  roleIds: OwnerRoles
  /** Of the notice with the fewest attempts. */
  attempts: number
  isTest: boolean
  notices: ChannelContent[]
}

/** Whether the moment is within the channel's quiet hours, which may pass midnight. */
const isQuiet = (moment: RawBuilder<string>) => sql`(
  ch.quiet_from is not null and case
    when ch.quiet_from < ch.quiet_to
      then (${moment} at time zone c.time_zone)::time >= ch.quiet_from
        and (${moment} at time zone c.time_zone)::time < ch.quiet_to
    else (${moment} at time zone c.time_zone)::time >= ch.quiet_from
      or (${moment} at time zone c.time_zone)::time < ch.quiet_to end)`

/**
 * A trial is sent alone, also in quiet hours and while the channel is off or paused. Cost: the channels with waiting
 * notices, and those notices.
 */
export const claimMessages = (db: Db, free: number, aheadMs = 0): Promise<ClaimedMessage[]> =>
  asSystem(db, async (tx) => {
    const moment = momentOf(aheadMs)
    const { rows } = await sql<ClaimedMessage>`
      with waiting as (
        select tenant_id, channel_id, bool_or(kind = 'test') as has_test
        from channel_delivery
        where status = 'waiting' and next_at <= ${moment}
        group by 1, 2),
      ready as materialized (
        select ch.tenant_id, ch.channel_id, w.has_test,
          row_number() over (partition by ch.tenant_id order by ch.channel_id) as turn
        from waiting w
        join channel ch on ch.tenant_id = w.tenant_id and ch.channel_id = w.channel_id and ch.removed_at is null
        join company c on c.tenant_id = ch.tenant_id and c.suspended_at is null and c.move_state is null
        where (w.has_test
            or (ch.active and (ch.paused_until is null or ch.paused_until <= ${moment}) and not ${isQuiet(moment)}))
          and not exists (
            select from channel_delivery r
            where r.tenant_id = ch.tenant_id and r.channel_id = ch.channel_id and r.status = 'waiting'
              and r.claim_id is not null and r.next_at > ${moment})
        order by turn
        limit ${free}),
      held as materialized (
        select ch.tenant_id, ch.channel_id, ch.kind, ch.address, ch.user_id, r.has_test, gen_random_uuid() as claim_id
        from ready r
        join channel ch on ch.tenant_id = r.tenant_id and ch.channel_id = r.channel_id
        for no key update of ch skip locked),
      due as materialized (
        select d.tenant_id, d.delivery_id, h.claim_id
        from held h
        cross join lateral (
          select d.tenant_id, d.delivery_id
          from channel_delivery d
          where d.tenant_id = h.tenant_id and d.channel_id = h.channel_id and d.status = 'waiting'
            and d.next_at <= ${moment} and (d.kind = 'test') = h.has_test
          order by d.delivery_id
          limit case when h.has_test then 1 else ${NOTICES_AT_MOST}::int end
          for update of d skip locked) d),
      claimed as (
        update channel_delivery d
        set claim_id = due.claim_id, attempts = d.attempts + 1, last_at = ${moment},
          next_at = ${moment} + make_interval(secs => ${LEASE_SECONDS})
        from due
        where d.tenant_id = due.tenant_id and d.delivery_id = due.delivery_id
        returning d.tenant_id, d.delivery_id, d.claim_id, d.content, d.attempts)
      select h.tenant_id as "tenantId", h.channel_id as "channelId", h.claim_id as "claimId", h.kind, h.address,
        h.has_test as "isTest", min(n.attempts) as attempts,
        json_agg(n.content order by n.delivery_id) as notices,
        ${ownerRolesSql(sql`h`)} as "roleIds"
      from held h
      join claimed n on n.claim_id = h.claim_id
      group by h.tenant_id, h.channel_id, h.claim_id, h.kind, h.address, h.has_test, h.user_id`.execute(tx)
    return rows
  })
