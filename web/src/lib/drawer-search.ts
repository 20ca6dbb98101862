// The search parameters that open a drawer or dialog on any screen: an asset or a vehicle by its id (spec core §2), and
// the reconciliation. `tipo` and `seccion`: the resource type and the section that the drawer opens at; `captura`: the
// vehicle and the resource of a manual capture; `cuenta`: the vehicle and a resource of the portal of a statement.
import { z } from 'zod/mini'
import { searchNumber, searchWord } from './search-params.ts'

const check = () => z.catch(z.optional(z.string().check(z.regex(/^[1-9]\d{0,15}-[1-9]\d{0,8}$/))), undefined)

export const DrawerSearch = z.object({
  asset: searchNumber(1),
  vehicle: searchNumber(1),
  tipo: searchNumber(0),
  seccion: searchWord(['documentos', 'historia']),
  info: searchNumber(1),
  captura: check(),
  cuenta: check(),
})

/** The value of `captura` and `cuenta`: '7-31'. */
export const captureKey = (vehicleAssetId: number, resourceId: number): string => `${vehicleAssetId}-${resourceId}`
