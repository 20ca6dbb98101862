// Fines stated in units, from the check to the drawer, while the value of their unit is loaded, corrected and
// withdrawn.
import { addDays } from '@padron/contract/days'
import type { DebtRow, ScrapedResourceType } from '@padron/contract/resource-status'
import { unpricedText } from '@padron/contract/resource-status'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem, asTenant } from '../../db/client.ts'
import { uuidV7 } from '../../db/uuid.ts'
import { withdrawPack } from '../../rules/store-packs.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { cdmxAdeudos } from '../connectors/mx/cdmx-adeudos.ts'
import { debt, inUma, payable } from '../connectors/parsing/payables.ts'
import { readAnswers } from '../engine/check.ts'
import { EMPTY_RESULT } from '../engine/check-result.ts'
import { savedAnswers } from '../testing/fixtures.ts'
import { loadUma2027 } from '../testing/unit-values.ts'
import { applyCapture } from './capture.ts'
import { recomputeUnitAmounts } from './recompute-unit-amounts.ts'
import { storeBatch } from './store.ts'

const NOW = new Date('2027-02-03T18:00:00Z')
const TODAY = '2027-02-03'
/** Fines of Nuevo León, which people capture. */
const FINES = 1901
const log = { error: (...all: unknown[]) => expect(all).toEqual([]) }

let server: TestServer
let company: Company
let who: Somebody
let turn = 0
beforeAll(async () => {
  server = await testServer(() => NOW)
})
afterAll(() => server.stop())
beforeEach(async () => {
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'ana', ['vehicles_read'])
})

const loaded: string[] = []
const load = async (value: number): Promise<string> => {
  const version = addDays('2027-01-10', loaded.length)
  await loadUma2027(server, version, value)
  loaded.push(version)
  return version
}
const withdraw = (version: string) =>
  asSystem(server.db, (tx) => withdrawPack(tx, version, { by: 'Ana', reason: undefined }))
const recompute = () => recomputeUnitAmounts({ db: server.db, log })
afterEach(async () => {
  const { rows } = await server.db.system.query<{ version: string }>(
    'select version from rule_pack where not shipped and withdrawn_at is null order by version desc',
  )
  for (const { version } of rows) await withdraw(version)
  await recompute()
})

const capture = (vehicleId: number, rows: readonly DebtRow[], line: string | null = null) =>
  asTenant(server.db, company.tenantId, (tx) =>
    applyCapture(tx, {
      tenantId: company.tenantId,
      vehicleId,
      resourceId: FINES,
      at: NOW,
      finding: {
        type: 1,
        status: 0,
        results: [payable(1, 'Multas', rows, { paymentLine: line, paymentLineDueDate: line && '2027-03-01' })],
      },
      raw: {},
      by: { id: who.userId, name: 'Ana' },
    }),
  )
const speeding = (folio: string, units = 10, dateTime = TODAY) =>
  inUma('Velocidad', units, { discount: 15, surcharge: 5 }, { folio, dateTime })

const TABLES = {
  debt: 'select r.*, null as changed_at from debt r where tenant_id = $1 order by vehicle_id, debt_key',
  results: 'select * from check_result where tenant_id = $1 order by run_id, resource_id',
  resources:
    'select r.*, null as changed_at from vehicle_resource r where tenant_id = $1 order by vehicle_id, resource_id',
  vehicles: `
    select v.*, null as updated_at, null as changed_at, null as row_version
    from vehicle v
    where tenant_id = $1
    order by vehicle_id`,
  obligations: 'select r.*, null as changed_at from obligation r where tenant_id = $1 order by vehicle_id, source_key',
  events: 'select * from check_event where tenant_id = $1 order by event_id',
}
const stored = async () => {
  const rows: Record<string, unknown[]> = {}
  for (const [name, query] of Object.entries(TABLES))
    rows[name] = (await server.db.system.query(query, [company.tenantId])).rows
  return rows
}
const totals = async () =>
  (
    await server.db.system.query<{ debt: number | null; vehicle: number | null; without: number }>(
      `
        select d.total::float8 as debt, v.debt_total::float8 as vehicle, v.debt_without_amount as without
        from debt d
        join vehicle v on v.tenant_id = d.tenant_id and v.vehicle_id = d.vehicle_id
        where d.tenant_id = $1
        order by d.vehicle_id, d.debt_key`,
      [company.tenantId],
    )
  ).rows
const version = async (): Promise<number> =>
  (
    await server.db.system.query<{ version: number }>('select version from catalogue_version where tenant_id = $1', [
      company.tenantId,
    ])
  ).rows[0]?.version ?? 0

describe('a check of Mexico City that lists 10 UMA of 3 February 2027', () => {
  const check = async (vehicleId: number) => {
    const answers = savedAnswers(cdmxAdeudos, 'one-debt').map((answer) => ({
      ...answer,
      body: answer.body.replace('2026-02-26', TODAY),
    }))
    const { rows } = await server.db.system.query<{ plate: string; vin: string }>(
      'select plate, vin from vehicle where vehicle_id = $1',
      [vehicleId],
    )
    const subject = { plate: rows[0]?.plate ?? '', vin: rows[0]?.vin ?? '', stateId: 9, taxIdentifier: null }
    const reading = readAnswers(cdmxAdeudos, answers, subject, NOW)
    const vehicle = { vehicleId, attempts: 0, jobItemId: null, ...subject }
    const at = { runId: uuidV7(NOW), startedAt: NOW, endedAt: NOW }
    const result = { ...EMPTY_RESULT, ...reading, origin: 'webhook', vehicle, connector: cdmxAdeudos, answers } as const
    expect(await storeBatch(server.db, [{ ...result, ...at, tenantId: company.tenantId }])).toEqual([true])
  }
  const drawer = async (vehicleId: number) => {
    const { body } = await server.ask(who, { url: `/sapy/v2/${vehicleId}/byType` })
    const { scrapedResourceTypes, debt: owed } = body as { scrapedResourceTypes: ScrapedResourceType[]; debt: object }
    const fines = scrapedResourceTypes.find(({ resourceType }) => resourceType.resourceTypeId === 9)
    const [row] = fines?.resources[0]?.scraped.result[0]?.scrapedTickets ?? []
    if (!row) throw new Error('no fine')
    return { says: unpricedText(row), total: row.total, ofType: fines?.total, owed }
  }

  it('has no amount and says why; has one while a pack with the value is loaded', async () => {
    const [vehicleId = 0] = await server.vehicles(company, [{ plate: 'FAA123A', stateId: 9 }])
    await check(vehicleId)
    const without = {
      says: '10 UMA, valor de 2027 sin publicar',
      total: null,
      ofType: null,
      owed: { total: 0, withoutAmount: 1 },
    }
    expect(await drawer(vehicleId)).toEqual(without)
    const pack = await load(121.5)
    await recompute()
    expect(await drawer(vehicleId)).toEqual({
      says: '',
      total: 1215,
      ofType: 1215,
      owed: { total: 1215, withoutAmount: 0 },
    })
    await withdraw(pack)
    await recompute()
    expect(await drawer(vehicleId)).toEqual(without)
  })
})

describe('a change of the value', () => {
  it('updates debts, sums, payment lines and the version; its withdrawal restores every row', async () => {
    const [one = 0, two = 0] = await server.vehicles(company, [{ plate: 'NLA100A' }, { plate: 'NLB200B' }])
    await capture(one, [speeding('a'), debt('Grúa', { subTotal: 800 }, { folio: 'b' })], 'L1')
    await capture(two, [speeding('c', 20, '2026-03-01')])
    const before = await stored()
    const pack = await load(121.5)
    const versionBefore = await version()
    await recompute()
    expect(await totals()).toEqual([
      { debt: 1205, vehicle: 2005, without: 0 },
      { debt: 800, vehicle: 2005, without: 0 },
      { debt: 2336.2, vehicle: 2336.2, without: 0 },
    ])
    expect(await version()).toBeGreaterThan(versionBefore)
    const after = await stored()
    expect(after.obligations).toMatchObject([{ amount: '2005.00' }])
    expect(after.events).toEqual(before.events)
    await withdraw(pack)
    await recompute()
    expect(await stored()).toEqual(before)
  })

  it('corrects existing amounts, and does not touch a company without such debts', async () => {
    const [one = 0] = await server.vehicles(company, [{ plate: 'NLA100A' }])
    await capture(one, [speeding('a')])
    await load(121.5)
    await recompute()
    await load(122)
    await recompute()
    expect(await totals()).toEqual([{ debt: 1210, vehicle: 1210, without: 0 }])
    company = await server.company('otra')
    const versionBefore = await version()
    await load(123)
    await recompute()
    expect(await version()).toBe(versionBefore)
  })

  it('writes no event, even if an answer arrives before the recomputation', async () => {
    const [one = 0] = await server.vehicles(company, [{ plate: 'NLA100A' }])
    await load(121.5)
    await capture(one, [speeding('a')])
    const before = await stored()
    await load(130)
    await capture(one, [speeding('a')])
    expect(await totals()).toEqual([{ debt: 1290, vehicle: 1290, without: 0 }])
    expect((await stored()).events).toEqual(before.events)
    await capture(one, [speeding('a', 20)])
    expect((await stored()).events).toHaveLength((before.events?.length ?? 0) + 1)
  })

  it('resumes where a stopped process was, batch by batch', async () => {
    const ids = await server.vehicles(
      company,
      ['NLA100A', 'NLB200B', 'NLC300C'].map((plate) => ({ plate })),
    )
    for (const id of ids) await capture(id, [speeding('a')])
    await load(121.5)
    const stopping = new AbortController()
    const onBatch = async (tenantId: number) => {
      if (tenantId === company.tenantId) stopping.abort()
    }
    await recomputeUnitAmounts({ db: server.db, log, vehiclesAtOnce: 1, onBatch }, stopping.signal)
    expect((await totals()).map(({ vehicle }) => vehicle)).toEqual([1205, 0, 0])
    await recompute()
    expect((await totals()).map(({ vehicle }) => vehicle)).toEqual([1205, 1205, 1205])
    const { rows } = await server.db.system.query('select from pending_unit_amounts')
    expect(rows).toEqual([])
  })
})
