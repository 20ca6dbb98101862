// Every portal: deterministic natural answers, credentials, input, the asynchronous flow, and a mix in which every
// kind of fault occurs.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, type Simulator, startSimulator } from './test-process.ts'

let sim: Simulator
beforeAll(async () => {
  sim = await startSimulator()
})
afterAll(() => sim.stop())

/** Answers without the parts that a clock or a counter writes. */
const timeless = (text: string) =>
  text.replace(/"(id|traceId|timestamp|dateTime|end_at|fetchedAt)":"[^"]*"/g, '').replace(/value='[^']*'/g, '')

const plates = Array.from({ length: 12 }, (_, n) => `RK${'ABCDEFGHJKLM'.charAt(n)}${100 + n * 37}A`)

it('answers the same plate the same way, and different plates differently', async () => {
  for (const ask of Object.values(sim.ask)) {
    const [once, again] = [await Promise.all(plates.map(ask)), await Promise.all(plates.map(ask))]
    expect(again.map(({ text }) => timeless(text))).toEqual(once.map(({ text }) => timeless(text)))
  }
  const vehicles = await Promise.all(plates.map(sim.ask['verifik-runt']))
  expect(new Set(vehicles.map(({ text }) => text)).size).toBeGreaterThan(8)
})

it('reads brand, model and year from the VIN, and returns what was queried', async () => {
  const { json } = await sim.ask.nubarium('QQ01AA')
  expect(at(json, 'data.vehicle.placa')).toBe('QQ01AA')
  const query = await sim.post(
    '/nubarium/mex/services/v1/validate-repuve',
    { vin: '3N1CN8AE1RL000101' },
    { authorization: `Basic ${btoa('demo:demo')}` },
  )
  expect(query.json).toMatchObject({
    status: 'OK',
    messageCode: 0,
    data: {
      vehicle: { vin: '3N1CN8AE1RL000101', marca: 'NISSAN', modelo: 'SENTRA', anioModelo: '2024', origin: 'NACIONAL' },
    },
  })
})

it.each([
  ['GET', '/verifik/v2/mx/vehiculo/placa?plate=A', 'code', 'Unauthorized'],
  ['POST', '/apitude/api/v1.0/requests/adeudos-mx/', 'detail', 'Authentication credentials were not provided.'],
  ['GET', '/apitude/api/v1.0/requests/adeudos-mx/1', 'detail', 'Authentication credentials were not provided.'],
  ['GET', '/verifik/v2/co/simit/consultar/placa?plate=A', 'code', 'Unauthorized'],
  // The body of Nubarium's response is not known: the simulator's is empty.
  ['POST', '/nubarium/mex/services/v1/validate-repuve', 'status', undefined],
  ['GET', '/verifik/v2/co/runt/vehicle-by-plate?plate=A', 'code', 'Unauthorized'],
])('rejects wrong credentials: %s %s', async (method, path, key, value) => {
  const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}
  for (const authorization of ['', 'Bearer wrong', `Basic ${btoa('demo:wrong')}`]) {
    const headers = { ...body.headers, authorization, 'x-api-key': 'wrong' }
    const reply = await sim.call(path, { method, ...body, headers })
    expect(reply.status).toBe(401)
    expect(at(reply.json, key)).toBe(value)
  }
})

it('rejects missing input in the form of each provider', async () => {
  const verifik = { headers: { authorization: 'Bearer demo-verifik' } }
  const refused = (path: string) => sim.call(`/verifik/v2/co/${path}`, verifik)
  for (const path of [
    'simit/consultar/placa?placa=ABC123',
    'simit/consultar/placa?plate=ABC123&page=1',
    'simit/consultar/placa?plate=ABC-123',
  ])
    expect((await refused(path)).json, path).toMatchObject({ code: 'MissingParameter' })
  expect((await refused('runt/vehicle-by-vin?vin=123')).status).toBe(409)
  const noDocument = await sim.call('/verifik/v2/co/runt/vehicle-by-plate?plate=ABC123', verifik)
  expect([noDocument.status, at(noDocument.json, 'code')]).toEqual([409, 'MissingParameter'])
  const nubarium = (fields: object) =>
    sim.post('/nubarium/mex/services/v1/validate-repuve', fields, { authorization: `Basic ${btoa('demo:demo')}` })
  for (const fields of [{}, { vin: '123' }, { plate: 'FAA123A' }])
    expect(at((await nubarium(fields)).json, 'status'), JSON.stringify(fields)).toBe('ERROR')
  const rapidapi = {
    'x-rapidapi-key': 'demo-rapidapi',
    'x-rapidapi-host': 'informacion-vehiculos-de-mexico.p.rapidapi.com',
  }
  const question = { placas: 'FAA123A', niv: '3N1CN8AE1RL000101' }
  const ask = async (fields: object, headers = {}) =>
    (await sim.post('/rapidapi/consulta', fields, { ...rapidapi, ...headers })).status
  expect(await ask(question)).toBe(200)
  expect(await ask({ placas: 'FAA123A' })).toBe(400)
  expect(await ask({ ...question, placa_niv: 'FAA123A' })).toBe(400)
  expect(await ask(question, { 'x-rapidapi-host': 'other.p.rapidapi.com' })).toBe(401)
})

it('Apitude accepts first and delivers later, with a constant end time', async () => {
  const ordered = await sim.order('QQ02AA')
  expect(ordered.json).toMatchObject({
    message: 'Request processed successfully',
    url: expect.stringMatching(/\/$/),
    request_id: expect.any(String),
  })
  expect(at((await sim.poll(ordered)).json, 'result')).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve, 300))
  const first = await sim.poll(ordered)
  expect(at(first.json, 'result.data.unpaid_traffic_violations.0.amount')).toBe('10 UNIDADES DE CUENTA')
  expect((await sim.poll(ordered)).text).toBe(first.text)
})

it('shows every natural fault somewhere among 600 plates', async () => {
  const many = Array.from({ length: 600 }, (_, n) => `AB${'CDEFGHJK'.charAt(n % 8)}${String(n).padStart(4, '0')}`)
  await sim.call('/__control/stats', { method: 'DELETE' })
  await Promise.all(many.map((plate) => Promise.all([sim.ask['placapi-mx'](plate), sim.ask['verifik-runt'](plate)])))
  const { json } = await sim.call('/__control/stats')
  for (const scenario of ['does-not-exist', 'ok-with-error', 'server-error', 'captcha', 'unauthorized', 'drift']) {
    expect(at(json, `placapi-mx.${scenario}`)).toBeGreaterThan(0)
  }
  expect(at(json, 'verifik-runt.wrong-owner')).toBeGreaterThan(0)
  expect(at(json, 'placapi-mx.natural')).toBeGreaterThan(560)
  expect(at(json, 'placapi-mx.natural')).toBeLessThan(590)
})
