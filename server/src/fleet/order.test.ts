// Sorting by every field, against all rows sorted in the test: both directions, nulls, equal values, every page to the
// last; and that tables and columns in memory give the same answers.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { STATUS_COLUMNS } from '@padron/contract/resources'
import { DATE_FIELDS, INFO_TEXTS, SORT_FIELDS, VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAsTenant } from '../db/client.ts'
import { isDrill, someCases } from '../testing/drill.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { backgroundReader } from './index/background-reads.ts'
import { COLUMN_SQL, type ColumnField } from './index/column-fields.ts'
import { createFigureCache } from './index/figure-cache.ts'
import { createFleetCache } from './index/fleet-cache.ts'
import { listVehicles } from './index/page.ts'
import type { RowJson } from './rows.queries.ts'
import { createEdgeCaseFleet, sortedIds } from './testing/edge-case-fleet.ts'

const SIZE = 90
const PAGE = 17

let server: TestServer
let company: Company
let who: Somebody
let rows: VehicleRow[]

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  who = await server.somebody(company, 'consulta', ['vehicles_read', 'tags_read'])
  await createEdgeCaseFleet(server, await server.company('sur'), 40)
  await createEdgeCaseFleet(server, company, SIZE)
  rows = (await list({}, { page: 1, pageSize: 100 })).vehicles
})
afterAll(() => server.stop())

type Listed = { vehicles: VehicleRow[]; totalCount: number }
const list = async (vehicleClass: object, pagination: object): Promise<Listed> => {
  const payload = { vehicleClass, pagination }
  const { status, body } = await server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset', payload })
  expect(status).toBe(200)
  return body as Listed
}
const idsIn = (listed: { vehicles: RowJson } | undefined) =>
  listed?.vehicles.map((row) => (JSON.parse(row) as VehicleRow).vehicleAsset.vehicleAssetId)
const idsOf = ({ vehicles }: Listed) => vehicles.map(({ vehicleAsset }) => vehicleAsset.vehicleAssetId)

const everyPage = async (vehicleClass: object, sorting: object, total: number): Promise<number[]> => {
  const pages = Array.from({ length: Math.ceil(total / PAGE) + 1 }, (_, i) => i + 1)
  const found: number[] = []
  for (const page of pages) {
    const listed = await list(vehicleClass, { page, pageSize: PAGE, ...sorting })
    expect(listed.totalCount).toBe(total)
    found.push(...idsOf(listed))
  }
  return found
}

const SORTS = SORT_FIELDS.map((field, place) => [field, place] as const)
describe.each(someCases(SORTS, 20, 0))('sorted by %s', (sortBy, place) => {
  it.each(someCases(['asc', 'desc'] as const, 1, place))(
    '%s, every page has its rows in their place',
    async (sortFilterOrder) => {
      expect(await everyPage({}, { sortBy, sortFilterOrder }, SIZE)).toEqual(sortedIds(rows, sortBy, sortFilterOrder))
      const active = rows.filter(({ assetHistoric }) => assetHistoric.assetStatusId === 1)
      const filter = { assetHistoric: { assetStatusId: 1 } }
      expect(await everyPage(filter, { sortBy, sortFilterOrder }, active.length)).toEqual(
        sortedIds(active, sortBy, sortFilterOrder),
      )
    },
  )
})

const roll = (() => {
  let seed = 4711
  return (sides: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(seed / 11) % sides
  }
})()
const one = <T>(of: readonly T[]): T => of[roll(of.length)] as T

const TEXTS = ['a', 'KIA', 'ñ', 'á', '%', '_', "'", '🚚', '‮', ' ', 'zz', 'u', 'HF1', '00']
const GROUPS = VEHICLE_FIELDS.filter(({ kind }) => kind === 'text')
const PARTS: (() => object)[] = [
  () => {
    const { group, field } = one(GROUPS)
    return { [group]: { [field]: one(TEXTS) } }
  },
  () => ({ vehicleInfo: { [one(INFO_TEXTS)]: one(TEXTS), doors: roll(5) } }),
  () => ({ model: { year: 2000 + roll(20) } }),
  () => ({ tags: [{ tagId: 1 + roll(9) }, { tagId: 1 + roll(9) }] }),
  () => ({ state: { stateId: one([5, [5, 19], 9]) } }),
  () => ({ assetHistoric: { assetStatusId: one([1, [1, 8], 8, 3]) } }),
  () => ({ vehicleAsset: { acquisitionReasonId: 1 + roll(2) } }),
  () => ({ vehicleAsset: { [one(STATUS_COLUMNS)]: one([0, [0, 1], -1]) } }),
  () => one([{ anyStatus: [0, 4] }, { debts: {} }, { withoutYear: true }, { exact: { brandName: '' } }]),
]
const aDate = () => ({
  dateParameter: one(DATE_FIELDS),
  dateBy: one(['after', 'before', 'between'] as const),
  startDate: `2026-0${1 + roll(2)}-${10 + roll(15)}`,
  endDate: `2026-0${2 + roll(2)}-${10 + roll(15)}`,
})

it.each(['are read on demand', 'are read ahead'])(
  'answers random queries equally from the tables and from columns that %s',
  async (how) => {
    const fleets = createFleetCache({ background: backgroundReader(server.db, new AbortController().signal) })
    if (how === 'are read ahead') await fleets.readAhead(company.tenantId, Object.keys(COLUMN_SQL) as ColumnField[])
    for (let i = 0; i < (isDrill ? 150 : 40); i++) {
      const vehicleClass = Object.assign({}, ...Array.from({ length: 1 + roll(2) }, () => one(PARTS)()))
      const query = { vehicleClass, dateFilters: roll(3) === 0 ? [aDate()] : [] }
      const page = {
        page: 1 + roll(2),
        pageSize: 1 + roll(30),
        sortBy: one(SORT_FIELDS),
        sortFilterOrder: one(['asc', 'desc'] as const),
      }
      const figures = { figures: createFigureCache(), lists: createFigureCache() }
      const [indexed, plain] = await readAsTenant(server.db, company.tenantId, async (tx) => {
        const as = {
          tenantId: company.tenantId,
          timeZone: one(['America/Mexico_City', 'America/Bogota', 'UTC']),
          tags: true,
        }
        return [
          await listVehicles(tx, as, query, page, { ...figures, fleets }),
          await listVehicles(tx, as, query, page, { ...figures, fleets: async () => undefined }),
        ]
      })
      const description = JSON.stringify({ query, page })
      expect({ description, ids: idsIn(indexed), total: indexed?.totalCount }).toEqual({
        description,
        ids: idsIn(plain),
        total: plain?.totalCount,
      })
    }
  },
)
