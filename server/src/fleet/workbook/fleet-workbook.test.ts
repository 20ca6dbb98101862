// The workbook of a fleet whose sources answered over real HTTP: its sheets add up to what the console shows.
import type { VehicleRow } from '@padron/contract/catalogue/rows'
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLEAR, checkOnce, openPortal, startPortal, type TestPortal } from '../../checks/testing/engine.ts'
import { isDrill } from '../../testing/drill.ts'
import { createTag } from '../../testing/fixtures.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { writtenBook } from '../testing/fleet-workbook.ts'
import { statusWords } from './cells.ts'
import { listDebtLines } from './debt-lines.ts'
import type { WorkbookRequest } from './vehicles-sheet.ts'

let server: TestServer
let portal: TestPortal
let company: Company
let who: Somebody

const row = (more: Partial<DebtRow>): DebtRow => ({
  folio: null,
  description: 'Exceso de velocidad',
  dateTime: null,
  subTotal: null,
  discountsSum: null,
  surchargesSum: null,
  total: null,
  ...more,
})
const result = (more: Partial<ResourceResult>): ResourceResult => ({
  name: 'Adeudo',
  subTotal: null,
  discount: null,
  surcharge: null,
  total: null,
  paymentLine: null,
  paymentLineDueDate: null,
  pdfUrl: null,
  scrapedTickets: [],
  scrapedTenencias: [],
  scrapedRefrendo: [],
  ...more,
})
const answer = (...findings: { type: number; status: number; results: ResourceResult[] }[]) => ({
  outcome: 'ok',
  findings: [...CLEAR.filter(({ type }) => !findings.some((each) => each.type === type)), ...findings],
})

const FINES = result({
  name: 'Multas',
  subTotal: 400,
  discount: 50,
  surcharge: 0.5,
  total: 350.5,
  paymentLine: '0012345',
  paymentLineDueDate: '2026-01-31',
  scrapedTickets: [
    row({ folio: 'A1', dateTime: '2026-01-02', subTotal: 150, discountsSum: 50, surchargesSum: 0, total: 100 }),
    row({
      folio: '=A2',
      description: '@Vuelta prohibida',
      dateTime: 'enero de 2024',
      subTotal: 250,
      discountsSum: 0,
      surchargesSum: 0.5,
      total: 250.5,
    }),
  ],
})
const ANSWERS: Readonly<Record<string, object>> = {
  RKA111A: answer({ type: 1, status: 0, results: [FINES] }),
  RKA222B: answer(
    {
      type: 1,
      status: 0,
      results: [result({ scrapedTickets: [row({ folio: 'B1', electronic: true, notifiedOn: '2026-01-09' })] })],
    },
    {
      type: 8,
      status: 16,
      results: [result({ name: 'Refrendo 2026', total: 900.1, paymentLine: '99', paymentLineDueDate: '2099-12-31' })],
    },
    {
      type: 6,
      status: 9,
      results: [result({ total: 500, scrapedTickets: [row({ folio: 'D1', total: 449.9 }), row({ folio: 'D2' })] })],
    },
  ),
  RKA333C: answer(),
}

beforeAll(async () => {
  server = await testServer()
  portal = await startPortal()
  company = await server.company('norte')
  who = await server.somebody(company, 'consulta', ['vehicles_read'])
  await openPortal(server, portal.base)
  await server.vehicles(
    company,
    Object.keys(ANSWERS).map((plate) => ({ plate })),
  )
  portal.answer((request, response) => {
    const plate = new URL(request.url ?? '/', 'http://portal').searchParams.get('plate') ?? ''
    response.setHeader('content-type', 'application/json').end(JSON.stringify(ANSWERS[plate]))
  })
  for (const _ of Object.keys(ANSWERS)) expect(await checkOnce(server)).toEqual([true])
  expect(await checkOnce(server)).toBeUndefined()
  await server.vehicles(company, [{ plate: 'RKA444D', stateId: 5 }])
})
afterAll(async () => {
  portal.stop()
  await server.stop()
})

const book = (of: Company, more: Partial<WorkbookRequest> = {}) =>
  writtenBook(server, of, { who: 'norte-consulta', ...more })
const sumOf = (rows: readonly Record<string, string>[], title: string): number =>
  rows.reduce((cents, each) => cents + Math.round(Number(each[title]) * 100), 0) / 100

describe('the debts of a workbook', () => {
  it('are one row each, and add up to the totals of the list and of the drawer', async () => {
    const { facts, sheet } = await book(company)
    const [vehicles, debts] = [await sheet('Vehículos'), await sheet('Adeudos')]
    const list = await server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset', payload: { vehicleClass: {} } })
    const listed = (list.body as { vehicles: VehicleRow[] }).vehicles
    expect(listed).toHaveLength(4)
    for (const { vehicleAsset } of listed) {
      const own = debts.filter(({ Placa }) => Placa === vehicleAsset.plate)
      const drawer = await server.ask(who, { url: `/sapy/v2/${vehicleAsset.vehicleAssetId}/byType` })
      expect(sumOf(own, 'Total (MXN)'), vehicleAsset.plate).toBe(vehicleAsset.debt.total ?? 0)
      expect((drawer.body as { debt: object }).debt).toEqual(vehicleAsset.debt)
      const cell = vehicles.find(({ Placa }) => Placa === vehicleAsset.plate)?.['Adeudo (MXN)']
      expect(cell).toBe(vehicleAsset.debt.total ? String(vehicleAsset.debt.total) : '')
    }
    expect(facts).toEqual({ vehicles: 4, withDebts: 2, debts: 7, total: 1750.6, unknown: 4 })
    expect(sumOf(debts, 'Total (MXN)')).toBe(1750.6)
  })

  it('say why a fine in units has no amount', () => {
    const fine = row({ dateTime: '2027-02-03', units: 10, unit: 'UMA' })
    const source = {
      ...{ vehicleId: 1, plate: 'RKA111A', vin: 'x', customId: null, stateName: 'Nuevo León', typeId: 1 },
      ...({ resourceName: 'Multas', goodAt: '2027-02-03T18:00:00Z', state: 'current', capturedBy: null } as const),
      ...{ total: null, withoutAmount: 1, results: [result({ scrapedTickets: [fine] })], past: null },
    }
    expect(listDebtLines(source, 'America/Mexico_City', '2027-02-03')).toMatchObject([
      { total: null, notes: ['10 UMA, valor de 2027 sin publicar'] },
    ])
  })

  it('show what the source gave, and note what it did not give', async () => {
    const debts = await (await book(company)).sheet('Adeudos')
    expect(
      debts.map(({ 'Tipo de adeudo': Tipo, Folio, 'Total (MXN)': total, Nota }) => [Tipo, Folio, total, Nota]),
    ).toEqual([
      ['Multas', 'A1', '100', ''],
      ['Multas', '=A2', '250.5', ''],
      ['Multas', 'B1', '', 'La fuente no dio el importe; Fotodetección, notificada el 09/01/2026'],
      ['Adeudos diversos', 'D1', '449.9', ''],
      ['Adeudos diversos', 'D2', '', 'La fuente no dio el importe'],
      ['Adeudos diversos', '', '50.1', 'La fuente dio un total distinto a la suma de sus filas'],
      ['Refrendos', '', '900.1', ''],
    ])
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Mexico_City' }).format(new Date())
    const known = await server.ask(who, { url: '/api/v3/debts' })
    const { data } = known.body as { data: { id: string; folio: string | null; description: string }[] }
    const idOf = (name: string) => data.find(({ folio, description }) => (folio ?? description) === name)?.id
    expect(debts.map((debt) => debt['Id del adeudo'])).toEqual([
      ...['A1', '=A2', 'B1', 'D1', 'D2'].map(idOf),
      '', // the difference with the source's total is no debt
      idOf('Refrendo 2026'),
    ])
    expect(debts[0]).toMatchObject({
      VIN: expect.any(String),
      Estado: 'Nuevo León',
      Fuente: expect.stringMatching(/./),
      Concepto: 'Exceso de velocidad',
      Fecha: '2026-01-02',
      'Fecha según la fuente': '',
      'Importe (MXN)': '150',
      'Descuento (MXN)': '50',
      'Recargo (MXN)': '0',
      'Línea de captura': '',
      'Pagar a más tardar': '',
      'Vigencia de la línea': 'Vencida el 31/01/2026',
      'Visto desde': today,
      'Consultado el': expect.stringContaining(today),
      'Id del adeudo': idOf('A1'),
    })
    expect(debts[1]).toMatchObject({
      Concepto: '@Vuelta prohibida',
      Fecha: '',
      'Fecha según la fuente': 'enero de 2024',
    })
    expect(debts[6]).toMatchObject({
      Concepto: 'Refrendo 2026',
      'Línea de captura': '99',
      'Pagar a más tardar': '2099-12-31',
      'Vigencia de la línea': 'Vigente',
      'Importe (MXN)': '',
    })
  })

  it('are noted as old, as marked as paid, or as without detail', async () => {
    const run = (statement: string) => server.db.system.query(statement, [company.tenantId])
    const plate = (of: string) =>
      `vehicle_id = (select vehicle_id from vehicle where tenant_id = $1 and plate = '${of}')`
    await run(
      `
        update vehicle_resource
        set fresh_until = now() - interval '3 days', good_at = '2026-01-05T18:00:00Z'
        where tenant_id = $1 and resource_type_id = 1 and ${plate('RKA111A')}`,
    )
    await run(`update debt set marked_paid_at = '2026-02-03T18:00:00Z' where tenant_id = $1 and folio = 'A1'`)
    await run(
      `
        delete from check_result
        where tenant_id = $1
          and run_id in (select good_run_id from vehicle_resource where tenant_id = $1 and ${plate('RKA222B')})`,
    )
    const { facts, sheet } = await book(company)
    const debts = await sheet('Adeudos')
    const notes = debts.map(({ Concepto, 'Total (MXN)': total, Nota }) => [Concepto, total, Nota])
    const gone = 'Ya no se conserva el desglose de esta respuesta'
    const old = 'Dato antiguo, del 05/01/2026'
    expect(notes).toEqual([
      ['Exceso de velocidad', '100', `Marcado como pagado el 03/02/2026; la fuente todavía lo muestra; ${old}`],
      ['@Vuelta prohibida', '250.5', old],
      ['Adeudo sin desglose', '', `La fuente no dio el importe; ${gone}`],
      ['Adeudo sin desglose', '500', gone],
      ['Adeudo sin desglose', '900.1', gone],
    ])
    expect(facts.total).toBe(1750.6)
    const [all] = await sheet('Resumen')
    expect(all?.['Respuesta más antigua']).toContain('2026-01-05')
  })
})

it('a debt that one source reports is written, although another source of its type has not answered', () => {
  const at = '2026-11-20T18:00:00Z'
  expect(statusWords(0, { resourceTypeId: 1, state: 'unknown', at }, 'America/Mexico_City')).toBe('Con multas')
  expect(statusWords(1, { resourceTypeId: 1, state: 'unknown', at }, 'America/Mexico_City')).toMatch(/^Sin dato/)
})

describe('the other sheets', () => {
  it('sum up by type and by state, with what is unknown', async () => {
    const summary = await (await book(company)).sheet('Resumen')
    const of = (name: string) => summary.find(({ Nombre }) => Nombre === name)
    expect(of('Todos los vehículos')).toMatchObject({
      Por: 'Total',
      Vehículos: '4',
      'Con adeudo': '2',
      'Total (MXN)': '1750.6',
    })
    expect(of('Multas')).toMatchObject({
      Por: 'Tipo',
      'Con adeudo': '2',
      Adeudos: '3',
      'Total (MXN)': '350.5',
      'Adeudos sin importe': '1',
      'Vehículos con información incompleta': '1',
    })
    expect(of('Nuevo León')).toMatchObject({ Por: 'Estado', Vehículos: '3', 'Con adeudo': '2' })
    expect(of('Coahuila')).toMatchObject({
      Vehículos: '1',
      'Con adeudo': 'Sin dato',
      Adeudos: 'Sin dato',
      'Total (MXN)': 'Sin dato',
      'Adeudos sin importe': 'Sin dato',
      'Vehículos con información incompleta': '1',
      'Respuesta más antigua': '',
    })
  })

  it('have only the filtered vehicles, and no tags without the permission', async () => {
    const tagId = await createTag(server, company, 'Secreta')
    await server.db.system.query(
      `
        insert into vehicle_tag (tenant_id, tag_id, vehicle_id)
        select tenant_id, $1, vehicle_id
        from vehicle
        where tenant_id = $2 and plate = 'RKA111A'`,
      [tagId, company.tenantId],
    )
    const query = { vehicleClass: { tags: [{ tagId }] } }
    const seen = await book(company, { query })
    expect((await seen.sheet('Vehículos'))[0]).toMatchObject({
      Placa: 'RKA111A',
      Etiquetas: 'Grupo de Secreta: Secreta',
    })
    expect((await seen.sheet('Adeudos')).map(({ Folio }) => Folio)).toEqual(['A1', '=A2'])
    const blind = await book(company, { query, withTags: false, columns: [{ key: 'plate' }, { key: 'tags' }] })
    expect(await blind.sheet('Vehículos')).toEqual([{ Placa: 'RKA111A', ID: expect.any(String) }])
    expect(await blind.sheet('Filtros')).toContainEqual({ Qué: 'Etiquetas', Valor: `etiqueta ${tagId}` })
  })

  it.runIf(isDrill)('use Colombia’s words, and are empty for a company without vehicles', async () => {
    const south = await server.company('sur', 'CO')
    const [vehicleId] = await server.vehicles(south, [
      { plate: 'ABC123', stateId: 1005, columns: { violation_status: 24, debt_total: 250000 } },
    ])
    await server.db.system.query(
      `
       insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_at,
         last_at, fresh_until, debt_total)
       select $1, $2, min(resource_id), 13, 24, now(), now(), now() + interval '1 day', 250000
       from resource
       where resource_type_id = 13`,
      [south.tenantId, vehicleId],
    )
    const { sheet } = await book(south)
    expect(await sheet('Deudas')).toMatchObject([
      { Departamento: 'Antioquia', 'Tipo de deuda': 'Comparendos', 'Total (COP)': '250000' },
    ])
    expect((await sheet('Resumen')).map(({ Por, Nombre }) => [Por, Nombre])).toEqual([
      ['Total', 'Todos los vehículos'],
      ['Tipo', 'Multas'],
      ['Tipo', 'Comparendos'],
      ['Departamento', 'Antioquia'],
    ])
    const empty = await book(await server.company('vacia'))
    expect(empty.facts).toEqual({ vehicles: 0, withDebts: 0, debts: 0, total: 0, unknown: 0 })
    expect([await empty.sheet('Vehículos'), await empty.sheet('Adeudos')]).toEqual([[], []])
    expect((await empty.sheet('Resumen'))[0]).toMatchObject({ Vehículos: '0', 'Total (MXN)': '0' })
  })
})
