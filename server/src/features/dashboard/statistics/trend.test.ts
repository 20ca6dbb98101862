// What was owed week by week: stored days are used as they are, and earlier points are reconstructed from the recorded
// changes.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem, readAsTenant } from '../../../db/client.ts'
import { type Company, type TestServer, testServer } from '../../../testing/server.ts'
import { readFacts } from './read-statistics.ts'
import { writeStatistics } from './write-statistics.ts'

const TODAY = '2026-11-22'
const NOW = new Date('2026-11-22T18:00:00Z')
const ZONE = 'America/Mexico_City'
const RESOURCE = 1901

let server: TestServer
let company: Company
let vehicle: number
let nth = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`trend${String.fromCharCode(97 + nth++)}`)
  vehicle = (await server.vehicles(company, [{ plate: `TRE00${nth}A` }]))[0] ?? 0
})

type Fine = { key: string; total: number | null; issued?: string; seen: string; ended?: string }
const fines = (list: readonly Fine[]) =>
  asSystem(server.db, (tx) =>
    sql`
      insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, description, issued_day,
        total, first_seen_at, last_seen_at, ended_at, ended_as)
      select ${company.tenantId}, ${vehicle}, ${RESOURCE}, x.key, 1, 'Multa', x.issued, x.total, x.seen, now(),
        x.ended, case
        when x.ended is not null then 'paid' end
      from json_to_recordset(${JSON.stringify(list)}::json) as x(key text, total numeric, issued date,
        seen timestamptz, ended timestamptz)`.execute(tx),
  )

/** Sets the total that the source reports. */
const owes = (total: number, withoutAmount = 0) =>
  asSystem(server.db, async (tx) => {
    await sql`
      insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_at,
        fresh_until, debt_total, debt_without_amount)
      values (${company.tenantId}, ${vehicle}, ${RESOURCE}, 1, 0, now(), now() + interval '1 day', ${total},
        ${withoutAmount})
      on conflict (tenant_id, vehicle_id, resource_id) do update
      set debt_total = excluded.debt_total, debt_without_amount = excluded.debt_without_amount, status_id = 0,
        good_at = now()`.execute(tx)
    await sql`update vehicle set debt_total = ${total} where tenant_id = ${company.tenantId}`.execute(tx)
  })

type Event = {
  key: string
  at: string
  recorded?: string
  kind: string
  first?: boolean
  before?: number
  after?: number
}
const events = (list: readonly Event[]) =>
  asSystem(server.db, (tx) =>
    sql`
      insert into check_event (tenant_id, event_id, at, recorded_at, vehicle_id, resource_id, resource_type_id,
        run_id, kind, first, debt_key, before, after)
      select ${company.tenantId}, gen_random_uuid(), x.at, coalesce(x.recorded, x.at), ${vehicle}, ${RESOURCE}, 1,
        gen_random_uuid(), x.kind, coalesce(x.first, false), x.key, x.before, x.after
      from json_to_recordset(${JSON.stringify(list)}::json) as x(key text, at timestamptz, recorded timestamptz,
        kind text, first boolean, before numeric, after numeric)`.execute(tx),
  )

const workOut = (at = NOW) => writeStatistics(server.db, { tenantId: company.tenantId, timeZone: ZONE }, at)
/** The amount, count and number without amount of fines by day; null: unknown. */
const trend = async () => {
  const facts = await readAsTenant(server.db, company.tenantId, (tx) => readFacts(tx, company.tenantId, true))
  return new Map(
    facts?.trend.map(({ day, seen, types }) => {
      const fines = types.find(({ typeId }) => typeId === 1)
      return [day, [seen, fines ? [fines.amount, fines.count, fines.withoutAmount] : null]]
    }),
  )
}
const cameOn = (day: string) =>
  server.db.system.query('update vehicle set created_at = $2 where tenant_id = $1', [
    company.tenantId,
    `${day}T18:00:00Z`,
  ])
const WAS_THERE = '2026-10-10T18:00:00Z'

describe('the trend', () => {
  it('is empty for a company without any answer', async () => {
    await workOut()
    expect([...(await trend())]).toEqual([[TODAY, [true, null]]])
    await owes(0)
    await workOut()
    expect([...(await trend())]).toEqual([[TODAY, [true, [0, 0, 0]]]])
  })

  it('goes back by the recorded changes: before, a new debt was absent and a paid one was present', async () => {
    await cameOn('2026-10-10')
    await fines([
      { key: 'a', total: 300, issued: '2026-01-01', seen: WAS_THERE },
      { key: 'b', total: 100, seen: WAS_THERE, ended: '2026-11-05T18:00:00Z' },
      { key: 'c', total: null, issued: '2026-01-01', seen: '2026-11-10T18:00:00Z' },
    ])
    await owes(300, 1)
    await events([
      { key: 'a', at: WAS_THERE, kind: 'new', first: true, after: 200 },
      { key: 'b', at: WAS_THERE, kind: 'new', first: true, after: 100 },
      { key: 'b', at: '2026-11-05T18:00:00Z', kind: 'paid', before: 100 },
      { key: 'c', at: '2026-11-10T18:00:00Z', kind: 'new' },
      { key: 'a', at: '2026-11-17T18:00:00Z', kind: 'grew', before: 200, after: 300 },
    ])
    await workOut()
    expect([...(await trend())]).toEqual([
      ['2026-10-11', [false, [300, 2, 0]]],
      ['2026-10-18', [false, [300, 2, 0]]],
      ['2026-10-25', [false, [300, 2, 0]]],
      ['2026-11-01', [false, [300, 2, 0]]],
      ['2026-11-08', [false, [200, 1, 0]]],
      ['2026-11-15', [false, [200, 2, 1]]],
      ['2026-11-22', [true, [300, 2, 1]]],
    ])
  })

  it('starts at the last first answer about an older vehicle, whose earlier debts are unknown', async () => {
    await cameOn('2026-10-10')
    await fines([{ key: 'a', total: 300, issued: '2026-01-01', seen: '2026-11-12T18:00:01Z' }])
    await owes(400)
    await events([
      { key: 'b', at: '2026-10-11T18:00:00Z', kind: 'new', first: true, after: 100 },
      { key: 'a', at: '2026-11-12T18:00:01Z', kind: 'new', first: true, after: 300 },
    ])
    await workOut()
    expect([...(await trend())]).toEqual([
      ['2026-11-15', [false, [400, 1, 0]]],
      ['2026-11-22', [true, [400, 1, 0]]],
    ])
  })

  it('is unknown where the recorded changes do not add up', async () => {
    await cameOn('2026-10-10')
    await owes(100)
    await events([
      { key: 'a', at: '2026-11-01T18:00:00Z', kind: 'new', after: 50 },
      { key: 'x', at: '2026-11-10T18:00:00Z', kind: 'new', after: 900 },
      { key: 'y', at: '2026-11-17T18:00:00Z', kind: 'vanished', before: 20 },
    ])
    await workOut()
    expect([...(await trend())]).toEqual([
      ['2026-11-15', [false, [120, 2, 0]]],
      ['2026-11-22', [true, [100, 1, 0]]],
    ])
  })

  it('uses the last stored day of each week, whatever changes afterwards', async () => {
    await cameOn('2026-10-10')
    await owes(300)
    await events([{ key: 'a', at: WAS_THERE, kind: 'new', first: true, after: 300 }])
    await workOut(new Date('2026-10-29T12:00:00Z'))
    await owes(200)
    await workOut(new Date('2026-10-31T12:00:00Z'))
    await owes(0)
    await events([{ key: 'b', at: '2026-10-20T18:00:00Z', recorded: '2026-11-16T18:00:00Z', kind: 'new', after: 100 }])
    await workOut(new Date('2026-11-15T12:00:00Z'))
    await server.db.system.query('update vehicle set asset_status_id = 8 where tenant_id = $1', [company.tenantId])
    await workOut()
    const points = [...(await trend())]
    expect(points.slice(-4)).toEqual([
      ['2026-11-01', [true, [200, 1, 0]]],
      ['2026-11-08', [false, null]],
      ['2026-11-15', [true, [0, 0, 0]]],
      ['2026-11-22', [true, null]],
    ])
    // Earlier points cover today's vehicles, of which there are none.
    expect(points[0]?.[0]).toBe('2026-11-01')
  })

  it('stores the last computation of each day, including kinds without debt', async () => {
    await owes(500)
    await workOut(new Date('2026-11-15T08:00:00Z'))
    await owes(0)
    await workOut(new Date('2026-11-15T12:00:00Z'))
    await workOut()
    const points = await trend()
    expect(points.get('2026-11-15')).toEqual([true, [0, 0, 0]])
    expect(points.get(TODAY)).toEqual([true, [0, 0, 0]])
  })
})
