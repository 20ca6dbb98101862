// The basis of a filter's figures: its vehicles and debts, and how current their checks are.
import type { FallsDue, FleetQuery } from '@padron/contract/catalogue/filter'
import type { Coverage } from '@padron/contract/catalogue/rows'
import { MAY_OWE } from '@padron/contract/resources'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { debtItems, isAmong } from '../../fleet/debts.ts'
import { dueItems } from '../../fleet/due-dates.ts'
import type { Where } from '../../fleet/rows.queries.ts'
import { BY_MACHINE, MISSING, MONEY } from '../../fleet/unknown-debts.ts'
import type { Fleet } from '../../fleet/where.ts'

type Sql = RawBuilder<unknown>
type Matched = NonNullable<Coverage['matched']>
type Sum = NonNullable<Matched['due']>

/** Only a payment without an amount counts as lacking one. */
const dueSums = (tenantId: number, due: FallsDue): Sql =>
  sql`
    select o.vehicle_id, o.amount as total, 1 as debts,
      (o.kind = 'payment' and o.amount is null)::int as without_amount
    from (${dueItems(tenantId, due)}) o`

/** @param where the query's own conditions. Cost: the items once, joined by hash to the filter's vehicles */
const sumOf = async (tx: Tx, items: Sql, where: Sql): Promise<Sum> => {
  const { rows } = await sql<Sum>`
    select coalesce(sum(i.debts), 0)::int as count, sum(i.total)::float8 as total,
      coalesce(sum(i.without_amount), 0)::int as "withoutAmount"
    from (${items}) i
    where ${isAmong(sql`i.vehicle_id`, sql`select v.vehicle_id from vehicle v where ${where}`)}`.execute(tx)
  return { count: 0, total: null, withoutAmount: 0, ...rows[0] }
}

/** How many debts or due dates a filter by debts or due dates matches, and their total. */
const matchedOf = async (tx: Tx, query: FleetQuery, fleet: Fleet, where: Sql): Promise<Matched | null> => {
  const { debts, due } = query.vehicleClass
  const dates = due && (await sumOf(tx, dueSums(fleet.tenantId, due), where))
  if (!debts) return dates ? { what: 'due', ...dates } : null
  const debtSum = await sumOf(tx, debtItems(fleet.tenantId, fleet.timeZone, debts), where)
  return { what: 'debts', ...debtSum, ...(dates && { due: dates }) }
}

type Row = Omit<Coverage, 'debt' | 'checks' | 'matched'> &
  Coverage['debt'] &
  Coverage['checks'] & { owing: number; debtByHand: number }

/**
 * Cost: one pass over the filter's vehicles and one over their vehicle_resource rows, about ten a vehicle, joined by
 * hash. A resource is `byHand` if it cannot be checked automatically: it has no connector, or this installation gave
 * its portal no address.
 * @param whereIn the query's conditions, in the transaction that uses them
 * @param limitMs of each statement
 */
export const coverageOf = async (
  tx: Tx,
  query: FleetQuery,
  fleet: Fleet,
  { whereIn, limitMs }: { whereIn: (tx: Tx) => Promise<Where>; limitMs: number },
): Promise<Coverage> => {
  const { tenantId } = fleet
  // One snapshot for all figures, because checks write meanwhile.
  await sql`set transaction isolation level repeatable read`.execute(tx)
  await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(tx)
  const where = await whereIn(tx)
  const { rows } = await sql<Row>`
    with picked as materialized (
      select v.vehicle_id, v.debt_total, v.debt_without_amount, v.tenencia_status
      from vehicle v
      where ${where}),
    checked as (
      select f.vehicle_id, count(*) filter (where f.good_at is not null and f.fresh_until >= now()) as current,
        count(*) filter (where f.good_at is not null and f.fresh_until < now()) as old,
        count(*) filter (where f.good_at is null) as never,
        count(*) filter (where f.good_at is null and m.resource_id is null) as by_hand,
        bool_or(${MONEY} and m.resource_id is not null and ${MISSING}) as missing,
        bool_or(${MONEY} and m.resource_id is null and ${MISSING}) as missing_by_hand,
        min(f.good_at) as oldest
      from vehicle_resource f
      left join ${BY_MACHINE} m on m.resource_id = f.resource_id
      where f.tenant_id = ${tenantId} and f.vehicle_id in (select vehicle_id from picked)
      group by f.vehicle_id)
    select count(*)::int as vehicles, sum(p.debt_total)::float8 as total,
      coalesce(sum(p.debt_without_amount), 0)::int as "withoutAmount",
      count(*) filter (where p.debt_total > 0 or p.debt_without_amount > 0)::int as owing,
      count(*) filter (where p.tenencia_status = ${sql.lit(MAY_OWE)})::int as possible,
      count(*) filter (where p.debt_total is null or c.missing or c.missing_by_hand)::int as unknown,
      coalesce(sum(c.current), 0)::int as current, coalesce(sum(c.old), 0)::int as old,
      coalesce(sum(c.never), 0)::int as never, coalesce(sum(c.by_hand), 0)::int as "byHand",
      count(*) filter (where c.missing)::int as missing,
      count(*) filter (where c.missing_by_hand)::int as "debtByHand",
      min(c.oldest) as oldest, now() as at
    from picked p
    left join checked c on c.vehicle_id = p.vehicle_id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the aggregate returned no row')
  const { at, vehicles, total, withoutAmount, owing, possible, unknown, missing, debtByHand, oldest } = row
  const { current, old, never, byHand } = row
  return {
    at,
    vehicles,
    debt: { total, withoutAmount, vehicles: owing, possible, unknown, missing, byHand: debtByHand },
    checks: { current, old, never, byHand },
    oldest,
    matched: await matchedOf(tx, query, fleet, where),
  }
}
