// Channels as rows, without an address that anything could be sent to, and what was written for them.
import type { NewsType } from '@padron/contract/news'
import type { Somebody, TestServer } from './server.ts'

type Given = { name?: string; events?: NewsType[]; active?: boolean }

/** @param by whose it is @returns its id */
export const addChannel = async (
  server: TestServer,
  { tenantId, userId }: Somebody,
  { name = 'Flota', events = [], active = true }: Given = {},
): Promise<number> => {
  const { rows } = await server.db.system.query<{ id: number }>(
    `insert into channel (tenant_id, kind, channel_name, address, shown_address, user_id, events, active)
     values ($1, 'slack', $2, '{}', 'hooks.slack.com', $3, $4, $5) returning channel_id as id`,
    [tenantId, name, userId, events, active],
  )
  return rows[0]?.id ?? 0
}

export type WrittenNotice = {
  channelId: number
  kind: string
  eventKey: string
  content: { title: string; lines: string[]; item: string; path: string }
}
/** As they were written, of all companies. */
export const channelNotices = async (server: TestServer): Promise<WrittenNotice[]> => {
  const { rows } = await server.db.system.query<WrittenNotice>(
    `select channel_id as "channelId", kind, event_key as "eventKey", content
     from channel_delivery
     order by delivery_id`,
  )
  return rows
}
