// A session ends when it should: at the next call of any kind, also if it was in use a moment before, and also if it
// starts and ends at the same time. The same holds for permissions that a profile gave.
import { argon2Sync } from 'node:crypto'
import { ROLES, type Role } from '@padron/contract/permissions'
import type { SealUse } from '@padron/contract/session'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someCases } from '../testing/drill.ts'
import { createTag } from '../testing/fixtures.ts'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { inject, tokenOf, type Visitor, visitor } from '../testing/sign-in/identity.ts'
import { seal } from '../testing/sign-in/seal.ts'
import { MEMORY } from './passwords/hash-cost.ts'
import { hashPassword } from './passwords/passwords.ts'

let server: TestServer
let company: Company
let main: Somebody
let client: Visitor

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  client = await visitor(server.app)
})
afterAll(() => server.stop())

let people = 0
const somebody = () => server.somebody(company, `persona${people++}`, ['vehicles_read', 'users_read'])
const ask = (who: Somebody, method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  server.ask(who, { method, url, ...(payload ? { payload } : {}) })
const sealFor = (who: Somebody, use: SealUse, password: string) =>
  seal(password, client.key, { username: who.username, use })
const sealNew = (who: Somebody, password: string) => sealFor(who, 'new-password', password)
const changeOf = async (who: Somebody, password: string) => ({
  current: await sealFor(who, 'current-password', PASSWORD),
  password: await sealNew(who, password),
})
const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)

const CALLS: readonly { call: string; statusOf: (who: Somebody) => Promise<number> }[] = [
  { call: 'a list', statusOf: async (who) => (await ask(who, 'POST', '/api/v2/vehicleAsset', {})).status },
  { call: 'a read', statusOf: async (who) => (await ask(who, 'GET', '/api/v2/account')).status },
  { call: 'a change', statusOf: async (who) => (await ask(who, 'DELETE', '/api/v2/account/sessions')).status },
  { call: 'userinfo', statusOf: async (who) => (await client.userinfo(who.token)).status },
]

type End = { what: string; end: (who: Somebody) => Promise<unknown> }
const ENDS: readonly End[] = [
  { what: 'signing out', end: (who) => client.signOut(who.token) },
  {
    what: 'it expires',
    end: (who) => system(`update access_token set expires_at = now() - interval '1 ms' where user_id = $1`, who.userId),
  },
  {
    what: 'its user is set inactive',
    end: (who) => ask(main, 'PUT', `/api/v2/users/${who.userId}`, { userStatus: false }),
  },
  {
    what: 'its user is set inactive and active again',
    end: async (who) => {
      for (const userStatus of [false, true]) await ask(main, 'PUT', `/api/v2/users/${who.userId}`, { userStatus })
    },
  },
  {
    what: 'an administrator’s new password',
    end: async (who) =>
      ask(main, 'PATCH', `/api/v2/roles/user/${who.userId}/password`, { password: await sealNew(who, 'Otra-clave-1') }),
  },
  {
    what: 'the user’s new password in another session',
    end: async (who) =>
      ask(
        { ...who, token: tokenOf(await client.signIn(who.username, PASSWORD)) },
        'PUT',
        '/api/v2/account/password',
        await changeOf(who, 'Otra-clave-1'),
      ),
  },
  {
    what: 'ending all others in another session',
    end: async (who) =>
      ask(
        { ...who, token: tokenOf(await client.signIn(who.username, PASSWORD)) },
        'DELETE',
        '/api/v2/account/sessions',
      ),
  },
  { what: 'its user is deleted', end: (who) => system('delete from app_user where user_id = $1', who.userId) },
]

describe.each(ENDS)('after $what', ({ what, end }) => {
  const place = ENDS.findIndex((each) => each.what === what)
  it.each(someCases(CALLS, 2, place))(
    '$call is rejected, even if the session was in use a moment ago',
    async ({ statusOf }) => {
      const who = await somebody()
      const other = await somebody()
      for (const { statusOf: used } of CALLS) expect(await used(who)).toBe(200)
      await end(who)
      expect(await statusOf(who)).toBe(401)
      expect(await statusOf(who)).toBe(401)
      expect(await statusOf(other)).toBe(200)
    },
  )
})

describe('after its company is suspended', () => {
  it.each(someCases(CALLS, 2, 0))(
    '$call is rejected, and accepted once it is active again',
    async ({ call, statusOf }) => {
      const closed = await server.company(`cerrada${CALLS.findIndex((each) => each.call === call)}`)
      const who = await server.somebody(closed, 'admin', ['admin'])
      expect(await statusOf(who)).toBe(200)
      await system('update company set suspended_at = now() where tenant_id = $1', closed.tenantId)
      expect(await statusOf(who)).toBe(401)
      expect((await client.signIn(who.username, PASSWORD)).status).toBe(400)
      await system('update company set suspended_at = null where tenant_id = $1', closed.tenantId)
      expect(await statusOf(who)).toBe(200)
    },
  )
})

describe('a token that this installation did not issue', () => {
  it('is rejected: random, signed, of another installation, or a stored hash', async () => {
    const elsewhere = await testServer()
    const theirs = await elsewhere.somebody(await elsewhere.company('norte'), 'admin', ['admin'])
    expect((await elsewhere.ask(theirs, { url: '/connect/userinfo' })).status).toBe(200)
    const jwt = await new SignJWT({ sub: String(main.userId), role: ['admin'] })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('http://localhost')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('publico'.repeat(8)))
    const { rows } = await server.db.system.query<{ hash: string }>(
      `select encode(token_hash, 'base64') as hash from access_token limit 1`,
    )
    const stored = (rows[0]?.hash ?? '').replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
    expect(stored).toHaveLength(43)
    for (const token of [theirs.token, 'A'.repeat(43), jwt, jwt.slice(0, 43), stored, client.key.x])
      for (const { call, statusOf } of CALLS) expect(await statusOf({ ...main, token }), call).toBe(401)
    await elsewhere.stop()
  })
})

it('a call with an ended session gets a standard 401 response', async () => {
  const who = await somebody()
  await client.signOut(who.token)
  const { status, body, headers } = await ask(who, 'GET', '/api/v2/account')
  expect({ status, body }).toEqual({
    status: 401,
    body: { type: 'about:blank', title: 'Error (401) Su sesión no es válida o expiró.', status: 401 },
  })
  expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"')
})

describe('a permission of a profile', () => {
  const idsOf = (roles: readonly Role[]) => ROLES.filter(({ name }) => roles.includes(name)).map(({ roleId }) => roleId)
  const withProfile = async (roles: readonly Role[]) => {
    const presetId = await server.profile(company, `Perfil ${people}`, roles)
    const who = await server.somebody(company, `persona${people++}`, [], { profile: presetId })
    let version = 1
    const becomes = async (now: readonly Role[]) => {
      const { status } = await ask(main, 'PUT', '/api/v2/roles/presets', {
        preset: { presetId, version: version++ },
        roleIDs: idsOf(now),
      })
      expect(status).toBe(200)
    }
    return { who, becomes }
  }

  it('is rejected at the next call after it is removed, and accepted once it is restored', async () => {
    const { who, becomes } = await withProfile(['vehicles_read', 'queue_read'])
    const list = async () => (await ask(who, 'POST', '/api/v2/vehicleAsset', {})).status
    expect(await list()).toBe(200)
    await becomes(['queue_read'])
    expect(await list()).toBe(403)
    await becomes(['vehicles_read'])
    expect(await list()).toBe(200)
    await becomes(['queue_read'])
    expect((await client.userinfo(who.token)).body).toMatchObject({ role: ['queue_read'] })
  })

  it('is checked inside a call too: without it, tags are neither shown nor filtered by at the next call', async () => {
    const { who, becomes } = await withProfile(['users_read', 'tags_read'])
    const tagId = await createTag(server, company, `Zona ${people}`)
    await system(
      'insert into user_tag (tenant_id, user_id, tag_id) values ($1, $2, $3)',
      who.tenantId,
      who.userId,
      tagId,
    )
    const tagged = () => ask(who, 'POST', '/api/v2/users', { userClass: { tags: [{ tagId }] } })
    const listedSessions = async () => {
      const { body } = await ask(who, 'POST', '/api/v2/users', { userClass: { user: { userId: who.userId } } })
      return (body as { users: { tags: unknown[] }[] }).users[0]?.tags.length
    }
    expect((await tagged()).status).toBe(200)
    await becomes(['users_read'])
    expect((await tagged()).status).toBe(403)
    await becomes(['users_read', 'tags_read'])
    expect((await tagged()).status).toBe(200) // given back, it counts at once too
    expect(await listedSessions()).toBe(1)
    await becomes(['users_read'])
    expect(await listedSessions()).toBe(0)
  })

  it('is up to date at the next call in one’s own account and in the levels that one may give', async () => {
    const { who, becomes } = await withProfile(['presets-read', 'vehicles_read'])
    const levels = async () => {
      const { body } = await ask(who, 'GET', '/api/v2/roles/groups')
      return (body as { orderRoles: { maxLevel: number }[] }).orderRoles.reduce(
        (sum, { maxLevel }) => sum + maxLevel,
        0,
      )
    }
    const permissions = async () =>
      ((await ask(who, 'GET', '/api/v2/account')).body as { permissions: unknown[] }).permissions.length
    expect([await levels(), await permissions()]).toEqual([2, 2])
    await becomes(['presets-read'])
    expect(await levels()).toBe(1)
    await becomes(['presets-read', 'vehicles_read', 'queue_read'])
    expect(await permissions()).toBe(3)
  })
})

describe('while an administrator resets a password', () => {
  /** Resets the password, and commits only when `work` with the old password waits for the reset. */
  const duringReset = async <T>({ userId }: Somebody, work: () => Promise<T>): Promise<T> => {
    const client = await server.db.bulk.connect()
    const isWaited = async () =>
      (
        await system(
          'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
        )
      ).rows.length > 0
    try {
      await client.query(`begin; set local app.tenant = '${company.tenantId}'`)
      await client.query('update app_user set password_hash = $1 where user_id = $2', [
        await hashPassword('Nueva-clave-1'),
        userId,
      ])
      await client.query('delete from access_token where user_id = $1', [userId])
      let over = false
      const done = work().finally(() => {
        over = true
      })
      while (!over && !(await isWaited()));
      expect(over).toBe(false)
      await client.query('commit')
      return await done
    } finally {
      client.release()
    }
  }
  /** Stores a hash of the user's password with the former, weaker parameters. */
  const weaken = ({ userId }: Somebody) => {
    const nonce = Buffer.alloc(16, 7)
    const [memory, passes] = [MEMORY / 4, 1]
    const tag = argon2Sync('argon2id', { message: PASSWORD, nonce, parallelism: 1, tagLength: 32, memory, passes })
    const [salt, hash] = [nonce.toString('base64url'), tag.toString('base64url')]
    const weak = `$argon2id$v=19$m=${memory},t=${passes},p=1$${salt}$${hash}`
    return system('update app_user set password_hash = $1 where user_id = $2', weak, userId)
  }
  const tokensOf = async ({ userId }: Somebody) =>
    (await system('select from access_token where user_id = $1', userId)).rows.length
  const opensWith = async ({ username }: Somebody, password: string) =>
    (await client.signIn(username, password)).status === 200

  it('a sign-in with the old one gets no session', async () => {
    const who = await somebody()
    const answer = await duringReset(who, () => client.signIn(who.username, PASSWORD))
    expect(answer).toMatchObject({ status: 400, body: { error_description: 'invalid_username_or_password' } })
    expect(await tokensOf(who)).toBe(0)
    expect(await opensWith(who, 'Nueva-clave-1')).toBe(true)
  })

  it('a sign-in that renews an old hash does not restore the old password', async () => {
    const who = await somebody()
    await weaken(who)
    expect((await duringReset(who, () => client.signIn(who.username, PASSWORD))).status).toBe(400)
    expect(await tokensOf(who)).toBe(0)
    expect(await opensWith(who, PASSWORD)).toBe(false)
    expect(await opensWith(who, 'Nueva-clave-1')).toBe(true)
  })

  it('simultaneous sign-ins that renew an old hash all succeed', async () => {
    const who = await somebody()
    await weaken(who)
    const answers = await Promise.all([1, 2, 3].map(() => client.signIn(who.username, PASSWORD)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('the user’s own change with the old password is rejected', async () => {
    const who = await somebody()
    const change = await changeOf(who, 'Propia-clave-1')
    const request = {
      method: 'PUT' as const,
      url: '/api/v2/account/password',
      payload: change,
      headers: { authorization: `Bearer ${who.token}` },
    }
    const { status, body } = await duringReset(who, () => inject(server.app, request))
    expect(status).toBe(422)
    expect(body).toMatchObject({ title: 'La contraseña actual no es correcta' })
    expect(await opensWith(who, 'Propia-clave-1')).toBe(false)
    expect(await opensWith(who, 'Nueva-clave-1')).toBe(true)
  })
})
