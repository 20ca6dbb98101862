// Every filter of the catalogue as the console sends it: texts of each field, numbers, dates at the edges of the
// company's days, hostile texts, and errors that name the field; suggestions, coverage and the search for former
// plates.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import { DATE_FIELDS, VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem, asTenant } from '../db/client.ts'
import { touchChecks, touchFleet } from '../db/fleet-version.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { FIELD_SQL } from './fields.ts'

let server: TestServer
let company: Company
let who: Somebody
let bogota: Somebody
let ids: number[]

const TEXTS = VEHICLE_FIELDS.filter(({ kind, field }) => kind === 'text' && field !== 'plate' && field !== 'vin')
const edges = (plate: string, at: string) => ({ plate, columns: { created_at: at, processed_at: at } })

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  who = await server.somebody(company, 'consulta', ['vehicles_read'])
  ids = await server.vehicles(company, [
    ...TEXTS.map(({ field }, i) => ({
      plate: `TXT${100 + i}`,
      columns: { [FIELD_SQL[field].slice(2)]: `Ñandú 50%_ de "${field}"` },
    })),
    { plate: 'NUM100', columns: { year: 2012, doors: 0 } },
    {
      plate: 'NUM101',
      columns: {
        year: 2013,
        doors: 4,
        acquisition_reason_id: 2,
        brand_name: 'KIA',
        ticket_status: 0,
        debt_total: 1500.5,
      },
    },
    { plate: 'NUM102', columns: { brand_name: 'Kia', debt_total: 0, debt_without_amount: 2 } },
    { plate: 'NUM103', columns: { brand_name: 'kenworth', debt_total: 10 } },
    { plate: 'NUM104', columns: { brand_name: 'KIA' }, status: 8 },
    { plate: 'DAY100', columns: { plate_date: '2026-05-31', registration_date: '2026-06-01' } },
    { plate: 'DAY101', columns: { plate_date: '2026-06-01', registration_date: '2026-06-02' } },
    // 1 June begins at 06:00 UTC in Mexico City and at 05:00 in Bogotá.
    edges('DAY200', '2026-06-01T04:59:59.999999Z'),
    edges('DAY201', '2026-06-01T05:00:00Z'),
    edges('DAY202', '2026-06-01T05:59:59.999999Z'),
    edges('DAY203', '2026-06-01T06:00:00Z'),
    edges('DAY204', '2026-06-02T05:59:59.5Z'),
    edges('DAY205', '2026-06-02T06:00:00Z'),
  ])
  const other = await server.company('andina', 'CO')
  await server.vehicles(other, [
    edges('DAY300', '2026-06-01T05:00:00Z'),
    edges('DAY301', '2026-06-01T04:59:59.9Z'),
    { plate: 'TXT100', columns: { brand_name: 'KIA' } },
  ])
  await asSystem(server.db, (tx) =>
    tx.updateTable('company').set({ time_zone: 'America/Bogota' }).where('tenant_id', '=', other.tenantId).execute(),
  )
  bogota = await server.somebody(other, 'consulta', ['vehicles_read'])
})
afterAll(() => server.stop())

const post = (path: string, payload: object, as = who) =>
  server.ask(as, { method: 'POST', url: `/api/v2/vehicleAsset${path}`, payload })
const list = async (vehicleClass: object, dateFilters?: object[], as = who) =>
  post('', { vehicleClass, pagination: { page: 1, pageSize: 100, ...(dateFilters ? { dateFilters } : {}) } }, as)
const found = async (...query: Parameters<typeof list>): Promise<string[]> => {
  const { status, body } = await list(...query)
  expect(status).toBe(200)
  const { vehicles, totalCount } = body as { vehicles: VehicleRow[]; totalCount: number }
  expect(totalCount).toBe(vehicles.length)
  return vehicles.map(({ vehicleAsset }) => vehicleAsset.plate)
}

describe('texts', () => {
  it.each(TEXTS.map(({ group, field }, i) => [field, group, i] as const))('%s', async (field, group, i) => {
    const plate = `TXT${100 + i}`
    const by = (text: string) => found({ [group]: { [field]: text } })
    expect(await by(`ÑANDU 50%_ DE "${field}`)).toEqual([plate])
    expect(await by(' ñandú ')).toEqual([plate])
    for (const hostile of ['50_', '%%', "'; drop table vehicle; --", '\\', '🚚', '‮', '\u0301', 'ñandu 50%_ de "otro'])
      expect(await by(hostile)).toEqual([])
    expect((await by('   ')).length).toBe(ids.length)
    for (const refused of ['x'.repeat(10_000), 'a\0b', 7, null, { $ne: 1 }]) {
      const { status, body } = await list({ [group]: { [field]: refused } })
      expect(status).toBe(400)
      expect(body).toMatchObject({ errors: [{ path: `vehicleClass.${group}.${field}` }] })
    }
  })
})

it('filters by numbers, reasons and asset status', async () => {
  expect(await found({ model: { year: 2012 } })).toEqual(['NUM100'])
  expect(await found({ vehicleInfo: { doors: 0 } })).toEqual(['NUM100'])
  expect(await found({ vehicleAsset: { acquisitionReasonId: [2] } })).toEqual(['NUM101'])
  expect(await found({ brand: { brandName: 'kia' }, assetHistoric: { assetStatusId: 1 } })).toEqual([
    'NUM101',
    'NUM102',
  ])
  expect(await found({ brand: { brandName: 'kia' }, vehicleAsset: { ticketStatus: 0 } })).toEqual(['NUM101'])
  expect((await list({ model: { year: 'dos mil' } })).body).toMatchObject({
    errors: [{ path: 'vehicleClass.model.year' }],
  })
})

describe('dates', () => {
  const created = (dateBy: string, startDate?: string, endDate?: string, dateParameter = 'creationDate') => [
    { dateParameter, dateBy, ...(startDate ? { startDate } : {}), ...(endDate ? { endDate } : {}) },
  ]
  it.each(['creationDate', 'processedDate'])('filter %s by the company’s own midnight', async (field) => {
    const day = { vehicleAsset: { plate: 'DAY2' } }
    const between = created('between', '2026-06-01', '2026-06-01', field)
    expect(await found(day, between)).toEqual(['DAY203', 'DAY204'])
    expect(await found(day, created('after', '2026-06-02', undefined, field))).toEqual(['DAY205'])
    expect(await found(day, created('before', undefined, '2026-05-31', field))).toEqual(['DAY200', 'DAY201', 'DAY202'])
    expect(await found({ vehicleAsset: { plate: 'DAY3' } }, between, bogota)).toEqual(['DAY300'])
  })

  it('include both ends, also of fields without a time, and combine with other filters', async () => {
    expect(await found({}, created('between', '2026-05-31', '2026-06-01', 'plateDate'))).toEqual(['DAY100', 'DAY101'])
    expect(await found({}, created('after', '2026-06-01', undefined, 'plateDate'))).toEqual(['DAY101'])
    expect(await found({}, created('before', undefined, '2026-05-31', 'plateDate'))).toEqual(['DAY100'])
    const both = [
      ...created('after', '2026-05-01', undefined, 'plateDate'),
      ...created('before', undefined, '2026-06-01', 'registrationDate'),
    ]
    expect(await found({}, both)).toEqual(['DAY100'])
    expect(await found({ vehicleAsset: { ticketStatus: 0 } }, both)).toEqual([])
  })

  it.each([
    [
      'an unknown date',
      { dateParameter: 'birthday', dateBy: 'after', startDate: '2026-01-01' },
      'dateParameter',
      'No se puede filtrar por esta fecha',
    ],
    [
      'an unknown mode',
      { dateParameter: 'plateDate', dateBy: 'around', startDate: '2026-01-01' },
      'dateBy',
      'El modo debe ser after, before o between',
    ],
    [
      'an invalid day',
      { dateParameter: 'plateDate', dateBy: 'after', startDate: '2026-02-30' },
      'startDate',
      'Fecha no válida',
    ],
    [
      'SQL',
      { dateParameter: 'plateDate', dateBy: 'after', startDate: "2026-01-01'; --" },
      'startDate',
      'Fecha no válida',
    ],
    [
      'no start',
      { dateParameter: 'plateDate', dateBy: 'between', endDate: '2026-01-01' },
      'startDate',
      'Falta la fecha inicial',
    ],
    [
      'no end',
      { dateParameter: 'plateDate', dateBy: 'before', startDate: '2026-01-01' },
      'endDate',
      'Falta la fecha final',
    ],
    [
      'an end before the start',
      { dateParameter: 'plateDate', dateBy: 'between', startDate: '2026-02-01', endDate: '2026-01-01' },
      'endDate',
      'La fecha final es anterior a la inicial',
    ],
  ])('reject %s and name the field', async (_name, filter, field, message) => {
    const { status, body } = await list({}, [filter])
    expect(status).toBe(400)
    expect(body).toMatchObject({ errors: [{ path: `pagination.dateFilters.0.${field}`, message }] })
  })

  it('cover every date field', async () => {
    for (const dateParameter of DATE_FIELDS)
      expect(await found({}, created('after', '2199-01-01', undefined, dateParameter))).toEqual([])
  })
})

describe('suggestions', () => {
  const values = async (query: string, as = who) =>
    (await server.ask(as, { url: `/api/v2/vehicleAsset/suggestions?${query}` })).body
  it('offer values in use, the most used first, once for values that differ in case', async () => {
    const { values: offered } = (await values('field=brandName&like=K')) as { values: string[] }
    expect(offered.map((value) => value.toLowerCase())).toEqual(['kia', 'kenworth'])
    expect(await values('field=brandName&like=%25%25')).toEqual({ values: [] })
    expect(await values('field=brandName', bogota)).toEqual({ values: ['KIA'] })
    expect(await values('field=brandName&like=ken', bogota)).toEqual({ values: [] })
    expect(await values('field=observations&like=a')).toMatchObject({ errors: [{ path: 'field' }] })
  })
  it('include a value as soon as it is written', async () => {
    await asTenant(server.db, company.tenantId, async (tx) => {
      await sql`update vehicle set brand_name = 'KRAZ' where plate = 'NUM100'`.execute(tx)
      await touchFleet(tx, company.tenantId, [ids[TEXTS.length] ?? 0])
    })
    expect(await values('field=brandName&like=raz')).toEqual({ values: ['KRAZ'] })
  })
})

it('the coverage of a filter counts possible debts, and current, old and missing answers', async () => {
  await asTenant(server.db, company.tenantId, async (tx) => {
    const vehicle = sql`(select vehicle_id from vehicle where plate = 'NUM101')`
    await sql`
      update vehicle_resource
      set good_at = '2026-01-02T03:04:05Z', fresh_until = now() + interval '1 hour'
      where vehicle_id = ${vehicle} and resource_type_id = 0`.execute(tx)
    await sql`
      update vehicle_resource
      set good_at = '2026-01-01T00:00:00Z', fresh_until = now() - interval '1 hour'
      where vehicle_id = ${vehicle} and resource_type_id = 1`.execute(tx)
    await sql`update vehicle set tenencia_status = 21 where plate = 'NUM101'`.execute(tx)
    await touchChecks(tx, company.tenantId)
  })
  const coverage = async (vehicleClass: object) => (await post('/coverage', { vehicleClass })).body
  // Nuevo León has ten resources. No portal has an address in this installation, so all without an answer are manual.
  expect(await coverage({ vehicleAsset: { plate: 'NUM101' } })).toEqual({
    at: expect.any(String),
    vehicles: 1,
    debt: { total: 1500.5, withoutAmount: 0, vehicles: 1, possible: 1, unknown: 1, missing: 0, byHand: 1 },
    checks: { current: 1, old: 1, never: 8, byHand: 8 },
    oldest: '2026-01-01T00:00:00Z',
    matched: null,
  })
  // With an address the national ones are queried; Nuevo León's own portal stays manual.
  await asSystem(server.db, (tx) => tx.updateTable('portal').set({ base_url: 'http://x' }).execute())
  await asTenant(server.db, company.tenantId, (tx) => touchChecks(tx, company.tenantId))
  expect(await coverage({ brand: { brandName: 'k' }, assetHistoric: { assetStatusId: 1 } })).toMatchObject({
    vehicles: 4,
    debt: { total: 1510.5, withoutAmount: 2, vehicles: 3, possible: 1, unknown: 4, byHand: 4 },
    checks: { current: 1, old: 1, never: 38 },
  })
  expect(await coverage({ vehicleAsset: { plate: 'NADA' } })).toEqual({
    at: expect.any(String),
    vehicles: 0,
    debt: { total: null, withoutAmount: 0, vehicles: 0, possible: 0, unknown: 0, missing: 0, byHand: 0 },
    checks: { current: 0, old: 0, never: 0, byHand: 0 },
    oldest: null,
    matched: null,
  })
})

it('the search finds a vehicle by a former plate, and names that plate', async () => {
  await asTenant(server.db, company.tenantId, async (tx) => {
    await sql`update vehicle set plate = 'NVA999', vin = '1ZZZZZZZZZZZZZZZ9' where plate = 'NUM103'`.execute(tx)
    await touchFleet(tx, company.tenantId)
  })
  const match = async (like: string, as = who) => (await post('/bestmatch', { like }, as)).body as object[]
  const vehicle = { plate: 'NVA999', vin: '1ZZZZZZZZZZZZZZZ9', assetStatusId: 1, replacedBy: null }
  expect(await match('num-103')).toMatchObject([{ ...vehicle, former: 'NUM103' }])
  expect(await match('nva9')).toMatchObject([{ ...vehicle, former: null }])
  expect((await match('NUM10')).at(-1)).toMatchObject({ ...vehicle, former: 'NUM103' })
  expect((await match('NUM104'))[0]).toMatchObject({ former: null, assetStatusId: 8 })
  expect(await match('num103', bogota)).toEqual([])
})
