// The outbox of channels: notices are written in the transaction of the change that they report, and sent afterwards
// (features/channels). A channel's notices of one minute become one message.
import { CHANNEL_TEXTS, type ChannelDelivery } from '@padron/contract/channels'
import type { NewsType } from '@padron/contract/news'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { scopeOf } from '../db/scope.ts'
import { refuse } from '../errors/http-problem.ts'

/** It contains plates, amounts and pages of the console, never a holder or a document's content. */
export type ChannelContent = {
  title: string
  lines: readonly string[]
  /** How many lines more there would be. */
  omitted?: number
  /** The notice in one line, for a list. */
  item: string
  /** A page of the console. */
  path: string
}
export type ChannelNotice = {
  /** A key that a channel already has is not written again. */
  eventKey: string
  content: ChannelContent
} & (
  | { kind: Exclude<ChannelDelivery['kind'], NewsType | 'test'>; channelIds: readonly number[] }
  /** Sent to the channels that subscribe to this kind of news. */
  | { kind: NewsType; channelIds?: never }
)

/**
 * Writes a notice for each channel that is on; channels that are off or deleted get none.
 * @param tx the company's own
 * @returns the number of channels
 */
export const writeChannelNotices = async (
  tx: Tx,
  { kind, eventKey, channelIds, content }: ChannelNotice,
): Promise<number> => {
  if (channelIds?.length === 0) return 0
  const chosen = channelIds
    ? sql`c.channel_id = any(${[...channelIds]}::bigint[])`
    : sql`c.events @> array[${kind}::text]`
  const { numAffectedRows } = await sql`
    insert into channel_delivery (tenant_id, channel_id, kind, event_key, content, next_at)
    select c.tenant_id, c.channel_id, ${kind}, ${eventKey}, ${JSON.stringify(content)}::jsonb,
      date_trunc('minute', now()) + interval '1 minute'
    from channel c
    where c.tenant_id = current_tenant() and ${chosen} and c.active and c.removed_at is null
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** @param tx the company's own @throws 422 if one of them is not a channel of the company */
export const refuseUnknownChannels = async (tx: Tx, channelIds: readonly number[]): Promise<void> => {
  const ids = [...new Set(channelIds)]
  if (ids.length === 0) return
  if (scopeOf(tx) !== undefined) throw refuse(422, CHANNEL_TEXTS.unknown, 'channels')
  // Locked until the row that names them is written, so that none is deleted meanwhile.
  const { rows } = await sql`
    select from channel
    where tenant_id = current_tenant() and channel_id = any(${ids}::bigint[]) and removed_at is null
    for share`.execute(tx)
  if (rows.length < ids.length) throw refuse(422, CHANNEL_TEXTS.unknown, 'channels')
}

/** The channels that a row names, as replies list them. @param ids an SQL expression of ids @param tenant of the row */
export const namedChannels = (tenant: string, ids: string) => sql`(
  select coalesce(json_agg(json_build_object('channelId', c.channel_id, 'name', c.channel_name, 'active', c.active)
    order by fold(c.channel_name)), '[]')
  from channel c
  where c.tenant_id = ${sql.ref(tenant)} and c.channel_id = any(${sql.ref(ids)}) and c.removed_at is null)`
