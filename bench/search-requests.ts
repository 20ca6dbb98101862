// The requests of the ratios, the same at every run: pages with their exact total, the search box, one vehicle, a new
// vehicle. Reads are of the largest company; writes are of sixteen companies, because writers of one company wait for
// each other.
import type { LoadRequest } from './load.ts'
import type { Place } from './many-companies.ts'

const LIST = '/api/v2/vehicleAsset'
const PAGES = 40

export type Known = Place & { token: string }
type Many = (known: Known) => LoadRequest[]

/** Three filters and a sort, as in the list of debtors. */
export const bodies = Array.from({ length: PAGES }, (_, i) => ({
  vehicleClass: { assetHistoric: { assetStatusId: 1 }, vehicleAsset: { ticketStatus: 0 } },
  pagination: { page: 1 + i, pageSize: 25, sortBy: 'plate', sortFilterOrder: 'asc' },
}))
export const lists: Many = ({ token }) => bodies.map((body) => ({ path: LIST, body, token }))

/** Four to six letters of a plate. */
export const pieces = ({ plates }: Known): string[] =>
  plates.slice(0, 200).map((plate, i) => plate.slice(0, 4 + (i % 3)))
export const searches: Many = (known) =>
  pieces(known).map((like) => ({ path: `${LIST}/bestmatch`, body: { like }, token: known.token }))

export const reads: Many = ({ ids, token }) =>
  ids
    .slice(0, 500)
    .map((vehicleAssetId) => ({ path: LIST, body: { vehicleClass: { vehicleAsset: { vehicleAssetId } } }, token }))

const STAMP = (Date.now() % 36 ** 5).toString(36).toUpperCase().padStart(5, '0')
let made = 0
/** The form's body, different each time, also from earlier runs on a stored database. */
const next = () => {
  const nth = (made++).toString(36).toUpperCase().padStart(4, '0')
  return { plate: `Z${STAMP}${nth}`.slice(-10), vin: `ZZZZZZZZ${STAMP}${nth}` }
}
const WORDS = {
  brand: 'NISSAN',
  model: 'VERSA',
  year: 2022,
  holder: 'TRANSPORTES 7',
  colour: 'BLANCO',
  owner: 'José Muñoz',
  engine: 'HR16000000001',
}

export const newVehicle = ({ token }: Known): LoadRequest => {
  const vehicleClass = {
    vehicleAsset: { ...next(), stateId: 19, acquisitionReasonId: 1 },
    rfc: { rfcName: WORDS.holder },
    brand: { brandName: WORDS.brand },
    model: { modelName: WORDS.model, year: WORDS.year },
    vehicleInfo: { vehicleColor: WORDS.colour, ownerName: WORDS.owner, engineNumber: WORDS.engine, doors: 4 },
  }
  return { path: '/api/v2/vehicle', body: { vehicleClass }, token }
}

/** The same with the table's columns. */
export const newRow = ({ tenantId }: Pick<Known, 'tenantId'>) => ({
  ...next(),
  tenant_id: tenantId,
  state_id: 19,
  rfc_name: WORDS.holder,
  brand_name: WORDS.brand,
  model_name: WORDS.model,
  year: WORDS.year,
  vehicle_color: WORDS.colour,
  owner_name: WORDS.owner,
  engine_number: WORDS.engine,
  doors: 4,
})
