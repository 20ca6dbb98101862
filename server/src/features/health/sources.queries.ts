// The sources' health from the statistics of all runs. It belongs to no company: it is read as the system, and only
// shares and times leave it. An outage's remark is about one vehicle, so only the operator sees it.
import type { Service } from '@padron/contract/processing'
import { sql } from 'kysely'
import { accountMonthSql, creditOutSinceSql, probeAtSql } from '../../checks/portals/accounts.ts'
import { driftPausedSql } from '../../checks/portals/pause-sql.ts'
import { serviceSql, withService } from '../../checks/services/services.ts'
import { asSystem, type Db } from '../../db/client.ts'

/** The connector that queries the resource; null if no machine does. Names as in `serviceSql`. */
const connectorSql = sql`case when ${serviceSql} = 'automatic' then r.connector_key end`
/** For a source of many types, only the runs that could read this one; a history source has no types. */
const goodSql = sql`case when a.purpose = 'history' then coalesce(t.good, 0)
  else coalesce(t.not_applicable, 0) + coalesce(d.good, 0) end`

export type SourceRow = {
  resourceId: number
  resourceName: string
  typeId: number
  stateId: number
  stateName: string
  connectorKey: string | null
  portalKey: string
  portalName: string
  ownerName: string
  portalUrl: string | null
  service: Service
  /** A history source: it decides no status. */
  past: boolean
  runs: number
  good: number
  totalMs: number
  lastGood: string | null
  /**
   * The runs without an answer since the last good one: their number, the number of their vehicles (in the newest
   * twelve slots), the most frequent outcome, and the start of the first. Vehicles that already failed while the source
   * still answered others are not counted: the fault is theirs, and they are queried more often than others.
   */
  badRuns: number
  badVehicles: number
  badOutcome: string | null
  /** How many of them had that outcome. */
  badSame: number
  badSince: string | null
  /** The portal's open outage. */
  outageSince: string | null
  outageOutcome: string | null
  /** Since when it is queried once an hour because its answers are not understood. */
  pausedSince: string | null
}

/** An hour without pauses: enough to see whether a source fails several vehicles. */
const NEWEST_SLOTS = 12

const COUNTRY_WIDE = 'Todo el país'

/**
 * Every resource of a country, or one of them. Cost: the hours of seven days of the connectors (168 rows each), their
 * newest slots by key, the runs of twelve of them, and one row for each resource.
 */
export const sourceRows = (db: Db, country: string, now: Date, resourceId?: number): Promise<SourceRow[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<SourceRow>`
      with queried as (
        select r.*, p.portal_name, p.owner_name, p.portal_url, ${serviceSql} as service, ${connectorSql} as by,
          ${driftPausedSql} as paused
        from resource r ${withService}
        where r.country = ${country} and not r.retired and (r.purpose = 'status' or ${serviceSql} = 'automatic')
          and (${resourceId ?? null}::bigint is null or r.resource_id = ${resourceId ?? null}::bigint)),
      connector as (select distinct by, portal_key from queried where by is not null),
      week as materialized (
        select h.connector_key, h.runs, h.good, h.not_applicable, h.total_ms, h.types_read
        from connector c
        join source_hourly_stats h on h.connector_key = c.by
        where h.slot > ${now.toISOString()}::timestamptz - interval '7 days'),
      total as materialized (
        select connector_key, sum(runs)::int as runs, sum(good)::int as good,
          sum(not_applicable)::int as not_applicable, sum(total_ms)::float8 as total_ms
        from week
        group by 1),
      read as materialized (select connector_key, key::int as type, sum(value::int)::int as good
      from week, jsonb_each_text(types_read)
      group by 1, 2), newest as materialized (
        select c.by, g.last_good_at, b.runs, b.since, s.outcome, s.same, v.vehicles
        from connector c
        left join lateral (
          select last_good_at
          from source_hourly_stats
          where connector_key = c.by and last_good_at is not null
          order by slot desc
          limit 1) g on true
        left join lateral (select slot
        from source_stats
        where connector_key = c.by and good > 0
        order by slot desc
        limit 1) l on true
        left join lateral (
          select sum(x.runs)::int as runs, min(x.slot) filter (where x.runs > 0) as since
          from source_stats x
          where x.connector_key = c.by and x.slot > coalesce(l.slot, '-infinity')) b on true
        left join lateral (
          select o.key as outcome, sum(o.value::int)::int as same
          from source_stats y, jsonb_each_text(y.outcomes) o
          where y.connector_key = c.by
            and y.slot > coalesce(l.slot, '-infinity')
            and o.key not in ('circuit-open', 'cancelled')
          group by o.key
          order by 2 desc, 1
          limit 1) s on true
        left join lateral (
          select count(distinct (z.tenant_id, z.vehicle_id))::int as vehicles
          from (
            select slot
            from source_stats
            where connector_key = c.by and runs > 0 and slot > coalesce(l.slot, '-infinity')
            order by slot desc
            limit ${NEWEST_SLOTS}) w
          join check_run z
            on z.portal_key = c.portal_key
            and z.connector_key = c.by
            and z.started_at >= w.slot
            and z.started_at < w.slot + interval '5 minutes'
          where z.outcome not in ('circuit-open', 'cancelled') and not exists (
            select from (
              select b.outcome
              from check_run b
              where b.tenant_id = z.tenant_id
                and b.vehicle_id = z.vehicle_id
                and b.connector_key = c.by
                and b.started_at < l.slot + interval '5 minutes'
                and b.outcome not in ('circuit-open', 'cancelled')
              order by b.started_at desc
              limit 1) before
            where before.outcome not in ('ok', 'partial', 'not-applicable'))) v on true)
      select a.resource_id as "resourceId", a.resource_name as "resourceName", a.resource_type_id as "typeId",
        coalesce(a.state_id, 0) as "stateId", coalesce(st.state_name, ${COUNTRY_WIDE}) as "stateName",
        a.by as "connectorKey", a.portal_key as "portalKey", a.portal_name as "portalName",
        a.owner_name as "ownerName", a.portal_url as "portalUrl", a.service, a.purpose = 'history' as past,
        coalesce(t.runs, 0) as runs, ${goodSql} as good, coalesce(t.total_ms, 0) as "totalMs",
        n.last_good_at as "lastGood", coalesce(n.runs, 0) as "badRuns", coalesce(n.vehicles, 0) as "badVehicles",
        n.outcome as "badOutcome", coalesce(n.same, 0) as "badSame", n.since as "badSince", o.began_at as "outageSince",
        o.outcome as "outageOutcome", a.paused as "pausedSince"
      from queried a
      left join state st on st.state_id = a.state_id
      left join total t on t.connector_key = a.by
      left join read d on d.connector_key = a.by and d.type = a.resource_type_id
      left join newest n on n.by = a.by
      left join source_outage o on o.portal_key = a.portal_key and o.ended_at is null and a.by is not null
      order by a.resource_id`.execute(tx)
    return rows
  })

export type DayRow = { day: string; week: boolean; runs: number; good: number; durations: number[] }

/** A month of a source by the days of a time zone. Cost: 720 rows by key. @param from the first day, yyyy-mm-dd */
export const dayRows = (
  db: Db,
  source: Pick<SourceRow, 'connectorKey' | 'resourceId'>,
  timeZone: string,
  from: string,
  now: Date,
): Promise<DayRow[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<DayRow>`
      with hour as (
        select (h.slot at time zone ${timeZone})::date as day,
          h.slot > ${now.toISOString()}::timestamptz - interval '7 days' as week, h.runs, h.durations, case r.purpose
            when 'history' then h.good
            else h.not_applicable + coalesce((h.types_read ->> r.resource_type_id::text)::int, 0) end as good
        from source_hourly_stats h, resource r
        where r.resource_id = ${source.resourceId} and h.connector_key = ${source.connectorKey}
          and h.slot >= ${from}::date::timestamp at time zone ${timeZone} and h.slot <= ${now.toISOString()}),
      spread as (
        select day, week, array_agg(n order by place) as durations
        from (select day, week, place, sum(count)::int as n
        from hour, unnest(durations) with ordinality e(count, place)
        group by 1, 2, 3) e
        group by 1, 2)
      select h.day, h.week, sum(h.runs)::int as runs, sum(h.good)::int as good, s.durations
      from hour h
      join spread s using (day, week)
      group by h.day, h.week, s.durations
      order by h.day, h.week`.execute(tx)
    return rows
  })

export type Detail = {
  /** The name of the account that its portal shares. */
  account: string | null
  nextTry: string | null
  outages: { beganAt: string; endedAt: string | null; outcome: string }[]
  alarms: { since: string; text: string; hard: boolean }[]
}

/**
 * The next time any check may go out: the first due one, but not before breaker, pace and budget allow it. Cost: two
 * index probes for each company in the portal's queue.
 */
export const sourceDetail = (db: Db, { portalKey, connectorKey }: SourceRow, now: Date): Promise<Detail> =>
  asSystem(db, async (tx) => {
    const at = now.toISOString()
    const month = sql`date_trunc('month', ${at}::timestamptz)::date`
    const { rows } = await sql<Detail>`
      select (select a.account_name from portal p join portal_account a on a.account_key = p.shared_account_key
          where p.portal_key = ${portalKey} and p.base_url is not null) as account,
        (select case when p.base_url is null or ${connectorKey}::text is null then null else (
            select case
              when q.first is null then null
              else greatest(q.first, ${at}::timestamptz, p.open_until, nullif(p.next_at, '-infinity'), case
                when ${creditOutSinceSql} is not null
                or p.drift -> ${connectorKey}::text ->> 'since' is not null then ${probeAtSql} end, (
              select date_trunc('month', ${at}::timestamptz) + interval '1 month'
              from portal_usage m
              where m.portal_key = p.portal_key
                and m.month = ${month}
                and m.spent + coalesce(p.price, 0) > p.monthly_cap),
                (
              select date_trunc('month', ${at}::timestamptz) + interval '1 month'
              from portal_account a
              cross join lateral ${accountMonthSql(month)} m
              where a.account_key = p.shared_account_key and p.price > 0 and m.spent + p.price > a.monthly_cap)) end
            from (select min(least(f.requested, f.usual)) as first from tenant_queue u cross join lateral (
              select (select min(d.due_at)
              from due_check d
              where d.tenant_id = u.tenant_id and d.portal_key = u.portal_key and d.priority = 1
                  and d.claim_id is null and not d.suspended) as requested,
                (select min(d.due_at)
                from due_check d
                where d.tenant_id = u.tenant_id and d.portal_key = u.portal_key and d.priority = 0
                  and d.claim_id is null and not d.suspended) as usual) f
              where u.portal_key = p.portal_key) q) end
          from portal p
          where p.portal_key = ${portalKey}) as "nextTry",
        coalesce((select jsonb_agg(jsonb_build_object('beganAt', began_at, 'endedAt', ended_at, 'outcome', outcome)
        order by began_at desc)
          from (select * from source_outage where portal_key = ${portalKey} and began_at <= ${at}
            and coalesce(ended_at, ${at}) >= ${at}::timestamptz - interval '30 days'
            order by began_at desc
            limit 100) o),
              '[]') as outages,
        coalesce((select jsonb_agg(jsonb_build_object('since', opened_at, 'text', detail, 'hard', hard)
        order by hard desc, opened_at)
          from source_alarm
          where connector_key = ${connectorKey} and closed_at is null), '[]') as alarms`.execute(tx)
    return rows[0] ?? { account: null, nextTry: null, outages: [], alarms: [] }
  })
