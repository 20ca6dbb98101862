// One line for each call, with the pattern of its route and an id that the response has too; the number of metrics does
// not grow with unknown requests.
import { request as ask } from 'node:http'
import { get, calls as named } from '@padron/contract/call'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { createFastify } from '../http/create-fastify.ts'
import { BODY_TIMEOUTS } from '../http/overload/body-timeouts.ts'
import { PROCESS_REGISTRY } from '../metrics/counters.ts'
import { listen } from '../testing/attacks/raw-http.ts'
import { makeLog } from './log.ts'

const rows = named('muestra', { one: get('/muestra/:plate', { summary: 'x', needs: 'public', reply: z.object({}) }) })
const lines: Record<string, unknown>[] = []
let near: FastifyInstance
let port: number

const server = async (proxies: string[]): Promise<FastifyInstance> => {
  const log = makeLog('debug', 'api', { write: (line) => void lines.push(JSON.parse(line)) })
  const app = await createFastify(log, BODY_TIMEOUTS, proxies)
  app.get('/muestra/:plate', { config: { call: rows.one } }, async () => ({ ok: true }))
  app.post('/muestra/:plate', async () => ({ ok: true }))
  app.get('/falla', async () => {
    throw new Error('Ana "Pérez" con placa NLA100A')
  })
  app.get('/corriente', (_request, reply) => reply.type('text/event-stream').send('data: 1\n\n'))
  return app
}

beforeAll(async () => {
  near = await server(['127.0.0.1', '10.0.0.0/8'])
  port = await listen(near)
})
afterAll(() => near.close())

const call = async (url: string, init: RequestInit = {}) => {
  const before = lines.length
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, init)
  const body = await answer.text()
  await expect.poll(() => lines.slice(before).some(({ msg }) => msg === 'call')).toBe(true)
  return { answer, body, line: lines.slice(before).find(({ msg }) => msg === 'call') }
}
const OUR_ID = /^[0-9A-HJKMNP-TV-Z]{12}$/

test('a line has the call, its outcome and its duration, and no values of the request', async () => {
  const { answer, line } = await call('/muestra/NLA100A?sendTo=ana@norte.mx', {
    headers: { cookie: 'padron_token=secreto' },
  })
  expect(line).toMatchObject({
    level: 'info',
    method: 'GET',
    route: '/muestra/:plate',
    call: 'muestra.one',
    status: 200,
    bytes: 11,
  })
  expect(line?.tookMs).toBeTypeOf('number')
  expect(line?.requestId).toMatch(OUR_ID)
  expect(answer.headers.get('x-request-id')).toBe(line?.requestId)
  expect(JSON.stringify(line)).not.toMatch(/NLA100A|norte|secreto/)
})

test('an unexpected error responds with the id of its line in the log', async () => {
  const { answer, body, line } = await call('/falla')
  const requestId = answer.headers.get('x-request-id')
  expect(JSON.parse(body)).toEqual({
    type: 'about:blank',
    title: 'Ocurrió un error inesperado. Intente de nuevo más tarde.',
    status: 500,
    requestId,
  })
  expect(line).toMatchObject({ level: 'warn', status: 500, requestId })
  const errorLine = lines.find((each) => each.msg === 'unexpected error')
  expect(errorLine).toMatchObject({ level: 'error', requestId, err: { type: 'Error' } })
  expect(JSON.stringify(errorLine)).toContain('calls.test.ts')
  expect(JSON.stringify(lines)).not.toMatch(/Pérez|NLA100A/)
})

test('all requests without a route are logged as one route', async () => {
  const { line, answer } = await call('/placa/NLA100A', { method: 'DELETE' })
  expect(line).toMatchObject({ method: 'ANY', route: 'none', status: 404 })
  expect(answer.headers.get('x-request-id')).toBe(line?.requestId)
  const broken = await near.inject({ url: '/%zz?token=secreto' })
  expect(broken.statusCode).toBe(400)
  expect(JSON.stringify(lines)).not.toContain('secreto')
})

test('a valid id from a trusted proxy is used; from anybody else it is not', async () => {
  const given = '0af7651916cd43dd8448eb211c80319c'
  const uuid = '7f3c1a52-5f3e-4d8e-9c64-0d2f5a6b7c8d'
  for (const id of [given, uuid])
    expect((await call('/corriente', { headers: { 'x-request-id': id } })).answer.headers.get('x-request-id')).toBe(id)
  for (const wrong of ['ana@norte.mx', 'XAXX010101000', `${given}0`, ''])
    expect(
      (await call('/corriente', { headers: { 'x-request-id': wrong } })).answer.headers.get('x-request-id'),
    ).toMatch(OUR_ID)
  const far = await server([])
  const answer = await far.inject({ url: '/corriente', headers: { 'x-request-id': given } })
  expect(answer.headers['x-request-id']).toMatch(OUR_ID)
  await far.close()
})

const series = async (): Promise<string[]> =>
  (await PROCESS_REGISTRY.metrics()).split('\n').filter((line) => line.startsWith('padron_http_'))
const figureOf = async (start: string) =>
  Number(
    (await series())
      .find((line) => line.startsWith(start))
      ?.split(' ')
      .at(-1) ?? 0,
  )

test('metrics count calls by pattern and class, and streams without their duration', async () => {
  const one = 'padron_http_requests_total{method="GET",route="/muestra/:plate",status="2xx"}'
  const before = await figureOf(one)
  await call('/muestra/NLB200B')
  expect(await figureOf(one)).toBe(before + 1)
  await call('/corriente')
  expect(await figureOf('padron_http_requests_total{method="GET",route="/corriente",status="2xx"}')).toBeGreaterThan(0)
  expect(
    (await series()).some((line) => line.startsWith('padron_http_request_duration') && line.includes('corriente')),
  ).toBe(false)
  expect((await series()).join()).not.toMatch(/NLB200B|norte/)
})

test('five hundred unknown addresses and methods add no metric', async () => {
  await call('/placa/NLA100A')
  const before = (await series()).length
  for (let i = 0; i < 500; i++) await near.inject({ url: `/x/${i}?y=${i}`, method: i % 2 ? 'GET' : 'PUT' })
  expect((await series()).length).toBe(before)
})

test('a request that is aborted midway is no longer counted as in progress', async () => {
  const under = await figureOf('padron_http_in_flight')
  await new Promise<void>((done) => {
    const outgoing = ask({
      port,
      path: '/muestra/NLA100A',
      method: 'POST',
      headers: { 'content-length': '100', 'content-type': 'application/json' },
    })
    outgoing.on('error', () => done())
    outgoing.write('{')
    outgoing.on('socket', (socket) => socket.on('connect', () => setImmediate(() => outgoing.destroy())))
  })
  await expect.poll(() => figureOf('padron_http_in_flight')).toBe(under)
})
