// The filter by debts against a simple computation: every combination of conditions, on a fleet with every unusual
// kind of debt.
import type { OwedDebts, VehicleFilter } from '@padron/contract/catalogue/filter'
import type { Coverage, VehicleRow } from '@padron/contract/catalogue/rows'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asTenant } from '../db/client.ts'
import { touchChecks } from '../db/fleet-version.ts'
import { isDrill, someCases } from '../testing/drill.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { itemsOf, type Owed, owingFleet } from './testing/debts.ts'
import { uncertainOf } from './uncertain-vehicles.ts'

let server: TestServer
let company: Company
let who: Somebody
let owed: Owed

const SIZE = 60
beforeAll(async () => {
  server = await testServer()
  company = await server.company('deudas')
  who = await server.somebody(company, 'consulta', ['vehicles_read'])
  const vehicle = (_: unknown, i: number) => ({
    plate: `OWE${100 + i}A`,
    stateId: i % 2 ? 9 : 19,
    columns: { brand_name: i % 3 ? 'KIA' : 'Citroën' },
  })
  owed = await owingFleet(server, company, await server.vehicles(company, Array.from({ length: SIZE }, vehicle)))
})
afterAll(() => server.stop())

const post = async (path: string, payload: object): Promise<unknown> => {
  const { status, body } = await server.ask(who, { method: 'POST', url: `/api/v2/vehicleAsset${path}`, payload })
  expect(status).toBe(200)
  return body
}
const found = async (vehicleClass: object, sort = {}): Promise<number[]> => {
  const body = await post('', { vehicleClass, pagination: { page: 1, pageSize: 100, ...sort } })
  const { vehicles, totalCount } = body as { vehicles: VehicleRow[]; totalCount: number }
  expect(totalCount).toBe(vehicles.length)
  return vehicles.map(({ vehicleAsset }) => vehicleAsset.vehicleAssetId).sort((a, b) => a - b)
}
const covered = async (vehicleClass: object) => (await post('/coverage', { vehicleClass })) as Coverage
const owing = ({ totalFrom, totalTo, ...wanted }: OwedDebts): number[] =>
  [...Map.groupBy(itemsOf(owed, wanted), ({ vehicleId }) => vehicleId)]
    .filter(([, items]) => {
      const amounts = items.flatMap(({ total }) => (total === null ? [] : [total]))
      const total = amounts.reduce((sum, amount) => sum + amount, 0)
      const withoutAmount = items.some(({ without }) => without > 0)
      if (totalTo !== undefined && (amounts.length === 0 || withoutAmount || total > totalTo)) return false
      return totalFrom === undefined || (amounts.length > 0 && total >= totalFrom)
    })
    .map(([vehicleId]) => vehicleId)
    .sort((a, b) => a - b)

const TYPES = [{}, { types: [1] }, { types: [6, 7, 9, 0] }]
const DAYS = [
  {},
  { from: '2026-03-14' },
  { to: '2026-03-14' },
  { from: '2026-02-12', to: '2026-05-20' },
  { from: '2026-04-15', to: '2026-04-15' },
  { undated: true },
] as const
const MARKS = [{}, { marked: true }, { afterStatus: true }, { marked: true, afterStatus: true }] as const
const FILTERS = TYPES.flatMap((types) =>
  DAYS.flatMap((days) => MARKS.map((marks): OwedDebts => ({ ...types, ...days, ...marks }))),
)

it('finds the vehicles with matching debts, and counts those debts', async () => {
  const sizes = new Set<number>()
  for (const debts of someCases(FILTERS, 24, 0)) {
    const items = itemsOf(owed, debts)
    const priced = items.filter(({ total }) => total !== null)
    const sum = (of: 'count' | 'without') => items.reduce((all, item) => all + item[of], 0)
    expect(await found({ debts }), JSON.stringify(debts)).toEqual(owing(debts))
    expect((await covered({ debts })).matched, JSON.stringify(debts)).toEqual({
      what: 'debts',
      count: sum('count'),
      total: priced.length > 0 ? priced.reduce((all, { total }) => all + (total ?? 0), 0) : null,
      withoutAmount: sum('without'),
    })
    sizes.add(owing(debts).length)
  }
  // If all were equal, nothing would be tested.
  expect(sizes.size).toBeGreaterThan(isDrill ? 15 : 8)
})

it('finds the vehicles by the sum of their matching debts, without those whose amount is unknown', async () => {
  const sums = itemsOf(owed, {}).flatMap(({ total }) => (total ? [total] : []))
  const middle = sums.sort((a, b) => a - b)[Math.floor(sums.length / 2)] ?? 0
  const totals = [{ totalFrom: middle }, { totalTo: middle }, { totalFrom: middle / 2, totalTo: middle * 2 }]
  const sizes = new Set<number>()
  for (const [at, debts] of [{}, ...someCases(FILTERS, 24, 0)].entries())
    for (const total of isDrill || at === 0 ? totals : [totals[at % totals.length]]) {
      const wanted = { ...debts, ...total }
      expect(await found({ debts: wanted }), JSON.stringify(wanted)).toEqual(owing(wanted))
      sizes.add(owing(wanted).length)
    }
  expect(sizes.size).toBeGreaterThan(5)
})

it('adds up, over all dates, to the debt of the catalogue', async () => {
  const { debt, matched } = await covered({ debts: {} })
  expect(matched).toMatchObject({ total: debt.total, withoutAmount: debt.withoutAmount })
  const whole = await covered({})
  expect(whole.debt).toMatchObject({ total: debt.total, withoutAmount: debt.withoutAmount, vehicles: debt.vehicles })
  expect(whole.matched).toBeNull()
  expect(await covered({ debts: {}, vehicleAsset: { plate: 'NADA' } })).toMatchObject({
    matched: { count: 0, total: null, withoutAmount: 0 },
  })
})

it('combines with other filters, in any order', async () => {
  const debts: OwedDebts = { types: [1], from: '2026-03-01' }
  const { vehicles } = (await post('', { vehicleClass: {}, pagination: { page: 1, pageSize: 100 } })) as {
    vehicles: VehicleRow[]
  }
  const wanted = vehicles
    .filter(({ brand }) => brand.brandName === 'KIA')
    .map(({ vehicleAsset }) => vehicleAsset.vehicleAssetId)
  const both = owing(debts).filter((id) => wanted.includes(id))
  expect(both.length).toBeGreaterThan(0)
  for (const sort of [
    {},
    { sortBy: 'brandName' },
    { sortBy: 'debt', sortFilterOrder: 'desc' },
    { sortBy: 'ticketStatus' },
  ])
    expect(await found({ brand: { brandName: 'kia' }, debts }, sort)).toEqual(both)
})

it('reflects a removed mark and a removed debt as soon as they are written', async () => {
  const marked = () => found({ debts: { marked: true, types: [1] } })
  const [first = 0] = await marked()
  await server.db.system.query('update debt set marked_paid_at = null where vehicle_id = $1 and resource_type_id = 1', [
    first,
  ])
  expect(await marked()).not.toContain(first)
  const owe = () => found({ debts: { types: [1] } })
  const [gone = 0] = await owe()
  await asTenant(server.db, company.tenantId, async (tx) => {
    await tx
      .updateTable('vehicle_resource')
      .set({ debt_total: 0, debt_without_amount: 0 })
      .where('vehicle_id', '=', gone)
      .where('resource_type_id', '=', 1)
      .execute()
    await touchChecks(tx, company.tenantId)
  })
  expect(await owe()).not.toContain(gone)
})

it('rejects types that are no debt, and days or amounts out of order, and names the field', async () => {
  const refused = async (debts: object) =>
    (await server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset', payload: { vehicleClass: { debts } } })).body
  expect(await refused({ types: [4] })).toMatchObject({
    errors: [{ path: 'vehicleClass.debts.types.0', message: 'No es un tipo de adeudo' }],
  })
  expect(await refused({ from: '2026-02-03', undated: true })).toMatchObject({
    errors: [{ path: 'vehicleClass.debts.undated', message: 'Lo que no tiene fecha no se pide entre fechas' }],
  })
  expect(await refused({ from: '2026-02-30' })).toMatchObject({
    errors: [{ path: 'vehicleClass.debts.from', message: 'Fecha no válida' }],
  })
  expect(await refused({ totalFrom: 2, totalTo: 1 })).toMatchObject({
    errors: [{ path: 'vehicleClass.debts.totalTo', message: 'El importe final es menor que el inicial' }],
  })
  expect(await refused({ totalFrom: -1 })).toMatchObject({
    errors: [{ path: 'vehicleClass.debts.totalFrom', message: 'Importe no válido' }],
  })
  expect(await refused({ from: '2026-02-03', to: '2026-02-02' })).toMatchObject({
    errors: [{ path: 'vehicleClass.debts.to', message: 'La fecha final es anterior a la inicial' }],
  })
})

it('withoutDebts finds only vehicles with a valid clear answer for every type of debt', async () => {
  const other = await server.company('limpios')
  const reader = await server.somebody(other, 'consulta', ['vehicles_read'])
  const plates = ['LIMPIO', 'DEBE', 'SINRESPUESTA', 'VIEJO', 'FALLA', 'POSIBLE', 'NUNCA', 'SINRECURSOS']
  const ids = await server.vehicles(
    other,
    plates.map((plate, i) => ({ plate: `CLR${i}A`, stateId: 9, columns: { custom_id: plate } })),
  )
  const idOf = (plate: string) => ids[plates.indexOf(plate)] ?? 0
  await asTenant(server.db, other.tenantId, async (tx) => {
    await sql`
      update vehicle_resource f
      set good_at = now(), last_at = now(), fresh_until = now() + interval '1 hour', debt_total = 0,
        status_id = case f.resource_type_id when 0 then 3 when 10 then 3 when 8 then 17 when 6 then 7 else 1 end
      where f.resource_type_id in (0, 1, 6, 7, 8, 9, 10) and f.vehicle_id <> ${idOf('NUNCA')}`.execute(tx)
    const change = (plate: string, type: number, set: RawBuilder<unknown>) =>
      sql`
      update vehicle_resource
      set ${set}
      where vehicle_id = ${idOf(plate)} and resource_type_id = ${type}`.execute(tx)
    await change('DEBE', 1, sql`status_id = 0, debt_total = 100`)
    await change('SINRESPUESTA', 1, sql`status_id = -1, good_at = null, debt_total = null`)
    await change('VIEJO', 1, sql`good_at = now() - interval '10 years', fresh_until = now() - interval '10 years'`)
    await change('FALLA', 8, sql`status_id = 13`)
    await change('POSIBLE', 10, sql`status_id = 21`)
    await sql`delete from vehicle_resource where vehicle_id = ${idOf('SINRECURSOS')}`.execute(tx)
    await sql`update vehicle set debt_total = 100 where vehicle_id = ${idOf('DEBE')}`.execute(tx)
    await touchChecks(tx, other.tenantId)
  })
  const ask = async (vehicleClass: VehicleFilter) => {
    const { status, body } = await server.ask(reader, {
      method: 'POST',
      url: '/api/v2/vehicleAsset',
      payload: { vehicleClass },
    })
    expect(status).toBe(200)
    return (body as { vehicles: VehicleRow[] }).vehicles.map(({ vehicleAsset }) => vehicleAsset.customId)
  }
  // An old answer is valid until it becomes unknown.
  const clear = await ask({ withoutDebts: true })
  expect(clear).toContain('LIMPIO')
  for (const plate of ['DEBE', 'SINRESPUESTA', 'FALLA', 'POSIBLE', 'NUNCA', 'SINRECURSOS'])
    expect(clear, plate).not.toContain(plate)
  expect(await ask({ withoutDebts: true, freshness: 'current' })).toEqual(['LIMPIO'])
  expect(await ask({ withoutDebts: true, debts: {} })).toEqual([])
  // A vehicle that certainly owes is not uncertain.
  const fleet = { tenantId: other.tenantId, timeZone: 'America/Mexico_City' }
  const uncertain = await asTenant(server.db, other.tenantId, (tx) =>
    uncertainOf(tx, { vehicleClass: { withoutDebts: true } }, fleet),
  )
  expect(uncertain).toBe(plates.length - clear.length - ['DEBE', 'POSIBLE', 'SINRECURSOS'].length)
})
