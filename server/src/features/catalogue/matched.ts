// How many debts or due dates a filter by debts or due dates matches, and their total.
import type { Coverage, FallsDue, FleetQuery } from '@padron/contract/catalogue'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { debtItems, isAmong } from '../../fleet/debts.ts'
import { dueItems } from '../../fleet/due-dates.ts'

type Sql = RawBuilder<unknown>
type Fleet = { tenantId: number; timeZone: string }
type Matched = NonNullable<Coverage['matched']>
type Sum = NonNullable<Matched['due']>

/** A date without an amount lacks one only where it is of something to be paid. */
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

export const matchedOf = async (tx: Tx, query: FleetQuery, fleet: Fleet, where: Sql): Promise<Matched | null> => {
  const { debts, due } = query.vehicleClass
  const dates = due && (await sumOf(tx, dueSums(fleet.tenantId, due), where))
  if (!debts) return dates ? { what: 'due', ...dates } : null
  const owed = await sumOf(tx, debtItems(fleet.tenantId, fleet.timeZone, debts), where)
  return { what: 'debts', ...owed, ...(dates && { due: dates }) }
}
