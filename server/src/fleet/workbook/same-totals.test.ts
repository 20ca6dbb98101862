// A fleet's debts, with every way in which a source may report them: the list, the email, the alert and the workbook
// show the same totals.
import type { Coverage, VehicleRow } from '@padron/contract/catalogue/rows'
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import { unknownWords } from '@padron/contract/texts/unknown-debts-text'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CLEAR, checkOnce, openPortal, startPortal, type TestPortal } from '../../checks/testing/engine.ts'
import { asTenant } from '../../db/client.ts'
import { debtByType } from '../../features/reports/content/debts.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { companyFacts } from '../company.ts'
import { fleetDebt } from '../debt-totals.ts'
import { writtenBook } from '../testing/fleet-workbook.ts'
import { whereOf } from '../where.ts'

let server: TestServer
let portal: TestPortal
let company: Company
let who: Somebody

const result = (total: number | null, more: Partial<ResourceResult> = {}): ResourceResult => ({
  name: 'Adeudo',
  subTotal: null,
  discount: null,
  surcharge: null,
  total,
  paymentLine: null,
  paymentLineDueDate: null,
  pdfUrl: null,
  scrapedTickets: [],
  scrapedTenencias: [],
  scrapedRefrendo: [],
  ...more,
})
const row = (folio: string, total: number | null, more: Partial<DebtRow> = {}): DebtRow => ({
  folio,
  description: 'Exceso',
  dateTime: null,
  subTotal: null,
  discountsSum: null,
  surchargesSum: null,
  total,
  ...more,
})
const fines = (...results: ResourceResult[]) => ({ type: 1, status: 0, results })
const various = (...results: ResourceResult[]) => ({ type: 6, status: 9, results })

const DATED = { dateTime: '2026-03-05T23:59:00', discountsSum: 12.5 }

const ANSWERS: Readonly<Record<string, readonly ReturnType<typeof fines>[]>> = {
  OTA111A: [fines(result(100, { scrapedTickets: [row('A1', 100, DATED)] }))],
  OTA222B: [fines()], // a debt without any detail
  OTA333C: [fines(result(0))], // a debt of zero
  OTA444D: [fines(result(0, { scrapedTickets: [row('D1', 0), row('D2', null)] }))],
  OTA555E: [fines(result(0, { elsewhere: true })), various(result(120.5))], // listed once, by another resource
  OTA666F: [
    fines(result(null, { scrapedTickets: [row('F1', null, { dateTime: '2026-02-29', discountsSum: 0 })] })),
    various(result(9)),
  ],
  OTA777G: [],
}

beforeAll(async () => {
  server = await testServer()
  portal = await startPortal()
  company = await server.company('verdad')
  who = await server.somebody(company, 'consulta', ['vehicles_read'])
  await openPortal(server, portal.base)
  await server.vehicles(
    company,
    Object.keys(ANSWERS).map((plate) => ({ plate })),
  )
  portal.answer((request, response) => {
    const answers = ANSWERS[new URL(request.url ?? '/', 'http://portal').searchParams.get('plate') ?? ''] ?? []
    const findings = [...CLEAR.filter(({ type }) => !answers.some((each) => each.type === type)), ...answers]
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ outcome: 'ok', findings }))
  })
  for (const _ of Object.keys(ANSWERS)) expect(await checkOnce(server)).toEqual([true])
  // A vehicle that has not been queried yet.
  await server.vehicles(company, [{ plate: 'OTA888H' }])
})
afterAll(async () => {
  portal.stop()
  await server.stop()
})

const book = async () => {
  const { facts, sheet } = await writtenBook(server, company, { withTags: false, opensDebts: true })
  return {
    facts,
    vehicles: await sheet('Vehículos'),
    debts: await sheet('Adeudos'),
    sums: await sheet('Resumen'),
    filters: await sheet('Filtros'),
  }
}

it('the counts of debts, of indebted vehicles and of incomplete ones are the same everywhere', async () => {
  const { facts, vehicles, debts, sums, filters } = await book()
  const list = await server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset', payload: { vehicleClass: {} } })
  const listed = (list.body as { vehicles: VehicleRow[] }).vehicles.map(({ vehicleAsset }) => vehicleAsset)
  const covered = await server.ask(who, {
    method: 'POST',
    url: '/api/v2/vehicleAsset/coverage',
    payload: { vehicleClass: {} },
  })
  const { debt, types } = await asTenant(server.db, company.tenantId, async (tx) => {
    const where = whereOf({ vehicleClass: {} }, await companyFacts(tx, company.tenantId))
    return { debt: await fleetDebt(tx, where, company.tenantId), types: await debtByType(tx, where, company.tenantId) }
  })
  expect(
    Object.fromEntries(listed.map(({ plate, debt: { total, withoutAmount } }) => [plate, [total, withoutAmount]])),
  ).toEqual({
    OTA111A: [100, 0],
    OTA222B: [0, 1],
    OTA333C: [0, 1],
    OTA444D: [0, 2],
    OTA555E: [120.5, 0],
    OTA666F: [9, 1],
    OTA777G: [0, 0],
    OTA888H: [null, 0],
  })
  expect(debt).toMatchObject({
    vehicles: 8,
    total: 229.5,
    withoutAmount: 5,
    indebted: 6,
    unknown: 8,
    missing: 1,
    byHand: 8,
  })
  // The workbook: its rows, its sums, its facts.
  const owing = new Set(debts.map(({ Placa }) => Placa))
  expect(owing.size).toBe(6)
  expect(debts.filter(({ 'Total (MXN)': total }) => total === '').map(({ Placa, Nota }) => [Placa, Nota])).toEqual([
    ['OTA222B', 'La fuente no dio el importe'],
    ['OTA333C', 'La fuente no dio el importe'],
    ['OTA444D', 'La fuente no dio el importe'],
    ['OTA444D', 'La fuente no dio el importe'],
    ['OTA666F', 'La fuente no dio el importe'],
  ])
  expect(debts.some(({ 'Total (MXN)': total }) => total === '0')).toBe(false)
  expect(facts).toMatchObject({ vehicles: 8, withDebts: 6, total: 229.5, unknown: 8 })
  const of = (name: string) => sums.find(({ Nombre }) => Nombre === name)
  expect(of('Todos los vehículos')).toMatchObject({
    'Con adeudo': '6',
    'Total (MXN)': '229.5',
    'Adeudos sin importe': '5',
    'Vehículos con información incompleta': '8',
    'Sin respuesta vigente de una fuente': '1',
    'Con consultas que hace una persona': '8',
  })
  expect(
    Object.fromEntries(types.map(({ typeId, vehicles, withoutAmount }) => [typeId, [vehicles, withoutAmount]])),
  ).toEqual({ 1: [5, 5], 6: [2, 0] })
  expect(
    [of('Multas'), of('Adeudos diversos')].map((sum) => [sum?.['Con adeudo'], sum?.['Adeudos sin importe']]),
  ).toEqual([
    ['5', '5'],
    ['2', '0'],
  ])
  expect(vehicles.find(({ Placa }) => Placa === 'OTA222B')).toMatchObject({
    'Adeudo (MXN)': '',
    'Adeudo, información que falta': expect.stringContaining('1 adeudo sin importe'),
  })
  // The console's line, and the sentence.
  expect((covered.body as Coverage).debt).toEqual({
    total: 229.5,
    withoutAmount: 5,
    possible: 0,
    vehicles: 6,
    unknown: 8,
    missing: 1,
    byHand: 8,
  })
  const sentence =
    'Falta información de 8 vehículos: 1 sin respuesta vigente de una fuente, 8 con consultas que hace una persona; ' +
    'algunos en ambos casos'
  expect(unknownWords(debt)).toBe(sentence)
  expect(filters.find((each) => each.Qué === 'Información que falta')?.Valor).toBe(`${sentence}.`)
})

it('the filters by debt find the indebted vehicles, with the same totals', async () => {
  const ask = async (path: string, debts: object) =>
    (
      await server.ask(who, {
        method: 'POST',
        url: `/api/v2/vehicleAsset${path}`,
        payload: { vehicleClass: { debts } },
      })
    ).body
  const plates = async (debts: object) =>
    ((await ask('', debts)) as { vehicles: VehicleRow[] }).vehicles
      .map(({ vehicleAsset: { plate } }) => plate.at(-1))
      .join('')
  const matched = async (debts: object) => ((await ask('/coverage', debts)) as Coverage).matched
  expect(await plates({})).toBe('ABCDEF')
  expect(await plates({ types: [1] })).toBe('ABCDF')
  expect(await plates({ types: [6, 0] })).toBe('EF')
  expect(await matched({})).toEqual({ what: 'debts', count: 8, total: 229.5, withoutAmount: 5 })
  expect(await matched({ types: [6] })).toEqual({ what: 'debts', count: 2, total: 129.5, withoutAmount: 0 })
  // By the day that the source gives; a day that does not exist counts as none, and the debts of the first answer have
  // no other day.
  expect(await plates({ to: '2026-03-05' })).toBe('A')
  expect(await plates({ from: '2026-03-06' })).toBe('')
  expect(await plates({ undated: true })).toBe('BCDEF')
  const { rows } = await server.db.system.query(
    `
      select folio, to_char(issued_day, 'YYYY-MM-DD') as day, discount::float8 as discount
      from debt
      where folio in ('A1', 'F1')
      order by folio`,
  )
  expect(rows).toEqual([
    { folio: 'A1', day: '2026-03-05', discount: 12.5 },
    { folio: 'F1', day: null, discount: null },
  ])
})
