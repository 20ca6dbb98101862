// The permissions that a fleet query needs. The list, exports, bulk changes, saved views and everything made from a
// view use this.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import type { Role } from '@padron/contract/permissions'
import type { SortField } from '@padron/contract/vehicles/fields'
import { forbidden } from '../errors/http-problem.ts'
import { asksForDocumentDates } from './additional-filters.ts'

type Query = Pick<FleetQuery, 'vehicleClass'>

/** Filters by due dates of documents require the permission to read documents. */
export const mayQuery = (roles: ReadonlySet<Role>, query: Query): boolean =>
  roles.has('documents_read') || !asksForDocumentDates(query)

/** @throws 403 without that permission */
export const refuseHidden = (roles: ReadonlySet<Role>, query: Query): void => {
  if (!mayQuery(roles, query)) throw forbidden()
}

/** A filter or an order by tags requires the permission to read tags (spec bulk §6). */
export const mayQueryTags = (
  roles: ReadonlySet<Role>,
  { vehicleClass: { tags = [] } }: Query,
  sortBy?: SortField,
): boolean => roles.has('tags_read') || (tags.length === 0 && sortBy !== 'tags')

/**
 * For calls that answer for a filter that they receive: what is stored with a view or a report is not refused.
 * @throws 403 without that permission: the answer would say which vehicles have a tag
 */
export const refuseTagQuery = (roles: ReadonlySet<Role>, query: Query, sortBy?: SortField): void => {
  if (!mayQueryTags(roles, query, sortBy)) throw forbidden()
}

/** Error of a job whose requester has lost the permission. */
export const QUERY_FORBIDDEN =
  'Quien pidió el trabajo ya no tiene permiso de leer documentos, y su filtro pregunta por fechas que dicen ellos.'
