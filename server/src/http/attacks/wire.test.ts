// Attacks below the level of a call, over a real connection: disguised paths and methods, headers that claim an
// identity, a token where none is expected, requests that are not HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someCalls } from '../../testing/attacks/attacks.ts'
import { OPERATIONS, type Operation } from '../../testing/attacks/openapi.ts'
import { listen, rawBytes, rawRequest } from '../../testing/attacks/raw-http.ts'
import { expectRefused } from '../../testing/attacks/refusal.ts'
import { someCases } from '../../testing/drill.ts'
import { createFixtures, type Fixtures } from '../../testing/fixtures.ts'
import { tenantRowHashes } from '../../testing/rows.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let port: number
let company: Company
let main: Somebody
/** Signed in, without any permission. */
let nobody: Somebody
let ours: Fixtures

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  nobody = await server.somebody(company, 'nadie', [])
  ours = await createFixtures(server, company, 'CANARIO')
  port = await listen(server.app)
})
afterAll(() => server.stop())

const GUARDED = OPERATIONS.filter(({ guarded }) => guarded)
const pathOf = ({ path, name }: Operation): string => {
  const id = name.startsWith('users.') ? ours.user : name.startsWith('profiles.') ? ours.profile : ours.vehicle
  return path.replace(/\{\w+\}/g, String(id))
}
const bearer = ({ token }: Somebody): [string, string] => ['authorization', `Bearer ${token}`]
const json: [string, string] = ['content-type', 'application/json']

const DISGUISES: readonly { what: string; as: (path: string) => string }[] = [
  { what: 'two slashes before', as: (path) => `/${path}` },
  { what: 'two slashes inside', as: (path) => path.replace('/v2', '//v2') },
  { what: 'a slash after', as: (path) => `${path}/` },
  { what: 'capitals', as: (path) => path.toUpperCase() },
  { what: 'one capital', as: (path) => path.replace('/v2', '/V2') },
  { what: 'an encoded slash', as: (path) => path.replace('/v2', '%2Fv2') },
  { what: 'every slash encoded', as: (path) => `/${path.slice(1).replaceAll('/', '%2f')}` },
  { what: 'an encoded letter', as: (path) => path.replace('v2', '%762') },
  { what: 'a letter encoded twice', as: (path) => path.replace('v2', '%25762') },
  { what: 'a matrix parameter', as: (path) => `${path};a=b` },
  { what: 'one in the middle', as: (path) => path.replace('/v2', ';a=b/v2') },
  { what: 'a dot', as: (path) => path.replace('/v2', '/./v2') },
  { what: 'up and down', as: (path) => `/health/live/../..${path}` },
  { what: 'encoded up and down', as: (path) => `/health/live/%2e%2e/%2e%2e${path}` },
  { what: 'an ending', as: (path) => `${path}.json` },
  { what: 'a null byte', as: (path) => `${path}%00` },
  { what: 'a space', as: (path) => `${path}%20` },
  { what: 'a fragment', as: (path) => `${path}#/health/live` },
  { what: 'a backslash', as: (path) => path.replace('/v2', '\\v2') },
  { what: 'a whole address', as: (path) => `http://localhost${path}` },
  { what: 'somebody else’s address', as: (path) => `http://intranet.example${path}` },
]

const METHODS = ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'SEARCH', 'LINK']

describe.each(someCalls(GUARDED, 0))('$method $path', (operation) => {
  it('stays closed without the permission, however its path is disguised', async () => {
    const who = operation.anySession ? [[]] : [[], [bearer(nobody)]]
    const disguises = someCases(DISGUISES, 6, GUARDED.indexOf(operation))
    for (const { what, as } of [{ what: 'nothing', as: (path: string) => path }, ...disguises]) {
      for (const headers of who) {
        const answer = await rawRequest(port, operation.method, as(pathOf(operation)), [...headers, json], '{}')
        expect([400, 401, 403, 404], `${what} → ${answer.status}`).toContain(answer.status)
        expect(answer.body, what).not.toMatch(/canario/i)
      }
    }
  })

  it('stays closed without the permission for any other method', async () => {
    for (const method of someCases(METHODS, 3, GUARDED.indexOf(operation))) {
      for (const headers of operation.anySession ? [[]] : [[], [bearer(nobody)]]) {
        const answer = await rawRequest(port, method, pathOf(operation), headers)
        expect([400, 401, 403, 404, 405, 501], `${method} → ${answer.status}`).toContain(answer.status)
        expect(answer.body, method).not.toMatch(/canario/i)
        expect(answer.headers.allow, method).toBeUndefined()
      }
    }
  })

  it('ignores every header, cookie, query and form that claims an identity', async () => {
    const claims: [string, string][] = [
      ['x-user-id', String(main.userId)],
      ['x-forwarded-user', main.username],
      ['x-remote-user', main.username],
      ['x-tenant', String(company.tenantId)],
      ['x-tenant-id', String(company.tenantId)],
      ['x-roles', 'admin'],
      ['x-access-token', main.token],
      ['x-authorization', `Bearer ${main.token}`],
      ['proxy-authorization', `Bearer ${main.token}`],
      ['cookie', `padron_token=${main.token}; access_token=${main.token}; authorization=Bearer ${main.token}`],
      ['x-original-url', '/health/live'],
      ['x-rewrite-url', '/health/live'],
      ['x-forwarded-for', '127.0.0.1'],
    ]
    const query = `?access_token=${main.token}&token=${main.token}&authorization=Bearer%20${main.token}`
    for (const headers of [claims, [...claims, json]]) {
      const answer = await rawRequest(port, operation.method, `${pathOf(operation)}${query}`, headers, '{}')
      expect(answer.status).toBe(401)
    }
    const form = ['content-type', 'application/x-www-form-urlencoded'] as const
    const inBody = await rawRequest(port, operation.method, pathOf(operation), [form], `access_token=${main.token}`)
    expect(inBody.status).toBe(401)
  })

  it('accepts only one Authorization header, with a token of the right length', async () => {
    const authorization = (value: string): [string, string] => ['authorization', value]
    const wrong: [string, string][][] = [
      [bearer(main), bearer(main)],
      [bearer(nobody), bearer(main)],
      [authorization('Basic eDp5'), bearer(main)],
      [bearer(main), authorization('')],
      [authorization(`Bearer  ${main.token}`)],
      [authorization(`Bearer ${main.token},${main.token}`)],
      [authorization(`Bearer "${main.token}"`)],
      [authorization(`Bearer ${main.token.slice(0, 42)}`)],
      [authorization(`Bearer ${'a'.repeat(8_192)}`)],
      [authorization(main.token)],
    ]
    for (const headers of wrong)
      expect((await rawRequest(port, operation.method, pathOf(operation), headers)).status).toBe(401)
  })
})

describe('a request of the main account', () => {
  const list = (...headers: [string, string][]) =>
    rawRequest(port, 'POST', '/api/v2/users', [bearer(main), json, ...headers], '{}')

  it('gets the same response with headers that name another user or company', async () => {
    const other = await server.company('sur')
    const theirs = await server.somebody(other, 'admin', ['admin'])
    const plain = await list()
    expect(plain.status).toBe(200)
    const claims: [string, string][] = [
      ['x-user-id', String(theirs.userId)],
      ['x-tenant', String(theirs.tenantId)],
      ['x-forwarded-user', theirs.username],
      ['cookie', `padron_token=${theirs.token}`],
      ['x-parent-id', '0'],
      ['x-forwarded-host', 'evil.example'],
    ]
    expect((await list(...claims)).body).toBe(plain.body)
    const info = await rawRequest(port, 'GET', '/connect/userinfo', [bearer(nobody), ...claims])
    expect(JSON.parse(info.body)).toMatchObject({ name: nobody.username, role: [], parentId: String(company.tenantId) })
  })

  it('may write the scheme in any case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer'])
      expect(
        (await rawRequest(port, 'GET', '/connect/userinfo', [['authorization', `${scheme} ${main.token}`]])).status,
      ).toBe(200)
  })

  it('keeps its method, whatever a header or the query says', async () => {
    const before = await tenantRowHashes(server.db, company.tenantId)
    const path = `/api/v2/roles/presets/${ours.profile}`
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      for (const method of ['GET', 'POST']) {
        const answer = await rawRequest(
          port,
          method,
          `${path}?_method=DELETE`,
          [bearer(main), json, [header, 'DELETE']],
          '{"_method":"DELETE"}',
        )
        expect(answer.status, `${method} ${header}`).toBe(404)
      }
    }
    expect(await tenantRowHashes(server.db, company.tenantId)).toEqual(before)
  })
})

describe('a request that is not valid HTTP', () => {
  const asAnswer = (received: string) => {
    const [head = '', body = ''] = received.split('\r\n\r\n')
    return {
      status: Number(head.split(' ')[1]),
      headers: { 'content-type': /content-type: (.*)/i.exec(head)?.[1] },
      body: JSON.parse(body) as unknown,
    }
  }
  const HEAD = `POST /api/v2/users HTTP/1.1\r\nHost: x\r\n`
  const BYTES: readonly { what: string; bytes: () => string; status: number }[] = [
    { what: 'no request at all', status: 400, bytes: () => 'hola\r\n\r\n' },
    { what: 'a header without name', status: 400, bytes: () => `${HEAD}: x\r\n\r\n` },
    { what: 'two lengths', status: 400, bytes: () => `${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}` },
    {
      what: 'a length and chunks',
      status: 400,
      bytes: () => `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    },
    {
      what: 'a chunk of no length',
      status: 400,
      bytes: () =>
        `${HEAD}Content-Type: application/json\r\nAuthorization: Bearer ${main.token}\r\nTransfer-Encoding: ` +
        `chunked\r\n\r\nzz\r\n`,
    },
    { what: 'too many headers', status: 431, bytes: () => `${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n` },
  ]
  it.each(BYTES)('$what is rejected in Spanish, and the connection is closed', async ({ bytes, status }) => {
    expectRefused(asAnswer(await rawBytes(port, bytes())), [status], 'raw')
  })
})
