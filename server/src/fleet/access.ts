// Who may ask what of the fleet, wherever it is asked: the list, what leaves it, a bulk change, a saved view and what
// is made of one.
import type { FleetQuery } from '@padron/contract/catalogue'
import type { Role } from '@padron/contract/permissions'
import { forbidden } from '../http/problem.ts'
import { asksPapers } from './additional-filters.ts'

type Asked = Pick<FleetQuery, 'vehicleClass'>

/** Whether they may: dates that only documents tell are for who reads documents. */
export const mayAsk = (roles: ReadonlySet<Role>, query: Asked): boolean =>
  roles.has('documents_read') || !asksPapers(query)

/** @throws 403 where they may not */
export const refuseHidden = (roles: ReadonlySet<Role>, query: Asked): void => {
  if (!mayAsk(roles, query)) throw forbidden()
}

/** Of what was ordered by somebody who may not any more. */
export const MAY_NOT_ASK =
  'Quien pidió el trabajo ya no tiene permiso de leer documentos, y su filtro pregunta por fechas que dicen ellos.'
