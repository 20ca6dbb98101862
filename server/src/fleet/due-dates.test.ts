// The filters by due dates, theft reports, any status and exact fields; the permission to read documents; and that a
// view, a workbook and an alert accept these filters.
import type { Coverage, VehicleRow } from '@padron/contract/catalogue/rows'
import type { SavedView } from '@padron/contract/views'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asTenant } from '../db/client.ts'
import { measureView } from '../features/alerts/measure.ts'
import { documentCalls, EXPIRY } from '../testing/files/documents.ts'
import { owe } from '../testing/obligations.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { writtenBook } from './testing/fleet-workbook.ts'

let server: TestServer
let company: Company
let who: Somebody
let reader: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('fechas')
  who = await server.somebody(company, 'consulta', ['vehicles_read'])
  reader = await server.somebody(company, 'papeles', ['vehicles_read', 'documents_admin'])
  const main = await server.somebody(company, 'admin', ['admin'])
  const [one = 0, two = 0, three = 0, sold = 0, five = 0] = await server.vehicles(company, [
    { plate: 'DUE100A', columns: { rfc_name: 'ACME', brand_name: 'KIA', year: 2020, stolen_status: 4 } },
    { plate: 'DUE200B', columns: { rfc_name: 'Acme', brand_name: '', card_status: 13, stolen_status: 4 } },
    { plate: 'DUE300C', columns: { rfc_name: '~', ticket_status: 13, stolen_status: 4 } },
    { plate: 'DUE400D', status: 8, columns: { rfc_name: 'ACME, S.A.' } },
    { plate: 'DUE500E', columns: { rfc_name: 'ACME', ticket_status: 0, year: 2020 } },
  ])
  await owe(server, company, [
    { vehicleId: one, key: 'r:1', dueOn: '2026-12-01' },
    { vehicleId: two, key: 'r:2', dueOn: '2026-12-05', kind: 'inspection' },
    { vehicleId: sold, key: 'r:1', dueOn: '2026-12-01' },
    { vehicleId: three, key: 'p:1:a', dueOn: '2026-12-10', kind: 'payment', amount: 100.5 },
    { vehicleId: three, key: 'p:1:b', dueOn: '2026-12-11', kind: 'payment' },
    { vehicleId: five, key: 'p:1:c', dueOn: '2026-01-11', kind: 'payment', amount: 40 },
  ])
  await server.db.system.query(
    `update obligation set resource_type_id = case when vehicle_id = $1 then 1 else 0 end where kind = 'payment'`,
    [three],
  )
  const documents = documentCalls(server, main)
  const policy = await documents.type('PÓLIZA de flota', [EXPIRY])
  const invoice = await documents.type('Factura', [EXPIRY])
  const until = (type: typeof policy, vehicle: number, day: string) =>
    documents.create({ vehicle, type: type.documentTypeId, values: [[type.docFields[0]?.documentFieldId ?? 0, day]] })
  await until(policy, two, '2026-12-20')
  await until(policy, five, '2026-12-02')
  await until(policy, five, '2027-12-02') // which renews the other
  await until(invoice, five, '2026-12-03')
  await server.db.system.query(
    `
     insert into check_event (tenant_id, event_id, at, vehicle_id, resource_id, resource_type_id, run_id, kind,
       status_after)
     select $1, gen_random_uuid(), x.at::timestamptz, x.id,
       (select min(resource_id) from resource where resource_type_id = 4), 4, gen_random_uuid(), 'status', x.status
     from (values ($2::bigint, '2026-01-01T12:00:00Z', 4), ($2, '2026-02-01T12:00:00Z', 5),
       ($2, '2026-03-01T05:59:59Z', 4), ($2, '2026-03-05T12:00:00Z', 13), ($2, '2026-03-09T12:00:00Z', 4),
       ($3, '2026-03-01T06:00:00Z', 4)) x(id, at, status)`,
    [company.tenantId, one, two],
  )
})
afterAll(() => server.stop())

const post = (path: string, payload: object, as: Somebody) =>
  server.ask(as, { method: 'POST', url: `/api/v2/vehicleAsset${path}`, payload })
/** The last letter of the plates found. */
const found = async (vehicleClass: object, as = reader): Promise<string> => {
  const { status, body } = await post('', { vehicleClass }, as)
  expect(status).toBe(200)
  const { vehicles, totalCount } = body as { vehicles: VehicleRow[]; totalCount: number }
  expect(totalCount).toBe(vehicles.length)
  return vehicles.map(({ vehicleAsset }) => vehicleAsset.plate.slice(-1)).join('')
}
const matched = async (vehicleClass: object, as = reader) =>
  ((await post('/coverage', { vehicleClass }, as)).body as Coverage).matched
const december = { from: '2026-12-01', to: '2026-12-31' }

describe('the filter by due dates', () => {
  it.each([
    ['an insurance, not of a vehicle that was sold', { kinds: ['insurance'], ...december }, 'A'],
    ['a policy from any source, unless it was renewed', { kinds: ['policy'], ...december }, 'AB'],
    ['a document', { kinds: ['document'], ...december }, 'BE'],
    ['a policy among documents', { kinds: ['policy', 'document'], ...december }, 'ABE'],
    ['on one day', { kinds: ['policy', 'inspection'], from: '2026-12-05', to: '2026-12-05' }, 'B'],
    ['a payment line, of any age', { kinds: ['payment'], from: '2026-01-01', to: '2026-12-31' }, 'CE'],
    [
      'a payment line of a kind of debt',
      { kinds: ['payment', 'insurance'], types: [1, 6], from: '2026-01-01', to: '2026-12-31' },
      'AC',
    ],
  ])('%s', async (_what, due, plates) => expect(await found({ due })).toBe(plates))

  it('counts the dates and sums their amounts', async () => {
    const due = { kinds: ['payment', 'inspection'], ...december }
    expect(await matched({ due })).toEqual({ what: 'due', count: 3, total: 100.5, withoutAmount: 1 })
    expect(await matched({ due: { ...due, kinds: ['inspection'] } })).toEqual({
      what: 'due',
      count: 1,
      total: null,
      withoutAmount: 0,
    })
    expect(await matched({ due, debts: {} })).toMatchObject({ what: 'debts', due: { count: expect.any(Number) } })
    expect(await matched({ stolen: {} })).toBeNull()
  })

  it('accepts documents only with the permission to read them', async () => {
    for (const kinds of [['document'], ['policy', 'insurance']])
      for (const [path, as, status] of [
        ['', who, 403],
        ['/coverage', who, 403],
        ['', reader, 200],
        ['/coverage', reader, 200],
      ] as const)
        expect((await post(path, { vehicleClass: { due: { kinds, ...december } } }, as)).status).toBe(status)
    expect(await found({ due: { kinds: ['insurance'], ...december } }, who)).toBe('A')
  })

  it('finds a date as soon as it is written', async () => {
    const due = { kinds: ['card'], ...december }
    expect(await found({ due })).toBe('')
    const { vehicles } = (await post('', { vehicleClass: { vehicleAsset: { plate: 'DUE5' } } }, who)).body as {
      vehicles: VehicleRow[]
    }
    await owe(server, company, [
      { vehicleId: vehicles[0]?.vehicleAsset.vehicleAssetId ?? 0, key: 'r:9', dueOn: '2026-12-31', kind: 'card' },
    ])
    expect(await found({ due })).toBe('E')
  })

  it('rejects an end before the start, and names the field', async () => {
    const { status, body } = await post(
      '',
      { vehicleClass: { due: { kinds: ['card'], from: '2026-12-01', to: '2026-11-01' } } },
      who,
    )
    expect(status).toBe(400)
    expect(body).toMatchObject({
      errors: [{ path: 'vehicleClass.due.to', message: 'La fecha final es anterior a la inicial' }],
    })
  })
})

it('finds theft reports by the company’s day on which they were first seen since an answer without one', async () => {
  expect(await found({ stolen: {} })).toBe('ABC')
  expect(await found({ stolen: { from: '2026-02-28', to: '2026-02-28' } })).toBe('A')
  expect(await found({ stolen: { from: '2026-03-01' } })).toBe('B')
  // The first day of the third is unknown.
  expect(await found({ stolen: { to: '2199-01-01' } })).toBe('AB')
})

it('compares exact fields as they are written, and null with empty ones', async () => {
  expect(await found({ exact: { rfcName: 'ACME' } })).toBe('AE')
  expect(await found({ exact: { rfcName: '~' } })).toBe('C')
  expect(await found({ exact: { brandName: null } })).toBe('BCDE')
  expect(await found({ exact: { brandName: null, rfcName: 'ACME' }, withoutYear: true })).toBe('')
  expect(await found({ withoutYear: true, assetHistoric: { assetStatusId: 1 } })).toBe('BC')
  expect(await found({ rfc: { rfcName: 'acme' }, exact: { rfcName: 'Acme' } })).toBe('B')
})

it('finds a status whichever check has it', async () => {
  expect(await found({ anyStatus: [13] })).toBe('BC')
  expect(await found({ anyStatus: [13, 4], vehicleAsset: { ticketStatus: 13 } })).toBe('C')
})

describe('the filter elsewhere', () => {
  const vehicleClass = {
    assetHistoric: { assetStatusId: [1] },
    exact: { rfcName: 'ACME', lessorName: null },
    due: {
      kinds: ['insurance', 'payment'] as ('insurance' | 'payment')[],
      types: [0, 1],
      from: '2026-01-01',
      to: '2026-12-31',
    },
  }

  it('is stored in a view, and an alert on that view counts its vehicles', async () => {
    const definition = { vehicleClass, columns: null }
    const saved = await server.ask(who, {
      method: 'POST',
      url: '/api/v2/views',
      payload: { name: 'Vence', shared: true, definition },
    })
    expect(saved).toMatchObject({ status: 200, body: { definition } })
    const { viewId } = saved.body as SavedView
    const seen = await asTenant(server.db, company.tenantId, (tx) => measureView(tx, company.tenantId, viewId))
    expect(seen.vehicles).toBe(2)
  })

  it('selects the vehicles of a workbook, which describes the filter in words', async () => {
    const { facts, sheet } = await writtenBook(server, company, { who: 'fechas-consulta', query: { vehicleClass } })
    expect(facts.vehicles).toBe(2)
    const filterRows = (await sheet('Filtros')).map(({ Qué, Valor }) => [Qué, Valor])
    expect(filterRows).toContainEqual(['Razón social', 'Es «ACME»'])
    expect(filterRows).toContainEqual(['Arrendadora', 'Sin dato'])
    expect(filterRows).toContainEqual([
      'Vence',
      'Seguro, Línea de captura de Tenencias, Multas; del 01/01/2026 al 31/12/2026',
    ])
  })
})
