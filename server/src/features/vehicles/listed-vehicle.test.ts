// A vehicle as the list returns it, sent back whole by a program that knows nothing else: as an edit, as a new vehicle,
// as a filter.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Company, type Somebody, type TestServer, testServer, vinFor } from '../../testing/server.ts'

let server: TestServer
let company: Company
let admin: Somebody
let editor: Somebody
beforeAll(async () => {
  server = await testServer(() => new Date('2026-11-21T12:00:00Z'))
  company = await server.company('norte')
  admin = await server.somebody(company, 'admin', ['vehicles_admin', 'tags_admin'])
  editor = await server.somebody(company, 'editor', ['vehicles_edit'])
})
afterAll(() => server.stop())

const send = (method: 'POST' | 'PUT', url: string, payload: object, who = editor) =>
  server.ask(who, { method, url, payload })
const edit = (vehicleClass: object) => send('PUT', '/api/v2/vehicle', { vehicleClass })
const create = async (vehicleClass: object): Promise<number> => {
  const { status, body } = await send('POST', '/api/v2/vehicle', { vehicleClass }, admin)
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { vehicleAssetId: number }).vehicleAssetId
}
const list = async (vehicleClass: object) => {
  const { status, body } = await send('POST', '/api/v2/vehicleAsset', { vehicleClass })
  return { status, body, vehicles: (body as { vehicles?: VehicleRow[] }).vehicles ?? [] }
}
const plates = async (vehicleClass: object) =>
  (await list(vehicleClass)).vehicles.map(({ vehicleAsset }) => vehicleAsset.plate)
const row = async (vehicleAssetId: number): Promise<VehicleRow> => {
  const [found] = (await list({ vehicleAsset: { vehicleAssetId } })).vehicles
  if (!found) throw new Error(`no vehicle ${vehicleAssetId}`)
  return found
}
const fresh = (plate: string, more: object = {}) => ({
  vehicleAsset: { plate, vin: vinFor(plate), stateId: 19, acquisitionReasonId: 1 },
  vehicleInfo: { observations: 'x'.repeat(900), plateDate: '31/01/2024', doors: 4 },
  ...more,
})
const withTag = async (plate: string) => {
  const { rows } = await server.db.system.query<{ tag_id: number }>(
    `
      with c as (insert into tag_category (tenant_id, category_name, color)
      values ($1, $2, 'blue')
      returning tag_category_id)
     insert into tag (tenant_id, tag_category_id, tag_name)
     select $1, tag_category_id, 'reparto'
     from c
     returning tag_id`,
    [company.tenantId, plate],
  )
  return create(fresh(plate, { tags: [{ tagId: rows[0]?.tag_id }] }))
}
/** The vehicle without its version, which an older client omits. */
const unversioned = ({ vehicleAsset: { version: _, ...vehicleAsset }, ...others }: VehicleRow) => ({
  ...others,
  vehicleAsset,
})

it('an edit without changes changes nothing, also by a user without permission to assign tags', async () => {
  const id = await withTag('ENT001A')
  const before = await row(id)
  expect(before.vehicleAsset).toMatchObject({ stateId: 19, assetStatusId: 1 })
  expect(await edit(before)).toMatchObject({ status: 200, body: { version: 1 } })
  expect(await edit(unversioned(before))).toMatchObject({ status: 200, body: { version: 1 } })
  expect(await row(id)).toEqual(before)
  expect((await edit({ ...before, tags: [] })).status).toBe(403)
})

it('an edit changes what differs: a text, the state, the status', async () => {
  const id = await create(fresh('ENT002A'))
  const before = await row(id)
  const changed = {
    ...before,
    vehicleAsset: { ...before.vehicleAsset, stateId: 5, assetStatusId: 4 },
    state: { stateId: 5, stateName: 'da igual' },
    assetHistoric: { ...before.assetHistoric, assetStatusId: 4 },
    brand: { brandName: 'KIA' },
  }
  expect(await edit(changed)).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await row(id)).toMatchObject({
    vehicleAsset: { stateId: 5, assetStatusId: 4, version: 2, acquisitionReasonId: 1 },
    state: { stateId: 5, stateName: 'Coahuila' },
    brand: { brandName: 'KIA' },
    assetHistoric: { assetStatusId: 4 },
  })
  // Read before that edit: with its version it is rejected, without it the last write wins.
  const late = { ...before, lessor: { lessorName: 'ARRENDADORA' } }
  expect((await edit(late)).status).toBe(409)
  expect(await edit(unversioned(late))).toMatchObject({ status: 200, body: { version: 3 } })
  expect(await row(id)).toMatchObject({
    lessor: { lessorName: 'ARRENDADORA' },
    brand: { brandName: null },
    state: { stateId: 19 },
    assetHistoric: { assetStatusId: 1 },
  })
})

it('an edit ignores read-only fields, and is rejected with contradictions or unknown fields', async () => {
  const id = await create(fresh('ENT003A'))
  const before = await row(id)
  const { vehicleAsset, assetHistoric } = before
  const ignored = {
    ...before,
    vehicleAsset: { ...vehicleAsset, acquisitionReasonId: 2, ticketStatus: 1, creationDate: 'ayer', debt: null },
    assetHistoric: { ...assetHistoric, replacing: 99, replacedBy: 98, historicGroupUUID: 'otro' },
  }
  expect(await edit(ignored)).toMatchObject({ status: 200, body: { version: 1 } })
  expect(await row(id)).toEqual(before)

  const refused = async (change: object, path: string, status = 400) =>
    expect(await edit({ ...before, ...change })).toMatchObject({ status, body: { errors: [{ path }] } })
  await refused({ state: { stateId: 9, stateName: 'Nuevo León' } }, 'vehicleClass.state.stateId')
  await refused({ assetHistoric: { ...assetHistoric, assetStatusId: 8 } }, 'vehicleClass.assetHistoric.assetStatusId')
  await refused({ vehicleAsset: { ...vehicleAsset, tenantId: 1 } }, 'vehicleClass.vehicleAsset')
  await refused({ owner: 'alguien' }, 'vehicleClass')
  const unknown = { vehicleAsset: { ...vehicleAsset, assetStatusId: 2 }, assetHistoric: {} }
  await refused(unknown, 'vehicleClass.vehicleAsset.assetStatusId', 422)
})

it('a new vehicle with another plate and VIN is active and replaces nothing', async () => {
  const id = await create(fresh('ENT004A'))
  await send('PUT', '/api/v2/vehicle/status', { VehicleAssetId: id, VehicleStatusId: 8 })
  const listed = await row(id)
  const other = { ...listed.vehicleAsset, plate: 'ENT005A', vin: vinFor('ENT005A') }
  const made = await create({ ...listed, vehicleAsset: other })
  expect(made).not.toBe(id)
  expect(await row(made)).toMatchObject({
    vehicleAsset: { plate: 'ENT005A', stateId: 19, assetStatusId: 1, version: 1 },
    vehicleInfo: { observations: 'x'.repeat(900), plateDate: '2024-01-31', doors: 4 },
    assetHistoric: { replacing: null, historicGroupUUID: null },
  })
  const { stateId: _, ...stateless } = { ...other, plate: 'ENT006A', vin: vinFor('ENT006A') }
  expect((await row(await create({ ...listed, vehicleAsset: stateless }))).state.stateId).toBe(19)
})

it('a vehicle used as a filter finds itself', async () => {
  const id = await withTag('ENT007A')
  expect(await plates(await row(id))).toEqual(['ENT007A'])
  expect((await list({ ...(await row(id)), owner: 1 })).status).toBe(400)
})

it('the filter accepts the fields of the data model in every group that has them', async () => {
  const old = await create(fresh('ENT010A', {}))
  const other = { ...fresh('ENT011A').vehicleAsset, stateId: 9, acquisitionReasonId: 2 }
  const made = await create({ vehicleAsset: other, assetHistoric: { replacing: old, assetStatusId: 9 } })
  const { historicGroupUUID } = (await row(made)).assetHistoric
  expect((await plates({ assetHistoric: { historicGroupUUID } })).toSorted()).toEqual(['ENT010A', 'ENT011A'])
  expect(await plates({ assetHistoric: { historicGroupUUID, assetStatusId: 9 } })).toEqual(['ENT010A'])
  expect(await plates({ assetHistoric: { historicGroupUUID }, vehicleAsset: { stateId: 9 } })).toEqual(['ENT011A'])
  expect(await plates({ assetHistoric: { historicGroupUUID }, vehicleAsset: { assetStatusId: 9 } })).toEqual([
    'ENT010A',
  ])
  expect(await plates({ assetHistoric: { replacing: old } })).toEqual(['ENT011A'])
  expect(await plates({ assetHistoric: { replacedBy: made }, lessor: { lessorName: 'nadie' } })).toEqual([])
  const another = '00000000-0000-4000-8000-000000000000'
  expect(await plates({ assetHistoric: { historicGroupUUID: another } })).toEqual([])

  const twice = { vehicleAsset: { stateId: 9 }, state: { stateId: 19 } }
  expect(await list(twice)).toMatchObject({ status: 400, body: { errors: [{ path: 'vehicleClass.state.stateId' }] } })
})

it('a filter that cannot be applied is rejected without the vehicle’s id', async () => {
  const refused = async (vehicleClass: object, path: string) =>
    expect(await list(vehicleClass)).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  await refused({ state: { stateName: 'Nuevo León' } }, 'vehicleClass.state')
  await refused({ vehicleAsset: { creationDate: '2026-11-21' } }, 'vehicleClass.vehicleAsset')
  await refused({ vehicleAsset: { customId: null } }, 'vehicleClass.vehicleAsset.customId')
  await refused({ assetHistoric: { historicGroupUUID: 'otro' } }, 'vehicleClass.assetHistoric.historicGroupUUID')
})
