// The inputs of the trend: the stored days, the types that are known today, and the changes recorded since.
import { ACTIVE } from '@padron/contract/assets'
import { MONEY_TYPES } from '@padron/contract/resources'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { isAmong, literals } from '../../../fleet/debts.ts'

export type OwedOfType = { typeId: number; amount: number; count: number; withoutAmount: number }
export type StoredDay = { day: string; types: readonly OwedOfType[] }
/**
 * All changes of a kind of debt between two points of the trend. `weeks`: whole weeks from then until today.
 */
export type Change = OwedOfType & { weeks: number }
/** From `day` on, the recorded changes of the kind of debt are complete. */
export type KnownFrom = { typeId: number; day: string }

/** Oldest first. @param to excluded */
export const readStoredDays = async (tx: Tx, tenantId: number, from: string, to: string): Promise<StoredDay[]> => {
  const { rows } = await sql<StoredDay>`
    select day,
      json_agg(json_build_object('typeId', resource_type_id, 'amount', amount, 'count', debts, 'withoutAmount',
      without_amount)) as types
    from daily_debt
    where tenant_id = ${tenantId} and day >= ${from}::date and day < ${to}::date
    group by 1
    order by 1`.execute(tx)
  return rows
}

export const firstStoredDay = async (tx: Tx, tenantId: number): Promise<string | null> => {
  const { rows } = await sql<{
    day: string | null
  }>`select min(day) as day from daily_debt where tenant_id = ${tenantId}`.execute(tx)
  return rows[0]?.day ?? null
}

/**
 * The kinds of debt that some source has answered for an active vehicle; for these, owing nothing is a known fact.
 * Cost: for each source, the index rows until the first such answer.
 */
export const answeredTypes = async (tx: Tx, tenantId: number): Promise<number[]> => {
  const active = sql`
    select v.vehicle_id
    from vehicle v
    where v.tenant_id = ${tenantId} and v.asset_status_id = ${ACTIVE}`
  const { rows } = await sql<{ typeId: number }>`
    select distinct r.resource_type_id::int as "typeId"
    from resource r
    cross join lateral (
      select
      from vehicle_resource f
      where f.tenant_id = ${tenantId}
        and f.resource_id = r.resource_id
        and f.good_at is not null
        and ${isAmong(sql`f.vehicle_id`, active)}
      limit 1) f
    where r.resource_type_id in (${literals(MONEY_TYPES)})`.execute(tx)
  return rows.map(({ typeId }) => typeId)
}

/** If a vehicle exists for longer than this before its source's first answer, what it owed until then is unknown. */
const LATE = sql`interval '2 days'`

/**
 * Changes of today's active vehicles since a day, and the day from which they are complete: the last day on which a
 * source answered for the first time about a vehicle that existed before, otherwise the first change's day. Cost: the
 * events since, from their index, joined by hash to the vehicles.
 */
export const readChanges = async (
  tx: Tx,
  { tenantId, timeZone, today }: { tenantId: number; timeZone: string; today: string },
  from: string,
): Promise<{ changes: Change[]; known: KnownFrom[] }> => {
  const { rows } = await sql<{ changes: Change[]; known: KnownFrom[] }>`
    with change as materialized (
      select e.resource_type_id::int as type, (e.at at time zone ${timeZone})::date as day, e.first
        and v.created_at <= e.at - ${LATE} as late, coalesce(e.after, 0) - coalesce(e.before, 0) as amount,
          k.sign as count,
        case
          when k.sign > 0
          and e.after is null
          or k.sign < 0
          and e.before is null then k.sign
          else 0 end as without_amount
      from check_event e
      join vehicle v on v.tenant_id = e.tenant_id and v.vehicle_id = e.vehicle_id and v.asset_status_id = ${ACTIVE}
      cross join lateral (select case
        when e.kind in ('new', 'returned') then 1
        when e.kind in ('paid', 'vanished') then -1
        else 0 end as sign) k
      where e.tenant_id = ${tenantId}
        and v.tenant_id = ${tenantId}
        and e.kind <> 'status'
        and e.resource_type_id in (${literals(MONEY_TYPES)})),
    since as (
      select type as "typeId", (${today}::date - day) / 7 as weeks, sum(amount)::float8 as amount,
        sum(count)::int as count, sum(without_amount)::int as "withoutAmount"
      from change
      where day >= ${from}::date
      group by 1, 2),
    known as (select type as "typeId", coalesce(max(day) filter (where late), min(day)) as day from change group by 1)
    select coalesce((select json_agg(s) from since s), '[]') as changes,
      coalesce((select json_agg(k) from known k), '[]') as known`.execute(tx)
  return rows[0] ?? { changes: [], known: [] }
}
