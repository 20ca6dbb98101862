// Which vehicles a report covers: a saved view as it is now, or the report's own filter, which includes active vehicles
// only.
import { ACTIVE } from '@padron/contract/assets'
import type { FleetQuery, VehicleFilter } from '@padron/contract/catalogue/filter'
import type { Role } from '@padron/contract/permissions'
import { ReportFilter } from '@padron/contract/reports/definition'
import type { Columns } from '@padron/contract/views'
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import { refuseHidden } from '../../fleet/access.ts'
import type { Sort } from '../../fleet/chunks.ts'
import { readViewDefinition } from '../../fleet/view-definition.ts'

export const CHOOSE_SHARED = 'Elija una vista compartida'
export type VehicleSelection = { viewId: number | null; filter: ReportFilter }
/** The filter, its order, and the columns if a view has some. */
export type ReportQuery = { query: FleetQuery; sort: Sort; columns?: Columns }

export const UNREADABLE_FILTER = 'El filtro del reporte no se puede leer; elija otro.'
export const unreadableView = (name: string): string =>
  `La vista «${name}» tiene un filtro que no se puede leer; elija otra.`

/** @returns undefined if the stored filter cannot be read */
export const filterQuery = (stored: unknown): FleetQuery | undefined => {
  const { data } = ReportFilter.safeParse(stored)
  if (!data) return undefined
  const { taxName, lessor, states = [], tags = [] } = data
  const vehicleClass: VehicleFilter = { assetHistoric: { assetStatusId: ACTIVE } }
  if (taxName?.trim()) vehicleClass.rfc = { taxIdentifier: taxName.trim() }
  if (lessor?.trim()) vehicleClass.lessor = { lessorName: lessor.trim() }
  if (states.length > 0) vehicleClass.state = { stateId: states }
  if (tags.length > 0) vehicleClass.tags = tags.map((tagId) => ({ tagId }))
  return { vehicleClass }
}

/** @returns undefined if the stored definition cannot be read */
export const viewQuery = (stored: unknown): ReportQuery | undefined => {
  const definition = readViewDefinition(stored)
  if (!definition) return undefined
  const { vehicleClass, dateFilters, sortBy, sortFilterOrder, columns } = definition
  return {
    query: { vehicleClass, ...(dateFilters ? { dateFilters } : {}) },
    sort: { ...(sortBy ? { sortBy } : {}), ...(sortFilterOrder ? { sortFilterOrder } : {}) },
    ...(columns ? { columns } : {}),
  }
}

/**
 * @param roles of the requester; absent: the product itself
 * @throws 422 if the company shares no such view or the filter cannot be read, 403 if the requester may not read what
 * the view filters by
 */
export const loadReportQuery = async (
  tx: Tx,
  tenantId: number,
  { viewId, filter }: VehicleSelection,
  roles?: ReadonlySet<Role>,
): Promise<ReportQuery> => {
  if (viewId === null) {
    const query = filterQuery(filter)
    if (!query) throw refuse(422, UNREADABLE_FILTER, 'filter')
    return { query, sort: {} }
  }
  const found = await tx
    .selectFrom('saved_view')
    .select(['definition', 'view_name'])
    .where('tenant_id', '=', tenantId)
    .where('view_id', '=', viewId)
    .where('shared', '=', true)
    .executeTakeFirst()
  if (!found) throw refuse(422, CHOOSE_SHARED, 'viewId')
  const query = viewQuery(found.definition)
  if (!query) throw refuse(422, unreadableView(found.view_name), 'viewId')
  if (roles) refuseHidden(roles, query.query)
  return query
}
