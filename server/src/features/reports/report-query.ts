// Which vehicles a report covers: a saved view as it is now, or the report's own filter, which includes active vehicles
// only.
import { ACTIVE } from '@padron/contract/assets'
import type { FleetQuery, VehicleFilter } from '@padron/contract/catalogue/filter'
import type { Role } from '@padron/contract/permissions'
import type { ReportFilter } from '@padron/contract/reports/definition'
import { type Columns, ViewDefinition } from '@padron/contract/views'
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import { refuseHidden } from '../../fleet/access.ts'
import type { Sort } from '../../fleet/chunks.ts'

export const CHOOSE_SHARED = 'Elija una vista compartida'
export type VehicleSelection = { viewId: number | null; filter: ReportFilter }
/** The filter, its order, and the columns if a view has some. */
export type ReportQuery = { query: FleetQuery; sort: Sort; columns?: Columns }

export const filterQuery = ({ taxName, lessor, states = [], tags = [] }: ReportFilter): FleetQuery => {
  const vehicleClass: VehicleFilter = { assetHistoric: { assetStatusId: ACTIVE } }
  if (taxName?.trim()) vehicleClass.rfc = { taxIdentifier: taxName.trim() }
  if (lessor?.trim()) vehicleClass.lessor = { lessorName: lessor.trim() }
  if (states.length > 0) vehicleClass.state = { stateId: states }
  if (tags.length > 0) vehicleClass.tags = tags.map((tagId) => ({ tagId }))
  return { vehicleClass }
}

export const viewQuery = ({
  vehicleClass,
  dateFilters,
  sortBy,
  sortFilterOrder,
  columns,
}: ViewDefinition): ReportQuery => ({
  query: { vehicleClass, ...(dateFilters ? { dateFilters } : {}) },
  sort: { ...(sortBy ? { sortBy } : {}), ...(sortFilterOrder ? { sortFilterOrder } : {}) },
  ...(columns ? { columns } : {}),
})

/**
 * @param roles of the requester; absent: the product itself
 * @throws 422 if the company shares no such view, 403 if the requester may not read what the view filters by
 */
export const loadReportQuery = async (
  tx: Tx,
  tenantId: number,
  { viewId, filter }: VehicleSelection,
  roles?: ReadonlySet<Role>,
): Promise<ReportQuery> => {
  if (viewId === null) return { query: filterQuery(filter), sort: {} }
  const found = await tx
    .selectFrom('saved_view')
    .select('definition')
    .where('tenant_id', '=', tenantId)
    .where('view_id', '=', viewId)
    .where('shared', '=', true)
    .executeTakeFirst()
  if (!found) throw refuse(422, CHOOSE_SHARED, 'viewId')
  const query = viewQuery(ViewDefinition.parse(found.definition))
  if (roles) refuseHidden(roles, query.query)
  return query
}
