// The queries of the catalogue's benchmark: every sort, every kind of filter, the search box and the drawer, on random
// pages up to the last one. They are the same at every run.
import type { VehicleFilter } from '@padron/contract/catalogue/filter'
import { SORT_FIELDS } from '@padron/contract/vehicles/fields'
import type { BenchFleet } from './fleet.ts'

const PAGE_SIZE = 25
const LIST = '/api/v2/vehicleAsset'

export type LoadRequest = { path: string; body?: object }
export type Operation = {
  name: string
  /** Maximum p95 in milliseconds, with 200,000 and with a million vehicles. */
  limits: readonly [number, number]
  /** Whether the bare handler is measured too. */
  bare: boolean
  /** @param pages number of pages */
  request: (i: number, pages: number) => LoadRequest
}

export const seededRandom = (seed: number) => (sides: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor(seed / 7) % sides
}

const ACTIVE: VehicleFilter = { assetHistoric: { assetStatusId: 1 } }
const listRequest = (filter: VehicleFilter, pagination: object): LoadRequest => ({
  path: LIST,
  body: { vehicleClass: { ...ACTIVE, ...filter }, pagination: { pageSize: PAGE_SIZE, ...pagination } },
})
export const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE))

const listOperation = (
  name: string,
  filter: VehicleFilter,
  pagination: (i: number) => object = () => ({}),
): Operation => {
  const roll = seededRandom(name.length * 7919)
  return {
    name,
    limits: [60, 150],
    bare: true,
    // Every sixth is the last page; the first call, which is reported separately, is the first.
    request: (i, pages) =>
      listRequest(filter, { page: i === 0 ? 1 : i % 6 === 0 ? pages : 1 + roll(pages), ...pagination(i) }),
  }
}

const sorts = SORT_FIELDS.map((sortBy) =>
  listOperation(`sort ${sortBy}`, {}, (i) => ({ sortBy, sortFilterOrder: i % 2 ? 'asc' : 'desc' })),
)

export const FILTERS: readonly [string, VehicleFilter][] = [
  ['text of few values: brand', { brand: { brandName: 'citroen' } }],
  ['text of few values: colour', { vehicleInfo: { vehicleColor: 'a' } }],
  ['text of many values: engine', { vehicleInfo: { engineNumber: '77' } }],
  ['text of many values: owner', { vehicleInfo: { ownerName: 'garcia 12' } }],
  ['long text: observations', { vehicleInfo: { observations: 'refacción' } }],
  ['text that nothing has', { rfc: { rfcName: 'zzz' } }],
  ['plate, three letters', { vehicleAsset: { plate: 'ABC' } }],
  ['plate, one letter', { vehicleAsset: { plate: 'A' } }],
  ['VIN', { vehicleAsset: { vin: '777' } }],
  ['identifier', { vehicleAsset: { customId: '55' } }],
  ['number: year', { model: { year: 2015 } }],
  ['number: doors', { vehicleInfo: { doors: 4 } }],
  ['state', { state: { stateId: 19 } }],
  ['three states', { state: { stateId: [5, 9, 19] } }],
  ['tag', { tags: [{ tagId: 3 }] }],
  ['seven tags', { tags: [1, 2, 3, 4, 5, 6, 7].map((tagId) => ({ tagId })) }],
  ['acquisition reason', { vehicleAsset: { acquisitionReasonId: 2 } }],
  ['status, frequent', { vehicleAsset: { ticketStatus: 1 } }],
  ['status, bad news', { vehicleAsset: { ticketStatus: 0 } }],
  ['status, rare', { vehicleAsset: { stolenStatus: 4 } }],
  ['status, rare and not bad', { vehicleAsset: { repuveStatus: 12 } }],
  ['status, any of two', { vehicleAsset: { ticketStatus: [0, -1] } }],
  ['asset status, two others', { assetHistoric: { assetStatusId: [0, 8] } }],
  ['asset status, all', { assetHistoric: {} }],
]

const DATES = ['creationDate', 'processedDate', 'plateDate', 'registrationDate'].map((dateParameter) => {
  const dates = { dateParameter, dateBy: 'between', startDate: '2012-01-01', endDate: '2026-11-20' }
  return listOperation(`filter date: ${dateParameter}`, {}, () => ({ dateFilters: [dates] }))
})

const matches = ({ plates }: BenchFleet): Operation[] => {
  const match = (name: string, like: (i: number) => string): Operation => ({
    name: `best match, ${name}`,
    limits: [30, 30],
    bare: true,
    request: (i) => ({ path: `${LIST}/bestmatch`, body: { like: like(i) } }),
  })
  const plate = (i: number) => plates[i % plates.length] ?? ''
  return [
    ...[1, 2, 3, 4, 5, 7].map((length) => match(`${length} of a plate`, (i) => plate(i).slice(0, length))),
    match('the end of a VIN', (i) => String(10_000 + i * 371)),
    match('part of every VIN', () => 'CN8AE'),
    match('what nothing has', (i) => `QZQ${i}`),
  ]
}

const drawers = ({ ids }: BenchFleet): Operation[] => {
  const drawer = (name: string, path: (id: number) => string): Operation => ({
    name,
    limits: [40, 40],
    bare: false,
    request: (i) => ({ path: path(ids[i % ids.length] ?? 0) }),
  })
  return [
    drawer('drawer', (id) => `/sapy/v2/${id}`),
    drawer('drawer, one type', (id) => `/sapy/v2/${id}/byType?resourceTypeId=1`),
  ]
}

export const operations = (fleet: BenchFleet): Operation[] => [
  listOperation('list, default filter', {}),
  ...sorts,
  ...FILTERS.map(([name, filter]) => listOperation(`filter ${name}`, filter)),
  ...DATES,
  ...matches(fleet),
  ...drawers(fleet),
  {
    name: 'suggestions',
    limits: [60, 150],
    bare: false,
    request: () => ({ path: `${LIST}/suggestions?field=brandName&like=k` }),
  },
]

export const COVERAGE: LoadRequest = { path: `${LIST}/coverage`, body: { vehicleClass: ACTIVE } }
