// What costs money and brings nothing is asked once an hour: a contract without credit, and answers that nobody understands of a
// portal with a price. The real workers, database and HTTP; a day passes by moving every date of the engine an hour back.
import { setTimeout as wait } from 'node:timers/promises'
import type { ScrapedResource } from '@padron/contract/resource-status'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Company, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import type { Connector } from './connector.ts'
import {
  answerWith,
  dueAgain,
  fines,
  openPortal,
  PORTAL,
  startPortal,
  type TestPortal,
  told,
} from './engine-for-tests.ts'
import { refusalOf } from './parsing/answers.ts'
import { resumePortal } from './portal-state.ts'
import { startWorker, type Worker } from './worker.ts'

const FLEET = 200
const RESOURCE = 1901 // fines of Nuevo León

let server: TestServer
let portal: TestPortal
let company: Company
let who: Somebody
let vehicles: number[]
const workers: Worker[] = []

const run = (text: string, values: unknown[] = []) => server.db.system.query(text, values)
const log = pino({ level: 'silent' })

/** Reads what the portal says as JSON, and its refusals by their HTTP status. */
const connector = (more: Partial<Connector> = {}): Connector =>
  told({
    parse: ([answer]) =>
      answer?.status === 200
        ? JSON.parse(answer.body)
        : ((answer && refusalOf(answer)) ?? { outcome: 'http-error', why: 'La fuente falló.' }),
    ...more,
  })

const start = (...list: Connector[]): void => {
  workers.push(startWorker({ db: server.db, log, connectors: list, idleMs: 10 }))
}
const stop = async (): Promise<void> => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
}

const until = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition())) await wait(25)
}
const asked = (least: number) => until(async () => portal.asked.length >= least)

/** Nothing is under way, and nothing may go out: the portal or its connector is paused, or nothing is due. */
const isIdle = async (): Promise<boolean> => {
  const { rows } = await run(
    `select not exists (select from due_check where claim_id is not null)
      and (p.probe_at > now() and (p.credit_out_since is not null or p.drift -> $2 ->> 'since' is not null)
        or not exists (select from due_check d where d.portal_key = p.portal_key and d.due_at <= now())) as idle
     from portal p where p.portal_key = $1`,
    [PORTAL, connector().key],
  )
  return rows[0]?.idle === true
}
/** Twice, so that whoever asks in spite of a pause is seen. */
const settled = async (): Promise<void> => {
  for (let times = 0; times < 2; times++) {
    await until(isIdle)
    await wait(30)
  }
}

const passMinutes = (minutes: number) =>
  run(`
    update portal set probe_at = probe_at - interval '${minutes} minutes', open_until = open_until - interval '${minutes} minutes';
    update due_check set due_at = due_at - interval '${minutes} minutes';
    update due_queue set next_at = next_at - interval '${minutes} minutes'`)

/** @returns how many questions were asked in each half hour */
const pass = async (hours: number): Promise<number[]> => {
  const counts: number[] = []
  for (let half = 0; half < 2 * hours; half++) {
    const before = portal.asked.length
    await passMinutes(30)
    await settled()
    counts.push(portal.asked.length - before)
  }
  return counts
}

const refuse = () => portal.answer((_request, response) => void response.writeHead(402).end('{"error":"quota"}'))
const understood = () => portal.say(answerWith(fines({ F1: 500 })))
const changed = () => portal.answer((_request, response) => void response.end('{"outcome":"ok","findings":[]}'))

const scraped = async (index: number): Promise<ScrapedResource['scraped'] | undefined> => {
  const { body } = await server.ask(who, { url: `/sapy/v2/${vehicles[index]}` })
  const { scrapedResources } = body as { scrapedResources: ScrapedResource[] }
  return scrapedResources.find(({ resource }) => resource.resourceId === RESOURCE)?.scraped
}
const outcomes = async () =>
  (
    await run("select outcome, count(*)::int as count from check_run where outcome <> 'ok' group by 1 order by 1")
  ).rows.map(({ outcome, count }) => `${outcome} ${count}`)

beforeAll(async () => {
  server = await testServer()
  portal = await startPortal()
  company = await server.company('norte')
  who = await server.somebody(company, 'consulta', ['vehicles_read'])
  const plates = Array.from({ length: FLEET }, (_, index) => ({ plate: `RKA${String(index).padStart(3, '0')}A` }))
  vehicles = await server.vehicles(company, plates)
  await openPortal(server, portal.base)
  understood()
  start(connector())
  await asked(FLEET)
  await settled()
  await stop()
}, 60_000)
afterAll(async () => {
  portal.stop()
  await server.stop()
})
beforeEach(async () => {
  await openPortal(server, portal.base, `concurrency = 1, price = 2, currency = 'MXN'`)
  await run(`delete from source_outage; delete from check_run where outcome <> 'ok'`)
  await dueAgain(server)
  portal.asked.length = 0
})
afterEach(stop)

describe('a contract without credit', () => {
  it('costs 24 questions a day of a fleet of 200, two workers together, and ends by itself', async () => {
    refuse()
    start(connector())
    start(connector())
    await settled()
    expect(portal.asked).toHaveLength(1)
    const counts = await pass(23.5)
    expect(portal.asked).toHaveLength(24)
    expect(counts.filter((_, half) => half % 2 === 1)).toEqual(Array(23).fill(1))
    expect(await outcomes()).toEqual(['no-credit 24'])
    understood()
    await pass(0.5)
    expect(portal.asked.length).toBeGreaterThanOrEqual(24 + FLEET)
    expect((await run('select credit_out_since from portal where portal_key = $1', [PORTAL])).rows).toEqual([
      { credit_out_since: null },
    ])
    expect((await run('select outcome, ended_at is null as open from source_outage')).rows).toEqual([
      { outcome: 'no-credit', open: false },
    ])
  }, 60_000)

  it('takes an hour for every question that was under way when it began', async () => {
    await openPortal(server, portal.base, 'concurrency = 4')
    refuse()
    start(connector())
    await settled()
    expect(portal.asked).toHaveLength(4)
    expect(await pass(5)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0, 1])
  }, 30_000)

  it('survives a restart, and leaves each vehicle its last answer and says why', async () => {
    refuse()
    start(connector())
    await settled()
    await stop()
    start(connector())
    await settled()
    expect(portal.asked).toHaveLength(1)
    const asked = vehicles[Number(portal.asked[0]?.slice(3, 6))]
    for (const index of [vehicles.indexOf(asked ?? 0), 150])
      expect(await scraped(index)).toMatchObject({
        status: { statusId: 0 },
        freshness: { state: 'current' },
        result: [{ total: 500 }],
        outageSince: expect.any(String),
        pause: { reason: 'no-credit', since: expect.any(String) },
      })
    expect((await scraped(vehicles.indexOf(asked ?? 0)))?.lastAttempt).toMatchObject({
      outcome: 'no-credit',
      text: 'Sin saldo',
      remark: 'El saldo del contrato con la fuente se agotó.',
    })
  }, 30_000)

  it('goes on through trouble that says nothing of credit, and ends when the operator says so', async () => {
    refuse()
    start(connector())
    await settled()
    portal.answer((_request, response) => void response.writeHead(401).end())
    expect(await pass(2)).toEqual([0, 1, 0, 1])
    understood()
    expect(await resumePortal(server.db, PORTAL)).toEqual({ credit: true, connectors: [] })
    await settled()
    expect(portal.asked.length).toBeGreaterThan(FLEET - 5)
    expect(await resumePortal(server.db, PORTAL)).toEqual({ credit: false, connectors: [] })
    expect(await resumePortal(server.db, 'nada')).toBeUndefined()
  }, 30_000)

  it('leaves the other portals alone', async () => {
    const other = await startPortal()
    const second = 'nubarium'
    const key = 'mx-repuve'
    await run(
      `update portal set base_url = $1, pace_ms = 0, concurrency = 8, price = 1, currency = 'MXN' where portal_key = $2`,
      [other.base, second],
    )
    const third = await server.company(`otra${Date.now().toString(36)}`)
    await server.vehicles(third, [{ plate: 'NLB001A' }, { plate: 'NLB002A' }])
    other.say({ outcome: 'ok', findings: [{ type: 2, status: 14, results: [] }] })
    refuse()
    start(connector(), connector({ key, portal: second, types: [2] }))
    await settled()
    expect(portal.asked).toHaveLength(1)
    await until(async () => other.asked.length >= 2)
    expect(other.asked).toEqual(expect.arrayContaining(['NLB001A', 'NLB002A']))
    await run('delete from due_check where tenant_id = $1', [third.tenantId])
    await run('update portal set base_url = null, price = null where portal_key = $1', [second])
    other.stop()
  }, 30_000)

  it('does not spend the hour on a vehicle that lacks what the source asks by', async () => {
    refuse()
    start(connector())
    await settled()
    await stop()
    const holder = connector({ inputs: ['taxIdentifier'] })
    await run(`update vehicle set tax_identifier = null where vehicle_id = any($1)`, [vehicles])
    await passMinutes(60)
    start(holder)
    const lacking = async () =>
      (await run(`select count(distinct vehicle_id)::int as count from check_run where outcome = 'needs-input'`))
        .rows[0]?.count
    await until(async () => (await lacking()) > 20) // each gives the hour back: it asked nobody
  }, 30_000)
})

describe('answers that nobody understands', () => {
  const paused = async () =>
    (
      await run(`select drift -> $2 ->> 'since' is not null as paused from portal where portal_key = $1`, [
        PORTAL,
        connector().key,
      ])
    ).rows[0]?.paused

  it('of a portal with a price: 24 questions a day, until the operator resumes it', async () => {
    changed()
    start(connector())
    start(connector())
    await settled()
    expect(portal.asked).toHaveLength(5)
    await pass(23.5)
    expect(portal.asked).toHaveLength(24)
    expect(await scraped(150)).toMatchObject({
      result: [{ total: 500 }],
      pause: { reason: 'shape-drift' },
      outageSince: null,
    })
    // A vehicle that is understood does not end it: those with debts may still not be.
    understood()
    await pass(1)
    expect(portal.asked).toHaveLength(25)
    expect(await paused()).toBe(true)
    expect(await resumePortal(server.db, PORTAL)).toEqual({ credit: false, connectors: [connector().key] })
    await settled()
    expect(portal.asked.length).toBeGreaterThan(FLEET - 25)
  }, 60_000)

  it('pauses its connector only: another of the same portal goes on', async () => {
    const sibling = connector({ key: 'mx-hermano', parse: () => answerWith(fines({})) })
    await run(
      `insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at)
      select tenant_id, vehicle_id, 'mx-hermano', portal_key, now() + interval '1 hour' from due_check where connector_key = $1`,
      [connector().key],
    )
    changed()
    start(connector(), sibling)
    await settled()
    expect(portal.asked).toHaveLength(5)
    await run(`update due_check set due_at = now() where connector_key = 'mx-hermano'`)
    await asked(5 + FLEET)
    await wait(100)
    expect(portal.asked).toHaveLength(5 + FLEET)
    expect(await paused()).toBe(true)
    await run(`delete from due_check where connector_key = 'mx-hermano'`)
  }, 30_000)

  it('until a newer parser understands them', async () => {
    changed()
    start(connector())
    await settled()
    expect(await paused()).toBe(true)
    understood()
    start(connector({ parserVersion: 2 }))
    await asked(FLEET)
    await settled()
    expect(await paused()).not.toBe(true)
  }, 30_000)

  it('which leaves processes of the older parser paused', async () => {
    changed()
    start(connector())
    await settled()
    await stop()
    start(connector({ parserVersion: 2, parse: () => answerWith(fines({})) }))
    await asked(FLEET)
    await settled()
    await stop()
    await dueAgain(server)
    portal.asked.length = 0
    start(connector())
    await wait(500)
    expect(portal.asked).toEqual([])
    await passMinutes(60 * 6)
    await wait(500)
    expect(portal.asked).toHaveLength(1)
  }, 30_000)

  it('a newer parser that understands no more is paused as well', async () => {
    changed()
    start(connector())
    await settled()
    await stop()
    start(connector({ parserVersion: 2 }))
    await asked(10)
    await settled()
    expect(portal.asked).toHaveLength(10)
    await pass(2)
    expect(portal.asked.length).toBeLessThanOrEqual(12)
  }, 30_000)

  it('one that is understood in between is no reason to pause, and what is free is asked on', async () => {
    let count = 0
    portal.answer(
      (_request, response) =>
        void response.end(JSON.stringify(++count % 4 === 0 ? answerWith(fines({})) : { outcome: 'ok', findings: [] })),
    )
    start(connector())
    await settled()
    expect(portal.asked.length).toBeLessThan(30) // more than half of twenty
    await stop()
    await resumePortal(server.db, PORTAL)
    await openPortal(server, portal.base, 'concurrency = 1')
    await dueAgain(server)
    portal.asked.length = 0
    changed()
    start(connector())
    await settled()
    expect(portal.asked).toHaveLength(FLEET)
  }, 30_000)
})
