// What any screen's address may open: the drawer of an asset, or of a vehicle by its id (spec core §2), and the dialog that
// sets a vehicle's data beside the registry's. `tipo` is the type of resource that the drawer opens at.
import { z } from 'zod/mini'
import { searchNumber } from './search-params.ts'

export const DrawerSearch = z.object({
  asset: searchNumber(1),
  vehicle: searchNumber(1),
  tipo: searchNumber(0),
  info: searchNumber(1),
})
