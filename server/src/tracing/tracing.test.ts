// Traces as a collector gets them: a call, its transactions, the job that it enqueued and its email, without personal
// data; without a collector nothing of the library is loaded.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../checks/engine/worker.ts'
import {
  CLEAR,
  CONNECTOR,
  openPortal,
  PORTAL,
  serveNuevoLeon,
  startPortal,
  testConnector,
} from '../checks/testing/engine.ts'
import { makeLog } from '../log/log.ts'
import { emailSender } from '../mail/email-sender.ts'
import { smtpMailbox } from '../mail/mailbox.ts'
import { listen } from '../testing/attacks/raw-http.ts'
import { isDrill } from '../testing/drill.ts'
import { resultFolder, testWorker } from '../testing/processes/worker.ts'
import { type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { type Collector, type Span, startCollector } from '../testing/services/otel-collector.ts'
import { testSmtp } from '../testing/services/smtp.ts'
import { appBeside } from '../testing/sign-in/identity.ts'
import { activeIds } from './spans.ts'
import { startTracing } from './start-tracing.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`
const ABOUT = { role: 'all', version: '0.1.0' }

let server: TestServer
let app: FastifyInstance
let address: string
let who: Somebody
let collector: Collector
let headers: string[]
const lines: Record<string, unknown>[] = []
const log = makeLog('debug', 'all', { write: (line) => void lines.push(JSON.parse(line)) })
const { files, remove } = resultFolder()

const call = (url: string, init: RequestInit = {}) =>
  fetch(`${address}${url}`, {
    ...init,
    headers: { authorization: `Bearer ${who.token}`, traceparent: PARENT, ...init.headers },
  })

/** A report is requested, made and sent, and a vehicle is checked. */
const drive = async () => {
  const smtp = await testSmtp()
  const mailbox = smtpMailbox(smtp.url, 'avisos@padron.mx')
  const worker = await testWorker(server, files, { mailbox })
  const ordered = await call('/api/v2/vehiclesReport', {
    method: 'POST',
    body: JSON.stringify({ mails: ['ana@norte.mx'] }),
    headers: { 'content-type': 'application/json' },
  })
  expect(ordered.status).toBe(200)
  await worker.ended(((await ordered.json()) as { queueItemId: string }).queueItemId)
  await worker.stop()
  await emailSender({ db: server.db, mailbox, log, addressOf: (path) => path, emailFiles: server.emailFiles }).runDue()
  mailbox.close()
  await smtp.stop()
  expect(smtp.arrived).toHaveLength(1)

  const portal = await startPortal()
  portal.answer((request, response) => {
    headers = request.rawHeaders
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ outcome: 'ok', findings: CLEAR }))
  })
  await openPortal(server, portal.base)
  await new Promise<void>((stored) => {
    const checks = startWorker({
      db: server.db,
      log,
      connectors: [testConnector()],
      idleMs: 20,
      onStored: () => void checks.stop().then(stored),
    })
  })
  portal.stop()
}

beforeAll(async () => {
  server = await testServer()
  await serveNuevoLeon(server)
  app = await appBeside(server.db, { stores: { files }, log, trustedProxies: ['127.0.0.1'] })
  address = `http://127.0.0.1:${await listen(app)}`
  const company = await server.company('norte')
  who = await server.somebody(company, 'ana', ['vehicles_report', 'vehicles_read', 'queue_read'])
  await server.vehicles(company, [{ plate: 'NLA100A' }])
  collector = await startCollector()
  const stop = await startTracing(collector.url, ABOUT)
  await drive()
  await call('/api/v2/vehicleAsset?page=1&pageSize=10')
  await call('/placa/NLA100A', { method: 'DELETE' })
  await stop()
})
afterAll(async () => {
  await collector.stop()
  await app.close()
  await server.stop()
  remove()
})

const spansNamed = (name: string): Span[] => collector.spans.filter((span) => span.name === name)
const one = (name: string): Span => {
  const [span] = spansNamed(name)
  if (!span) throw new Error(`no span ${name} among ${collector.spans.map((each) => each.name)}`)
  return span
}

test('a call has the name of its row and the trace of the proxy; its transactions belong to it', () => {
  const span = one('exports.vehiclesReport')
  expect(span).toMatchObject({ traceId: TRACE, parentSpanId: PARENT.split('-')[2], failed: false })
  expect(span.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/v2/vehiclesReport',
    'http.response.status_code': 200,
  })
  expect(spansNamed('transaction').some(({ parentSpanId }) => parentSpanId === span.spanId)).toBe(true)
})

test('the job of a call has the same trace, with the ids that the log has', () => {
  const [request, job] = [one('exports.vehiclesReport'), one('job 5')]
  expect(job).toMatchObject({ traceId: TRACE, attributes: { 'padron.outcome': 'done', 'padron.attempt': 1 } })
  expect(job.attributes['padron.request_id']).toBe(request.attributes['padron.request_id'])
  const email = one('email')
  expect(email.attributes).toMatchObject({
    'padron.subject_id': job.attributes['padron.item_id'],
    'padron.outcome': 'sent',
  })
})

test('a check has its source, and the source gets no trace headers', () => {
  expect(one(`check ${CONNECTOR}`).attributes).toMatchObject({ 'padron.portal': PORTAL, 'padron.outcome': 'ok' })
  expect(headers.join(' ')).not.toMatch(/traceparent|tracestate|baggage/i)
})

test('lines of the log have the ids of their trace', () => {
  const line = lines.find(({ msg, call: name }) => msg === 'call' && name === 'exports.vehiclesReport')
  expect(line).toMatchObject({ traceId: TRACE, spanId: one('exports.vehiclesReport').spanId })
  expect(lines.filter((each) => 'omitted' in each)).toEqual([])
  expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['call', 'check', 'email']))
})

test('no address, plate, name or token is in a trace, and the process is named', () => {
  expect(collector.raw.join()).not.toMatch(/norte|ana@|NLA100A|pageSize|Bearer/)
  expect(collector.raw.join()).not.toContain(who.token)
  expect(spansNamed('ANY none').length).toBeGreaterThan(0) // without a built console a GET has no route either
  expect(collector.resource).toMatchObject({
    'service.name': 'padron',
    'service.version': '0.1.0',
    'padron.role': 'all',
  })
})

test('the trace of an untrusted caller is not continued, and none is made after tracing ends', async () => {
  const stop = await startTracing(collector.url, ABOUT)
  await server.app.inject({ url: '/config.json', headers: { traceparent: PARENT } })
  await stop()
  expect(one('operator.config').traceId).not.toBe(TRACE)
  const { length } = collector.spans
  await call('/config.json')
  expect(activeIds()).toBeUndefined()
  expect(collector.spans).toHaveLength(length)
})

test('a collector that does not respond delays neither a call nor the stop', async () => {
  const silent = (await import('node:net')).createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const stop = await startTracing(`http://127.0.0.1:${(silent.address() as { port: number }).port}`, ABOUT)
  expect((await call('/config.json')).status).toBe(200)
  await stop()
  silent.close()
})

test.runIf(isDrill)('without a collector nothing of the SDK is loaded', { timeout: 90_000 }, async () => {
  const here = (name: string) => JSON.stringify(join(import.meta.dirname, name))
  const script = `
    import { registerHooks } from 'node:module'
    const seen = []
    const isSdk = (name) => /opentelemetry.(sdk|exporter)/.test(name)
    registerHooks({
      resolve: (name, context, next) => {
        if (isSdk(name)) seen.push(name)
        return next(name, context)
      },
    })
    const { startTracing } = await import(${here('start-tracing.ts')})
    await import(${here('../app.ts')})
    await startTracing(undefined, { role: 'all', version: '1' })
    const without = seen.length
    await startTracing('http://127.0.0.1:9', { role: 'all', version: '1' })
    process.stdout.write(JSON.stringify([without > 0, seen.length > 0]), () => process.exit())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(JSON.parse(stdout)).toEqual([false, true])
})
