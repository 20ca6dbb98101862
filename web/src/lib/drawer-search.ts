// What any screen's address may open: the drawer of an asset, or of a vehicle by its id (spec core §2).
import { z } from 'zod/mini'
import { searchNumber } from './search-params.ts'

export const DrawerSearch = z.object({ asset: searchNumber(1), vehicle: searchNumber(1) })
