// Keeps the stored counts of manual capture short: every change of a list added rows, which are replaced by their sum.
// Also counts the companies that were there before the counts. Any number of processes may do both at once.
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'

/** Companies with fewer rows of changes are skipped: summing them costs nothing. */
const FOLD_FROM = 50
const COUNT_LIMIT = sql`set local statement_timeout = '5min'`

/**
 * Replaces a company's rows of changes by their sum. Rows written meanwhile stay; writers do not wait.
 * @returns false if another process does it
 */
const foldCompany = async (tx: Tx, tenantId: number): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(
      hashtextextended('vehicle_resource_count ' || ${tenantId}::bigint, 0)) as mine`.execute(tx)
  if (!rows[0]?.mine) return false
  await sql`
    with folded as (
      delete from vehicle_resource_count
      where tenant_id = ${tenantId} and delta_id > 0
      returning resource_id, state_id, list, expires_at, n)
    insert into vehicle_resource_count (tenant_id, resource_id, state_id, list, expires_at, delta_id, n)
    select ${tenantId}::bigint, resource_id, state_id, list, expires_at, 0, sum(n)
    from folded
    group by resource_id, state_id, list, expires_at
    on conflict (tenant_id, resource_id, state_id, list, expires_at, delta_id)
    do update set n = vehicle_resource_count.n + excluded.n`.execute(tx)
  await sql`
    delete from vehicle_resource_count
    where tenant_id = ${tenantId}
      and delta_id = 0
      and n = 0
      and (list <> 'answered' or expires_at < now())`.execute(tx)
  return true
}

/** Cost: an index of the rows of changes. */
export const foldCounts = async (db: Db, signal?: AbortSignal, from = FOLD_FROM): Promise<void> => {
  const { rows } = await asSystem(db, (tx) =>
    sql<{ tenantId: number }>`
      select tenant_id as "tenantId"
      from vehicle_resource_count
      where delta_id > 0
      group by tenant_id
      having count(*) >= ${from}`.execute(tx),
  )
  for (const { tenantId } of rows) {
    if (signal?.aborted) return
    await asSystem(db, (tx) => foldCompany(tx, tenantId))
  }
}

/**
 * Counts the next company of `pending_resource_count`. One statement reads the rows and the counts in one snapshot and
 * adds the difference. Other transactions may write meanwhile, and counting a company twice does no harm.
 * @returns whether a company was pending
 */
const countNextCompany = async (tx: Tx): Promise<boolean> => {
  await COUNT_LIMIT.execute(tx)
  const { rows } = await sql<{ tenantId: number }>`
    select tenant_id as "tenantId"
    from pending_resource_count
    order by tenant_id
    limit 1
    for update skip locked`.execute(tx)
  const [next] = rows
  if (!next) return false
  await sql`
    with counted as materialized (
      select f.resource_id, v.state_id, l.list, count(*) as n, max(f.fresh_until) as fresh_until,
        case when l.list = 'captured' then coalesce(f.fresh_until, 'infinity') else '-infinity' end as expires_at
      from vehicle_resource f
      join vehicle v on v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id
      cross join lateral (select capture_list(f.manual_since, f.captured_at, f.good_at) as list) l
      where f.tenant_id = ${next.tenantId}
      group by f.resource_id, v.state_id, l.list, expires_at)
    insert into vehicle_resource_count (tenant_id, resource_id, state_id, list, expires_at, n)
    select ${next.tenantId}::bigint, resource_id, state_id, list, expires_at, sum(n)
    from (
      select resource_id, state_id, list, expires_at, n
      from counted
      union all
      select resource_id, state_id, list, expires_at, -n
      from vehicle_resource_count
      where tenant_id = ${next.tenantId}) difference
    group by resource_id, state_id, list, expires_at
    having sum(n) <> 0
    union all
    select ${next.tenantId}::bigint, resource_id, 0, 'answered', max(fresh_until), 0
    from counted
    where list = 'answered' and fresh_until > now()
    group by resource_id`.execute(tx)
  await sql`delete from pending_resource_count where tenant_id = ${next.tenantId}`.execute(tx)
  return true
}

export const countPendingCompanies = async (db: Db, signal?: AbortSignal): Promise<void> => {
  while (!signal?.aborted && (await asSystem(db, countNextCompany)));
}
