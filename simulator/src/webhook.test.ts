// The source that answers by callback: a real server receives what it sends and checks the signature.
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { at, type Simulator, startSimulator } from './test-process.ts'

type CallbackDelivery = { body: string; json: unknown; signed: boolean; type: string }

let sim: Simulator
let server: Server
let address = ''
let deliveries: CallbackDelivery[] = []
let wake = () => {}
/** The statuses that the receiver responds with, in this order; 200 when it is empty. */
let replies: number[] = []

beforeAll(async () => {
  sim = await startSimulator({ SIMULATOR_ASYNC_MS: '40' })
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const signature = createHmac('sha256', 'demo-webhook').update(body).digest('hex')
      const signed = request.headers['x-signature'] === signature
      deliveries.push({ body, json: JSON.parse(body), signed, type: String(request.headers['content-type']) })
      response.writeHead(replies.shift() ?? 200).end()
      wake()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const bound = server.address()
  address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/hook`
})
afterEach(async () => {
  await sim.call('/__control/faults', { method: 'DELETE' })
  deliveries = []
  replies = []
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await sim.stop()
})

const key = { 'x-api-key': 'demo-webhook' }
const vin = '3N1CN8AE1RL000101'
const order = (more: object = {}) =>
  sim.post('/webhook-example/vehicle', { vin, plate: 'JHK123A', callbackUrl: address, ...more }, key)
const show = (scenario: string) => sim.lever('faults', { portal: 'webhook-example', scenario })

async function received(count: number): Promise<CallbackDelivery[]> {
  while (deliveries.length < count) await new Promise<void>((done) => (wake = done))
  return deliveries
}

it('accepts, and later sends the signed answer, with a PDF', async () => {
  await show('clean')
  const accepted = await order()
  expect([accepted.status, at(accepted.json, 'status')]).toEqual([202, 'PROCESSING'])
  const [delivery] = await received(1)
  expect(delivery?.signed).toBe(true)
  expect(delivery?.type).toContain('application/json')
  expect(delivery?.json).toMatchObject({
    requestId: at(accepted.json, 'requestId'),
    status: 'DONE',
    vehicle: { plate: 'JHK123A', vin, brand: 'NISSAN', model: 'SENTRA', year: 2024 },
    theft: { status: 'SIN REPORTE', entity: null, date: null },
  })
  const pdf = Buffer.from(String(at(delivery?.json, 'pdfBase64')), 'base64').toString('latin1')
  expect(pdf.startsWith('%PDF-1.4')).toBe(true)
  expect(pdf.trimEnd().endsWith('%%EOF')).toBe(true)
  expect(pdf).toContain(vin)
  expect(Number(/startxref\n(\d+)/.exec(pdf)?.[1])).toBe(pdf.indexOf('xref\n'))
})

it('delivers the same answer twice, or a different one afterwards', async () => {
  await show('webhook-twice')
  await order()
  const [first, second] = await received(2)
  expect(second?.body).toBe(first?.body)
  deliveries = []
  await show('webhook-other')
  await order()
  const [before, after] = await received(2)
  expect([before?.signed, after?.signed]).toEqual([true, true])
  expect(at(after?.json, 'requestId')).toBe(at(before?.json, 'requestId'))
  expect([at(before?.json, 'theft.status'), at(after?.json, 'theft.status')]).toEqual(['SIN REPORTE', 'CON REPORTE'])
})

it('signs wrongly, reports a failure, or never answers', async () => {
  await show('webhook-unsigned')
  await order()
  expect((await received(1))[0]?.signed).toBe(false)
  deliveries = []
  await show('webhook-never')
  expect((await order()).status).toBe(202)
  await show('webhook-error')
  await order()
  // The later request answers first: the earlier one never does.
  const [only] = await received(1)
  expect([at(only?.json, 'status'), typeof at(only?.json, 'message')]).toEqual(['ERROR', 'string'])
})

it('retries when the receiver fails', async () => {
  await show('clean')
  replies = [503]
  await order()
  const [first, again] = await received(2)
  expect(again?.body).toBe(first?.body)
})

it('rejects wrong credentials, missing input, and a callback to another machine', async () => {
  expect((await sim.post('/webhook-example/vehicle', { vin, callbackUrl: address })).status).toBe(401)
  expect((await order({ vin: '', plate: '' })).status).toBe(400)
  for (const callbackUrl of ['', 'http://example.com/hook', 'ftp://127.0.0.1/x', 'http://127.0.0.1.example.com/'])
    expect((await order({ callbackUrl })).status, callbackUrl).toBe(400)
  await show('server-error')
  expect((await order()).status).toBe(500)
})
