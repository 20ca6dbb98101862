// Measures what an alert watches: the values of a saved view's vehicles, and how uncertain they are.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import type { Role } from '@padron/contract/permissions'
import type { Measure } from '@padron/contract/reports/rules'
import type { UnknownDebts } from '@padron/contract/texts/unknown-debts-text'
import type { Tx } from '../../db/client.ts'
import { companyFacts } from '../../fleet/company.ts'
import { fleetDebt } from '../../fleet/debt-totals.ts'
import { uncertainOf } from '../../fleet/uncertain-vehicles.ts'
import { whereOf } from '../../fleet/where.ts'
import { loadReportQuery } from '../reports/report-query.ts'

export type Measurement = Readonly<Record<Measure, number>> & {
  /** `debt`: vehicles whose debts are not all known. `vehicles`: those that might also match the view if they were. */
  uncertain: Readonly<Record<Measure, number>>
  unknown: UnknownDebts
  query: FleetQuery
  sort: { sortBy?: string; sortFilterOrder?: string }
}

/**
 * Exact. Cost: the view's vehicles once.
 * @param tx of one company; row-level security hides every other
 * @param roles of the requester; absent: the product itself asks
 * @throws 422 if the company shares no such view or its filter cannot be read, 403 if the requester may not read what
 * the view filters by
 */
export const measureView = async (
  tx: Tx,
  tenantId: number,
  viewId: number,
  roles?: ReadonlySet<Role>,
): Promise<Measurement> => {
  const { query, sort } = await loadReportQuery(tx, tenantId, { viewId, filter: {} }, roles)
  const facts = await companyFacts(tx, tenantId)
  const found = await fleetDebt(tx, whereOf(query, facts), tenantId)
  const { vehicles, total, unknown, missing, byHand } = found
  return {
    vehicles,
    debt: total,
    uncertain: { debt: unknown, vehicles: await uncertainOf(tx, query, facts) },
    unknown: { unknown, missing, byHand },
    query,
    sort: sort as Measurement['sort'],
  }
}
