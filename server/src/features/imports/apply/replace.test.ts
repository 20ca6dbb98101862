// How replace imports are applied: both vehicles, what the new one inherits, and plates exchanged within one file.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { JobRefused } from '../../../jobs/job.ts'
import { tenantRowHashes } from '../../../testing/rows.ts'
import { type Company, type TestServer, testServer } from '../../../testing/server.ts'
import { applyStaged, FILE, type RowInput, stageImport } from '../testing/staged.ts'

let server: TestServer
let company: Company
let other: Company
let ids: number[]
let round = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`norte${++round}`)
  other = await server.company(`sur${round}`)
  ids = await server.vehicles(company, [
    {
      plate: 'AAA001A',
      stateId: 19,
      columns: { tax_identifier: 'XAXX010101000', rfc_name: 'UNO SA', lessor_name: 'RENTA', vehicle_color: 'ROJO' },
    },
    { plate: 'AAA002A', stateId: 9, columns: { rfc_name: 'DOS SA' } },
  ])
  await server.vehicles(other, [{ plate: 'AAA001A' }])
})

type Vehicle = Record<string, unknown> & { vehicle_id: number }
const all = async <T extends object>(query: string, ...values: unknown[]): Promise<T[]> =>
  (await server.db.system.query(query, values)).rows as T[]
const vehicles = () => all<Vehicle>('select * from vehicle where tenant_id = $1 order by vehicle_id', company.tenantId)
const replace = async (...rows: RowInput[]) =>
  applyStaged(server, company, 'replace', await stageImport(server, company, 'replace', rows))
const id = (n: number) => ids[n] ?? 0
const VINS = ['3N1CN8AE1RL900001', '3N1CN8AE1RL900002'] as const

it('deactivates the old vehicle and creates the new one, which inherits what its row leaves blank', async () => {
  const foreign = await tenantRowHashes(server.db, other.tenantId)
  const applied = await replace(
    { target: id(0), reason: 8, values: { plate: 'NEW0001', vin: VINS[0], brandName: 'NISSAN' } },
    {
      target: id(1),
      reason: 3,
      values: { plate: 'NEW0002', vin: VINS[1], stateId: 14, rfcName: 'TRES SA', lessorName: null },
    },
  )
  const [old1, old2, new1, new2] = await vehicles()
  expect(applied).toEqual({ created: 2, changed: 0, replaced: 2, firstNew: new1?.vehicle_id })
  expect(old1).toMatchObject({ plate: 'AAA001A', asset_status_id: 8, replaced_by: new1?.vehicle_id, row_version: 2 })
  expect(old2).toMatchObject({ asset_status_id: 3, replaced_by: new2?.vehicle_id })
  expect(new1).toMatchObject({
    plate: 'NEW0001',
    vin: VINS[0],
    brand_name: 'NISSAN',
    asset_status_id: 1,
    acquisition_reason_id: 2,
    replacing: id(0),
    row_version: 1,
    state_id: 19,
    tax_identifier: 'XAXX010101000',
    rfc_name: 'UNO SA',
    lessor_name: 'RENTA',
    vehicle_color: null,
    historic_group: old1?.historic_group,
  })
  expect(new2).toMatchObject({
    state_id: 14,
    rfc_name: 'TRES SA',
    lessor_name: null,
    historic_group: old2?.historic_group,
  })
  expect(old1?.historic_group).not.toBe(old2?.historic_group)
  const activity = await all(
    'select action, changes from activity where tenant_id = $1 and subject_id = $2',
    company.tenantId,
    new1?.vehicle_id,
  )
  expect(activity).toEqual([{ action: 'create', changes: { import: [null, FILE] } }])
  const history = await all(
    'select asset_status_id as status, replacing from vehicle_history where vehicle_id = $1',
    new1?.vehicle_id,
  )
  expect(history).toEqual([{ status: 1, replacing: id(0) }])
  expect(await tenantRowHashes(server.db, other.tenantId)).toEqual(foreign)
})

it('continues the chain of replacements, and passes the tags on unless the row names others', async () => {
  const tags = [{ category: 'Uso', name: 'reparto' }]
  await applyStaged(server, company, 'edit', await stageImport(server, company, 'edit', [{ target: id(0), tags }]))
  await replace({ target: id(0), reason: 9, values: { plate: 'NEW0001', vin: VINS[0] } })
  const first = (await vehicles()).at(-1)
  await replace({
    target: first?.vehicle_id ?? 0,
    reason: 9,
    values: { plate: 'NEW0002', vin: VINS[1] },
    tags: [{ category: 'uso', name: 'ventas' }],
  })
  const chain = (await vehicles()).filter(({ historic_group }) => historic_group !== null)
  expect(chain.map(({ plate }) => plate)).toEqual(['AAA001A', 'NEW0001', 'NEW0002'])
  expect(new Set(chain.map(({ historic_group }) => historic_group)).size).toBe(1)
  expect(chain.map(({ replacing }) => replacing)).toEqual([null, chain[0]?.vehicle_id, chain[1]?.vehicle_id])
  const tagged = await all(
    `
     select plate, string_agg(tag_name, ',') as tags
     from vehicle_tag
     join vehicle using (tenant_id, vehicle_id)
     join tag using (tenant_id, tag_id)
     where tenant_id = $1 group by 1 order by 1`,
    company.tenantId,
  )
  expect(tagged).toEqual([
    { plate: 'AAA001A', tags: 'reparto' },
    { plate: 'NEW0001', tags: 'reparto' },
    { plate: 'NEW0002', tags: 'ventas' },
  ])
})

it('gives the plates of the replaced vehicles to the new ones, also when two rows exchange them', async () => {
  await replace(
    { target: id(0), reason: 8, values: { plate: 'AAA002A', vin: VINS[0] } },
    { target: id(1), reason: 8, values: { plate: 'AAA001A', vin: VINS[1] } },
  )
  const active = (await vehicles()).filter(({ asset_status_id }) => asset_status_id === 1)
  expect(active.map(({ plate, replacing }) => [plate, replacing])).toEqual([
    ['AAA002A', id(0)],
    ['AAA001A', id(1)],
  ])
})

it('writes nothing if a vehicle changed after the check, or a plate belongs to another active vehicle', async () => {
  const rows: RowInput[] = [
    { target: id(0), reason: 8, values: { plate: 'NEW0001', vin: VINS[0] } },
    { target: id(1), reason: 8, values: { plate: 'NEW0002', vin: VINS[1] } },
  ]
  const refused = async (importId: string, words: RegExp) => {
    const before = await tenantRowHashes(server.db, company.tenantId)
    const error = await applyStaged(server, company, 'replace', importId).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(JobRefused)
    expect((error as Error).message).toMatch(words)
    expect(await tenantRowHashes(server.db, company.tenantId)).toEqual(before)
  }
  const conflicting = await stageImport(server, company, 'replace', rows)
  await server.vehicles(company, [{ plate: 'NEW0002' }])
  await refused(conflicting, /La placa NEW0002 ya es de otro vehículo activo/)
  const changed = await stageImport(server, company, 'replace', rows)
  await server.db.system.query('update vehicle set row_version = 9 where vehicle_id = $1', [id(1)])
  await refused(changed, /AAA002A/)
})
