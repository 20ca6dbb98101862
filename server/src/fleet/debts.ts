// The definition of debt items, which the filter, the coverage and the statistics share. An item is an open debt, with
// its day if it has one, or the part of a source's total that its listed debts do not explain, without a day. The items
// of a vehicle add up to its debt. A debt of zero is none, and open debts of a source that answers "nothing owed" do
// not count.
import type { OwedDebts } from '@padron/contract/catalogue/filter'
import { MONEY_TYPES } from '@padron/contract/resources'
import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** Integers of a closed list as SQL literals: with parameters the planner could not estimate the rows. */
export const literals = (ids: Iterable<number>): Sql => sql.join([...ids].map((id) => sql.lit(id)))

/** On `f`, a row of vehicle_resource: its source reports a debt. */
export const OWES = sql`(f.debt_total > 0 or f.debt_without_amount > 0)`
/** Condition on debt `d`. */
const IS_OWED = sql`d.ended_at is null and (d.total > 0 or d.total is null)`

export const ofTypes = (types: readonly number[] | undefined): Sql => literals(new Set(types ?? MONEY_TYPES))

/**
 * On `d`: the day that the source gave, otherwise the company's day on which the debt arose; null if it already
 * existed at the first check.
 */
export const debtDay = (timeZone: string): Sql =>
  sql`coalesce(d.issued_day, (d.arose_at at time zone ${timeZone})::date)`
const IS_UNDATED = sql`d.issued_day is null and d.arose_at is null`

/**
 * When a vehicle got its current status; its creation if the history has no such entry. Cost: two short key ranges.
 * @param vehicle the alias of the vehicle table in the statement
 */
export const statusSince = (vehicle: string): Sql => {
  const of = (table: string) =>
    sql.raw(`${table}.tenant_id = ${vehicle}.tenant_id and ${table}.vehicle_id = ${vehicle}.vehicle_id`)
  const status = sql.ref(`${vehicle}.asset_status_id`)
  // Status 2 marks entries about the plate or the VIN.
  return sql`coalesce((
    select min(h.at)
    from vehicle_history h
    where ${of('h')} and h.asset_status_id = ${status}
      and h.history_id > coalesce((select max(o.history_id)
      from vehicle_history o
      where ${of('o')} and o.asset_status_id not in (2, ${status})),
        0)
    ), ${sql.ref(`${vehicle}.created_at`)})`
}

/**
 * Condition on debt `d`: its day, first detection, reappearance or increase is after its vehicle got its current
 * status.
 */
export const arisenSince = (timeZone: string): Sql => sql`(
  select d.issued_day > (s.at at time zone ${timeZone})::date or d.arose_at > s.at or exists (
    select
    from check_event e
    where e.tenant_id = d.tenant_id and e.vehicle_id = d.vehicle_id and e.resource_id = d.resource_id
      and e.debt_key = d.debt_key and e.kind in ('new', 'returned', 'grew') and not e.first and e.at > s.at)
  from vehicle w
  cross join lateral (select ${statusSince('w')} as at) s
  where w.tenant_id = d.tenant_id and w.vehicle_id = d.vehicle_id)`

/**
 * Membership in a table that is built once. Not a join (`is true` prevents it): for a new company the planner has no
 * statistics and would scan the fleet for each vehicle.
 * @param ids a select of one column
 */
export const isAmong = (value: Sql, ids: Sql): Sql => sql`(${value} in (select unnest(array(${ids})))) is true`

/** Condition on debt `d`: its source reports a debt. */
const SOURCE_OWES = sql`exists (
  select
  from vehicle_resource f
  where f.tenant_id = d.tenant_id
    and f.vehicle_id = d.vehicle_id
    and f.resource_id = d.resource_id
    and ${OWES}) is true`

/** Whether the filter needs single debts, not only the totals of sources. */
export const needsDebtRows = ({ from, to, marked, afterStatus }: OwedDebts): boolean =>
  Boolean(from || to || marked || afterStatus)

const openDebts = (tenantId: number, types: OwedDebts['types']): Sql =>
  sql`debt d where d.tenant_id = ${tenantId} and ${IS_OWED} and d.resource_type_id in (${ofTypes(types)})`

/**
 * Condition on debt `d`: its day is at or after `day`, or before it. Written column by column, so that the planner can
 * estimate the rows.
 */
const isOfDays = (timeZone: string, sign: '>=' | '<', day: Sql): Sql => {
  const than = sql.raw(sign)
  return sql`
    and (d.issued_day ${than} ${day}
      or d.issued_day is null
      and d.arose_at ${than} (${day})::timestamp at time zone ${timeZone})`
}

/**
 * The FROM clause: debts that meet every condition. Cost: the open debts of the types once, and their sources by key
 * or by hash.
 */
export const debtRows = (
  tenantId: number,
  timeZone: string,
  { types, from, to, undated, marked, afterStatus }: OwedDebts,
): Sql => sql`
  ${openDebts(tenantId, types)} ${from ? isOfDays(timeZone, '>=', sql`${from}::date`) : sql``}
  ${to ? isOfDays(timeZone, '<', sql`(${to}::date + 1)`) : sql``}
  ${undated ? sql`and ${IS_UNDATED}` : sql``} ${
    marked
      ? sql`
    and d.last_seen_at > d.marked_paid_at`
      : sql``
  } and ${SOURCE_OWES} ${afterStatus ? sql`and ${arisenSince(timeZone)}` : sql``}`

/** The part of each source's total that its listed debts do not explain. */
const besides = (tenantId: number, types: OwedDebts['types']): Sql => sql`
  select r.vehicle_id, r.resource_id, r.resource_type_id, null::date, nullif(sum(r.total), 0), case
    when bool_or(r.listed) then 0
    else 1 end, sum(r.without_amount)::int
  from (
    select f.vehicle_id, f.resource_id, f.resource_type_id, coalesce(f.debt_total, 0) as total,
      f.debt_without_amount as without_amount, false as listed
    from vehicle_resource f
    where f.tenant_id = ${tenantId} and f.resource_type_id in (${ofTypes(types)}) and ${OWES}
    union all
    select d.vehicle_id, d.resource_id, d.resource_type_id, -coalesce(d.total, 0), -(d.total is null)::int, true
    from ${openDebts(tenantId, types)}) r
  group by 1, 2, 3
  having not bool_and(r.listed) and (sum(r.total) <> 0 or sum(r.without_amount) <> 0)`

/**
 * A select of (vehicle_id, resource_id, resource_type_id, day, total, debts, without_amount). `day` is null for items
 * without one, `total` is null without an amount, `debts` is the number of debts of the item. Includes vehicles of
 * every status. Cost: the open debts once; for items without a day, twice, and the company's rows of vehicle_resource.
 */
export const debtItems = (tenantId: number, timeZone: string, filter: OwedDebts): Sql => {
  const rows = sql`
    select d.vehicle_id, d.resource_id, d.resource_type_id, ${debtDay(timeZone)} as day, d.total, 1 as debts,
      (d.total is null)::int as without_amount
    from ${debtRows(tenantId, timeZone, filter)}`
  return needsDebtRows(filter) ? rows : sql`${rows} union all ${besides(tenantId, filter.types)}`
}
