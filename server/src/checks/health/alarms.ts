// Detects a source that changed: many answers that are not understood (hard), and weaker signs (soft). There is one
// open alarm per connector and kind; it closes when a later evaluation no longer finds it.
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import { creditOutSinceSql } from '../portals/accounts.ts'
import { ALARM_KINDS, type AlarmKind, evaluateAlarms, type SourceFigures, type Verdict } from './alarm-rules.ts'

type Day = { connector_key: string; day: string; debts: number; clear: number }

const LOOK_BACK_DAYS = 31

/** Cost: the hours of a month, some seven hundred rows of each connector. */
const daysOf = async (tx: Tx, now: Date): Promise<Map<string, Day[]>> => {
  const { rows } = await sql<Day>`
    select connector_key, date_trunc('day', slot)::date as day, sum(debts)::int as debts, sum(clear)::int as clear
    from source_hourly_stats
    where slot >= ${now.toISOString()}::timestamptz - ${LOOK_BACK_DAYS} * interval '1 day'
      and slot <= ${now.toISOString()}
    group by 1, 2
    order by 1, 2`.execute(tx)
  return Map.groupBy(rows, ({ connector_key }) => connector_key)
}

type Recent = Omit<SourceFigures, 'days' | 'drift' | 'unknown' | 'streak'> & {
  connector_key: string
  portal_key: string
  drifted: boolean
}

const recentOf = async (tx: Tx, now: Date): Promise<Recent[]> => {
  const { rows } = await sql<Recent>`
    select h.*, ${creditOutSinceSql} is not null as "hasNoCredit",
      p.drift -> h.connector_key ->> 'since' is not null as "isPaused"
    from (
      select connector_key, max(portal_key) as portal_key, sum(debts)::int as debts, sum(clear)::int as clear,
        sum(good)::int as good, sum(mismatches)::int as mismatches, bool_or(outcomes ? 'shape-drift') as drifted
      from source_hourly_stats
      where slot > ${now.toISOString()}::timestamptz - interval '1 day' and slot <= ${now.toISOString()}
      group by 1) h
    join portal p using (portal_key)`.execute(tx)
  return rows
}

/** Answers since the last one with a debt. */
const streaks = async (tx: Tx): Promise<Map<string, number>> => {
  const { rows } = await sql<{ connector_key: string; answers: number }>`
    select s.connector_key, sum(s.debts + s.clear)::int as answers
    from source_stats s
    where s.slot > coalesce((select max(d.slot)
    from source_stats d
    where d.connector_key = s.connector_key and d.debts > 0),
      '-infinity')
    group by 1`.execute(tx)
  return new Map(rows.map(({ connector_key, answers }) => [connector_key, answers]))
}

const LAST_RUNS = 20
/** Limit of the portal's newest runs that are read: a rare connector may have fewer than twenty among them. */
const READ_AT_MOST = 2000

/** Cost: the portal's newest runs by index until twenty are the connector's. */
const driftOf = async (
  tx: Tx,
  portalKey: string,
  connectorKey: string,
  now: Date,
): Promise<{ runs: number; vehicles: number }> => {
  const { rows } = await sql<{ runs: number; vehicles: number }>`
    with newest as (
      select tenant_id, vehicle_id, connector_key, outcome, started_at, origin
      from check_run
      where portal_key = ${portalKey} and started_at <= ${now.toISOString()}
      order by started_at desc
      limit ${READ_AT_MOST}),
    last as (
      select *
      from newest
      where connector_key = ${connectorKey} and origin in ('check', 'webhook')
        and outcome not in ('circuit-open', 'cancelled', 'needs-input') order by started_at desc limit ${LAST_RUNS})
    select count(*)::int as runs,
      count(distinct (tenant_id, vehicle_id)) filter (where outcome = 'shape-drift')::int as vehicles
    from last`.execute(tx)
  return rows[0] ?? { runs: 0, vehicles: 0 }
}

/** Names seen on the last day, the most frequent first. */
const unknownFields = async (tx: Tx, connectorKey: string, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name
    from check_run c, unnest(c.unknown_fields) name
    where c.connector_key = ${connectorKey}
      and c.unknown_fields is not null
      and c.started_at > ${now.toISOString()}::timestamptz - interval '1 day'
      and c.started_at <= ${now.toISOString()}
    group by name
    order by count(*) desc, name
    limit 11`.execute(tx)
  return rows.map(({ name }) => name)
}

type AlarmFound = { connectorKey: string; kind: AlarmKind; detail: string }

/** @returns whether it is a new alarm */
const raise = async (tx: Tx, { connectorKey, kind, detail }: AlarmFound, now: string): Promise<boolean> => {
  const { rows } = await sql<{ times: number }>`
    insert into source_alarm (connector_key, kind, hard, opened_at, last_at, detail)
    values (${connectorKey}, ${kind}, ${ALARM_KINDS[kind].hard}, ${now}, ${now}, ${detail})
    on conflict (connector_key, kind) where closed_at is null
      do update set last_at = excluded.last_at, times = source_alarm.times + 1, detail = excluded.detail
    returning times`.execute(tx)
  return rows[0]?.times === 1
}

const lower = async (tx: Tx, connectorKey: string, kind: AlarmKind, now: string): Promise<void> => {
  await sql`
    update source_alarm
    set closed_at = ${now}
    where connector_key = ${connectorKey} and kind = ${kind} and closed_at is null`.execute(tx)
}

const openAlarms = async (tx: Tx): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('source_alarm')
    .select(['connector_key', 'kind'])
    .where('closed_at', 'is', null)
    .execute()
  return new Set(rows.map(({ connector_key, kind }) => `${connector_key} ${kind}`))
}

const NO_DRIFT = { runs: 1, vehicles: 0 }

const evaluateSource = async (tx: Tx, recent: Recent, days: Day[], streak: number, now: Date): Promise<Verdict[]> => {
  const today = now.toISOString().slice(0, 10)
  const drift = recent.drifted ? await driftOf(tx, recent.portal_key, recent.connector_key, now) : NO_DRIFT
  const unknown = await unknownFields(tx, recent.connector_key, now)
  return evaluateAlarms({ ...recent, drift, unknown, streak, days: days.filter(({ day }) => day < today) })
}

/** Evaluates every connector that was queried within a day; alarms of the others stay as they are. */
export const watchSources = (db: Db, log: Pick<FastifyBaseLogger, 'warn'>, now: Date): Promise<void> =>
  asSystem(db, async (tx) => {
    const [days, recents, runs, open] = [
      await daysOf(tx, now),
      await recentOf(tx, now),
      await streaks(tx),
      await openAlarms(tx),
    ]
    const at = now.toISOString()
    for (const found of recents) {
      const connectorKey = found.connector_key
      const recent = { ...found, drifted: found.drifted || open.has(`${connectorKey} drift`) }
      const verdicts = await evaluateSource(tx, recent, days.get(connectorKey) ?? [], runs.get(connectorKey) ?? 0, now)
      for (const { kind, detail } of verdicts) {
        if (detail === null) await (open.has(`${connectorKey} ${kind}`) ? lower(tx, connectorKey, kind, at) : undefined)
        else if (await raise(tx, { connectorKey, kind, detail }, at))
          log.warn(
            { connector: connectorKey, alarm: kind, severity: ALARM_KINDS[kind].hard ? 'critical' : 'warning' },
            detail,
          )
      }
    }
  })
