// Reconciliation: the registry's answer next to the fleet's own data, from the check to the saved
// choice.
import type { RegistryMatch } from '@padron/contract/vehicles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, type Somebody, type TestServer, testServer, vinFor } from '../../testing/server.ts'

let server: TestServer
let company: Company
let editor: Somebody
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  editor = await server.somebody(company, 'editor', ['vehicles_edit'])
})
afterAll(() => server.stop())

const answers = (
  vehicleId: number,
  foundBy: 'vin' | 'plate',
  fields: object,
  resourceId = foundBy === 'vin' ? 5002 : 5014,
) =>
  server.db.system.query(
    `insert into vehicle_registry (tenant_id, vehicle_id, found_by, resource_id, run_id, at, fields)
     values ($1, $2, $3, $4, gen_random_uuid(), now(), $5)
     on conflict (tenant_id, vehicle_id, found_by) do update set fields = excluded.fields`,
    [company.tenantId, vehicleId, foundBy, resourceId, JSON.stringify(fields)],
  )
const match = async (id: number) =>
  (await server.ask(editor, { url: `/api/v2/repuvematch/${id}` })).body as RegistryMatch
const edit = (
  vehicleAssetId: number,
  version: number,
  change: { vehicleAsset?: object; [group: string]: object | undefined },
) =>
  server.ask(editor, {
    method: 'PUT',
    url: '/api/v2/vehicle',
    payload: { vehicleClass: { ...change, vehicleAsset: { vehicleAssetId, version, ...change.vehicleAsset } } },
  })
const worklist = async () =>
  (await server.ask(editor, { url: '/api/v2/repuvematch' })).body as {
    vehicles: { plate: string; differing: string[] }[]
    totalCount: number
    fleet: number
    compared: number
  }
let count = 0
const vehicle = async (columns: Record<string, unknown> = {}) => {
  const plate = `REG${String(++count).padStart(3, '0')}A`
  const [id] = await server.vehicles(company, [{ plate, columns }])
  return { id: id ?? 0, plate }
}

it('no answer of a registry differs from an answer that agrees', async () => {
  const { id, plate } = await vehicle({ brand_name: 'NISSAN', year: 2024 })
  expect(await match(id)).toMatchObject({
    vin: null,
    plate: null,
    differing: [],
    current: { plate, brandName: 'NISSAN', year: '2024', source: null },
  })
  await answers(id, 'vin', { brandName: 'Nissan', year: '2024', vin: vinFor(plate) })
  expect(await match(id)).toMatchObject({
    vin: { brandName: 'Nissan', source: { portal: 'REPUVE (Nubarium)' } },
    plate: null,
    differing: [],
  })
})

it('differing and blank fields are shown, ignoring case, accents and separators', async () => {
  const { id } = await vehicle({ brand_name: 'NISSAN', vehicle_color: 'ROJO', model_name: 'TSURU II', year: 2020 })
  await answers(id, 'vin', { brandName: 'NISSÁN', modelName: 'TSURU-II', year: '2021', engineNumber: 'HR16' })
  await answers(id, 'plate', { plateEntity: 'JALISCO', year: '2020' })
  expect((await match(id)).differing).toEqual(['year', 'engineNumber', 'plateEntity'])
  // The work list has only contradictions: blank fields are shown in the vehicle.
  expect((await worklist()).vehicles.map(({ differing }) => differing)).toEqual([['year']])
})

it('the work list counts active vehicles only, those with most differences first', async () => {
  const many = await vehicle({ brand_name: 'KIA', model_name: 'RIO' })
  await answers(many.id, 'vin', { brandName: 'FORD', modelName: 'KA' })
  const sold = await vehicle({ brand_name: 'KIA' })
  await answers(sold.id, 'vin', { brandName: 'FORD' })
  await server.db.system.query('update vehicle set asset_status_id = 8 where vehicle_id = $1', [sold.id])
  const list = await worklist()
  expect(list.vehicles[0]).toMatchObject({ plate: many.plate, differing: ['brandName', 'modelName'] })
  expect(list).toMatchObject({ totalCount: 2, fleet: 3, compared: 3 })
})

describe('saving a choice', () => {
  it('removes a field from the work list once it equals the registry’s value', async () => {
    const { id, plate } = await vehicle({ brand_name: 'KIA' })
    await answers(id, 'vin', { brandName: 'FORD', year: '2019' })
    expect((await edit(id, 1, { brand: { brandName: 'FORD' } })).status).toBe(200)
    expect((await match(id)).differing).toEqual(['year'])
    expect((await worklist()).vehicles.map((one) => one.plate)).not.toContain(plate)
  })

  it('of a new plate keeps the answer by VIN, and voids the answer by the old plate', async () => {
    const { id } = await vehicle()
    await answers(id, 'vin', { plate: 'NUEVA01' })
    await answers(id, 'plate', { year: '2019' })
    expect((await edit(id, 1, { vehicleAsset: { plate: 'NUEVA01' } })).status).toBe(200)
    expect(await match(id)).toMatchObject({ vin: { plate: 'NUEVA01' }, plate: null, differing: [] })
  })
})

it('the catalogue’s row has the number of differences', async () => {
  const { id } = await vehicle({ brand_name: 'KIA' })
  const differences = async () => {
    const { body } = await server.ask(editor, {
      method: 'POST',
      url: '/api/v2/vehicleAsset',
      payload: { vehicleClass: { vehicleAsset: { vehicleAssetId: id } } },
    })
    return (body as { vehicles: { vehicleAsset: { registryDifferences: number | null } }[] }).vehicles[0]?.vehicleAsset
      .registryDifferences
  }
  expect(await differences()).toBeNull()
  await answers(id, 'vin', { brandName: 'KIA' })
  expect(await differences()).toBe(0)
  await answers(id, 'vin', { brandName: 'FORD' })
  await answers(id, 'plate', { brandName: 'FORD' })
  expect(await differences()).toBe(1)
})

it('an invalid page is rejected', async () => {
  for (const page of ['0', '-1', 'x', '99999999'])
    expect((await server.ask(editor, { url: `/api/v2/repuvematch?page=${page}` })).status).toBe(400)
  expect((await server.ask(editor, { url: '/api/v2/repuvematch?page=999' })).body).toMatchObject({ vehicles: [] })
})
