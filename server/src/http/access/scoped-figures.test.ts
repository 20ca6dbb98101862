// Two users whose parts together are the fleet: their lists, sums and dashboards add up to the company's.
import type { Coverage, VehicleRow } from '@padron/contract/catalogue/rows'
import type { DashboardFacts, NextActions } from '@padron/contract/dashboard'
import { SORT_FIELDS } from '@padron/contract/vehicles/fields'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { touchChecks, touchFleet } from '../../db/fleet-version.ts'
import { writeStatistics } from '../../features/dashboard/statistics/write-statistics.ts'
import { isDrill, someCases } from '../../testing/drill.ts'
import { FILTERS } from '../../testing/scopes/calls.ts'
import { post, queryAsOwner, SIZE, STATES, startTwoParts, type TwoParts } from '../../testing/scopes/two-parts.ts'
import type { Company, Somebody, TestServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let main: Somebody
let north: Somebody
let south: Somebody
let documentIds: TwoParts['documentIds']
let setScope: TwoParts['setScope']
let partOf: TwoParts['partOf']
beforeAll(async () => {
  ;({ server, company, main, north, south, documentIds, setScope, partOf } = await startTwoParts())
}, 600_000)
afterAll(() => server.stop())

describe('the figures of both parts', () => {
  const of = async <T>(who: Somebody, request: InjectOptions): Promise<T> => {
    let { status, body } = await server.ask(who, request)
    // The coverage of a large fleet is computed in the background; calls return null meanwhile.
    for (let tries = 0; body === null && tries < 400; tries++) {
      await new Promise((again) => setTimeout(again, 300))
      ;({ status, body } = await server.ask(who, request))
    }
    expect(status).toBe(200)
    return body as T
  }
  const all = async <T>(request: InjectOptions): Promise<[T, T, T]> => [
    await of<T>(north, request),
    await of<T>(south, request),
    await of<T>(main, request),
  ]

  it.each(someCases(FILTERS, 2, 2))('add up to the main account’s: the list of %j', async (vehicleClass) => {
    type Listed = { vehicles: VehicleRow[]; totalCount: number }
    const pagination = { page: 1, pageSize: 100 }
    const [a, b, whole] = await all<Listed>(post('/api/v2/vehicleAsset', { vehicleClass, pagination }))
    expect(a.totalCount + b.totalCount).toBe(whole.totalCount)
    if (whole.totalCount > 100) return
    const ids = ({ vehicles }: Listed) => vehicles.map(({ vehicleAsset }) => vehicleAsset.vehicleAssetId)
    expect([...ids(a), ...ids(b)].toSorted()).toEqual(ids(whole).toSorted())
  })

  it('are in the same order as the main account’s', async () => {
    const inside = new Set(partOf(north).map(({ id }) => id))
    for (const [i, sortBy] of someCases(SORT_FIELDS, 6, 0).entries()) {
      const vehicleClass = FILTERS[i % 3] // also with a status
      const pagination = { page: 1, pageSize: 100, sortBy, sortFilterOrder: i % 2 ? 'asc' : 'desc' }
      const idsOf = async (who: Somebody) => {
        const request = post('/api/v2/vehicleAsset', { vehicleClass, pagination })
        const { vehicles } = await of<{ vehicles: VehicleRow[] }>(who, request)
        return vehicles.map(({ vehicleAsset }) => vehicleAsset.vehicleAssetId)
      }
      const [own, all] = [await idsOf(north), await idsOf(main)]
      const expected = all.filter((id) => inside.has(id))
      expect([sortBy, own.slice(0, expected.length)]).toEqual([sortBy, expected])
    }
  })

  it.each(someCases(FILTERS, 2, 3))('add up to the main account’s: the coverage of %j', async (vehicleClass) => {
    const [a, b, whole] = await all<Coverage>(post('/api/v2/vehicleAsset/coverage', { vehicleClass }))
    for (const figure of [
      (each: Coverage) => each.vehicles,
      (each: Coverage) => each.debt.vehicles,
      (each: Coverage) => each.debt.unknown,
      (each: Coverage) => each.debt.withoutAmount,
      (each: Coverage) => each.checks.current,
      (each: Coverage) => each.checks.never,
      (each: Coverage) => each.matched?.count ?? 0,
    ])
      expect(figure(a) + figure(b)).toBe(figure(whole))
    const total = ({ debt }: Coverage) => debt.total ?? 0
    expect(total(a) + total(b)).toBeCloseTo(total(whole))
  })

  it('add up to the main account’s: weeks, months, totals', async () => {
    type Weeks = { weeks: { total: number; amount: number | null }[]; overdue: { total: number }; later: number }
    const [a, b, whole] = await all<Weeks>({ url: '/api/v2/obligations/weeks' })
    expect(a.overdue.total + b.overdue.total).toBe(whole.overdue.total)
    expect(a.later + b.later).toBe(whole.later)
    for (const [i, week] of whole.weeks.entries()) {
      expect((a.weeks[i]?.total ?? 0) + (b.weeks[i]?.total ?? 0)).toBe(week.total)
      expect((a.weeks[i]?.amount ?? 0) + (b.weeks[i]?.amount ?? 0)).toBeCloseTo(week.amount ?? 0)
    }
    type Sums = { total: number; overdue: number; worth: { amount: number | null }; basis: { total: number } }
    const [p, q, r] = await all<Sums>({ url: '/api/v2/pending/summary' })
    expect(r.total).toBeGreaterThan(0)
    for (const sum of [({ total }: Sums) => total, ({ overdue }: Sums) => overdue, ({ basis }: Sums) => basis.total])
      expect(sum(p) + sum(q)).toBe(sum(r))
    expect((p.worth.amount ?? 0) + (q.worth.amount ?? 0)).toBeCloseTo(r.worth.amount ?? 0)
    type Stats = { vehicles: { vehicles: number } }
    const [x, y, z] = await all<Stats>({ url: '/api/v2/basicStats' })
    expect(x.vehicles.vehicles + y.vehicles.vehicles).toBe(z.vehicles.vehicles)
    expect(z.vehicles.vehicles).toBe(SIZE)
  })
})

describe('the dashboards of both parts', () => {
  type Read = { dashboard: DashboardFacts & { changed: boolean; refreshing: boolean } }
  const shown = async (who: Somebody) => ((await server.ask(who, { url: '/api/v2/dashboard' })).body as Read).dashboard
  const computed = () =>
    writeStatistics(server.db, { tenantId: company.tenantId, timeZone: 'America/Mexico_City' }, new Date())

  it('add up to the company’s: totals, states, bases, forecast and next actions', async () => {
    await computed()
    const [a, b, whole] = await Promise.all([shown(north), shown(south), shown(main)])
    expect(whole.statistics.find(({ months }) => months === 0)?.totalDebt).toBeGreaterThan(0)
    expect(whole.statistics.find(({ months }) => months === -1)?.totalDebt).toBeGreaterThan(0)
    const numbers = ({ statistics, basis, others, forecast, trend, debtByType }: DashboardFacts) => {
      const sums: Record<string, number> = {}
      const add = (key: string, what: object): void => {
        for (const [name, value] of Object.entries(what)) {
          const at = `${key} ${name}`
          if (typeof value === 'number') sums[at] = (sums[at] ?? 0) + value
        }
      }
      for (const { months, from: _, to: __, ...period } of statistics) {
        add(`${months}`, period)
        // Lists of only the highest values cannot be added.
        const lists = { ...period, topRFCs: [], topLessors: [], topModels: [], topBrands: [], vehiclesPerRFC: [] }
        for (const [list, rows] of Object.entries({ ...lists, vehiclesPerLessor: [], vehiclesPerBrandModel: [] }))
          if (Array.isArray(rows) && !list.endsWith('ByRFC'))
            for (const { field, year: _, stateId: __, from, to, day, ...row } of rows as Record<string, unknown>[])
              add(`${months} ${list} ${[field, from, to, day].join(' ')}`, row)
      }
      for (const [name, each] of Object.entries(basis)) add(name, each)
      for (const { typeId, ...row } of debtByType) add(`type ${typeId}`, row)
      for (const { typeId, ...row } of trend.at(-1)?.types ?? []) add(`today ${typeId}`, row)
      for (const { from, kinds } of forecast) for (const { kind, ...row } of kinds) add(`${from} ${kind}`, row)
      add('others', others)
      return sums
    }
    const [p, q, r] = [numbers(a), numbers(b), numbers(whole)]
    const both = Object.fromEntries(Object.keys({ ...p, ...q }).map((key) => [key, (p[key] ?? 0) + (q[key] ?? 0)]))
    const rounded = (sums: Record<string, number>) =>
      Object.entries(sums)
        .flatMap(([key, n]) => (n === 0 ? [] : [[key, Math.round(n * 100)]]))
        .toSorted()
    expect(rounded(both)).toEqual(rounded(r))
    const actionsOf = async (who: Somebody) => {
      const { body } = await server.ask(who, { url: '/api/v2/dashboard/actions' })
      const { payments, discounts, growing, stillListed, blocked, appeals } = body as NextActions
      const summed = [payments, discounts, growing, stillListed, ...blocked].flatMap(({ count, vehicles, amount }) => [
        count,
        vehicles,
        Math.round(amount * 100),
      ])
      return [...summed, ...appeals.flatMap(({ open, past, unknown }) => [open, past, unknown])]
    }
    const [x, y, z] = await Promise.all([north, south, main].map(actionsOf))
    expect(x?.map((n, i) => n + (y?.[i] ?? 0))).toEqual(z)
    expect(z?.some((n) => n > 0)).toBe(true)
  })

  it('follow changes of the part and of the fleet, and never show other vehicles', async () => {
    const vehicles = async () => (await shown(north)).statistics[0]?.totalVehicleCount
    const before = await vehicles()
    await setScope(north, { holders: ['NADIE'] })
    expect(await vehicles()).toBe(0)
    await setScope(north, { states: STATES.north })
    expect(await vehicles()).toBe(before)
    const id = partOf(north).find(({ id }) => !documentIds.has(id))?.id ?? 0
    const moveTo = (state: number) =>
      asTenant(server.db, company.tenantId, async (tx) => {
        await tx.updateTable('vehicle').set({ state_id: state }).where('vehicle_id', '=', id).execute()
        await touchFleet(tx, company.tenantId, [id])
      })
    const [{ active } = { active: 0 }] = (
      await server.db.system.query<{ active: number }>(
        'select (asset_status_id = 1)::int as active from vehicle where vehicle_id = $1',
        [id],
      )
    ).rows
    await moveTo(9)
    expect(await vehicles()).toBe((before ?? 0) - active)
    await moveTo(5)
  })

  it.runIf(isDrill)('are not recomputed when only checks change, and report that the fleet changed', async () => {
    const before = await shown(north)
    expect(before.changed).toBe(false)
    await asTenant(server.db, company.tenantId, (tx) => touchChecks(tx, company.tenantId))
    expect(await shown(north)).toEqual({ ...before, changed: true })
    const refreshed = await server.ask(north, post('/api/v2/dashboard/refresh', {}))
    expect(refreshed.body).toEqual({ refreshing: true })
    for (let tries = 0; (await shown(north)).changed && tries < 100; tries++)
      await new Promise((again) => setTimeout(again, 100))
    expect(await shown(north)).toMatchObject({ changed: false, refreshing: false })
    expect((await server.ask(north, post('/api/v2/dashboard/refresh', {}))).body).toEqual({ refreshing: false })
  })

  it.runIf(isDrill)('that cannot be computed are empty, and never the company’s', async () => {
    await queryAsOwner(server, 'revoke select on obligation from padron_scoped')
    await setScope(north, { states: [...STATES.north] })
    expect(await shown(north)).toEqual({ statistics: null, changed: false, refreshing: false })
    await queryAsOwner(server, 'grant select on obligation to padron_scoped')
    await server.ask(north, post('/api/v2/dashboard/refresh', {}))
    for (let tries = 0; !(await shown(north)).statistics && tries < 100; tries++)
      await new Promise((again) => setTimeout(again, 100))
    expect((await shown(north)).statistics[0]?.totalVehicleCount).toBeGreaterThan(0)
  })

  it.runIf(isDrill)(
    'have a trend only from changes of the part, because days are stored for the whole fleet',
    async () => {
      const { tenantId } = company
      await server.db.system.query(
        `insert into daily_debt (tenant_id, day, resource_type_id, amount, debts, without_amount)
       select $1, current_date - 14, 1, 987654, 3, 0`,
        [tenantId],
      )
      await computed()
      expect(JSON.stringify((await shown(main)).trend)).toContain('987654')
      const { trend } = await shown(north)
      expect(JSON.stringify(trend)).not.toContain('987654')
      expect(trend.slice(0, -1).filter(({ seen }) => seen)).toEqual([])
    },
  )
})
