// The headers of each kind of response: page, asset, JSON, file, rejection, server error, unknown path, and a request
// that is not HTTP.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { listen, rawBytes, rawRequest } from '../../testing/attacks/raw-http.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { createFastify } from '../create-fastify.ts'
import { BODY_TIMEOUTS } from '../overload/body-timeouts.ts'
import { serveConsole } from './console.ts'
import { BARE_HEADERS, secureHeaders } from './headers.ts'

const log = pino({ level: 'silent' })
const USUAL = {
  'content-security-policy': expect.stringMatching(/default-src 'self';script-src 'self';.*frame-ancestors 'none'/),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringMatching(
    /microphone=\(\).*camera=\(self\), publickey-credentials-create=\(self\), publickey-credentials-get=\(self\)/,
  ),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': expect.any(String),
}

let server: TestServer
let app: FastifyInstance
let site: FastifyInstance
let [port, sitePort] = [0, 0]
let ana: Somebody
const folder = mkdtempSync(join(tmpdir(), 'padron-headers-'))

const faulty = (served: FastifyInstance) =>
  served.get('/fault', () => {
    throw new Error('secret of ours')
  })

beforeAll(async () => {
  server = await testServer()
  ana = await server.somebody(await server.company('norte'), 'ana', ['vehicles_read', 'tags_read'])
  app = await buildApp({
    db: server.db,
    log,
    state: { ready: true, simulated: false },
    publicUrl: 'https://padron.example.mx',
    parts: new Set(['api', 'identity']),
  })
  port = await listen(app)

  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__"><title>Padrón</title>')
  writeFileSync(join(folder, 'assets/main-1a2b3c.js'), 'export {}')
  site = await createFastify(log, BODY_TIMEOUTS)
  await secureHeaders(site, undefined)
  faulty(site)
  await serveConsole(site, true, folder)
  sitePort = await listen(site)
})
afterAll(async () => {
  await app.close()
  await site.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const token = (): [string, string][] => [['authorization', `Bearer ${ana.token}`]]

describe('the API description', () => {
  it('lists the error responses of every call, and their format', async () => {
    const answer = await rawRequest(port, 'GET', '/api/openapi.json')
    const { paths, components } = JSON.parse(answer.body)
    const operations = Object.values(paths as Record<string, Record<string, { responses: object }>>).flatMap(
      Object.values,
    )
    expect(operations.length).toBeGreaterThan(100)
    const problems = ['400', '401', '403', '404', '409', '422', '429', '503']
    for (const { responses } of operations) expect(Object.keys(responses)).toEqual(expect.arrayContaining(problems))
    const { content, headers } = components.responses.Problem429
    expect(headers['Retry-After']).toEqual({ $ref: '#/components/headers/Retry-After' })
    expect(components.headers['Retry-After'].schema.type).toBe('integer')
    expect(content['application/problem+json'].schema.$ref).toBe('#/components/schemas/Problem')
    expect(Object.keys(components.schemas.Problem.properties)).toEqual([
      'type',
      'title',
      'status',
      'errors',
      'requestId',
    ])
  })
})

describe('the headers of a response', () => {
  it.each([
    ['JSON', 200, 'GET', '/api/v2/tags', true],
    ['the settings', 200, 'GET', '/config.json', false],
    ['a health check', 200, 'GET', '/health/live', false],
    ['the description', 200, 'GET', '/api/openapi.json', false],
    ['no session', 401, 'GET', '/api/v2/tags', false],
    ['a missing permission', 403, 'GET', '/api/v2/resources/health', true],
    ['a missing file', 404, 'GET', '/files/results/x', false],
    ['an unknown call', 404, 'GET', '/api/v2/nothing', true],
    ['an unknown method', 404, 'DELETE', '/api/v2/tags/x/y/z', true],
    ['a wrong query', 400, 'GET', '/api/v2/vehicleAsset/suggestions?nothing=1', true],
    ['a session', 200, 'GET', '/connect/userinfo', true],
    ['a wrong sign-in', 415, 'POST', '/connect/token', false],
  ] as const)('%s (%i)', async (_what, status, method, path, known) => {
    const answer = await rawRequest(port, method, path, known ? token() : [])
    expect([answer.status, answer.headers]).toEqual([status, expect.objectContaining(USUAL)])
  })

  it('include Strict-Transport-Security only if the address is https, and without subdomains', async () => {
    const secure = (await rawRequest(port, 'GET', '/config.json')).headers['strict-transport-security']
    expect(secure).toBe('max-age=63072000')
    expect((await rawRequest(sitePort, 'GET', '/')).headers['strict-transport-security']).toBeUndefined()
  })

  it('an invalid path', async () => {
    const answer = await rawRequest(port, 'GET', '/api/v2/%E0%A4%A')
    expect([answer.status, answer.headers]).toEqual([400, expect.objectContaining(BARE_HEADERS)])
  })

  it('a request that is not HTTP', async () => {
    const received = await rawBytes(port, 'no request\r\n\r\n')
    expect(received).toMatch(/^HTTP\/1.1 400 /)
    for (const [name, value] of Object.entries(BARE_HEADERS)) expect(received).toContain(`\r\n${name}: ${value}\r\n`)
  })
})

describe('the headers of the console’s files', () => {
  it.each([
    ['the page', 200, '/login'],
    ['an asset', 200, '/assets/main-1a2b3c.js'],
    ['an asset of another release', 404, '/assets/main-000000.js'],
    ['a path with a slash at its end', 308, '/reports/'],
    ['a server error', 500, '/fault'],
  ] as const)('%s (%i)', async (_what, status, path) => {
    const answer = await rawRequest(sitePort, 'GET', path)
    expect([answer.status, answer.headers]).toEqual([status, expect.objectContaining(USUAL)])
    expect(answer.body).not.toContain('secret of ours')
  })
})
