// Suspends what a restored database would send a second time: emails, webhook deliveries and messages to channels that
// were queued when it was saved, and reports that became due since. Webhooks and channels are switched off: besides the
// original installation they would notify the same systems and people again. The tables are those of the archive's
// release.
import type pg from 'pg'
import { nextSend, type SendRule } from '../features/reports/definitions/schedule.ts'

const tables = async (client: pg.Client): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  return new Set(rows.map(({ name }) => name))
}

const RESTORED = 'La base de datos se restauró'
const SWITCHED_OFF = 'Se puso en pausa porque la base de datos se restauró'

const failEmails = async (client: pg.Client): Promise<number> => {
  const { rowCount } = await client.query(
    `update mail set state = 'failed', problem = $1 where state in ('queued', 'sending')`,
    [RESTORED],
  )
  return rowCount ?? 0
}

const failDeliveries = async (client: pg.Client, table: 'webhook_delivery' | 'channel_delivery'): Promise<number> => {
  const { rowCount } = await client.query(
    `
      update ${table}
      set status = 'failed', next_at = null, claim_id = null, problem = $1
      where status = 'waiting'`,
    [RESTORED],
  )
  return rowCount ?? 0
}

const switchOff = async (client: pg.Client, table: 'webhook' | 'channel'): Promise<number> => {
  const { rowCount } = await client.query(
    `
      update ${table}
      set active = false, off_reason = $1, paused_until = null, row_version = row_version + 1
      where active`,
    [SWITCHED_OFF],
  )
  return rowCount ?? 0
}

type Due = SendRule & { tenantId: number; reportId: number }

/** Moves overdue reports to their next date: a missed date is not sent late. */
const moveReports = async (client: pg.Client, now: Date): Promise<void> => {
  const { rows } = await client.query<Due>(
    `
    select r.tenant_id as "tenantId", r.report_id as "reportId", r.frequency, r.send_day as "sendDay",
      r.send_hour as "sendHour", r.first_on::text as "firstOn", c.time_zone as "timeZone"
    from scheduled_report r
    join company c on c.tenant_id = r.tenant_id
    where r.next_at <= $1`,
    [now],
  )
  for (const { tenantId, reportId, ...rule } of rows)
    await client.query('update scheduled_report set next_at = $1 where tenant_id = $2 and report_id = $3', [
      nextSend(rule, now),
      tenantId,
      reportId,
    ])
}

export type SuspendedCounts = {
  /** Emails that will not be sent. */
  emails: number
  /** Webhook deliveries that will not be made. */
  deliveries: number
  /** Webhooks switched off. */
  webhooks: number
  /** Messages to channels that will not be sent. */
  messages: number
  /** Channels switched off. */
  channels: number
}
export const NONE_SUSPENDED: SuspendedCounts = { emails: 0, deliveries: 0, webhooks: 0, messages: 0, channels: 0 }

/** Must be called inside a transaction. */
export const suspendOutgoing = async (client: pg.Client, now: Date): Promise<SuspendedCounts> => {
  const there = await tables(client)
  await client.query('set local role padron_system')
  const suspended = {
    emails: there.has('mail') ? await failEmails(client) : 0,
    deliveries: there.has('webhook_delivery') ? await failDeliveries(client, 'webhook_delivery') : 0,
    webhooks: there.has('webhook') ? await switchOff(client, 'webhook') : 0,
    messages: there.has('channel_delivery') ? await failDeliveries(client, 'channel_delivery') : 0,
    channels: there.has('channel') ? await switchOff(client, 'channel') : 0,
  }
  if (there.has('scheduled_report')) await moveReports(client, now)
  await client.query('reset role')
  return suspended
}
