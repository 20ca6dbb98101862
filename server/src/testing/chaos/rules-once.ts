// Rules about the rows a run of chaos leaves: each claim and answer had its effect once, and the
// statuses follow from it.
import type pg from 'pg'
import { CLEAR, queryRows, type RuleResult, statusesOfTone } from './report.ts'

const MONEY = '(0, 1, 6, 7, 8, 9, 13)'
const DEBT = `(${statusesOfTone('debt').join(', ')})`
const TELLING = `(${[...statusesOfTone('debt'), ...statusesOfTone('clear')].join(', ')})`

/** Their answers are dated by the source itself: known since a moment during the check, not since its end. */
const DATED_SOURCES = `('co-placapi-runt', 'mx-placapi-vehiculo')`

/** Each selects what breaks it. */
const SQL_RULES: readonly [rule: string, sql: string][] = [
  ['no claim is left', `select vehicle_id, connector_key from due_check where claim_id is not null`],
  [
    'every due check has ended at least once',
    `
    select vehicle_id, connector_key
    from due_check d
    where not exists (
      select
      from check_run r
      where r.tenant_id = d.tenant_id and r.vehicle_id = d.vehicle_id and r.connector_key = d.connector_key)`,
  ],
  [
    'every run ended one claim, in one transaction',
    `
    select r.vehicle_id, r.connector_key, r.run_id, count(c.claim_id) as claims
    from seen_run r
    left join seen_claim c on c.vehicle_id = r.vehicle_id
      and c.connector_key = r.connector_key
      and c.ended_in = r.written_in
    group by 1, 2, 3
    having count(c.claim_id) <> 1`,
  ],
  [
    'no claim ended in two runs',
    `
    select c.vehicle_id, c.connector_key, c.claim_id, count(*) as runs
    from seen_claim c
    join seen_run r on c.vehicle_id = r.vehicle_id and c.connector_key = r.connector_key and c.ended_in = r.written_in
    group by 1, 2, 3
    having count(*) > 1`,
  ],
  ['no run id twice', `select run_id, count(*) from check_run group by 1 having count(*) > 1`],
  [
    'each resource points at its newest run',
    `
    select f.vehicle_id, f.resource_id, f.last_run_id, n.run_id
    from vehicle_resource f
    join resource s using (resource_id)
    cross join lateral (select r.run_id, r.started_at + r.duration_ms * interval '1 millisecond' as at from check_run r
      where r.tenant_id = f.tenant_id and r.vehicle_id = f.vehicle_id and r.connector_key = s.connector_key
      order by 2 desc
      limit 1) n
    left join check_run l on l.tenant_id = f.tenant_id
      and l.run_id = f.last_run_id
      and l.vehicle_id = f.vehicle_id
      and l.connector_key = s.connector_key
    where f.last_at is distinct from n.at
      or l.started_at + l.duration_ms * interval '1 millisecond' is distinct from n.at
      or l.outcome <> f.last_outcome`,
  ],
  [
    'each status is that of the newest good answer',
    `
    select f.vehicle_id, f.resource_id, f.status_id, n.status_id as reported
    from vehicle_resource f
    join resource s using (resource_id)
    left join lateral (select r.run_id, c.status_id, r.started_at,
      r.started_at + r.duration_ms * interval '1 millisecond' as at
      from check_run r
      join check_result c on c.tenant_id = r.tenant_id and c.run_id = r.run_id and c.resource_id = f.resource_id
      where r.tenant_id = f.tenant_id
        and r.vehicle_id = f.vehicle_id
        and r.connector_key = s.connector_key
        and r.outcome in ('ok', 'partial')
      order by 4 desc
      limit 1) n on true
    where s.connector_key is not null
      and (f.good_run_id is distinct from n.run_id or n.at is not null and f.status_id <> n.status_id
      or case
        when s.connector_key in ${DATED_SOURCES} then f.good_at not between n.started_at and n.at
        else f.good_at is distinct from n.at end)`,
  ],
  [
    'no failure shows a clear status',
    `
    select vehicle_id, resource_id, status_id
    from vehicle_resource
    where good_at is null and status_id in (${[...CLEAR].join(', ')})`,
  ],
  [
    'the debt of each vehicle is the sum of its resources',
    `
    select v.vehicle_id, v.debt_total, x.total, v.debt_without_amount, x.nameless
    from vehicle v
    cross join lateral (select sum(coalesce(f.debt_total, 0)) filter (where f.good_at is not null) as total,
        coalesce(sum(f.debt_without_amount) filter (where f.good_at is not null), 0) as nameless
      from vehicle_resource f
      where f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id and f.resource_type_id in ${MONEY}) x
    where v.debt_total is distinct from x.total or v.debt_without_amount <> x.nameless`,
  ],
  [
    'the open debts are those of the newest good answer',
    `
    with good as (
      select distinct on (r.vehicle_id, c.resource_id) r.vehicle_id, c.resource_id, c.status_id, c.result
      from check_run r
      join check_result c using (tenant_id, run_id)
      join resource s using (resource_id)
      where s.resource_type_id in ${MONEY} and c.status_id in ${TELLING}
      order by r.vehicle_id, c.resource_id, r.started_at + r.duration_ms * interval '1 millisecond' desc),
    listed as (
      select g.vehicle_id, g.resource_id, one, one->'scrapedTickets'
        || (one->'scrapedTenencias') || (one->'scrapedRefrendo') as debts
      -- What another resource tells is no debt of this one.
      from good g, jsonb_array_elements(g.result) one
      where g.status_id in ${DEBT}
        and one->'elsewhere' is distinct from 'true'),
    reported as (
      select l.vehicle_id, l.resource_id, debt->>'folio' as folio, debt->>'description' as description,
        round((debt->>'total')::numeric, 2) as total
      from listed l, jsonb_array_elements(case when l.debts = '[]'
        then jsonb_build_array(jsonb_build_object('description', one->>'name', 'total', one->'total'))
        else l.debts end) debt),
    open as (select vehicle_id, resource_id, folio, description, total from debt where ended_at is null)
    (select 'missing' as what, * from (select * from reported except all select * from open) m)
    union all (select 'too much', * from (select * from open except all select * from reported) t)`,
  ],
  [
    'each debt is new once, and its events alternate',
    `
    select d.vehicle_id, d.resource_id, d.debt_key, e.*
    from debt d
    cross join lateral (select count(*) filter (where kind = 'new') as new,
      count(*) filter (where kind = 'returned') as returned,
        count(*) filter (where kind in ('paid', 'vanished')) as gone
      from check_event e
      where e.tenant_id = d.tenant_id
        and e.vehicle_id = d.vehicle_id
        and e.resource_id = d.resource_id
        and e.debt_key = d.debt_key) e
    where e.new <> 1 or e.new + e.returned - e.gone <> case when d.ended_at is null then 1 else 0 end`,
  ],
  [
    'each new event has its debt',
    `
    select vehicle_id, resource_id, debt_key
    from check_event e
    where kind = 'new' and not exists (
      select
      from debt d
      where d.tenant_id = e.tenant_id
        and d.vehicle_id = e.vehicle_id
        and d.resource_id = e.resource_id
        and d.debt_key = e.debt_key)`,
  ],
  [
    'nobody waits for a source that calls back',
    `select vehicle_id, connector_key from pending_callback where ended_at is null`,
  ],
]

export const verifyRows = async (system: pg.Pool): Promise<RuleResult[]> => {
  const ruleResults: RuleResult[] = []
  for (const [rule, text] of SQL_RULES)
    ruleResults.push({ rule, broken: (await queryRows(system, text)).map((row) => JSON.stringify(row)) })
  return ruleResults
}
