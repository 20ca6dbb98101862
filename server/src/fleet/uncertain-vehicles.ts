// How many vehicles a filter may miss because their sources have no valid answer.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import { STATUS_COLUMNS } from '@padron/contract/resources'
import { sql } from 'kysely'
import { freshnessState } from '../checks/store/freshness.ts'
import type { Tx } from '../db/client.ts'
import { isAmong, literals } from './debts.ts'
import { filteredTypes } from './freshness-filter.ts'
import { MISSING } from './unknown-debts.ts'
import { type Fleet, whereOf } from './where.ts'

/** The same filter without the conditions that depend on sources' answers. */
const withoutAnswers = ({ vehicleClass, ...rest }: FleetQuery): FleetQuery => {
  const {
    anyStatus: _any,
    debts: _debts,
    withoutDebts: _none,
    due: _due,
    stolen: _stolen,
    freshness: _fresh,
    vehicleAsset = {},
    ...others
  } = vehicleClass
  const names: readonly string[] = STATUS_COLUMNS
  const asset = Object.fromEntries(Object.entries(vehicleAsset).filter(([name]) => !names.includes(name)))
  return { ...rest, vehicleClass: { ...others, vehicleAsset: asset } }
}

/**
 * Vehicles outside the filter that might match: one of its sources has no valid answer, or no current one if it
 * filters by freshness. Zero if it uses no source. Cost: the filter's vehicles twice, and the company's checks of those
 * types once.
 */
export const uncertainOf = async (tx: Tx, query: FleetQuery, fleet: Fleet): Promise<number> => {
  const types = filteredTypes(query.vehicleClass)
  if (types.length === 0) return 0
  const missing = sql`select f.vehicle_id from vehicle_resource f
    where f.tenant_id = ${fleet.tenantId} and f.resource_type_id in (${literals(types)})
      and (${MISSING} ${query.vehicleClass.freshness ? sql`or ${freshnessState} <> 'current'` : sql``})`
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from vehicle v
    where ${whereOf(withoutAnswers(query), fleet)} and ${isAmong(sql`v.vehicle_id`, missing)}
      ${query.vehicleClass.withoutDebts ? sql`and (v.debt_total > 0 or v.debt_without_amount > 0) is not true` : sql``}
      and not ${isAmong(
        sql`v.vehicle_id`,
        sql`
        select v.vehicle_id
        from vehicle v
        where ${whereOf(query, fleet)}`,
      )}`.execute(tx)
  return rows[0]?.n ?? 0
}
