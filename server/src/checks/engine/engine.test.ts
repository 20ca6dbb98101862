// The engine against a real portal over HTTP, with a real database and every kind of failure. The connector is a small
// one of the tests, so that the engine is what is tested.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { ScrapedResourceType } from '@padron/contract/resource-status'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem, asTenant, type Tx } from '../../db/client.ts'
import { eraseCompany } from '../../db/company-data.ts'
import { resume, suspend } from '../../identity/accounts/company-settings.ts'
import { isDrill, someCases } from '../../testing/drill.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { defineConnector, type Finding, type Parsed } from '../connectors/connector.ts'
import { storeBatch } from '../store/store.ts'
import { CONNECTOR, PORTAL, PORTAL_NAME, serveNuevoLeon } from '../testing/engine.ts'
import { type CheckOptions, runCheck } from './check.ts'
import type { CheckResult } from './check-result.ts'
import { releaseAbandoned } from './claim-release.ts'
import { claimDue } from './claims.ts'
import { startWorker, type Worker } from './worker.ts'

const fine = (total: number): Finding => ({
  type: 1,
  status: 0,
  results: [
    {
      name: 'Multas',
      subTotal: total,
      discount: 0,
      surcharge: 0,
      total,
      paymentLine: '0001',
      paymentLineDueDate: '2026-12-31',
      pdfUrl: null,
      scrapedTickets: [
        {
          folio: '99900001',
          description: 'Exceso de velocidad',
          dateTime: '2026-01-02',
          subTotal: total,
          discountsSum: 0,
          surchargesSum: 0,
          total,
        },
      ],
      scrapedTenencias: [],
      scrapedRefrendo: [],
    },
  ],
})
const clear = (): Finding[] => [
  { type: 0, status: 3, results: [] },
  { type: 1, status: 1, results: [] },
  { type: 6, status: 7, results: [] },
  { type: 8, status: 17, results: [] },
]

/** Six megabytes. */
const TOO_MUCH = gzipSync(Buffer.alloc(6 * 1024 * 1024, 'x'))

const connector = defineConnector({
  key: CONNECTOR,
  portal: PORTAL,
  country: 'MX',
  states: [19],
  types: [0, 1, 6, 8],
  mode: 'form',
  inputs: ['plate'],
  deadlineMs: 30_000,
  parserVersion: 1,
  fetch: async ({ plate }, client) => [await client.request({ path: '/', query: { plate } })],
  parse: ([answer]) => {
    if (answer && answer.status >= 500) return { outcome: 'http-error', why: 'La fuente falló.' }
    return JSON.parse(answer?.body ?? '') as Parsed
  },
})

let server: TestServer
let portal: Server
let answer: RequestListener
let queryCount = 0
let company: Company
let who: Somebody
let vehicleId: number
let worker: Worker | undefined

const say =
  (parsed: unknown): RequestListener =>
  (_request, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(parsed))
const setPortal = (columns: string) =>
  server.db.system.query(`update portal set ${columns} where portal_key = $1`, [PORTAL])
const dueNow = () =>
  server.db.system.query(`update due_check set due_at = now(), attempts = 0 where connector_key = $1`, [connector.key])
const log = pino({ level: 'silent' })

const claimSome = (most: number, connectors = [connector.key]) =>
  claimDue(server.db, { portalKey: PORTAL, most, leaseSeconds: 60, connectors })
const checked = async (options: Omit<CheckOptions, 'stopping'>): Promise<CheckResult> => {
  const ends = await runCheck({ ...options, stopping: new AbortController().signal })
  if (!Array.isArray(ends) || !ends[0]) throw new Error('it was parked')
  return ends[0]
}
const storeCheck = async (ended: CheckResult) => (await storeBatch(server.db, [ended]))[0]

/** For a portal that never ends its answer; any other may be slow on a busy machine. */
const SHORT = { deadlineMs: 400 }

/** Runs one due check as the worker does. */
const checkOnce = async (more: { deadlineMs?: number } = {}): Promise<boolean | undefined> => {
  const claimed = await claimSome(1)
  const [claim] = claimed?.claims ?? []
  if (!claimed || !claim) return undefined
  const ended = await checked({
    claim,
    connector: { ...connector, ...more },
    ...claimed.portal,
    now: () => new Date(),
    random: () => 0.5,
  })
  return storeCheck(ended)
}
const types = async () =>
  (
    (await server.ask(who, { url: `/sapy/v2/${vehicleId}/byType` })).body as {
      scrapedResourceTypes: ScrapedResourceType[]
    }
  ).scrapedResourceTypes
const typeOf = async (id: number) => (await types()).find(({ resourceType }) => resourceType.resourceTypeId === id)

beforeAll(async () => {
  server = await testServer()
  await serveNuevoLeon(server)
  portal = createServer((request, response) => {
    queryCount++
    answer(request, response)
  })
  await new Promise<void>((ready) => portal.listen(0, '127.0.0.1', ready))
})
afterAll(async () => {
  portal.closeAllConnections()
  portal.close()
  await server.stop()
})
beforeEach(async () => {
  const name = `c${Math.random().toString(36).slice(2, 12)}`
  company = await server.company(name)
  who = await server.somebody(company, 'consulta', ['vehicles_read'])
  const [id] = await server.vehicles(company, [{ plate: 'RKA123A' }])
  vehicleId = id ?? 0
  queryCount = 0
  const base = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`
  await setPortal(
    `base_url = '${base}', pace_ms = 0, concurrency = 8, failures = 0, open_until = null, open_seconds = 0, ` +
      `next_at = '-infinity'`,
  )
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await server.db.system.query('delete from due_check')
})

describe('an answer that the database cannot store', () => {
  it('ends as shape-drift with a later due date, instead of being queried forever', async () => {
    answer = say({ outcome: 'ok', findings: clear() })
    const claimed = await claimSome(1)
    const [claim] = claimed?.claims ?? []
    if (!claimed || !claim) throw new Error('nothing is due')
    const options = {
      claim,
      connector,
      ...claimed.portal,
      now: () => new Date(),
      random: () => 0.5,
    }
    const ended = await checked(options)
    const huge = { ...fine(1).results[0], total: 1e14 } as Finding['results'][number]
    expect(await storeCheck({ ...ended, findings: [{ type: 1, status: 0, results: [huge] }] })).toBe(true)
    const { rows } = await server.db.system.query<{ last_outcome: string; later: boolean; attempts: number }>(
      `
       select distinct f.last_outcome, d.due_at > now() as later, d.attempts
       from vehicle_resource f
       join due_check d using (tenant_id, vehicle_id)
       where f.vehicle_id = $1 and d.connector_key = $2 and f.last_outcome is not null`,
      [vehicleId, connector.key],
    )
    expect(rows).toEqual([{ last_outcome: 'shape-drift', later: true, attempts: 1 }])
  })

  it('is stored without lone surrogates and NUL characters', async () => {
    const [result] = fine(100).results
    answer = (_request, response) =>
      void response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          outcome: 'ok',
          findings: [
            { ...fine(100), results: [{ ...result, name: 'Multas §' }] },
            ...clear().filter(({ type }) => type !== 1),
          ],
        }).replace('§', '\\ud83d\\u0000'),
      )
    await checkOnce()
    expect((await typeOf(1))?.resources[0]?.scraped.result[0]?.name).toBe('Multas \ufffd')
  })
})

describe('a good check', () => {
  it('stores the newest registry data of the vehicle, and where they differ from the fleet’s data', async () => {
    const registered = (brandName: string) => ({
      outcome: 'ok',
      findings: clear(),
      registration: { foundBy: 'plate', fields: { brandName, year: '2020' } },
    })
    await server.db.system.query(`update vehicle set brand_name = 'KIA' where vehicle_id = $1`, [vehicleId])
    const stored = async () =>
      (
        await server.db.system.query('select fields, differing, missing from vehicle_registry where vehicle_id = $1', [
          vehicleId,
        ])
      ).rows
    answer = say(registered('FORD'))
    await checkOnce()
    expect(await stored()).toEqual([
      { fields: { brandName: 'FORD', year: '2020' }, differing: ['brandName'], missing: ['year'] },
    ])
    await dueNow()
    answer = say(registered('Kia'))
    await checkOnce()
    expect(await stored()).toEqual([{ fields: { brandName: 'Kia', year: '2020' }, differing: [], missing: ['year'] }])
  })

  it('shows in the drawer with its source, time, debts, payment line and evidence', async () => {
    answer = say({ outcome: 'ok', findings: [...clear().filter(({ type }) => type !== 1), fine(1173.1)] })
    expect(await checkOnce()).toBe(true)
    const fines = await typeOf(1)
    expect(fines).toMatchObject({
      status: { statusId: 0, descriptionSpanish: 'Con multas' },
      total: 1173.1,
      withoutAmount: 0,
      freshness: { state: 'current' },
    })
    const [resource] = fines?.resources ?? []
    expect(resource?.resource).toMatchObject({
      descriptionSpanish: 'Multas · Nuevo León',
      portal: PORTAL_NAME,
      automatic: true,
    })
    expect(resource?.scraped.result[0]).toMatchObject({ paymentLine: '0001', scrapedTickets: [{ folio: '99900001' }] })
    const evidence = resource?.scraped.evidenceURL.at(-1)?.url ?? ''
    const opened = await server.ask(undefined, { url: evidence })
    expect(opened.status).toBe(200)
    expect(opened.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(opened.body).toContain('GET /?plate=RKA123A → 200')
    for (const forged of [
      evidence.replace(/s=.{4}/, 's=AAAA'),
      evidence.replace(/e=\d+/, 'e=9999999999'),
      evidence.replace(`/${company.tenantId}/`, `/${company.tenantId + 1}/`),
      evidence.split('?')[0] ?? '',
    ]) {
      expect((await server.ask(undefined, { url: forged })).status, forged).toBe(404)
    }
    const { body } = await server.ask(who, {
      method: 'POST',
      url: '/api/v2/vehicleAsset',
      payload: { vehicleClass: { vehicleAsset: { ticketStatus: 0 } } },
    })
    expect(body).toMatchObject({
      totalCount: 1,
      vehicles: [
        {
          vehicleAsset: {
            ticketStatus: 0,
            refrendoStatus: 17,
            stolenStatus: -1,
            debt: { total: 1173.1, withoutAmount: 0 },
            processedDate: expect.any(String),
          },
        },
      ],
    })
  })

  it('writes only the types that a partial answer contains', async () => {
    answer = say({ outcome: 'partial', findings: [{ type: 8, status: 17, results: [] }] })
    await checkOnce()
    expect(await typeOf(8)).toMatchObject({ status: { statusId: 17 }, freshness: { state: 'current' } })
    expect(await typeOf(1)).toMatchObject({ status: { statusId: -1 }, freshness: { state: 'unknown', at: null } })
  })

  it('is due again before its answer expires', async () => {
    answer = say({ outcome: 'ok', findings: clear() })
    await checkOnce()
    const { rows } = await server.db.system.query(
      `
        select extract(epoch from due_at - now()) / 3600 as hours, claim_id
        from due_check
        where vehicle_id = $1 and connector_key = $2`,
      [vehicleId, connector.key],
    )
    expect(rows[0]?.claim_id).toBeNull()
    expect(Number(rows[0]?.hours)).toBeGreaterThan(22)
    expect(Number(rows[0]?.hours)).toBeLessThan(24)
  })
})

const drip: RequestListener = (_request, response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 50)
  response.on('close', () => clearInterval(timer))
}
const cut: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{')
  setTimeout(() => response.destroy(), 20)
}

// [what the portal does, outcome, status without a good answer]
const TROUBLES: [string, () => RequestListener, string, number][] = [
  ['never answers', () => () => undefined, 'timeout', -1],
  ['drips for ever', () => drip, 'timeout', -1],
  ['cuts the connection', () => cut, 'http-error', -1],
  ['answers 500', () => (_q, r) => void r.writeHead(500).end('error'), 'http-error', -1],
  ['sends half a document', () => (_q, r) => void r.end('{"outcome":"ok","findings":[{"ty'), 'shape-drift', 15],
  ['answers ok without findings', () => say({ outcome: 'ok', findings: [] }), 'shape-drift', 15],
  [
    'gives a status its type cannot have',
    () => say({ outcome: 'ok', findings: [{ type: 1, status: 5, results: [] }] }),
    'shape-drift',
    15,
  ],
  [
    'sends too much',
    () => (_q, r) => void r.writeHead(200, { 'content-encoding': 'gzip' }).end(TOO_MUCH),
    'shape-drift',
    15,
  ],
  ['asks for a captcha', () => say({ outcome: 'captcha', why: 'Pide captcha.' }), 'captcha', 13],
  ['wants more data', () => say({ outcome: 'needs-input', why: 'Pide el propietario.' }), 'needs-input', 13],
  ['refuses the credentials', () => say({ outcome: 'bad-credentials', why: '401' }), 'bad-credentials', 18],
  [
    'has no credit left',
    () => say({ outcome: 'no-credit', why: 'El saldo del contrato con la fuente se agotó.' }),
    'no-credit',
    -1,
  ],
  ['asks to wait', () => say({ outcome: 'rate-limited', why: '429', retryAfterSeconds: 600 }), 'rate-limited', -1],
  [
    'redirects elsewhere',
    () => (_q, r) => void r.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    'shape-drift',
    15,
  ],
]

describe.each(someCases(TROUBLES, 5, 0))('a portal that %s', (_name, behave, outcome, status) => {
  it('never yields a clear status, and the last attempt shows the outcome', async () => {
    answer = behave()
    await checkOnce(outcome === 'timeout' ? SHORT : {})
    for (const id of [0, 1, 6, 8]) {
      expect(await typeOf(id)).toMatchObject({
        status: { statusId: status },
        resources: [{ scraped: { lastAttempt: { outcome }, result: [] } }],
      })
    }
  })

  it('leaves the last good answer unchanged', async () => {
    answer = say({ outcome: 'ok', findings: [...clear().filter(({ type }) => type !== 1), fine(500)] })
    await checkOnce()
    await dueNow()
    answer = behave()
    await checkOnce(outcome === 'timeout' ? SHORT : {})
    expect(await typeOf(1)).toMatchObject({
      status: { statusId: 0 },
      total: 500,
      freshness: { state: 'current' },
      resources: [{ scraped: { lastAttempt: { outcome } } }],
    })
    expect(await typeOf(8)).toMatchObject({ status: { statusId: 17 } })
  })
})

describe('an expired answer', () => {
  it('still shows its debts, but a clear status becomes unknown when the renewal fails', async () => {
    answer = say({ outcome: 'ok', findings: [...clear().filter(({ type }) => type !== 1), fine(500)] })
    await checkOnce()
    await server.db.system.query(
      `update vehicle_resource set fresh_until = now() - interval '1 hour' where vehicle_id = $1`,
      [vehicleId],
    )
    expect((await typeOf(8))?.freshness?.state).toBe('old')
    await dueNow()
    answer = (_request, response) => void response.writeHead(503).end()
    await checkOnce()
    expect(await typeOf(8)).toMatchObject({ freshness: { state: 'unknown', at: expect.any(String) } })
    expect(await typeOf(1)).toMatchObject({ status: { statusId: 0 }, total: 500, freshness: { state: 'old' } })
  })
})

describe('workers', () => {
  const fleet = async (size: number) => {
    await server.db.system.query('delete from due_check')
    await server.vehicles(
      company,
      Array.from({ length: size }, (_, i) => ({ plate: `TBC${1000 + i}` })),
    )
    await server.db.system.query('delete from due_check where connector_key <> $1', [connector.key])
  }
  const until = async (happened: () => Promise<boolean>) => {
    while (!(await happened())) await new Promise((tick) => setImmediate(tick))
  }
  const runs = async () =>
    Number(
      (await server.db.system.query('select count(*) as n from check_run where tenant_id = $1', [company.tenantId]))
        .rows[0].n,
    )

  it.runIf(isDrill)(
    'share the work: two workers query each vehicle once, within the portal’s concurrency',
    async () => {
      await fleet(60)
      await setPortal('concurrency = 3')
      let under = 0
      let most = 0
      answer = (request, response) => {
        most = Math.max(most, ++under)
        setTimeout(() => {
          under--
          say({ outcome: 'ok', findings: clear() })(request, response)
        }, 5)
      }
      const two = [1, 2].map(() => startWorker({ db: server.db, log, connectors: [connector], idleMs: 10 }))
      await until(async () => (await runs()) >= 60)
      await Promise.all(two.map((each) => each.stop()))
      expect(queryCount).toBe(60)
      expect(most).toBeLessThanOrEqual(3)
      expect(await runs()).toBe(60)
    },
  )

  it('take over the claims of a dead worker, whose late answer is discarded', async () => {
    answer = say({ outcome: 'ok', findings: [...clear().filter(({ type }) => type !== 1), fine(500)] })
    const dead = await claimSome(1)
    const [claim] = dead?.claims ?? []
    if (!dead || !claim) throw new Error('nothing was due')
    expect((await claimSome(1))?.claims).toEqual([])
    const late = await checked({
      claim,
      connector,
      ...dead.portal,
      now: () => new Date(),
      random: () => 0,
    })
    await server.db.system.query(`update due_check set claimed_until = now() - interval '1 s' where claim_id = $1`, [
      claim.claimId,
    ])
    expect(await releaseAbandoned(server.db)).toBe(1)
    answer = say({ outcome: 'ok', findings: clear() })
    expect(await checkOnce()).toBe(true)
    expect(await storeCheck(late)).toBe(false)
    expect(await typeOf(1)).toMatchObject({ status: { statusId: 1 }, total: null })
    expect(await runs()).toBe(1)
  })

  it('discard the answer about a vehicle that was edited during the query, and query again', async () => {
    answer = say({ outcome: 'ok', findings: clear() })
    const claimed = await claimSome(1)
    const [claim] = claimed?.claims ?? []
    if (!claimed || !claim) throw new Error('nothing was due')
    const options = { claim, connector, ...claimed.portal, now: () => new Date(), random: () => 0 }
    const ended = await checked(options)
    await server.db.system.query(`update vehicle set plate = 'NUEVA99' where vehicle_id = $1`, [vehicleId])
    expect(await storeCheck(ended)).toBe(false)
    expect(await typeOf(1)).toMatchObject({ status: { statusId: -1 }, freshness: null })
    expect((await claimSome(1))?.claims).toMatchObject([{ vehicles: [{ plate: 'NUEVA99' }] }])
  })

  it('skip checks of unknown connectors without blocking the others', async () => {
    await fleet(2)
    await setPortal('concurrency = 1')
    await server.db.system.query(`update due_check set connector_key = 'retirado', due_at = now() - interval '1 day'
      where vehicle_id = (select min(vehicle_id) from due_check)`)
    answer = say({ outcome: 'ok', findings: clear() })
    worker = startWorker({ db: server.db, log, connectors: [connector], idleMs: 10 })
    await until(async () => (await runs()) >= 1)
    expect(queryCount).toBe(1)
  })

  it('release their claims when they stop', async () => {
    answer = () => undefined
    worker = startWorker({ db: server.db, log, connectors: [{ ...connector, deadlineMs: 60_000 }], idleMs: 10 })
    await until(async () => queryCount > 0)
    await worker.stop(50)
    const { rows } = await server.db.system.query('select count(*)::int as n from due_check where claim_id is not null')
    expect(rows[0]).toEqual({ n: 0 })
    expect(await runs()).toBe(0)
  })

  it.runIf(isDrill)(
    'open the breaker after five consecutive failures, probe when half open, and close it on an answer',
    async () => {
      await fleet(20)
      answer = (_request, response) => void response.writeHead(500).end()
      await setPortal('concurrency = 1')
      worker = startWorker({ db: server.db, log, connectors: [connector], idleMs: 10 })
      const open = async () =>
        (await server.db.system.query('select open_until > now() as open from portal where portal_key = $1', [PORTAL]))
          .rows[0].open === true
      await until(open)
      expect(queryCount).toBe(5)
      answer = say({ outcome: 'ok', findings: clear() })
      await setPortal(`open_until = now()`)
      await until(async () => (await runs()) >= 20)
      expect(
        (await server.db.system.query('select failures, open_seconds from portal where portal_key = $1', [PORTAL]))
          .rows,
      ).toEqual([{ failures: 0, open_seconds: 0 }])
    },
  )

  const claims = async () => (await claimSome(5))?.claims.length
  const system = (work: (tx: Tx, tenantId: number) => Promise<void>) =>
    asSystem(server.db, (tx) => work(tx, company.tenantId))

  it('send no query for a suspended company, not even for vehicles added during the suspension', async () => {
    await fleet(2)
    answer = say({ outcome: 'ok', findings: clear() })
    const claimed = await claimSome(1)
    const [claim] = claimed?.claims ?? []
    if (!claimed || !claim) throw new Error('nothing was due')
    await system(suspend)
    const options = { claim, connector, ...claimed.portal, now: () => new Date(), random: () => 0 }
    await storeCheck(await checked(options))
    await server.vehicles(company, [{ plate: 'NUEVA01' }])
    await dueNow()
    expect(await claims()).toBe(0)
    await system(resume)
    expect(await claims()).toBe(3)
  })

  it('continue with the same due dates after a suspension', async () => {
    await fleet(3)
    await server.db.system.query(`update due_check set due_at = now() + interval '5 hours'
      where vehicle_id = (select min(vehicle_id) from due_check)`)
    const dates = async () =>
      (await server.db.system.query('select vehicle_id, due_at, attempts from due_check order by 1')).rows
    const before = await dates()
    await system(suspend)
    await system(resume)
    expect(await dates()).toEqual(before)
    expect(await claims()).toBe(2)
  })

  it('skip vehicles that are added while the suspension is being written', async () => {
    let arrived: Promise<number[]> | undefined
    await system(async (tx, tenantId) => {
      await suspend(tx, tenantId)
      arrived = server.vehicles(company, [{ plate: 'NUEVA02' }])
      await blocked()
    })
    await arrived
    expect(await claims()).toBe(0)
  })

  const blocked = () =>
    until(async () => {
      const { rows } = await server.db.system.query(`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return rows[0].n > 0
    })

  it('retry an answer that a lock keeps from being stored, and continue with other companies meanwhile', async () => {
    await fleet(4)
    await setPortal('concurrency = 2')
    const other = await server.company('otra')
    await server.vehicles(
      other,
      Array.from({ length: 4 }, (_, i) => ({ plate: `OTR${1000 + i}` })),
    )
    await server.db.system.query('delete from due_check where connector_key <> $1', [connector.key])
    answer = say({ outcome: 'ok', findings: clear() })
    const runsOf = async (tenantId: number) =>
      (await server.db.system.query('select from check_run where tenant_id = $1', [tenantId])).rowCount
    await asTenant(server.db, company.tenantId, async (tx) => {
      await sql`select from vehicle where tenant_id = ${company.tenantId} for update`.execute(tx)
      worker = startWorker({ db: server.db, log, connectors: [connector], idleMs: 10 })
      await until(async () => (await runsOf(other.tenantId)) === 4)
      expect(await runs()).toBe(0)
    })
    await until(async () => (await runs()) === 4)
    expect(queryCount).toBe(8)
    const { rows } = await server.db.system.query('select count(*)::int as n from due_check where claim_id is not null')
    expect(rows[0]).toEqual({ n: 0 })
  })

  it('do not deadlock with the erasure of their company', async () => {
    await server.db.system.query(`update company set erase_at = now() where tenant_id = $1`, [company.tenantId])
    let erased: Promise<number | undefined> | undefined
    await asTenant(server.db, company.tenantId, async (tx) => {
      // As a check is stored: the vehicle first, then its due check.
      await sql`select from vehicle where vehicle_id = ${vehicleId} for no key update`.execute(tx)
      erased = eraseCompany(server.db, server.evidence, company.tenantId)
      await blocked()
      await sql`update due_check set attempts = 1 where vehicle_id = ${vehicleId}`.execute(tx)
    })
    expect(await erased).toBeGreaterThan(3)
  })

  it('respect a portal’s pace', async () => {
    await fleet(6)
    await setPortal('pace_ms = 60000')
    answer = say({ outcome: 'ok', findings: clear() })
    expect((await claimSome(5))?.claims).toHaveLength(1)
    expect((await claimSome(5))?.claims).toHaveLength(0)
  })

  it('query as fast as a short pace allows, even with a long idle interval', async () => {
    await fleet(6)
    await setPortal('pace_ms = 5')
    answer = say({ outcome: 'ok', findings: clear() })
    worker = startWorker({ db: server.db, log, connectors: [connector], idleMs: 60_000 })
    await until(async () => queryCount === 6)
  })
})
