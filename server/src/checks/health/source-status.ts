// The state of each portal for the operator: backlog, breaker, answers, and this month's cost. Figures cover all
// companies together; none is named.
import { sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'
import { accountMonthSql, creditOutSinceSql, probeAtSql } from '../portals/accounts.ts'

export type SourceStatus = {
  portalKey: string
  portalName: string
  /** The portal has an address, so it is queried. */
  isConfigured: boolean
  /** The account that it shares with other portals of its provider; null: it has its own contract. */
  account: AccountStatus | null
  /** Due now and not claimed. */
  backlog: number
  inFlight: number
  oldestDue: string | null
  oldestDueSeconds: number
  breaker: 'closed' | 'open' | 'half'
  openUntil: string | null
  outageSince: string | null
  /** When the credit of its contract ran out. */
  creditOutSince: string | null
  /** Connectors that are queried once an hour because their answers are not understood. */
  paused: { connector: string; since: string }[]
  /** Time of the next query while the portal or one of its connectors is paused. */
  probeAt: string | null
  lastGood: string | null
  /** Of the last 24 hours. */
  runs: number
  good: number
  queries: number
  spent: number
  price: number | null
  currency: string | null
  monthlyCap: number | null
  alarms: { connector: string; kind: string; hard: boolean; since: string; times: number; detail: string }[]
}

/** This month's spending of all portals that share an account. */
type AccountStatus = {
  key: string
  name: string
  queries: number
  spent: number
  currency: string | null
  monthlyCap: number | null
}

const THIS_MONTH = sql.raw(`date_trunc('month', now() at time zone 'UTC')::date`)

/**
 * Cost: for each company in a portal's queue two ranges of due_check_next, as long as what is due: a million due rows
 * take some 0.6 s.
 */
export const sourceStatus = (db: Db): Promise<SourceStatus[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<SourceStatus>`
      with due as (
        select q.portal_key, sum(d.count)::int as count, min(d.oldest) as oldest
        from tenant_queue q
        cross join (values (0), (1)) p(priority)
        cross join lateral (
          select count(*) as count, min(d.due_at) as oldest
          from due_check d
          where d.tenant_id = q.tenant_id
            and d.portal_key = q.portal_key
            and d.priority = p.priority
            and d.claim_id is null
            and not d.suspended
            and d.due_at <= now()) d
        group by 1),
      flight as (select portal_key, count(*)::int as count
      from due_check
      where claim_id is not null and claimed_until > now()
      group by 1),
      day as (
        select portal_key, sum(runs)::int as runs, sum(good)::int as good
        from source_hourly_stats
        where slot > now() - interval '1 day'
        group by 1),
      alarm as (
        select l.portal_key,
          jsonb_agg(jsonb_build_object('connector', a.connector_key, 'kind', a.kind, 'hard', a.hard, 'since',
          a.opened_at, 'times', a.times, 'detail', a.detail) order by a.hard desc, a.opened_at) as alarms
        from source_alarm a
        join lateral (
          select portal_key
          from source_hourly_stats h
          where h.connector_key = a.connector_key
          order by slot desc
          limit 1) l on true
        where a.closed_at is null
        group by 1)
      select p.portal_key as "portalKey", p.portal_name as "portalName", p.base_url is not null as "isConfigured",
        coalesce(due.count, 0) as backlog, coalesce(flight.count, 0) as "inFlight", due.oldest as "oldestDue",
        coalesce(extract(epoch from now() - due.oldest), 0)::float8 as "oldestDueSeconds",
        case
          when p.open_seconds = 0 then 'closed'
          when p.open_until > now() then 'open'
          else 'half' end as breaker, p.open_until as "openUntil",
        (select began_at from source_outage o where o.portal_key = p.portal_key and ended_at is null) as "outageSince",
        ${creditOutSinceSql} as "creditOutSince", ${probeAtSql} as "probeAt", case
          when a.account_key is not null then jsonb_build_object('key', a.account_key, 'name', a.account_name,
            'queries', am.queries, 'spent', am.spent, 'monthlyCap', a.monthly_cap,
          'currency',
          (select max(currency) from portal where shared_account_key = a.account_key and price > 0)) end as account,
        coalesce((select jsonb_agg(jsonb_build_object('connector', d.key, 'since', d.value ->> 'since') order by d.key)
          from jsonb_each(p.drift) d
          where d.value ->> 'since' is not null), '[]') as paused,
        (select max(last_good_at) from source_hourly_stats h where h.portal_key = p.portal_key) as "lastGood",
        coalesce(day.runs, 0) as runs, coalesce(day.good, 0) as good, coalesce(m.queries, 0) as queries,
        coalesce(m.spent, 0)::float8 as spent, p.price::float8 as price, p.currency,
        p.monthly_cap::float8 as "monthlyCap", coalesce(alarm.alarms, '[]') as alarms
      from portal p
      left join due using (portal_key)
      left join flight using (portal_key)
      left join day using (portal_key)
      left join alarm using (portal_key)
      left join portal_usage m on m.portal_key = p.portal_key and m.month = ${THIS_MONTH}
      left join portal_account a on a.account_key = p.shared_account_key
      left join lateral ${accountMonthSql(THIS_MONTH)} am on true
      order by p.portal_key`.execute(tx)
    return rows
  })

/** Resources that a release assigned to people because their connector was removed (migration 024). */
export type AssignedToPeople = { resourceName: string; decidedAt: string; reason: string | null }

export const assignedToPeople = (db: Db): Promise<AssignedToPeople[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<AssignedToPeople>`
      select r.resource_name as "resourceName", s.decided_at as "decidedAt", s.reason
      from resource_service s
      join resource r on r.resource_id = s.resource_id and not r.retired
      where s.decided_by = 'Padrón' and s.connector_key is null
      order by s.reason, r.resource_name`.execute(tx)
    return rows
  })

export type RunRow = {
  at: string
  company: string
  plate: string
  connector: string
  origin: string
  outcome: string
  durationMs: number
  remark: string | null
}

/** The newest runs of a portal. Cost: as many rows by index. */
export const newestRuns = (db: Db, portalKey: string, limit: number): Promise<RunRow[] | undefined> =>
  asSystem(db, async (tx) => {
    const portal = await tx
      .selectFrom('portal')
      .select('portal_key')
      .where('portal_key', '=', portalKey)
      .executeTakeFirst()
    if (!portal) return undefined
    const { rows } = await sql<RunRow>`
      select c.started_at as at, k.short_name as company, v.plate, c.connector_key as connector, c.origin, c.outcome,
        c.duration_ms as "durationMs", c.remark
      from (select * from check_run where portal_key = ${portalKey} order by started_at desc limit ${limit}) c
      join company k on k.tenant_id = c.tenant_id
      join vehicle v on v.tenant_id = c.tenant_id and v.vehicle_id = c.vehicle_id
      order by c.started_at desc`.execute(tx)
    return rows
  })
