// Compares every figure of every dashboard with the same query of the catalogue: vehicles, number of debts, amount.
import type { FleetQuery } from '@padron/contract/catalogue/filter'
import type { Coverage } from '@padron/contract/catalogue/rows'
import type { DashboardFacts, PeriodStatistics } from '@padron/contract/dashboard'
import type { ChartTable } from '@padron/contract/dashboard/chart-table'
import { CHARTS, chartTable } from '@padron/contract/dashboard/charts'
import { active, cardQueries, expiring, familyOwing, owing } from '@padron/contract/dashboard/queries'
import type { Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem, readAsTenant } from '../../../db/client.ts'
import { touchChecks } from '../../../db/fleet-version.ts'
import { isDrill, someCases } from '../../../testing/drill.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { oddFleet } from '../testing/fleet.ts'
import { readFacts } from './read-statistics.ts'
import { writeStatistics } from './write-statistics.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const ZONE = 'America/Mexico_City'
type Ask = {
  vehicles: (query: FleetQuery) => Promise<number>
  matched: (query: FleetQuery) => Promise<Coverage['matched']>
}

const answer = async <T>(who: Somebody, url: string, payload: object): Promise<T> => {
  const { status, body } = await server.ask(who, { method: 'POST', url, payload })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify([payload, body])}`)
  return body as T
}

/** Runs each query once. */
const once = <T>(ask: (query: FleetQuery) => Promise<T>) => {
  const known = new Map<string, Promise<T>>()
  return (query: FleetQuery): Promise<T> => {
    const key = JSON.stringify(query)
    const answer = known.get(key) ?? ask(query)
    known.set(key, answer)
    return answer
  }
}

const askAs = (who: Somebody): Ask => ({
  vehicles: once(async ({ vehicleClass }) => {
    const pagination = { page: 1, pageSize: 1 }
    return (await answer<{ totalCount: number }>(who, '/api/v2/vehicleAsset', { vehicleClass, pagination })).totalCount
  }),
  matched: once(async ({ vehicleClass }) => (await coverageOf(who, vehicleClass)).matched),
})

type Owed = { amount: number; count: number; withoutAmount: number }
const matchedOf = (matched: Coverage['matched']): Owed => ({
  amount: matched?.total ?? 0,
  count: matched?.count ?? 0,
  withoutAmount: matched?.withoutAmount ?? 0,
})
const cents = (owed: Owed): Owed => ({ ...owed, amount: Math.round(owed.amount * 100) / 100 })

/** The values of a chart's row, by its column titles. */
const valuesOf = ({ columns }: ChartTable, values: readonly (number | null)[]) => {
  const of = (title: string) => values[columns.findIndex((column) => column.title === title)] ?? undefined
  const counted = columns.findIndex(
    ({ title, kind }) => kind === 'count' && title !== 'Vehículos' && title !== 'Sin importe',
  )
  const owed = of('Adeudo') ?? of('Deuda') ?? of('Por pagar')
  return {
    vehicles: of('Vehículos'),
    owed:
      owed === undefined
        ? undefined
        : { amount: owed, count: values[counted] ?? 0, withoutAmount: of('Sin importe') ?? 0 },
    sum: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  }
}

type Row = ChartTable['rows'][number]
const isEmpty = ({ values }: Row): boolean => values.every((value) => !value)

/** Of empty rows only the first is compared: the others add nothing to the sums, which are compared too. */
const toCompare = ({ rows }: ChartTable): Row[] => {
  const firstEmpty = rows.find(isEmpty)
  return rows.filter((row) => row === firstEmpty || !isEmpty(row))
}

const compareRow = async (table: ChartTable, { label, values, query }: Row, ask: Ask): Promise<void> => {
  if (!query) return
  const where = `${table.title}: ${label} ${JSON.stringify(query)}`
  const { vehicles, owed, sum } = valuesOf(table, values)
  if (vehicles !== undefined) expect(await ask.vehicles(query), where).toBe(vehicles)
  if (owed) expect(cents(matchedOf(await ask.matched(query))), where).toEqual(cents(owed))
  if (vehicles !== undefined) return
  // For charts of several parts, their sum: the trend's last day and the forecast's weeks.
  const { count, amount } = matchedOf(await ask.matched(query))
  expect(Math.round(100 * (table.key === 'forecast' ? count : amount)), where).toBe(Math.round(100 * sum))
}

const compareChart = async (table: ChartTable, ask: Ask): Promise<number> => {
  const rows = toCompare(table)
  await Promise.all(rows.map((row) => compareRow(table, row, ask)))
  return rows.length
}

const sumsOf = (period: PeriodStatistics, family: 'Tickets' | 'Tenencias'): Owed => ({
  amount: period[`total${family}Debt`],
  count: period[`total${family}Count`],
  withoutAmount: period[`${family === 'Tickets' ? 'tickets' : 'tenencias'}WithoutAmount`],
})

const compareCards = async (
  facts: DashboardFacts,
  period: PeriodStatistics,
  country: Country,
  ask: Ask,
): Promise<void> => {
  const { others, ...queries } = cardQueries(period, facts, country)
  for (const [name, query] of Object.entries(queries) as [
    Exclude<keyof ReturnType<typeof cardQueries>, 'others'>,
    FleetQuery,
  ][])
    expect(await ask.vehicles(query), `${period.period}: ${name}`).toBe(period[name])
  expect(await ask.vehicles(others)).toBe(facts.others.vehicles)
  const all = { amount: period.totalDebt, count: period.totalDebtCount, withoutAmount: period.debtsWithoutAmount }
  expect(cents(matchedOf(await ask.matched(active(owing(period))))), period.period).toEqual(cents(all))
  expect(cents(matchedOf(await ask.matched(active(familyOwing(period, 'tickets', country)))))).toEqual(
    cents(sumsOf(period, 'Tickets')),
  )
  expect(cents(matchedOf(await ask.matched(active(familyOwing(period, 'tenencias', country)))))).toEqual(
    cents(sumsOf(period, 'Tenencias')),
  )
}

const factsOf = async ({ tenantId }: Company, withDocuments: boolean): Promise<DashboardFacts> => {
  const facts = await readAsTenant(server.db, tenantId, (tx) => readFacts(tx, tenantId, withDocuments))
  if (!facts) throw new Error('there are no figures')
  return facts
}

/** Repeats queries whose count is not computed yet. */
const coverageOf = async (who: Somebody, vehicleClass: FleetQuery['vehicleClass']): Promise<Coverage> => {
  for (;;) {
    const payload = { vehicleClass }
    const { status, body } = await server.ask(who, { method: 'POST', url: '/api/v2/vehicleAsset/coverage', payload })
    expect(status).toBe(200)
    if (body !== null) return body as Coverage
    await new Promise((again) => setTimeout(again, 5))
  }
}

describe.each([
  ['MX', 40],
  ['CO', 25],
] as const)('figures of a fleet in %s', (country, many) => {
  let company: Company
  let main: Somebody
  let reader: Somebody
  beforeAll(async () => {
    company = await server.company(`flota${country.toLowerCase()}`, country)
    main = await server.somebody(company, 'admin', ['admin'])
    reader = await server.somebody(company, 'lectora', ['vehicles_read', 'dashboard_read'])
    await oddFleet(server, company, country, many)
    await writeStatistics(server.db, { tenantId: company.tenantId, timeZone: ZONE }, new Date())
  })

  it('each equal those of the catalogue', async () => {
    const facts = await factsOf(company, true)
    const ask = askAs(main)
    let compared = 0
    for (const period of someCases(facts.statistics, 1, 0)) {
      await compareCards(facts, period, country, ask)
      for (const { key } of CHARTS) compared += await compareChart(chartTable(key, { facts, period, country }), ask)
    }
    for (const { from, to, kinds } of facts.forecast)
      for (const { kind, count, vehicles, amount } of kinds) {
        const query = active(expiring(kind, from, to))
        const matched = await ask.matched(query)
        expect([await ask.vehicles(query), matched?.count, matched?.total ?? null]).toEqual([vehicles, count, amount])
      }
    expect(compared).toBeGreaterThan(isDrill ? 300 : 30)
    const [all] = facts.statistics
    const open = all?.ticketsByTime.filter(({ to, count }) => to === null && count > 0).map(({ from }) => from)
    expect(open).toEqual([expect.any(String), null]) // later than any year shown, and without a date
  })

  it('include documents for users who can read documents, and only insurances for others', async () => {
    const [all, without] = [await factsOf(company, true), await factsOf(company, false)]
    const ask = askAs(reader)
    for (const period of without.statistics.slice(0, 2)) {
      await compareCards(without, period, country, ask)
      for (const key of ['ensurancePrevious30', 'ensuranceNext30', 'forecast'] as const)
        await compareChart(chartTable(key, { facts: without, period, country }), ask)
    }
    const [first] = all.statistics
    expect(first?.ensuranceToExpire).toBeGreaterThan(without.statistics[0]?.ensuranceToExpire ?? 0)
    expect(without.forecast.flatMap(({ kinds }) => kinds.filter(({ kind }) => kind === 'document'))).toEqual([])
  })

  it('have the same number of vehicles in their basis as the catalogue', async () => {
    const facts = await factsOf(company, true)
    const [all] = facts.statistics
    const coverage = await coverageOf(main, active().vehicleClass)
    expect([coverage.debt.total, coverage.debt.withoutAmount, coverage.debt.vehicles]).toEqual([
      all?.totalDebt,
      all?.debtsWithoutAmount,
      all?.vehiclesWithDebt,
    ])
    for (const basis of Object.values(facts.basis))
      expect(basis.known + basis.unknown + basis.unasked).toBe(all?.totalVehicleCount)
    expect(facts.basis.debt.unknown).toBeGreaterThanOrEqual(Math.max(coverage.debt.missing, coverage.debt.byHand))
    expect(facts.basis.debt.unknown).toBeLessThanOrEqual(coverage.debt.missing + coverage.debt.byHand)
    const others = await coverageOf(
      main,
      cardQueries({ months: 0, from: null, to: null }, facts, country).others.vehicleClass,
    )
    expect(facts.others).toEqual({
      vehicles: others.vehicles,
      withDebt: others.debt.vehicles,
      amount: others.debt.total ?? 0,
      withoutAmount: others.debt.withoutAmount,
    })
  })

  it('by type add up to the total, and equal today’s point of the trend', async () => {
    const facts = await factsOf(company, true)
    const [all] = facts.statistics
    const sum = (of: (row: (typeof facts.debtByType)[number]) => number) =>
      facts.debtByType.reduce((total, row) => total + of(row), 0)
    expect(
      cents({
        amount: sum(({ amount }) => amount),
        count: sum(({ count }) => count),
        withoutAmount: sum((row) => row.withoutAmount),
      }),
    ).toEqual(
      cents({
        amount: all?.totalDebt ?? 0,
        count: all?.totalDebtCount ?? 0,
        withoutAmount: all?.debtsWithoutAmount ?? 0,
      }),
    )
    expect(facts.trend.at(-1)).toMatchObject({ day: facts.today, seen: true })
  })

  it('differ after a debt changes, until they are computed again', async () => {
    const before = await factsOf(company, true)
    await asSystem(server.db, async (tx) => {
      await sql`
        update vehicle_resource f
        set debt_total = f.debt_total + 1000
        from vehicle v
        where v.tenant_id = ${company.tenantId} and v.asset_status_id = 1 and v.debt_total > 0
        and f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id and f.debt_total > 0`.execute(tx)
      await touchChecks(tx, company.tenantId)
    })
    const ask = askAs(main)
    const [first] = before.statistics
    if (!first) throw new Error('there are no figures')
    await expect(
      compareChart(chartTable('debtByType', { facts: before, period: first, country }), ask),
    ).rejects.toThrow()
    await writeStatistics(server.db, { tenantId: company.tenantId, timeZone: ZONE }, new Date())
    const facts = await factsOf(company, true)
    await compareChart(chartTable('debtByType', { facts, period: first, country }), askAs(main))
  })
})
