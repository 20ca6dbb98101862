// A worker that stops: claims without a request are released with their money; queries that were sent stay charged and
// may still be answered.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'
import type { Connector, Parsed } from '../connectors/connector.ts'
import { storeBatch } from '../store/store.ts'
import {
  answerWith,
  claimSome,
  fines,
  openPortal,
  PORTAL,
  startPortal,
  type TestPortal,
  testConnector,
} from '../testing/engine.ts'
import { findPendingCallback, readArrival } from './callbacks.ts'
import { releaseClaims } from './claim-release.ts'
import { startWorker } from './worker.ts'

let server: TestServer
let portal: TestPortal
let turn = 0
beforeAll(async () => {
  server = await testServer()
  portal = await startPortal()
})
afterAll(async () => {
  portal.stop()
  await server.stop()
})
beforeEach(async () => {
  await server.db.system.query('delete from due_check; delete from portal_usage')
  await openPortal(server, portal.base, `concurrency = 100, price = 10, currency = 'MXN', monthly_cap = 1000`)
})

const fleet = async (size: number) =>
  server.vehicles(
    await server.company(`c${turn++}`),
    Array.from({ length: size }, (_, nth) => ({ plate: `STP${nth}00A` })),
  )
const all = async <T extends object>(query: string) => (await server.db.system.query<T>(query)).rows
const spent = async () => (await all('select spent::float8, queries from portal_usage'))[0]
const held = async () => (await all('select from due_check where claim_id is not null')).length
const start = (connector: Connector) =>
  startWorker({
    db: server.db,
    log: pino({ level: 'silent' }),
    connectors: [connector],
    callbackBase: 'https://padron.example',
    idleMs: 20,
  })

describe('the charge for a claim when its worker stops', () => {
  it('stays if the request was sent', async () => {
    await fleet(1)
    const requested = Promise.withResolvers<void>()
    portal.answer(() => requested.resolve())
    const worker = start(testConnector({ deadlineMs: 60_000 }))
    await requested.promise
    await worker.stop(50)
    expect(await spent()).toEqual({ spent: 10, queries: 1 })
    expect(await held()).toBe(0)
  })

  it('is refunded if no request was sent', async () => {
    await fleet(1)
    const worker = start(
      testConnector({ deadlineMs: 60_000, fetch: (_subject, client) => client.wait(60_000).then(() => []) }),
    )
    await vi.waitFor(async () => expect(await spent()).toEqual({ spent: 10, queries: 1 }), {
      timeout: 10_000,
      interval: 50,
    })
    await worker.stop(50)
    expect(await spent()).toEqual({ spent: 0, queries: 0 })
    expect(await held()).toBe(0)
  })

  it('is refunded once for each claim still held, in the month that it was charged to', async () => {
    await fleet(3)
    const claimed = await claimSome(server, 9)
    if (!claimed) throw new Error('nothing was due')
    const [lost = '', ...ids] = claimed.claims.map(({ claimId }) => claimId)
    await server.db.system.query('update due_check set claim_id = null, claimed_until = null where claim_id = $1', [
      lost,
    ])
    for (let times = 0; times < 2; times++) await releaseClaims(server.db, claimed.portal, [lost, ...ids])
    expect(await spent()).toEqual({ spent: 10, queries: 1 })
    const again = await claimSome(server, 1)
    await all(`update portal_usage set month = month - interval '1 month'`)
    await all(`insert into portal_usage (portal_key, month, queries, spent)
      select portal_key, month + interval '1 month', 5, 50 from portal_usage`)
    const [last] = await all<{ month: string }>('select min(month)::text as month from portal_usage')
    const ofLast = { portalKey: PORTAL, accountKey: null, month: last?.month ?? '' }
    await releaseClaims(server.db, ofLast, [again?.claims[0]?.claimId ?? ''])
    expect(await all('select queries::int from portal_usage order by month')).toEqual([{ queries: 1 }, { queries: 5 }])
  })
})

it('a pending callback survives the stop, and its vehicle is not queried again meanwhile', async () => {
  const [vehicleId = 0] = await fleet(1)
  const requested = Promise.withResolvers<string>()
  portal.answer((request) => request.on('data', (chunk) => requested.resolve(JSON.parse(String(chunk)).callback)))
  const delayed = testConnector({
    delivery: 'webhook',
    deadlineMs: 60_000,
    webhook: { giveUpSeconds: 600, refused: () => undefined },
    fetch: async (_subject, client) => [
      await client.request({ method: 'POST', path: '/', json: { callback: client.callback } }),
    ],
    parse: (answers) => JSON.parse(answers.at(-1)?.body ?? '') as Parsed,
  })
  const worker = start(delayed)
  const callback = await requested.promise
  await worker.stop(50)
  const due = await all(
    `select claim_id is null as free, due_at > now() as later from due_check where connector_key = '${delayed.key}'`,
  )
  expect(due).toEqual([{ free: true, later: true }])
  const wait = await findPendingCallback(server.db, callback.split('/').at(-1) ?? '')
  expect(wait?.ended).toBe(false)
  const arrived = { contentType: 'application/json', body: JSON.stringify(answerWith(fines({ A1: 100 }))) }
  if (!wait) throw new Error('nobody waits')
  expect(
    await storeBatch(server.db, [readArrival(wait, delayed, arrived, { now: () => new Date(), random: () => 0.5 })]),
  ).toEqual([true])
  expect(await all(`select origin, outcome from check_run where vehicle_id = ${vehicleId}`)).toEqual([
    { origin: 'webhook', outcome: 'ok' },
  ])
})
