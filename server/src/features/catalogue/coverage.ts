// What the figures of a filter rest on: its vehicles and debt, and how current each of their checks is.
import type { Coverage, FleetQuery } from '@padron/contract/catalogue'
import { MONEY_TYPES } from '@padron/contract/resources'
import { WITHOUT_ANSWER } from '@padron/contract/standing'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { freshnessState } from '../../resources/freshness.ts'
import { type Fleet, whereOf } from './catalogue.filters.ts'
import { matchedOf } from './matched.ts'

/** Asked beside the list and kept by the minute, it may take longer than a list would. */
const LIMIT_MS = 20_000

type Checks = Coverage['checks'] & { oldest: string | null; debtMissing: number; debtByHand: number }
const NO_CHECKS: Checks = { current: 0, old: 0, never: 0, byHand: 0, oldest: null, debtMissing: 0, debtByHand: 0 }

export const MONEY = sql`f.resource_type_id in (${sql.raw([...MONEY_TYPES].join(', '))})`
/** The contract's rule of what is missing of a debt, as SQL. */
export const MISSING = sql`(f.good_at is null or f.status_id in (${sql.raw(WITHOUT_ANSWER.join(', '))}) or ${freshnessState} = 'unknown')`

/** The resources that this installation can ask by machine. */
export const BY_MACHINE = sql`(select r.resource_id from resource r join portal p on p.portal_key = r.portal_key
      where r.connector_key is not null and p.base_url is not null)`

/**
 * Cost: one pass over the filter's vehicles and their vehicle_resource rows, about ten a vehicle, joined by hash. A resource is
 * `byHand` where nobody may ask by machine: it has no connector, or this installation gave its portal no address.
 */
export const coverageOf = async (tx: Tx, query: FleetQuery, fleet: Fleet): Promise<Coverage> => {
  const { tenantId } = fleet
  const where = whereOf(query, fleet)
  // Its figures are of one moment: checks write meanwhile.
  await sql`set transaction isolation level repeatable read`.execute(tx)
  await sql`set local statement_timeout = ${sql.lit(LIMIT_MS)}`.execute(tx)
  const figures = await sql<{ vehicles: number; total: number | null; withoutAmount: number; indebted: number }>`
    select count(*)::int as vehicles, sum(v.debt_total)::float8 as total, coalesce(sum(v.debt_without_amount), 0)::int as "withoutAmount",
      count(*) filter (where v.debt_total > 0 or v.debt_without_amount > 0)::int as indebted
    from vehicle v where ${where}`.execute(tx)
  const checks = await sql<Checks>`
    select count(*) filter (where f.good_at is not null and f.fresh_until >= now())::int as current,
      count(*) filter (where f.good_at is not null and f.fresh_until < now())::int as old,
      count(*) filter (where f.good_at is null)::int as never,
      count(*) filter (where f.good_at is null and m.resource_id is null)::int as "byHand",
      count(distinct f.vehicle_id) filter (where ${MONEY} and m.resource_id is not null and ${MISSING})::int as "debtMissing",
      count(distinct f.vehicle_id) filter (where ${MONEY} and m.resource_id is null and ${MISSING})::int as "debtByHand",
      min(f.good_at) as oldest
    from vehicle_resource f
    left join ${BY_MACHINE} m on m.resource_id = f.resource_id
    where f.tenant_id = ${tenantId} and f.vehicle_id in (select v.vehicle_id from vehicle v where ${where})`.execute(tx)
  const { vehicles, total, withoutAmount, indebted } = figures.rows[0] ?? {
    vehicles: 0,
    total: null,
    withoutAmount: 0,
    indebted: 0,
  }
  const { oldest, debtMissing: missing, debtByHand: byHand, ...counts } = checks.rows[0] ?? NO_CHECKS
  return {
    vehicles,
    debt: { total, withoutAmount, vehicles: indebted, missing, byHand },
    checks: counts,
    oldest,
    matched: await matchedOf(tx, query, fleet, where),
  }
}
