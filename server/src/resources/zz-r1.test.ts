import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { answerWith, ask, checkOnce, claimSome, dueAgain, fines, openPortal, PORTAL, startPortal, type TestPortal, told } from './engine-for-tests.ts'
import type { Ended } from './ended.ts'
import { storeBatch } from './store.ts'
import { startWorker } from './worker.ts'
import { robo } from './mx/robo.ts'
import { applyCapture } from './capture.ts'
import { asTenant } from '../db/client.ts'
let server: TestServer
let portal: TestPortal
let n = 0
beforeAll(async () => { server = await testServer(); portal = await startPortal() })
afterAll(async () => { portal.stop(); await server.stop() })
beforeEach(async () => { for (const t of ['due_check', 'portal_month', 'check_event', 'debt']) await server.db.system.query(`delete from ${t}`); await openPortal(server, portal.base, 'concurrency = 100') })
const q = async (text: string, v: unknown[] = []) => (await server.db.system.query(text, v)).rows
it('open breaker: old clear', async () => {
  const own = await server.company(`c${n++}x`)
  const who = await server.somebody(own, 'a', ['vehicles_read'])
  const [id] = await server.vehicles(own, [{ plate: 'AAA100' }])
  portal.say(answerWith(fines({})))
  await checkOnce(server)
  await q(`update vehicle_resource set fresh_until = now() - interval '10 days', good_at = good_at - interval '11 days' where vehicle_id=$1`, [id])
  await q(`update portal set open_seconds=1800, open_until=now()+interval '20 min' where portal_key=$1`, [PORTAL])
  const b = (await server.ask(who, { url: `/sapy/v2/${id}/byType` })).body as any
  console.log('breaker open 10 days:', JSON.stringify(b.scrapedResourceTypes.filter((t: any) => t.resourceType.resourceTypeId === 1).map((t: any) => [t.status, t.freshness])))
})
it('429 with Retry-After: how often the portal is asked', async () => {
  const own = await server.company(`c${n++}x`)
  await server.vehicles(own, Array.from({ length: 40 }, (_, i) => ({ plate: `AAA${100 + i}` })))
  portal.asked.length = 0
  portal.answer((_r, s) => void s.writeHead(429, { 'retry-after': '3600' }).end())
  const con = told({ parse: () => ({ outcome: 'rate-limited', why: 'x', retryAfterSeconds: 3600 }) })
  const w = startWorker({ db: server.db, log: pino({ level: 'silent' }), connectors: [con], idleMs: 50, laneWidth: 16 })
  await new Promise((d) => setTimeout(d, 2500))
  await w.stop()
  console.log('429: asked', portal.asked.length, await q('select open_seconds, next_at, extract(epoch from open_until-now())::int as open_for from portal where portal_key=$1', [PORTAL]))
})
it('marked paid but still listed', async () => {
  const own = await server.company(`c${n++}x`)
  await server.vehicles(own, [{ plate: 'AAA100' }])
  portal.say(answerWith(fines({ A: 100 })))
  await checkOnce(server)
  await q(`update debt set marked_paid_at = now(), marked_paid_by='{"id":1,"name":"ana"}'`)
  for (let i = 0; i < 3; i++) { await dueAgain(server); await checkOnce(server) }
  console.log('mark after 3 checks that still list it:', await q('select folio, marked_paid_at is not null as marked from debt'))
})
it('needs-input is charged', async () => {
  const own = await server.company(`c${n++}x`)
  await server.vehicles(own, Array.from({ length: 10 }, (_, i) => ({ plate: `AAA${100 + i}` })))
  await openPortal(server, portal.base, `concurrency = 100, price = 2.5, currency = 'MXN', monthly_cap = 1000`)
  portal.asked.length = 0
  const con = told({ inputs: ['plate', 'taxIdentifier'] })
  const w = startWorker({ db: server.db, log: pino({ level: 'silent' }), connectors: [con], idleMs: 50, laneWidth: 16 })
  await new Promise((d) => setTimeout(d, 1500)); await w.stop()
  console.log('needs-input: asked', portal.asked.length, await q('select queries, spent from portal_month'))
})
