// The filter of current answers, against the freshness in each row.
import type { VehicleFilter } from '@padron/contract/catalogue/filter'
import type { Freshness, VehicleRow } from '@padron/contract/catalogue/rows'
import { STATUS_COLUMNS, typesOfColumn } from '@padron/contract/resources'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystem } from '../db/client.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { uncertainOf } from './uncertain-vehicles.ts'

let server: TestServer
let company: Company
let who: Somebody
let all: VehicleRow[]

const SIZE = 48
/** By turns: current, an hour late after a retry, an hour late, a failed first try, never queried. */
const ANSWERED = sql`
  update vehicle_resource f set
    good_at = case when n.turn in (0, 1, 2, 3, 4) then now() - interval '2 hours' end,
    fresh_until = case
      when n.turn in (0, 1, 2) then now() + interval '1 hour'
      when n.turn in (3, 4) then now() - interval '1 hour' end,
    last_at = case when n.turn < 6 then now() end, last_run_id = case when n.turn < 6 then gen_random_uuid() end,
    debt_total = case when n.turn in (1, 4) and f.resource_type_id = 1 then 100 end,
    status_id = case
      when n.turn = 5 then 13
      when n.turn = 6 then -1
      when f.resource_type_id = 1
      and n.turn in (1, 4) then 0
      when f.resource_type_id = 1 then 1
        when f.resource_type_id = 0 then 3
        when f.resource_type_id = 10 then 3
        else 14 end
  from (select vehicle_id, resource_id, (vehicle_id * 31 + resource_id * 17) % 7 as turn from vehicle_resource) n
  where n.vehicle_id = f.vehicle_id and n.resource_id = f.resource_id`
beforeAll(async () => {
  server = await testServer()
  company = await server.company('vigentes')
  who = await server.somebody(company, 'consulta', ['vehicles_read'])
  await server.vehicles(
    company,
    Array.from({ length: SIZE }, (_, i) => ({ plate: `VIG${100 + i}A`, stateId: 9 })),
  )
  await asSystem(server.db, async (tx) => {
    await ANSWERED.execute(tx)
    await sql`
      update vehicle v set ticket_status = f.status_id, debt_total = f.debt_total from vehicle_resource f
      where f.vehicle_id = v.vehicle_id and f.resource_type_id = 1`.execute(tx)
  })
  all = await found({})
})
afterAll(() => server.stop())

const found = async (vehicleClass: VehicleFilter, sort = {}): Promise<VehicleRow[]> => {
  const payload = { vehicleClass, pagination: { page: 1, pageSize: 100, ...sort } }
  const { status, body } = await server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset', payload })
  expect(status).toBe(200)
  const { vehicles, totalCount } = body as { vehicles: VehicleRow[]; totalCount: number }
  expect(totalCount).toBe(vehicles.length)
  return vehicles
}
const plates = (rows: readonly VehicleRow[]): string[] => rows.map(({ vehicleAsset }) => vehicleAsset.plate).sort()

const isCurrent = ({ state, at }: Freshness): boolean => state === 'current' && at !== null
const freshnessOf = ({ vehicleAsset }: VehicleRow, types?: readonly number[]): Freshness[] =>
  vehicleAsset.freshness.filter(({ resourceTypeId }) => types?.includes(resourceTypeId) ?? true)
/** As the row says: something was queried, and all of it is current. */
const allCurrent = (row: VehicleRow, types?: readonly number[]): boolean =>
  freshnessOf(row, types).length > 0 && freshnessOf(row, types).every(isCurrent)

it('with a status, finds the vehicles whose row says that it is current', async () => {
  for (const column of ['ticketStatus', 'tenenciaStatus', 'repuveStatus'] as const)
    for (const status of new Set(all.map(({ vehicleAsset }) => vehicleAsset[column]))) {
      const matching = await found({ vehicleAsset: { [column]: status } })
      const current = matching.filter((row) => allCurrent(row, typesOfColumn(column)))
      const seen = await found({ vehicleAsset: { [column]: [status] }, freshness: 'current' }, { sortBy: column })
      expect(plates(seen), `${column} ${status}`).toEqual(plates(current))
    }
  const clear = await found({ vehicleAsset: { ticketStatus: 1 } })
  const fresh = await found({ vehicleAsset: { ticketStatus: 1 }, freshness: 'current' })
  expect(fresh.length).toBeGreaterThan(0)
  expect(clear.length).toBeGreaterThan(fresh.length)
})

it('does not count a failed first try as an answer', async () => {
  const failed = await found({ vehicleAsset: { ticketStatus: 13 } })
  expect(failed.length).toBeGreaterThan(0)
  expect(await found({ vehicleAsset: { ticketStatus: 13 }, freshness: 'current' })).toEqual([])
})

it('with any status, requires the check that has it to be current; with debts, the filtered types', async () => {
  const of = (row: VehicleRow, statuses: readonly number[]) =>
    STATUS_COLUMNS.filter((column) => statuses.includes(row.vehicleAsset[column]))
  const some = all.filter((row) => of(row, [0, 3]).some((column) => allCurrent(row, typesOfColumn(column))))
  expect(plates(await found({ anyStatus: [0, 3], freshness: 'current' }))).toEqual(plates(some))
  const owing = all.filter(({ vehicleAsset }) => vehicleAsset.debt.total)
  const now = owing.filter((row) => allCurrent(row, [1]))
  expect([now.length > 0, now.length < owing.length]).toEqual([true, true])
  expect(plates(await found({ debts: { types: [1] }, freshness: 'current' }))).toEqual(plates(now))
})

it('alone, requires everything of the vehicle to be current, whatever the order', async () => {
  const current = plates(all.filter((row) => allCurrent(row)))
  for (const sortBy of ['plate', 'brandName', 'debt', 'ticketStatus'])
    expect(plates(await found({ freshness: 'current' }, { sortBy })), sortBy).toEqual(current)
  const narrow = { vehicleAsset: { plate: 'VIG1', ticketStatus: [1] }, freshness: 'current' as const }
  expect(plates(await found(narrow, { sortBy: 'brandName' }))).toEqual(plates(await found(narrow)))
})

it('counts the vehicles excluded for an old answer as uncertain', async () => {
  const query = { vehicleClass: { vehicleAsset: { ticketStatus: 0 }, freshness: 'current' as const } }
  const fleet = { tenantId: company.tenantId, timeZone: 'America/Mexico_City' }
  const left = all.filter((row) => freshnessOf(row, [1]).every((each) => !isCurrent(each)))
  expect(await asSystem(server.db, (tx) => uncertainOf(tx, query, fleet))).toBe(left.length)
})

it('accepts no other value', async () => {
  const payload = { vehicleClass: { freshness: 'old' } }
  const { status, body } = await server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset', payload })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('Solo se puede pedir current')])
})
