// When one process ends a session, every other process refuses it at the next call, even if it used it a moment ago.
import { ROLES } from '@padron/contract/permissions'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem, type Db } from '../db/client.ts'
import { connect } from '../db/connect.ts'
import { isDrill } from '../testing/drill.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { appBeside, inject, type Visitor, visitor } from '../testing/sign-in/identity.ts'
import { suspend } from './accounts/company-settings.ts'

let server: TestServer
let company: Company
let main: Somebody
let client: Visitor
let otherDb: Db
let other: FastifyInstance

beforeAll(async () => {
  server = await testServer()
  otherDb = connect(server.addressOf)
  other = await appBeside(otherDb)
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  client = await visitor(server.app)
})
afterAll(async () => {
  await other.close()
  await otherDb.close()
  await server.stop()
})

const SESSIONS = isDrill ? 60 : 12
let people = 0
const somebody = (of = company) => server.somebody(of, `persona${people++}`, ['vehicles_read', 'queue_read'])
const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
const ask = async (who: Somebody, method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
  const answer = await server.ask(who, { method, url, ...(payload ? { payload } : {}) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer
}

const processes = () => [server.app, other]
const list = async (app: FastifyInstance, { token }: Somebody, payload: object = {}) =>
  (
    await inject(app, {
      method: 'POST',
      url: '/api/v2/vehicleAsset',
      payload,
      headers: { authorization: `Bearer ${token}` },
    })
  ).status
/** Uses the session twice in both processes, so that each has it in memory. */
const use = async (who: Somebody) => {
  for (const app of [...processes(), ...processes()]) expect(await list(app, who)).toBe(200)
}
/** A few at a time: more simultaneous writers of one company are refused. */
const AT_ONCE = 6
const times = async <T>(work: () => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  while (results.length < SESSIONS) results.push(...(await Promise.all(Array.from({ length: AT_ONCE }, work))))
  return results
}

const ENDS: readonly { what: string; status: number; end: (who: Somebody) => Promise<unknown> }[] = [
  { what: 'signing out', status: 401, end: (who) => client.signOut(who.token) },
  {
    what: 'its user is set inactive',
    status: 401,
    end: (who) => ask(main, 'PUT', `/api/v2/users/${who.userId}`, { userStatus: false }),
  },
  {
    what: 'its user is deleted',
    status: 401,
    end: (who) => system('delete from app_user where user_id = $1', who.userId),
  },
  {
    what: 'it expires',
    status: 401,
    end: (who) => system(`update access_token set expires_at = now() - interval '1 ms' where user_id = $1`, who.userId),
  },
  {
    what: 'its user loses a permission',
    status: 403,
    end: (who) => system(`update app_user set role_ids = '{}' where user_id = $1`, who.userId),
  },
]

describe.each(ENDS)('after $what', ({ status, end }) => {
  it(`${SESSIONS} of ${SESSIONS} next calls are refused, here and in another process`, async () => {
    const refusals = await times(async () => {
      const who = await somebody()
      await use(who)
      await end(who)
      return Promise.all(processes().map((app) => list(app, who)))
    })
    expect(refusals).toEqual(refusals.map(() => [status, status]))
  })
})

it('all sessions of a suspended company are rejected in both processes', async () => {
  const closed = await server.company('cerrada')
  const users = await times(() => somebody(closed))
  for (const who of users) await use(who)
  await asSystem(server.db, (tx) => suspend(tx, closed.tenantId))
  const statuses = await Promise.all(users.flatMap((who) => processes().map((app) => list(app, who))))
  expect(statuses).toEqual(statuses.map(() => 401))
})

it('a permission that a profile no longer has is rejected in both processes', async () => {
  const idsOf = (name: string) => ROLES.filter((role) => role.name === name).map(({ roleId }) => roleId)
  const presetId = await server.profile(company, 'Lectura', ['vehicles_read'])
  const users = await times(() => server.somebody(company, `perfil${people++}`, [], { profile: presetId }))
  for (const who of users) await use(who)
  const payload = { preset: { presetId, version: 1 }, roleIDs: idsOf('queue_read') }
  await ask(main, 'PUT', '/api/v2/roles/presets', payload)
  const statuses = await Promise.all(users.flatMap((who) => processes().map((app) => list(app, who))))
  expect(statuses).toEqual(statuses.map(() => 403))
})

it('a revoked personal token is rejected in both processes', async () => {
  const refusals = await times(async () => {
    const who = await somebody()
    const { body } = await ask(who, 'POST', '/api/v2/tokens', {
      name: 'ERP',
      permissions: ['vehicles_read'],
      days: 30,
    })
    const { token, created } = body as { token: string; created: { tokenId: number } }
    await use({ ...who, token })
    await ask(who, 'DELETE', `/api/v2/tokens/${created.tokenId}`)
    return Promise.all(processes().map((app) => list(app, { ...who, token })))
  })
  expect(refusals).toEqual(refusals.map(() => [401, 401]))
})

it('a call that is in progress while its session ends is rejected', async () => {
  const who = await somebody()
  await use(who)
  const blocked =
    'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0'
  const holder = await server.db.system.connect()
  try {
    await holder.query('begin; lock table access_token in access exclusive mode')
    await holder.query('delete from access_token where user_id = $1', [who.userId])
    const status = list(other, who)
    await expect.poll(async () => (await system(blocked)).rows.length, { timeout: 10_000 }).toBeGreaterThan(0)
    await holder.query('commit')
    expect(await status).toBe(401)
  } finally {
    holder.release()
  }
})

it('an ended session is rejected with 401 even if the request is invalid too', async () => {
  const who = await somebody()
  await use(who)
  expect(await list(other, who, { pagination: 'x' })).toBe(400)
  await client.signOut(who.token)
  expect(await list(other, who, { pagination: 'x' })).toBe(401)
})

it('an ended session is rejected after the database connections of its process were cut', async () => {
  const who = await somebody()
  await use(who)
  await client.signOut(who.token)
  for (const pool of [server.db.bulk, server.db.system])
    await pool.query(`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database() and usename = session_user and pid <> pg_backend_pid()`)
  const statuses: number[] = []
  for (let call = 0; call < 5; call++) statuses.push(await list(other, who))
  expect(statuses).not.toContain(200)
  expect(statuses.at(-1)).toBe(401)
})

it('a session whose user was renamed continues under the new name', async () => {
  const who = await somebody()
  await use(who)
  await system(`update app_user set first_name = 'Ana' where user_id = $1`, who.userId)
  const { status, body } = await inject(other, {
    url: '/api/v2/account',
    headers: { authorization: `Bearer ${who.token}` },
  })
  expect({ status, body }).toMatchObject({ status: 200, body: { firstName: 'Ana' } })
})
