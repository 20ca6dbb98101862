// The user's own account: its data, and the change of the password.
import type { Account } from '@padron/contract/account'
import type { PasswordKey } from '@padron/contract/session'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Company, PASSWORD, type TestServer, testServer } from '../../testing/server.ts'
import { seal } from '../../testing/sign-in/seal.ts'

let server: TestServer
let company: Company
let key: PasswordKey

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  const profile = await server.profile(company, 'Lectura', ['vehicles_edit'])
  await server.somebody(company, 'ana', [], { profile })
  key = (await server.ask(undefined, { url: '/connect/password-key' })).body as PasswordKey
})
afterAll(() => server.stop())

const username = 'norte-ana'
const signIn = async (password: string, agent = 'Mozilla/5.0 (X11) Firefox/140', remoteAddress = '10.0.0.7') =>
  server.ask(undefined, {
    method: 'POST',
    url: '/connect/token',
    payload: new URLSearchParams({
      grant_type: 'password',
      username,
      password: await seal(password, key, { username }),
    }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent },
    remoteAddress,
  })
const tokenFrom = async (...args: Parameters<typeof signIn>) =>
  ((await signIn(...args)).body as { access_token: string }).access_token
const as = (token: string) => ({ authorization: `Bearer ${token}` })
const me = async (token: string) => {
  const { status, body } = await server.ask(undefined, { url: '/api/v2/account', headers: as(token) })
  return status === 200 ? (body as Account) : undefined
}
const change = async (token: string, current: string, password: string) =>
  server.ask(undefined, {
    method: 'PUT',
    url: '/api/v2/account/password',
    headers: as(token),
    payload: {
      current: await seal(current, key, { username, use: 'current-password' }),
      password: await seal(password, key, { username, use: 'new-password' }),
    },
  })

it('returns identity, permissions and sign-ins, also failed ones', async () => {
  const token = await tokenFrom(PASSWORD)
  await signIn('mala', 'curl/8 \u0000\u0007', '10.9.9.9')
  await expect.poll(async () => (await me(token))?.signIns.length).toBe(2)
  expect(await me(token)).toMatchObject({
    username: 'norte-ana',
    company: { name: 'norte', country: 'MX', timeZone: 'America/Mexico_City' },
    profile: 'Lectura',
    isMain: false,
    permissions: [
      { name: 'Vehículos', level: 'Editar, dar de baja y de alta' },
      { name: 'Etiquetas', level: 'Consultar etiquetas' },
    ],
    terms: { version: '2024-05' },
    passwordChangedAt: null,
    signIns: [
      { address: '10.9.9.9', agent: 'curl/8 ', succeeded: false, current: false },
      { address: '10.0.0.7', agent: 'Mozilla/5.0 (X11) Firefox/140', succeeded: true, current: true },
    ],
  })
})

it('changes the password with the current one; other sessions end, this one stays', async () => {
  const [here, elsewhere] = [await tokenFrom(PASSWORD), await tokenFrom(PASSWORD)]
  const before = (await me(here))?.openSessions ?? 0
  expect(before).toBeGreaterThanOrEqual(3)
  expect(await change(here, 'no-es', 'Nueva-clave-1')).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'current', message: 'La contraseña actual no es correcta' }] },
  })
  expect(await change(here, PASSWORD, 'ñ')).toMatchObject({ status: 422, body: { errors: [{ path: 'password' }] } })
  expect((await me(elsewhere))?.username).toBe('norte-ana')
  expect((await change(here, PASSWORD, 'Nueva-clave-1')).status).toBe(200)
  expect(await me(elsewhere)).toBeUndefined()
  expect(await me(here)).toMatchObject({ openSessions: 1, passwordChangedAt: expect.any(String) })
  expect((await signIn(PASSWORD)).status).toBe(400)
  expect((await signIn('Nueva-clave-1')).status).toBe(200)
})

it('counts wrong current passwords as failed sign-ins', async () => {
  await server.db.system.query('delete from sign_in_attempt')
  const token = await tokenFrom('Nueva-clave-1')
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await change(token, `mala-${i}`, 'Otra-clave-1')).status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  await server.db.system.query('delete from sign_in_attempt')
})

it('ends the user’s other sessions only', async () => {
  const other = await server.somebody(company, 'beto', ['vehicles_read'])
  const [here, elsewhere] = [await tokenFrom('Nueva-clave-1'), await tokenFrom('Nueva-clave-1')]
  const ended = await server.ask(undefined, { method: 'DELETE', url: '/api/v2/account/sessions', headers: as(here) })
  expect((ended.body as { ended: number }).ended).toBeGreaterThanOrEqual(1)
  expect(await me(elsewhere)).toBeUndefined()
  expect((await me(here))?.openSessions).toBe(1)
  expect(await me(other.token)).toMatchObject({ username: 'norte-beto', profile: 'Permisos propios' })
})

it('lists the user’s open sessions, and ends one of them, but none of another user', async () => {
  const other = await server.somebody(company, 'caro', ['vehicles_read'])
  await server.db.system.query('delete from access_token where user_id <> $1', [other.userId])
  const here = await tokenFrom('Nueva-clave-1')
  const elsewhere = (await signIn('Nueva-clave-1', 'Mozilla/5.0 (iPhone) Safari/605', '10.0.0.8')).body
  const phone = (elsewhere as { access_token: string }).access_token
  const open = (await me(here))?.sessions ?? []
  expect(open).toMatchObject([
    { address: '10.0.0.8', agent: 'Mozilla/5.0 (iPhone) Safari/605', current: false },
    { address: '10.0.0.7', agent: 'Mozilla/5.0 (X11) Firefox/140', current: true },
  ])
  expect(here).not.toContain(open[1]?.sessionId)
  const end = (sessionId: string, token: string) =>
    server.ask(undefined, { method: 'DELETE', url: `/api/v2/account/sessions/${sessionId}`, headers: as(token) })
  const id = open[0]?.sessionId ?? ''
  expect((await end(id, other.token)).status).toBe(404)
  expect((await me(phone))?.username).toBe('norte-ana')
  expect((await end(id, here)).status).toBe(200)
  expect(await me(phone)).toBeUndefined()
  expect((await me(here))?.sessions).toMatchObject([{ current: true }])
  expect((await end(id, here)).status).toBe(404)
  expect((await end('zz', here)).status).toBe(400)
})
