// Who may ask what of the fleet, wherever it is asked: the list, what leaves it, a bulk change, a saved view and what
// is made of one.
import type { FleetQuery } from '@padron/contract/catalogue'
import type { Role } from '@padron/contract/permissions'
import { forbidden } from '../http/problem.ts'
import { asksForDocumentDates } from './additional-filters.ts'

type Query = Pick<FleetQuery, 'vehicleClass'>

/** Whether they may: dates that only documents tell are for who reads documents. */
export const mayQuery = (roles: ReadonlySet<Role>, query: Query): boolean =>
  roles.has('documents_read') || !asksForDocumentDates(query)

/** @throws 403 where they may not */
export const refuseHidden = (roles: ReadonlySet<Role>, query: Query): void => {
  if (!mayQuery(roles, query)) throw forbidden()
}

/** Of what was ordered by somebody who may not any more. */
export const QUERY_FORBIDDEN =
  'Quien pidió el trabajo ya no tiene permiso de leer documentos, y su filtro pregunta por fechas que dicen ellos.'
