// News to subscribed channels: the operator's notices, and sources that fail and recover. Runs each minute, only for
// companies with such a channel. Changes of vehicles are written with the answer that reports them
// (checks/store/change-notices.ts).
import { DAY_MS } from '@padron/contract/days'
import type { NewsType } from '@padron/contract/news'
import { asCountry, type Country } from '@padron/contract/places/countries'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { asSystem, asTenant, type Db, type Tx } from '../../db/client.ts'
import type { Schedule } from '../../jobs/schedule.ts'
import { withLocale } from '../../locale.ts'
import { writeChannelNotices } from '../../mail/channel-outbox.ts'
import { type Outage, readNotices, readOutages } from './news.queries.ts'
import { outageTitle, outageWords } from './news.texts.ts'

const HOUR_MS = 3_600_000

type Subscriber = { tenantId: number; country: Country; timeZone: string; events: NewsType[] }

/** Companies with an active channel that subscribes to news, and the kinds of news. Cost: the channels. */
const readSubscribers = (db: Db): Promise<Subscriber[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Omit<Subscriber, 'country'> & { country: string }>`
      select c.tenant_id as "tenantId", c.country, c.time_zone as "timeZone", array_agg(distinct e) as events
      from channel ch
      join company c on c.tenant_id = ch.tenant_id and c.suspended_at is null and c.move_state is null
      cross join unnest(ch.events) e
      where ch.active and ch.removed_at is null and e in ('notices', 'outages')
      group by 1, 2, 3
      order by 1`.execute(tx)
    return rows.map((row) => ({ ...row, country: asCountry(row.country) }))
  })

/** Only notices of the last day: an older one is no news to a channel that subscribes today. */
const sendNotices = async (tx: Tx, { country }: Subscriber, now: Date): Promise<void> => {
  for (const { newsId, title, information, at } of await readNotices(tx, { country }, now))
    if (Date.parse(at) > now.getTime() - DAY_MS)
      await writeChannelNotices(tx, {
        kind: 'notices',
        eventKey: `notice ${newsId}`,
        content: { title, lines: [information], item: title, path: '/' },
      })
}

/** The last message to channels about a source, and its time. */
type LastNotice = { portalKey: string; isDown: boolean; noticeAt: string }

/** Locks them until the transaction ends, so that one process at a time announces. */
const lockLastNotices = async (tx: Tx, { tenantId }: Subscriber): Promise<LastNotice[]> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('outages ' || ${tenantId}::bigint, 0))`.execute(tx)
  const { rows } = await sql<LastNotice>`
    select portal_key as "portalKey", is_down as "isDown", told_at as "noticeAt"
    from outage_notice
    where tenant_id = ${tenantId}`.execute(tx)
  return rows
}

/**
 * Whether the newest outage of a source is to be announced: its failure once, and afterwards its recovery once.
 * Failures of one source are announced at most once an hour: one that fails again within an hour of the last notice is
 * announced when the hour is over, if it still fails.
 */
const isDue = ({ endedAt }: Outage, last: LastNotice | undefined, now: Date): boolean => {
  if (endedAt !== null) return last?.isDown === true
  return !last || (!last.isDown && now.getTime() - Date.parse(last.noticeAt) >= HOUR_MS)
}

/** Deletes the state of sources that serve no vehicle of the company any more; they did not recover. */
const forgetOthers = (tx: Tx, { tenantId }: Subscriber, portals: readonly string[]) =>
  sql`
    delete from outage_notice
    where tenant_id = ${tenantId} and not (portal_key = any(${[...portals]}::text[]))`.execute(tx)

const sendOutage = async (tx: Tx, subscriber: Subscriber, outage: Outage, now: Date): Promise<void> => {
  const { tenantId, country, timeZone } = subscriber
  const { portalKey, beganAt, endedAt } = outage
  await sql`
    insert into outage_notice (tenant_id, portal_key, is_down, told_at)
    values (${tenantId}, ${portalKey}, ${endedAt === null}, ${now.toISOString()})
    on conflict (tenant_id, portal_key) do update set is_down = excluded.is_down, told_at = excluded.told_at`.execute(
    tx,
  )
  const content = withLocale(country, () => {
    const title = outageTitle(outage, timeZone)
    return { title, lines: [outageWords(outage, timeZone)], item: title, path: '/health' }
  })
  const eventKey = `outage ${portalKey} ${endedAt === null ? beganAt : `${endedAt} end`}`
  await writeChannelNotices(tx, { kind: 'outages', eventKey, content })
}

const sendOutages = async (tx: Tx, subscriber: Subscriber, now: Date): Promise<void> => {
  const last = new Map((await lockLastNotices(tx, subscriber)).map((each) => [each.portalKey, each]))
  const outages = await readOutages(tx, subscriber, now, true)
  await forgetOthers(
    tx,
    subscriber,
    outages.map(({ portalKey }) => portalKey),
  )
  for (const outage of outages)
    if (isDue(outage, last.get(outage.portalKey), now)) await sendOutage(tx, subscriber, outage, now)
}

/** Deletes the state of companies without a subscribed channel: it is outdated when one subscribes again. */
const forgetUnsubscribed = async (db: Db): Promise<void> => {
  await asSystem(db, (tx) =>
    sql`
      delete from outage_notice o
      using company c
      where c.tenant_id = o.tenant_id and c.move_state is null
        and not exists (
          select from channel ch
          where ch.tenant_id = o.tenant_id and ch.active and ch.removed_at is null
            and ch.events @> '{outages}')`.execute(tx),
  )
}

type NewsTools = { db: Db; now: () => Date; log: Pick<FastifyBaseLogger, 'error'> }

/** One pass, safe in concurrent processes. */
export const sendNews = async ({ db, now, log }: NewsTools, signal?: AbortSignal): Promise<void> => {
  const at = now()
  await forgetUnsubscribed(db)
  for (const subscriber of await readSubscribers(db)) {
    if (signal?.aborted) break
    try {
      await asTenant(db, subscriber.tenantId, async (tx) => {
        if (subscriber.events.includes('notices')) await sendNotices(tx, subscriber, at)
        if (subscriber.events.includes('outages')) await sendOutages(tx, subscriber, at)
      })
    } catch (error) {
      log.error({ err: error, tenantId: subscriber.tenantId }, 'news could not be written for channels')
    }
  }
}

export const channelNews = (tools: NewsTools): Schedule => ({
  everyMs: 60_000,
  run: (signal) => sendNews(tools, signal),
  failure: 'news could not be written for channels',
})
