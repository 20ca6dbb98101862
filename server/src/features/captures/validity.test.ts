// How long a capture is valid: by type and season, by the payment line's due date, and as the company configures it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { deleteVehicles, restoreDeletion } from '../../fleet/archive/archive.ts'
import { PDF } from '../../testing/files/proof-files.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

const FINES = 1901
let clock = new Date()
let server: TestServer
let company: Company
let who: Somebody
let vehicles: number[]
let tenenciaId = 0
let insuranceId = 0
let turn = 0
beforeAll(async () => {
  server = await testServer(() => clock)
  const { rows } = await server.db.system.query<{ id: number }>(
    `select resource_id as id from resource
     where country = 'MX' and resource_type_id = 0 and state_id = 19 and not retired order by 1 limit 1`,
  )
  tenenciaId = rows[0]?.id ?? 0
  const insurance = await server.db.system.query<{ id: number }>(
    `select min(resource_id) as id from resource where country = 'MX' and resource_type_id = 5 and not retired`,
  )
  insuranceId = insurance.rows[0]?.id ?? 0
  await server.db.system.query('update resource set connector_key = null where resource_id = any($1)', [
    [FINES, tenenciaId, insuranceId],
  ])
})
afterAll(() => server.stop())
beforeEach(async () => {
  clock = new Date('2026-06-10T18:00:00Z')
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'captura', ['processing_admin', 'vehicles_read'])
  vehicles = await server.vehicles(company, [{ plate: 'CAP1234' }, { plate: 'CAP1235' }])
})

const capture = async (resourceId: number, statusId: number, more: object = {}, [vehicleAssetId] = vehicles) => {
  const query = new URLSearchParams({
    vehicleAssetId: `${vehicleAssetId}`,
    resourceId: `${resourceId}`,
    fileName: 'a.pdf',
  })
  const { body } = await server.ask(who, {
    method: 'POST',
    url: `/api/v2/captures/files?${query}`,
    payload: PDF,
    headers: { 'content-type': 'application/pdf' },
  })
  const { fileId } = body as { fileId: string }
  const sent = { vehicleAssetId, resourceId, statusId, seenAt: clock.toISOString(), fileIds: [fileId], ...more }
  const { status } = await server.ask(who, { method: 'POST', url: '/api/v2/captures', payload: sent })
  expect(status).toBe(200)
}
const debt = { folio: 'F', description: 'Multa', dateTime: null, subTotal: null, discount: null, surcharge: null }
const owing = { debts: [{ ...debt, total: 100 }], paymentLine: '0123', paymentLineDueDate: '2026-06-20' }
const until = async (resourceId: number): Promise<string> => {
  const { rows } = await server.db.system.query<{ until: string }>(
    'select fresh_until as until from vehicle_resource where tenant_id = $1 and vehicle_id = $2 and resource_id = $3',
    [company.tenantId, vehicles[0], resourceId],
  )
  return rows[0]?.until.slice(0, 10) ?? ''
}
const validity = async () =>
  (await server.ask(who, { url: '/api/v2/captures/validity' })).body as {
    intervals: { resourceTypeId: number; days: number; seasonDays: number }[]
    expiring: number
    secondsEach: number | null
  }
const change = (intervals: object[], as = who) =>
  server.ask(as, { method: 'PUT', url: '/api/v2/captures/validity', payload: { intervals } })

it('a capture is valid for thirty days, and for seven days for tenencia from January to March', async () => {
  await capture(FINES, 1)
  await capture(tenenciaId, 3)
  expect([await until(FINES), await until(tenenciaId)]).toEqual(['2026-07-10', '2026-07-10'])
  clock = new Date('2027-02-10T18:00:00Z')
  await capture(FINES, 1)
  await capture(tenenciaId, 3)
  expect([await until(FINES), await until(tenenciaId)]).toEqual(['2027-03-12', '2027-02-17'])
})

it('a capture expires with its payment line, if that is sooner', async () => {
  await capture(FINES, 0, owing)
  expect(await until(FINES)).toBe('2026-06-21')
})

it('a changed validity applies to existing captures too and is recorded; payment lines still limit it', async () => {
  await capture(FINES, 0, owing)
  await capture(tenenciaId, 3)
  expect((await change([{ resourceTypeId: 1, days: 60, seasonDays: 60 }])).status).toBe(200)
  expect([await until(FINES), await until(tenenciaId)]).toEqual(['2026-06-21', '2026-07-10'])
  expect((await change([{ resourceTypeId: 1, days: 5, seasonDays: 5 }])).status).toBe(200)
  expect((await change([{ resourceTypeId: 0, days: 90, seasonDays: 2 }])).status).toBe(200)
  expect([await until(FINES), await until(tenenciaId)]).toEqual(['2026-06-15', '2026-09-08'])
  const { intervals } = await validity()
  expect(intervals.find(({ resourceTypeId }) => resourceTypeId === 0)).toEqual({
    resourceTypeId: 0,
    days: 90,
    seasonDays: 2,
  })
  // Another company has its own validity.
  const other = await server.company(`sur${turn}`)
  const they = await server.somebody(other, 'captura', ['processing_admin'])
  const { body } = await server.ask(they, { url: '/api/v2/captures/validity' })
  expect((body as { intervals: object[] }).intervals).toContainEqual({ resourceTypeId: 0, days: 30, seasonDays: 7 })
  const { rows } = await server.db.system.query<{ changes: Record<string, unknown> }>(
    `select changes
     from activity
     where tenant_id = $1 and changes ? 'capture_intervals'
     order by at, activity_id
     limit 1`,
    [company.tenantId],
  )
  expect(rows[0]?.changes.capture_intervals).toEqual([['Multas: 30 días'], ['Multas: 60 días']])
})

it('a changed validity applies to captures of a restored fleet too', async () => {
  await capture(FINES, 1)
  const { tenantId } = company
  const deletionId = randomUUID()
  await server.db.system.query(`insert into deletion (tenant_id, deletion_id, who) values ($1, $2, 'Ana')`, [
    tenantId,
    deletionId,
  ])
  await asSystem(server.db, (tx) => deleteVehicles(tx, { tenantId, deletionId }, vehicles))
  expect((await change([{ resourceTypeId: 1, days: 5, seasonDays: 5 }])).status).toBe(200)
  await asSystem(server.db, (tx) => restoreDeletion(tx, tenantId, deletionId))
  expect(await until(FINES)).toBe('2026-06-15')
})

it('a changed validity applies to what had lapsed when it was captured, but not to what was in force', async () => {
  const facts = { Aseguradora: 'ACME', Póliza: '1' }
  await capture(insuranceId, 8, { facts: { 'Vigente hasta': '2026-06-01' } })
  const days = { days: 5, seasonDays: 5 }
  expect((await change([{ resourceTypeId: 5, ...days }])).status).toBe(200)
  expect(await until(insuranceId)).toBe('2026-06-15')
  clock = new Date(clock.getTime() + 60_000)
  await capture(insuranceId, 6, { facts: { ...facts, 'Vigente hasta': '2026-06-20' } })
  expect((await change([{ resourceTypeId: 5, days: 4, seasonDays: 4 }])).status).toBe(200)
  expect(await until(insuranceId)).toBe('2026-06-21')
})

it('a validity that is no number of days or of an unknown type is rejected', async () => {
  expect(await change([{ resourceTypeId: 1, days: 0, seasonDays: 30 }])).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'intervals.0.days', message: 'Escriba un número de días de 1 a 365' }] },
  })
  expect((await change([{ resourceTypeId: 1, days: 366, seasonDays: 30 }])).status).toBe(400)
  expect(await change([{ resourceTypeId: 77, days: 3, seasonDays: 30 }])).toMatchObject({ status: 422 })
  const twice = { resourceTypeId: 1, days: 3, seasonDays: 3 }
  expect(await change([twice, twice])).toMatchObject({ status: 422 })
  const reader = await server.somebody(company, 'lee', ['processing_read'])
  expect((await change([twice], reader)).status).toBe(403)
  expect((await validity()).intervals.find(({ resourceTypeId }) => resourceTypeId === 1)?.days).toBe(30)
})

it('the validity form shows how much work expires in a week, at the company’s own pace', async () => {
  await capture(FINES, 1)
  await capture(tenenciaId, 3)
  expect(await validity()).toMatchObject({ expiring: 0, secondsEach: null })
  clock = new Date('2026-07-06T18:00:00Z')
  expect(await validity()).toMatchObject({ expiring: 2, secondsEach: null })
  // Twenty-five captures, one every fifty seconds, and one after a pause.
  await server.db.system.query(
    `insert into evidence_file (tenant_id, file_id, vehicle_id, resource_id, run_id, file_name, media_type, size,
       sha256, path, uploaded_at, uploaded_by)
     select $1, gen_random_uuid(), $2, $3, gen_random_uuid(), 'a.pdf', 'application/pdf', 1, 'x', 'x',
       timestamptz '2026-07-01T12:00:00Z' + i * interval '50 seconds' + (i > 20)::int * interval '1 hour',
       jsonb_build_object('id', 1)
     from generate_series(1, 25) i`,
    [company.tenantId, vehicles[0], FINES],
  )
  expect(await validity()).toMatchObject({ expiring: 2, secondsEach: 50 })
})
