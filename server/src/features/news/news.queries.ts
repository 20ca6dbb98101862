// The news: the operator's notices, new answers about the company's vehicles, and failing sources.
import { NEWS_DAYS } from '@padron/contract/news'
import type { ChangeKind } from '@padron/contract/resource-status'
import { sql } from 'kysely'
import { serviceSql, withService } from '../../checks/services/services.ts'
import type { Tx } from '../../db/client.ts'

export type Reader = { tenantId: number; userId: number; country: string; timeZone: string }

const NOTICE_DAYS = 60
const OUTAGE_DAYS = 7
const NEWS_AT_MOST = 50

/** The time of the user's last visit; null: never. */
export const seenUntil = async (tx: Tx, { tenantId, userId }: Reader): Promise<string | null> => {
  const { rows } = await sql<{ at: string }>`
    select read_at as at
    from news_last_read
    where tenant_id = ${tenantId} and user_id = ${userId}`.execute(tx)
  return rows[0]?.at ?? null
}

export const markSeen = async (tx: Tx, { tenantId, userId }: Pick<Reader, 'tenantId' | 'userId'>, now: Date) => {
  await sql`
    insert into news_last_read (tenant_id, user_id, read_at) values (${tenantId}, ${userId}, ${now.toISOString()})
    on conflict (tenant_id, user_id) do update
    set read_at = greatest(news_last_read.read_at, excluded.read_at)`.execute(tx)
}

export type Notice = { newsId: number; title: string; information: string; at: string }
/** Cost: a small table as a whole. */
export const readNotices = async (tx: Tx, { country }: Pick<Reader, 'country'>, now: Date): Promise<Notice[]> => {
  const { rows } = await sql<Notice>`
    select news_id as "newsId", title, information, published_at as at
    from news_item
    where (country is null or country = ${country}) and published_at <= ${now.toISOString()}
      and (ends_at is null or ends_at > ${now.toISOString()})
        and published_at > ${now.toISOString()}::timestamptz - make_interval(days => ${NOTICE_DAYS})
    order by published_at desc, news_id desc
    limit ${NEWS_AT_MOST}`.execute(tx)
  return rows
}

/** The changes of one kind since the last visit, or of one earlier day. */
export type Changes = {
  kind: ChangeKind
  /** Number of debts; for a status, of vehicles and sources. */
  changes: number
  vehicles: number
  /** The vehicle, if there is only one. */
  vehicleId: number | null
  /** Null without a known amount. */
  amount: number | null
  withoutAmount: number
  at: string
}

/**
 * One row per kind for changes since the last visit, and one per earlier day; by day for a first visit. The event's
 * time is truncated like the visit's, so that no change is missed. The amount of a debt: the new one if it arose, the
 * old one if it ended, the difference if it changed. Cost: the company's events of two weeks, by index.
 */
export const readChanges = async (
  tx: Tx,
  { tenantId, timeZone }: Reader,
  now: Date,
  seen: string | null,
): Promise<Changes[]> => {
  const { rows } = await sql<Changes>`
    select kind, (count(distinct (vehicle_id, resource_id, debt_key)))::int as changes,
      count(distinct vehicle_id)::int as vehicles, case
        when min(vehicle_id) = max(vehicle_id) then min(vehicle_id) end as "vehicleId", sum(worth)::float8 as amount,
      (count(*) filter (where worth is null))::int as "withoutAmount", max(at) as at
    from (
      select e.*, case
        when date_trunc('milliseconds', e.at) > ${seen}::timestamptz then null
        else (e.at at time zone ${timeZone})::date end as day, case
          when kind in ('new', 'returned') then after
          when kind in ('paid', 'vanished') then before
          when kind in ('grew', 'fell') then abs(after - before) end as worth
      from check_event e
      where e.tenant_id = ${tenantId}
        and e.at > ${now.toISOString()}::timestamptz - make_interval(days => ${NEWS_DAYS})
        and e.at <= ${now.toISOString()}
        and not e.first) e
    group by day, kind
    order by max(at) desc, kind`.execute(tx)
  return rows
}

const NEWEST = sql`
  and not exists (select from source_outage x where x.portal_key = o.portal_key and x.began_at > o.began_at)`

export type Outage = { portalKey: string; portal: string; beganAt: string; endedAt: string | null; outcome: string }
/**
 * Outages of sources that serve some vehicle of the company. Cost: the outages of a week, and an index probe for each
 * resource of their portals.
 * @param newest only the newest outage of each source
 */
export const readOutages = async (
  tx: Tx,
  { tenantId, country }: Pick<Reader, 'tenantId' | 'country'>,
  now: Date,
  newest = false,
): Promise<Outage[]> => {
  const { rows } = await sql<Outage>`
    select o.portal_key as "portalKey", a.portal_name as portal, o.began_at as "beganAt",
      o.ended_at as "endedAt", o.outcome
    from source_outage o
    join portal a on a.portal_key = o.portal_key
    where (o.ended_at is null or o.ended_at > ${now.toISOString()}::timestamptz - make_interval(days => ${OUTAGE_DAYS}))
      ${newest ? NEWEST : sql``}
      and exists (
        select from resource r ${withService}
        where r.portal_key = o.portal_key and r.country = ${country} and not r.retired and ${serviceSql} = 'automatic'
          and exists (select from vehicle_resource f where f.tenant_id = ${tenantId} and f.resource_id = r.resource_id))
    order by coalesce(o.ended_at, o.began_at) desc, o.outage_id desc
    limit ${newest ? null : NEWS_AT_MOST}`.execute(tx)
  return rows
}
