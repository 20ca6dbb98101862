// Two installations behind one address, with a proxy as docs/places.md describes it: every call reaches the
// installation of its company, with a session or without.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountLinks, NAME_THE_USER } from '@padron/contract/account-links'
import { type PasswordKey, SECOND_FACTOR_GRANT, type SessionUser } from '@padron/contract/session'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { setLogo } from '../../identity/accounts/company-settings.ts'
import { createFixtures } from '../../testing/fixtures.ts'
import { type Company, PASSWORD, type TestServer, testServer } from '../../testing/server.ts'
import { appBeside, FORM } from '../../testing/sign-in/identity.ts'
import { seal } from '../../testing/sign-in/seal.ts'

const folder = mkdtempSync(join(tmpdir(), 'padron-places-'))
const directory = join(folder, 'directory')
const passwordKeys = [randomBytes(32).toString('base64')]
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])

type PlaceServer = { server: TestServer; app: FastifyInstance; port: number; company: Company }
const PLACES = { mx1: 'norte', mx2: 'sureste' } as const
type Name = keyof typeof PLACES

const openPlace = async (name: Name): Promise<PlaceServer> => {
  const server = await testServer()
  const { evidence, emailFiles, documents } = server
  const app = await appBeside(server.db, {
    place: name,
    directory,
    passwordKeys,
    mails: true,
    stores: { evidence, emailFiles, documents },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const company = await server.company(PLACES[name])
  await server.somebody(company, 'admin', ['admin'])
  await createFixtures(server, company, name.toUpperCase())
  await asSystem(server.db, (tx) => setLogo(tx, company.tenantId, Buffer.concat([PNG, Buffer.from(name)])))
  return { server, app, port: (app.server.address() as AddressInfo).port, company }
}

/**
 * The routing rule of the documentation: by the prefix of the token or of the path; anything else goes to the first.
 */
const placeOf = ({ url = '', headers: { authorization = '' } }: IncomingMessage): string =>
  /^Bearer ([a-z0-9]{1,3})\./i.exec(authorization)?.[1] ?? /^\/p\/([a-z0-9]{1,3})\//.exec(url)?.[1] ?? 'mx1'

const proxyTo =
  (ports: ReadonlyMap<string, number>) =>
  (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method, url, headers } = incoming
    const port = ports.get(placeOf(incoming))
    const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(forwarded)
  }

let places: Record<Name, PlaceServer>
let proxy: Server
let base: string
beforeAll(async () => {
  writeFileSync(directory, '# company place\nnorte mx1\nsureste mx2\n')
  places = { mx1: await openPlace('mx1'), mx2: await openPlace('mx2') }
  proxy = createServer(proxyTo(new Map(Object.entries(places).map(([name, { port }]) => [name, port]))))
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(async () => {
  proxy.close()
  for (const { app, server } of Object.values(places)) {
    await app.close()
    await server.stop()
  }
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, token?: string) =>
  fetch(base + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })
const json = async <T>(path: string, token: string): Promise<T> => (await (await get(path, token)).json()) as T

const post = async <T>(path: string, token: string): Promise<T> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return (await (await fetch(base + path, { method: 'POST', headers, body: '{}' })).json()) as T
}

const passwordKey = async (path: string): Promise<PasswordKey> =>
  (await (await get(`${path}/connect/password-key`)).json()) as PasswordKey

const signIn = async (at: string, username: string): Promise<Response> => {
  const password = await seal(PASSWORD, await passwordKey(''), { username, use: 'sign-in' })
  const body = new URLSearchParams({ grant_type: 'password', username, password })
  return fetch(`${base}${at}/connect/token`, { method: 'POST', headers: FORM, body })
}
const tokenOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { access_token: string }).access_token

describe.each(Object.entries(PLACES) as [Name, string][])('through one address, in the place %s', (name, company) => {
  const token = async () => tokenOf(await signIn(`/p/${name}`, `${company}-admin`))

  it('a session is of its company, and its token names the place', async () => {
    const mine = await token()
    expect(mine).toMatch(new RegExp(`^${name}\\.[\\w-]{43}$`))
    expect(await json<SessionUser>('/connect/userinfo', mine)).toMatchObject({ name: `${company}-admin` })
  })

  it('a logo opens without a session', async () => {
    const { logoURL } = await json<SessionUser>('/connect/userinfo', await token())
    expect(logoURL).toMatch(new RegExp(`^/p/${name}/files/logos/`))
    const logo = await get(logoURL ?? '')
    expect([
      logo.status,
      Buffer.from(await logo.arrayBuffer())
        .subarray(PNG.length)
        .toString(),
    ]).toEqual([200, name])
  })

  it('a signed file and a calendar open without a session', async () => {
    const mine = await token()
    const { path } = await post<{ path: string }>('/api/v2/obligations/feed', mine)
    expect(path).toMatch(new RegExp(`^/p/${name}/files/calendar/`))
    const { fileUrl } = await post<{ fileUrl: string }>('/api/v2/activity/export', mine)
    expect(fileUrl).toMatch(new RegExp(`^/p/${name}/files/activity/`))
    for (const address of [path, fileUrl]) expect([address, (await get(address)).status]).toEqual([address, 200])
  })
})

describe('a sign-in that arrives at the wrong place', () => {
  it('gets the place of the company in a header, and nothing else about the company', async () => {
    const refused = await signIn('', 'sureste-admin')
    expect([refused.status, refused.headers.get('padron-place')]).toEqual([421, 'mx2'])
    expect(JSON.stringify(await refused.json())).not.toContain('mx2')
    expect((await signIn('', 'norte-admin')).status).toBe(200)
    expect((await signIn('', 'nadie-admin')).status).toBe(400)
  })

  it('gets the place in the step of the second factor too, from its challenge', async () => {
    const { server, company } = places.mx2
    const { username } = await server.somebody(company, 'ana', ['vehicles_read'])
    const token = await tokenOf(await signIn('/p/mx2', username))
    const ask = async <T>(path: string, payload: object): Promise<T> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return (await (await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(payload) })).json()) as T
    }
    const current = await seal(PASSWORD, await passwordKey(''), { username, use: 'current-password' })
    const { secret } = await ask<{ secret: string }>('/api/v2/account/factor', { current })
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const { codes } = await ask<{ codes: string[] }>('/api/v2/account/factor/confirm', { code })
    const challenge = await signIn('/p/mx2', username)
    const { mfa_token } = (await challenge.json()) as { mfa_token: string }
    const answer = (at: string) =>
      fetch(`${base}${at}/connect/token`, {
        method: 'POST',
        headers: FORM,
        body: new URLSearchParams({ grant_type: SECOND_FACTOR_GRANT, mfa_token, otp: codes[0] ?? '' }),
      })
    const refused = await answer('')
    expect([refused.status, refused.headers.get('padron-place')]).toEqual([421, 'mx2'])
    expect(await tokenOf(await answer('/p/mx2'))).toMatch(/^mx2\./)
  })

  it('is sealed with a key that all places share', async () => {
    expect(await passwordKey('/p/mx2')).toEqual(await passwordKey('/p/mx1'))
  })
})

it('a token is accepted with the name of any place, so it still works after its company moved', async () => {
  const token = await tokenOf(await signIn('/p/mx2', 'sureste-admin'))
  const { app } = places.mx2
  for (const [name, status] of [
    ['mx2.', 200],
    ['', 200],
    ['mx9.', 200],
    ['MX2.', 401],
    ['mx22.', 401],
  ] as const) {
    const authorization = `Bearer ${token.replace('mx2.', name)}`
    expect([name, (await app.inject({ url: '/connect/userinfo', headers: { authorization } })).statusCode]).toEqual([
      name,
      status,
    ])
  }
})

describe('a link to choose a password, at the wrong place', () => {
  const send = (row: { path: string }, body: object) =>
    fetch(base + row.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('gets the place from its code, and a recovery from the user name', async () => {
    const code = `mx2.${'a'.repeat(43)}`
    for (const refused of [
      await send(accountLinks.check, { code }),
      await send(accountLinks.setPassword, { code, password: 'x' }),
      await send(accountLinks.request, { account: 'sureste-admin' }),
    ])
      expect([refused.status, refused.headers.get('padron-place')]).toEqual([421, 'mx2'])
    const there = await send({ path: `/p/mx2${accountLinks.check.path}` }, { code })
    expect(await there.json()).toEqual({ state: 'unknown', link: null })
  })

  it('cannot be requested by email address, which does not identify the place', async () => {
    const refused = await send(accountLinks.request, { account: 'ana@sureste.mx' })
    expect([refused.status, await refused.json()]).toMatchObject([422, { title: NAME_THE_USER }])
  })
})
