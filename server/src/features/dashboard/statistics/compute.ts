// All figures of a company's dashboards, from one snapshot of its fleet.
import { localTime } from '@padron/contract/days'
import { statesOf } from '@padron/contract/places/states'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { companyFacts } from '../../../fleet/company.ts'
import { planForFleet } from '../plan-for-fleet.ts'
import { readBasis } from './basis.queries.ts'
import { readDue } from './due.queries.ts'
import { readFleet } from './fleet.queries.ts'
import { readOwed } from './owed.queries.ts'
import { owedFacts } from './owed.ts'
import { chartIntervals } from './periods.ts'
import { readTrend } from './read-trend.ts'
import { stolenFacts } from './stolen.queries.ts'
import type { StoredFacts } from './stored-facts.ts'

const STATEMENT_MS = 60_000

/**
 * Cost: the company's vehicles three times, its vehicle_resource rows twice, its open debts twice, the year's events;
 * no other query waits for it, and it uses one processor at most.
 * @param tx a snapshot of one company
 * @param at determines which day is today
 */
export const workOutStatistics = async (tx: Tx, tenantId: number, at: Date): Promise<StoredFacts> => {
  await sql`set local statement_timeout = ${sql.lit(STATEMENT_MS)}`.execute(tx)
  await planForFleet(tx)
  await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
  await sql`set local work_mem = '64MB'`.execute(tx)
  const { country, timeZone } = await companyFacts(tx, tenantId)
  const today = localTime(at, timeZone).day
  const scope = { tenantId, country, timeZone, today }
  const names = new Map(statesOf(country).map(({ stateId, stateName }) => [stateId, stateName]))
  const stateName = (id: number): string => names.get(id) ?? `${id}`
  const intervals = chartIntervals(today)
  const fleet = await readFleet(tx, tenantId, stateName)
  const rows = await readOwed(tx, scope, intervals)
  const debtByType = [...rows.types]
  return {
    today,
    owed: owedFacts({ rows, intervals, stateName }, today),
    fleet,
    due: await readDue(tx, scope, fleet.totalVehicleCount),
    stolen: await stolenFacts(tx, scope, intervals),
    basis: await readBasis(tx, tenantId, country, fleet.totalVehicleCount),
    debtByType,
    trend: await readTrend(tx, scope, debtByType),
  }
}
