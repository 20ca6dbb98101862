// The two statements that count: slots of five minutes from runs, and hours from slots. Both overwrite existing rows.
import { STATUS_IDS, statusTone, type Tone } from '@padron/contract/resources'
import { type RawBuilder, sql } from 'kysely'
import { BUCKETS } from './histogram.ts'

const ids = (tone: Tone) => sql.raw(STATUS_IDS.filter((id) => statusTone(id) === tone).join(', '))

const COUNTED = [
  'portal_key',
  'runs',
  'good',
  'not_applicable',
  'outcomes',
  'types_read',
  'total_ms',
  'durations',
  'debts',
  'clear',
  'mismatches',
  'last_good_at',
] as const
const columns = sql.raw(['connector_key', 'slot', ...COUNTED].join(', '))
const overwrite = sql.raw(COUNTED.map((name) => `${name} = excluded.${name}`).join(', '))
const buckets = sql.raw(
  Array.from({ length: BUCKETS }, (_, bucket) => `count(*) filter (where counts and bucket = ${bucket})::int`).join(
    ', ',
  ),
)

/**
 * A run counts for its source only if the source was queried: not if the breaker or a stop prevented the query or the
 * vehicle lacked an input. For runs without `read_types` (older releases) the types come from their results.
 */
export const slotsFrom = (from: string, to: string): RawBuilder<unknown> => sql`
  with run as materialized (
    select c.connector_key, c.portal_key, date_bin('5 minutes', c.started_at, 'epoch') as slot, c.outcome,
      c.duration_ms, c.started_at + c.duration_ms * interval '1 millisecond' as ended_at,
      c.outcome in ('ok', 'partial', 'not-applicable') as good,
      not (c.outcome in ('circuit-open', 'cancelled') or c.outcome = 'needs-input' and c.not_queried) as counts,
      least(${BUCKETS - 1}, floor(2 * ln(greatest(c.duration_ms, 1)::float8) / ln(2::float8)))::int as bucket,
      case
        when c.outcome not in ('ok', 'partial') then null
        when cardinality(c.read_types) > 0 then c.read_types
        else f.types end as types,
      f.debt, f.clear, f.mismatch
    from portal p
    cross join lateral (
      select tenant_id, run_id, connector_key, portal_key, started_at, duration_ms, outcome, read_types, raw is null
        and raw_of is null as not_queried
      from check_run
      where portal_key = p.portal_key
        and started_at >= ${from}
        and started_at < ${to}
        and origin in ('check', 'webhook')) c
    left join lateral (
      select array_agg(distinct r.resource_type_id) as types, bool_or(k.status_id in (${ids('debt')})) as debt,
        bool_or(k.status_id in (${ids('clear')})) as clear, bool_or(k.result @> '[{"sumMismatch": true}]') as mismatch
      from check_result k
      join resource r on r.resource_id = k.resource_id
      where k.tenant_id = c.tenant_id and k.run_id = c.run_id) f on c.outcome in ('ok', 'partial')),
  by_outcome as (
    select connector_key, slot, jsonb_object_agg(outcome, n) as outcomes
    from (select connector_key, slot, outcome, count(*) as n from run group by 1, 2, 3) o
    group by 1, 2),
  by_type as (
    select connector_key, slot, jsonb_object_agg(type, n) as types_read
    from (select connector_key, slot, type, count(*) as n from run, unnest(types) type group by 1, 2, 3) t
    group by 1, 2),
  counted as (
    select connector_key, slot, max(portal_key) as portal_key, count(*) filter (where counts) as runs,
      count(*) filter (where good) as good, count(*) filter (where outcome = 'not-applicable') as not_applicable,
      coalesce(sum(duration_ms) filter (where counts), 0) as total_ms,
      (array[${buckets}])[1 : 1 + coalesce(max(bucket) filter (where counts), -1)] as durations,
      count(*) filter (where debt) as debts, count(*) filter (where clear and not debt) as clear,
      count(*) filter (where mismatch) as mismatches, max(ended_at) filter (where good) as last_good_at
    from run
    group by 1, 2)
  insert into source_stats (${columns})
  select c.connector_key, c.slot, c.portal_key, c.runs, c.good, c.not_applicable, o.outcomes,
    coalesce(t.types_read, '{}'), c.total_ms, c.durations, c.debts, c.clear, c.mismatches, c.last_good_at
  from counted c
  join by_outcome o using (connector_key, slot)
  left join by_type t using (connector_key, slot)
  on conflict (connector_key, slot) do update set ${overwrite}`

const summedObject = (column: string) => sql`
  select connector_key, hour, jsonb_object_agg(key, n) as ${sql.ref(column)}
  from (select connector_key, hour, key, sum(value::bigint) as n
  from part, jsonb_each_text(part.${sql.ref(column)})
  group by 1, 2, 3) e
  group by 1, 2`

export const hoursFrom = (from: string, to: string): RawBuilder<unknown> => sql`
  with part as materialized (
    select *, date_trunc('hour', slot) as hour
    from source_stats
    where slot >= ${from} and slot < ${to}),
  o as (${summedObject('outcomes')}),
  t as (${summedObject('types_read')}),
  d as (
    select connector_key, hour, array_agg(n order by place) as durations
    from (select connector_key, hour, place, sum(count)::int as n
    from part, unnest(durations) with ordinality e(count, place)
    group by 1, 2, 3) b
    group by 1, 2),
  counted as (
    select connector_key, hour, max(portal_key) as portal_key, sum(runs) as runs, sum(good) as good,
      sum(not_applicable) as not_applicable, sum(total_ms) as total_ms, sum(debts) as debts, sum(clear) as clear,
      sum(mismatches) as mismatches, max(last_good_at) as last_good_at
    from part
    group by 1, 2)
  insert into source_hourly_stats (${columns})
  select c.connector_key, c.hour, c.portal_key, c.runs, c.good, c.not_applicable, coalesce(o.outcomes, '{}'),
    coalesce(t.types_read, '{}'), c.total_ms, d.durations, c.debts, c.clear, c.mismatches, c.last_good_at
  from counted c
  join d using (connector_key, hour)
  left join o using (connector_key, hour)
  left join t using (connector_key, hour)
  on conflict (connector_key, slot) do update set ${overwrite}`
