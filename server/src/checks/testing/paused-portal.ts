// A fleet of 60 at a portal that has answered for all of it, for tests of the pause: real workers, database and HTTP;
// time passes by moving all dates back.
import { setTimeout as wait } from 'node:timers/promises'
import type { ScrapedResource } from '@padron/contract/resource-status'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { isDrill } from '../../testing/drill.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import type { Connector } from '../connectors/connector.ts'
import { findTrouble } from '../connectors/parsing/answers.ts'
import { startWorker, type Worker } from '../engine/worker.ts'
import { answerWith, dueAgain, fines, openPortal, startPortal, type TestPortal, testConnector } from './engine.ts'

export const FLEET = 60
/** How long a pause is watched, where it is for long. */
export const HOURS = isDrill ? 24 : 6
const RESOURCE = 1901 // fines of Nuevo León
const log = pino({ level: 'silent' })

/** Reads what the portal says as JSON, and its refusals by their HTTP status. */
export const connector = (more: Partial<Connector> = {}): Connector =>
  testConnector({
    parse: ([answer]) =>
      answer?.status === 200
        ? JSON.parse(answer.body)
        : ((answer && findTrouble(answer)) ?? { outcome: 'http-error', why: 'La fuente falló.' }),
    ...more,
  })

/** Registers the set-up of a test file. */
export const fleetAtPortal = () => {
  let server: TestServer
  let portal: TestPortal
  let company: Company
  let who: Somebody
  let vehicles: number[]
  const workers: Worker[] = []
  const run = (text: string, values: unknown[] = []) => server.db.system.query(text, values)

  const start = (...list: Connector[]): void => {
    workers.push(startWorker({ db: server.db, log, connectors: list, idleMs: 10 }))
  }
  const stop = async (): Promise<void> => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  }

  const until = async (condition: () => Promise<boolean>): Promise<void> => {
    while (!(await condition())) await wait(25)
  }
  const untilQueried = (least: number) => until(async () => portal.queries.length >= least)

  /**
   * Nothing is under way, and nothing may go out: each portal, its account or its connector is paused, or nothing is
   * due.
   */
  const isIdle = async (): Promise<boolean> => {
    const { rows } = await run(
      `select not exists (select from due_check where claim_id is not null) and not exists (
        select from portal p
        left join portal_account a on a.account_key = p.shared_account_key
        where p.base_url is not null
          and exists (select from due_check d where d.portal_key = p.portal_key and d.due_at <= now())
          and (case when a.account_key is null then p.probe_at else a.probe_at end > now()
            and (coalesce(a.credit_out_since, p.credit_out_since) is not null
              or p.drift -> $1 ->> 'since' is not null)) is not true) as idle`,
      [connector().key],
    )
    return rows[0]?.idle === true
  }
  /** Twice, so that a query in spite of a pause is seen. */
  const allHandled = async (): Promise<void> => {
    for (let times = 0; times < 2; times++) {
      await until(isIdle)
      await wait(30)
    }
  }

  const passMinutes = (minutes: number) =>
    run(`
      update portal_account
      set probe_at = probe_at - interval '${minutes} minutes';
      update portal
      set probe_at = probe_at - interval '${minutes} minutes',
        open_until = open_until - interval '${minutes} minutes';
      update due_check
      set due_at = due_at - interval '${minutes} minutes';
      update tenant_queue
      set next_at = next_at - interval '${minutes} minutes'`)

  /** @returns how many questions were asked in each half hour */
  const pass = async (hours: number): Promise<number[]> => {
    const counts: number[] = []
    for (let half = 0; half < 2 * hours; half++) {
      const before = portal.queries.length
      await passMinutes(30)
      await allHandled()
      counts.push(portal.queries.length - before)
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
    await openPortal(server, portal.base)
    vehicles = await server.vehicles(company, plates)
    understood()
    start(connector())
    await untilQueried(FLEET)
    await allHandled()
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
    portal.queries.length = 0
  })
  afterEach(stop)

  return {
    run,
    start,
    stop,
    until,
    untilQueried,
    allHandled,
    pass,
    passMinutes,
    refuse,
    understood,
    changed,
    scraped,
    outcomes,
    get server() {
      return server
    },
    get portal() {
      return portal
    },
    get vehicles() {
      return vehicles
    },
  }
}
