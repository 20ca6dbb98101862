// The order of service: companies in turn, what people requested first, within the portal's concurrency and monthly
// budget, one query per holder; a check that kills its workers is delayed.
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { secretsOf } from '../../secrets/sealing.ts'
import { isDrill } from '../../testing/drill.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'
import { sealPlain } from '../portals/credentials.ts'
import { reportToPortal } from '../portals/state.ts'
import { storeBatch } from '../store/store.ts'
import {
  answerWith,
  ask,
  CONNECTOR,
  claimSome,
  dueAgain,
  fines,
  openPortal,
  PORTAL,
  startPortal,
  type TestPortal,
  testConnector,
} from '../testing/engine.ts'
import type { CheckResult } from './check-result.ts'
import { releaseAbandoned } from './claim-release.ts'
import { claimDue } from './claims.ts'
import { dueOfHolder } from './holder-claims.ts'
import { startWorker } from './worker.ts'

let server: TestServer
let portal: TestPortal

beforeAll(async () => {
  server = await testServer()
  portal = await startPortal()
})
afterAll(async () => {
  portal.stop()
  await server.stop()
})
beforeEach(async () => {
  await server.db.system.query('delete from due_check')
  await server.db.system.query('delete from tenant_queue') // companies of other tests take no share
  await server.db.system.query('delete from portal_usage')
  await openPortal(server, portal.base, 'concurrency = 100')
})

let made = 0
const company = (): Promise<Company> => server.company(`c${Date.now().toString(36)}${made++}`)
/** Vehicles of a company; their plates begin with the given letter. */
const fleet = async (size: number, initial: string, columns: Record<string, unknown> = {}): Promise<Company> => {
  const own = await company()
  const plates = Array.from({ length: size }, (_, index) => ({
    plate: `${initial}${String(index).padStart(5, '0')}`,
    columns,
  }))
  await server.vehicles(own, plates)
  return own
}
const initialsOf = (claimed: Awaited<ReturnType<typeof claimSome>>) =>
  (claimed?.claims ?? []).map(({ vehicles: [{ plate }] }) => plate[0]).join('')
const count = (text: string, initial: string) => text.replaceAll(new RegExp(`[^${initial}]`, 'g'), '').length

describe('the queue of companies before a portal', () => {
  it('serves a small company as soon as a large one that has waited much longer', async () => {
    await fleet(300, 'G')
    await server.db.system.query(`update due_check set due_at = now() - interval '3 days'`)
    await fleet(4, 'P')
    const first = initialsOf(await claimSome(server, 20))
    expect(first).toHaveLength(20)
    expect(count(first, 'P')).toBe(4)
  })

  it('rotates: a company that is not served now is served next', async () => {
    for (const initial of ['A', 'B', 'C', 'D']) await fleet(10, initial)
    const served = []
    for (let turn = 0; turn < 4; turn++) served.push(initialsOf(await claimSome(server, 1)))
    expect(new Set(served).size).toBe(4)
  })

  it('serves what a person requested first', async () => {
    await fleet(50, 'G')
    const own = await fleet(50, 'P')
    await server.db.system.query(
      `update due_check set priority = 1, due_at = now() where tenant_id = $1 and vehicle_id in
      (select vehicle_id from vehicle where tenant_id = $1 and plate >= 'P00045')`,
      [own.tenantId],
    )
    const plates = (await claimSome(server, 5))?.claims.map(({ vehicles: [{ plate }] }) => plate)
    expect(plates?.toSorted()).toEqual(['P00045', 'P00046', 'P00047', 'P00048', 'P00049'])
  })

  it('serves no check before its due date', async () => {
    await fleet(3, 'G')
    await server.db.system.query(`update due_check set due_at = now() + interval '1 hour'`)
    expect(initialsOf(await claimSome(server, 10))).toBe('')
    await dueAgain(server)
    expect(initialsOf(await claimSome(server, 10))).toBe('GGG')
  })

  it('gives each check to only one of many concurrent claims', async () => {
    await fleet(120, 'G')
    await fleet(30, 'P')
    const all = await Promise.all(Array.from({ length: 12 }, () => claimSome(server, 9)))
    const plates = all.flatMap((claimed) => claimed?.claims.map(({ vehicles: [{ plate }] }) => plate) ?? [])
    expect(plates).toHaveLength(100) // the portal's concurrency
    expect(new Set(plates).size).toBe(100)
  })
})

describe('an open transaction of a company that added checks', () => {
  let holder: pg.PoolClient
  beforeEach(async () => {
    const slow = await fleet(1, 'S')
    await fleet(2, 'P')
    holder = await server.db.system.connect()
    await holder.query('begin')
    await holder.query(
      `insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at)
        select tenant_id, vehicle_id, 'another', $2, now() from vehicle where tenant_id = $1`,
      [slow.tenantId, PORTAL],
    )
  })
  afterEach(async () => {
    await holder.query('rollback')
    holder.release()
  })

  it('does not block claims of other companies', async () => {
    expect(count(initialsOf(await claimSome(server, 9)), 'P')).toBe(2)
  })

  it('does not block recording a failure of the portal', async () => {
    const sign = { answered: false, outcome: 'http-error' as const, remark: null, retryAfterSeconds: 0, counts: true }
    await reportToPortal(server.db, PORTAL, [{ ...sign, at: new Date() }])
    const { rows } = await server.db.system.query('select failures from portal where portal_key = $1', [PORTAL])
    expect(rows).toEqual([{ failures: 1 }])
  })

  it('does not block the sealing of credentials', async () => {
    await server.db.system.query(`update portal set credential = 'clave' where portal_key = $1`, [PORTAL])
    expect(await sealPlain(server.db, secretsOf([Buffer.alloc(32, 7).toString('base64')]))).toEqual([])
  })
})

describe('a monthly cap', () => {
  it('is never exceeded: a claim counts before its query is sent', async () => {
    await fleet(40, 'G')
    await openPortal(server, portal.base, `concurrency = 100, price = 2.5, currency = 'MXN', monthly_cap = 26`)
    const claims = []
    for (let turn = 0; turn < 6; turn++) claims.push((await claimSome(server, 3))?.claims.length)
    expect(claims).toEqual([3, 3, 3, 1, 0, 0])
    const { rows } = await server.db.system.query(
      'select queries, spent::float8 from portal_usage where portal_key = $1',
      [PORTAL],
    )
    expect(rows).toEqual([{ queries: 10, spent: 25 }])
    await openPortal(server, portal.base, `concurrency = 100, price = 2.5, currency = 'MXN', monthly_cap = 30`)
    expect((await claimSome(server, 9))?.claims.length).toBe(2)
  })
})

describe('a source that several installations query', () => {
  const claimShare = async (most: number, places: number) => {
    const request = { portalKey: PORTAL, most, leaseSeconds: 60, connectors: [CONNECTOR], places }
    return (await claimDue(server.db, request))?.claims.length
  }

  it('gives each installation its share of the concurrency and of the monthly cap', async () => {
    await fleet(40, 'G')
    await openPortal(server, portal.base, 'concurrency = 5')
    expect(await claimShare(9, 2)).toBe(2)
    expect(await claimShare(9, 2)).toBe(0)
    await openPortal(server, portal.base, `concurrency = 100, price = 2.5, currency = 'MXN', monthly_cap = 36`)
    await server.db.system.query('delete from portal_usage')
    expect(await claimShare(9, 2)).toBe(7)
  })

  it('gives each installation its share of the pace, and at least one query at a time', async () => {
    await fleet(3, 'G')
    await openPortal(server, portal.base, 'concurrency = 1, pace_ms = 1000000')
    expect(await claimShare(9, 3)).toBe(1)
    const { rows } = await server.db.system.query(
      `
      select next_at > now() + interval '2900 seconds' and next_at <= now() + interval '3000 seconds' as "isShare"
      from portal
      where portal_key = $1`,
      [PORTAL],
    )
    expect(rows).toEqual([{ isShare: true }])
  })
})

describe('the charge', () => {
  const spent = async () =>
    (
      await server.db.system.query<{ spent: number; queries: number }>(
        'select spent::float8, queries from portal_usage',
      )
    ).rows[0]
  const stop = async (worker: { stop: () => Promise<void> }, until: () => Promise<boolean>) => {
    await vi.waitFor(async () => expect(await until()).toBe(true), { timeout: 10_000, interval: 50 })
    await worker.stop()
  }

  it('has no limit without a cap', async () => {
    await fleet(5, 'G')
    await openPortal(server, portal.base, `concurrency = 100, price = 2.5, currency = 'MXN'`)
    expect((await claimSome(server, 9))?.claims).toHaveLength(5)
    expect(await spent()).toEqual({ spent: 12.5, queries: 5 })
  })

  it('excludes vehicles that lack the input of the source', async () => {
    const own = await fleet(10, 'G')
    await openPortal(server, portal.base, `concurrency = 100, price = 2.5, currency = 'MXN', monthly_cap = 1000`)
    const needing = testConnector({ inputs: ['taxIdentifier'] })
    const worker = startWorker({ db: server.db, log: pino({ level: 'silent' }), connectors: [needing], idleMs: 20 })
    await stop(worker, async () => {
      const { rows } = await server.db.system.query('select from check_run where tenant_id = $1', [own.tenantId])
      return rows.length === 10
    })
    expect(await spent()).toEqual({ spent: 0, queries: 0 })
  })

  it('excludes queries while the credential cannot be opened, which is logged once', async () => {
    await fleet(10, 'G')
    await openPortal(
      server,
      portal.base,
      `concurrency = 100, price = 2.5, currency = 'MXN', monthly_cap = 1000, credential = 'sellada'`,
    )
    const message: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void message.push(line) })
    let tries = 0
    const openCredential = () => {
      tries++
      throw new Error('no se abre')
    }
    const worker = startWorker({ db: server.db, log, connectors: [testConnector()], openCredential, idleMs: 20 })
    await stop(worker, async () => tries >= 3)
    expect(await spent()).toBeUndefined()
    expect(message).toHaveLength(1)
    expect(message[0]).toContain(PORTAL)
  })
})

describe('a portal’s pace', () => {
  it('allows one more query each time, up to the portal’s concurrency', async () => {
    await fleet(10, 'G')
    await openPortal(server, portal.base, 'concurrency = 3, pace_ms = 1')
    const claims = []
    for (let turn = 0; turn < 5; turn++) {
      await server.db.system.query(`update portal set next_at = '-infinity' where portal_key = $1`, [PORTAL])
      claims.push((await claimSome(server, 9))?.claims.length)
    }
    expect(claims).toEqual([1, 1, 1, 0, 0])
  })

  it('gives way to the Retry-After of the source, for every vehicle', async () => {
    await fleet(10, 'G')
    await server.db.system.query('update due_check set attempts = 2') // even if every vehicle has failed before
    portal.answer((_request, response) => void response.writeHead(429, { 'retry-after': '1800' }).end())
    const limited = testConnector({
      parse: () => ({ outcome: 'rate-limited', why: 'La fuente pidió esperar.', retryAfterSeconds: 1800 }),
    })
    const worker = startWorker({
      db: server.db,
      log: pino({ level: 'silent' }),
      connectors: [limited],
      checksPerPortal: 1,
      idleMs: 20,
    })
    await vi.waitFor(
      async () => {
        const { rows } = await server.db.system.query<{ peace: boolean }>(
          `select next_at > now() + interval '25 minutes' as peace from portal where portal_key = $1`,
          [PORTAL],
        )
        expect(rows[0]?.peace).toBe(true)
      },
      { timeout: 10_000, interval: 50 },
    )
    await worker.stop()
    // A rate limit does not count as a failure of the source.
    expect(
      (await server.db.system.query('select failures, open_seconds from portal where portal_key = $1', [PORTAL])).rows,
    ).toEqual([{ failures: 0, open_seconds: 0 }])
    await dueAgain(server)
    expect((await claimSome(server, 5))?.claims).toEqual([])
  })
})

type Plan = { 'Actual Rows': number; 'Index Name'?: string; Plans?: Plan[] }
const indexesOf = ({ 'Index Name': name, Plans = [] }: Plan): string[] =>
  [...(name ? [name] : []), ...Plans.flatMap(indexesOf)].toSorted()

describe('a source that answers by holder', () => {
  const byHolder = testConnector({ criteria: 'taxIdentifier', inputs: ['taxIdentifier'] })

  it('is queried once for all vehicles of a holder, and each gets its own part of the answer', async () => {
    const own = await company()
    const of = (plate: string, tax: string | null) => ({ plate, columns: { tax_identifier: tax } })
    await server.vehicles(own, [
      of('AAA001', '900123456-8'),
      of('AAA002', '900123456-8'),
      of('AAA003', '900123456-8'),
      of('BBB001', '800999999-1'),
      of('SIN001', null),
    ])
    const splitting = testConnector({
      criteria: 'taxIdentifier',
      inputs: ['taxIdentifier'],
      parse: ([answer], { plate }) => {
        const rows = JSON.parse(answer?.body ?? '{}') as Record<string, Record<string, number>>
        return {
          outcome: 'ok',
          findings: [
            { type: 0, status: 3, results: [] },
            { type: 6, status: 7, results: [] },
            { type: 8, status: 17, results: [] },
            fines(rows[plate] ?? {}),
          ],
        }
      },
    })
    portal.say({ AAA001: { F1: 100 }, AAA003: { F2: 250, F3: 50 } })
    const claimed = await claimSome(server, 10, [splitting])
    expect(claimed?.claims.map(({ vehicles }) => vehicles.length).toSorted()).toEqual([1, 1, 3])
    portal.queries.length = 0
    for (const claim of claimed?.claims ?? []) {
      const ends = await ask({ ...(claimed as NonNullable<typeof claimed>), claims: [claim] }, splitting)
      if (!Array.isArray(ends)) throw new Error('it was parked')
      expect(await storeBatch(server.db, ends as CheckResult[])).toEqual(ends.map(() => true))
    }
    expect(portal.queries).toHaveLength(2) // the vehicle without a holder causes no query
    const { rows } = await server.db.system.query<{ plate: string; debt: number | null; outcome: string }>(
      `
       select v.plate, v.debt_total::float8 as debt, f.last_outcome as outcome
       from vehicle v
       join vehicle_resource f using (tenant_id, vehicle_id)
       where v.tenant_id = $1 and f.resource_id = 1901 order by v.plate`,
      [own.tenantId],
    )
    expect(rows).toEqual([
      { plate: 'AAA001', debt: 100, outcome: 'ok' },
      { plate: 'AAA002', debt: 0, outcome: 'ok' },
      { plate: 'AAA003', debt: 300, outcome: 'ok' },
      { plate: 'BBB001', debt: 0, outcome: 'ok' },
      { plate: 'SIN001', debt: null, outcome: 'needs-input' },
    ])
    // The answer is stored once, and the evidence of every vehicle opens it.
    const { rows: stored } = await server.db.system.query<{ own: boolean; of: boolean }>(
      `select raw is not null as own, raw_of is not null as of from check_run where tenant_id = $1 and outcome = 'ok'`,
      [own.tenantId],
    )
    expect(stored.filter((run) => run.own)).toHaveLength(2)
    expect(stored.filter((run) => run.of)).toHaveLength(2)
  })

  it('keeps the shared answer when the vehicle that it is stored with is edited or deleted', async () => {
    const own = await company()
    const ids = await server.vehicles(
      own,
      [1, 2, 3].map((n) => ({ plate: `AAA00${n}`, columns: { tax_identifier: '900123456-8' } })),
    )
    portal.say(answerWith(fines({})))
    const claimed = await claimSome(server, 10, [byHolder])
    const ends = await ask(claimed as NonNullable<typeof claimed>, byHolder)
    if (!Array.isArray(ends)) throw new Error('it was parked')
    const [edited, keeper] = ends.map(({ vehicle }) => vehicle.vehicleId)
    await server.db.system.query(`update vehicle set plate = 'OTRA99' where vehicle_id = $1`, [edited])
    expect(await storeBatch(server.db, ends as CheckResult[])).toEqual([false, true, true])
    const keeps = async () =>
      (
        await server.db.system.query<{ id: number; own: boolean; of: string | null }>(
          `
            select vehicle_id as id, raw is not null as own, raw_of as of
            from check_run
            where tenant_id = $1
            order by run_id`,
          [own.tenantId],
        )
      ).rows
    expect((await keeps()).filter((run) => run.own).map(({ id }) => id)).toEqual([keeper])
    await server.db.system.query('delete from vehicle where vehicle_id = $1', [keeper])
    expect(await keeps()).toEqual([{ id: ids.find((id) => id !== edited && id !== keeper), own: true, of: null }])
  })

  it('has one claim at a time for a holder with more vehicles than one query may cover', async () => {
    const own = await company()
    await server.vehicles(
      own,
      Array.from({ length: 520 }, (_, index) => ({
        plate: `H${String(index).padStart(5, '0')}`,
        columns: { tax_identifier: '900123456-8' },
      })),
    )
    const claimed = await claimSome(server, 16, [byHolder])
    const held = await server.db.system.query<{ n: number }>(
      'select count(distinct claim_id)::int as n from due_check where claim_id is not null',
    )
    expect([claimed?.claims.length, held.rows[0]?.n]).toEqual([1, 1])
  })

  it('finds a holder’s few vehicles by their index, and those of a large holder in due order', async () => {
    const own = await fleet(300, 'F', { tax_identifier: '800111222-3' })
    const few = Array.from({ length: 3 }, (_, index) => ({ plate: `H0000${index}`, columns: { tax_identifier: '7' } }))
    await server.vehicles(own, few)
    const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
    await owner.connect()
    await owner.query('vacuum analyze vehicle, due_check')
    await owner.end()
    const planOf = async (taxIdentifier: string, isLarge: boolean) => {
      const holder = { tenantId: own.tenantId, connectorKey: CONNECTOR, taxIdentifier }
      const query = sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
        explain (analyze, format json) ${dueOfHolder(holder, PORTAL, isLarge)}`
      const { rows } = await asSystem(server.db, (tx) => query.execute(tx))
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      return { rows: plan?.['Actual Rows'], indexes: plan && indexesOf(plan) }
    }
    expect(await planOf('7', false)).toEqual({ rows: 3, indexes: ['due_check_pkey', 'vehicle_by_tax_identifier'] })
    expect(await planOf('800111222-3', true)).toEqual({
      rows: 300,
      indexes: ['due_check_next', 'due_check_next', 'vehicle_by_tax_identifier', 'vehicle_by_tax_identifier'],
    })
  })

  it.runIf(isDrill)('has the vehicles of a large holder claimed that are due first', async () => {
    const own = await company()
    await server.db.system.query(
      `
        with v as (
          insert into vehicle (tenant_id, plate, vin, state_id, asset_status_id, tax_identifier)
          select $1, 'L' || lpad(n::text, 6, '0'), '3N1CN8AE' || lpad(n::text, 9, '0'), 19, 1, '900123456-8'
          from generate_series(1, 10001) n
          returning vehicle_id, plate)
        insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at)
        select $1, vehicle_id, $2, $3, now() - substr(plate, 2)::int * interval '1 second'
        from v`,
      [own.tenantId, CONNECTOR, PORTAL],
    )
    const claimed = await claimSome(server, 1, [byHolder])
    const plates = claimed?.claims.flatMap(({ vehicles }) => vehicles.map(({ plate }) => plate)) ?? []
    const oldest = Array.from({ length: 501 }, (_, index) => `L${String(9_501 + index).padStart(6, '0')}`)
    expect(plates.toSorted()).toEqual(oldest)
  })

  it('receives the company’s usual document type', async () => {
    const own = await company()
    await server.vehicles(own, [{ plate: 'AAA001', columns: { tax_identifier: '123456' } }])
    await server.db.system.query(`update company set holder_document_type = 'CE' where tenant_id = $1`, [own.tenantId])
    const claimed = await claimSome(server, 10, [byHolder])
    const vehicles = claimed?.claims.flatMap((claim) => claim.vehicles)
    expect(vehicles).toMatchObject([{ taxIdentifier: '123456', holderDocumentType: 'CE' }])
  })

  it('counts one query of the portal’s concurrency and cap for a holder', async () => {
    const own = await company()
    await server.vehicles(
      own,
      Array.from({ length: 30 }, (_, index) => ({
        plate: `AAA${index + 100}`,
        columns: { tax_identifier: '900123456-8' },
      })),
    )
    await openPortal(server, portal.base, 'concurrency = 2, price = 1, monthly_cap = 100')
    expect((await claimSome(server, 10, [byHolder]))?.claims.map(({ vehicles }) => vehicles.length)).toEqual([30])
    const { rows } = await server.db.system.query('select queries from portal_usage')
    expect(rows).toEqual([{ queries: 1 }])
  })
})

describe('a check whose workers die', () => {
  it('is retried twice and then delayed by an hour, so that it does not kill every worker', async () => {
    await fleet(1, 'G')
    for (let death = 1; death <= 3; death++) {
      expect((await claimSome(server, 1))?.claims, `${death}`).toHaveLength(1)
      await server.db.system.query(
        `update due_check set claimed_until = now() - interval '1 second' where claim_id is not null`,
      )
      expect(await releaseAbandoned(server.db)).toBe(1)
    }
    expect((await claimSome(server, 1))?.claims).toEqual([])
    const { rows } = await server.db.system.query<{ later: boolean }>(
      `select due_at > now() + interval '50 minutes' as later from due_check where connector_key = '${CONNECTOR}'`,
    )
    expect(rows).toEqual([{ later: true }])
  })
})
