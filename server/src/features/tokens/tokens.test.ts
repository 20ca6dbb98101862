// Personal access tokens: returned once, stored as a hash, limited to their scope and their user's current permissions,
// and rejected by personal calls.
import { ALL_CALLS } from '@padron/contract/features'
import { PERMISSIONS } from '@padron/contract/permissions'
import type { PasswordKey } from '@padron/contract/session'
import { type CompanyToken, TOKEN_TEXTS, TOKENS_AT_MOST, type Token } from '@padron/contract/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem, asTenant } from '../../db/client.ts'
import { FIND_PERSONAL, programKind } from '../../http/access/program-tokens.ts'
import { tokenHash } from '../../http/access/sessions.ts'
import { setPassword } from '../../identity/accounts/accounts.ts'
import { readRequesterAccess } from '../../jobs/requester.ts'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { FORM } from '../../testing/sign-in/identity.ts'
import { seal } from '../../testing/sign-in/seal.ts'
import { deleteExpiredTokens } from './tokens.queries.ts'

let server: TestServer
let company: Company
let main: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
})
afterAll(() => server.stop())

const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
const create = (who: Somebody, name: string, permissions: readonly string[], days = 30) =>
  server.ask(who, { method: 'POST', url: '/api/v2/tokens', payload: { name, permissions, days } })
type Made = { token: string; created: Token }
const made = async (who: Somebody, name: string, permissions: readonly string[]): Promise<Made> => {
  const { status, body } = await create(who, name, permissions)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Made
}
/** A caller that authenticates with the token instead of a session. */
const by = (who: Somebody, { token }: Made): Somebody => ({ ...who, token })
const vehicles = { method: 'POST' as const, url: '/api/v2/vehicleAsset', payload: {} }
const statusOf = async (who: Somebody) => (await server.ask(who, vehicles)).status
const listOf = async (who: Somebody) =>
  ((await server.ask(who, { url: '/api/v2/tokens' })).body as { tokens: Token[] }).tokens
const revoke = (who: Somebody, tokenId: number) =>
  server.ask(who, { method: 'DELETE', url: `/api/v2/tokens/${tokenId}` })
const titleOf = ({ body }: { body: unknown }) => (body as { title: string }).title

describe('a token', () => {
  it('is returned once, with a checksum against typing errors, and stored only as its hash', async () => {
    const who = await server.somebody(company, 'forma', ['vehicles_edit'])
    const { token, created } = await made(who, '  ERP ', ['vehicles_edit'])
    expect(token).toMatch(/^padron_pat_[\w-]{43}[0-9A-Za-z]{6}$/)
    expect(programKind(token)).toBe('personal')
    expect(programKind(token.slice(0, 20) + (token[20] === 'a' ? 'b' : 'a') + token.slice(21))).toBe('wrong')
    expect(created).toMatchObject({ name: 'ERP', ending: token.slice(-4), status: 'active', lastUsedAt: null })
    expect(created.permissions.toSorted()).toEqual(['tags_read', 'vehicles_edit', 'vehicles_read'])
    const { rows } = await system('select * from personal_token where token_id = $1', created.tokenId)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.token_hash).toEqual(tokenHash(token))
    expect(await listOf(who)).toEqual([created])
  })

  it('is limited to its scope, whatever its user’s permissions', async () => {
    const token = by(main, await made(main, 'solo lectura', ['vehicles_read']))
    expect(await statusOf(token)).toBe(200)
    expect((await server.ask(token, { method: 'POST', url: '/api/v2/users', payload: { userClass: {} } })).status).toBe(
      403,
    )
    const { body } = await server.ask(token, { url: '/connect/userinfo' })
    expect(body).toMatchObject({ name: 'norte-admin', role: ['vehicles_read'], parentId: String(company.tenantId) })
  })

  it('is limited to its user’s current permissions from the next call on', async () => {
    const who = await server.somebody(company, 'cambia', ['vehicles_read', 'users_read'])
    const token = by(who, await made(who, 'dos', ['vehicles_read', 'users_read']))
    expect(await statusOf(token)).toBe(200)
    await system(`update app_user set role_ids = '{111}' where user_id = $1`, who.userId)
    expect(await statusOf(token)).toBe(403)
    expect((await server.ask(token, { method: 'POST', url: '/api/v2/users', payload: { userClass: {} } })).status).toBe(
      200,
    )
  })

  it.each([
    ['revoked by its user', async (who: Somebody, { created }: Made) => void (await revoke(who, created.tokenId))],
    [
      'expired',
      async (_: Somebody, { created }: Made) =>
        void (await system(
          `update personal_token set expires_at = now() - interval '1 s' where token_id = $1`,
          created.tokenId,
        )),
    ],
    [
      'of a deactivated user',
      async (who: Somebody) =>
        void (await server.ask(main, {
          method: 'PUT',
          url: `/api/v2/users/${who.userId}`,
          payload: { userStatus: false },
        })),
    ],
    [
      'of a user who has not accepted the terms',
      async (who: Somebody) =>
        void (await system('update app_user set terms_version = null where user_id = $1', who.userId)),
    ],
    [
      'revoked by RFC 7009',
      async (_: Somebody, { token }: Made) =>
        void (await server.ask(undefined, {
          method: 'POST',
          url: '/connect/revocation',
          payload: `token=${token}`,
          headers: FORM,
        })),
    ],
  ])('%s is rejected from the next call on', async (what, end) => {
    const who = await server.somebody(company, `fin-${what.replace(/\W/g, '').slice(0, 24).toLowerCase()}`, [
      'vehicles_read',
    ])
    const answer = await made(who, 'fin', ['vehicles_read'])
    expect(await statusOf(by(who, answer))).toBe(200)
    await end(who, answer)
    expect(await statusOf(by(who, answer))).toBe(401)
  })

  it('is rejected for a suspended company', async () => {
    const other = await server.company('quieta')
    const who = await server.somebody(other, 'admin', ['admin'])
    const token = by(who, await made(who, 'x', ['vehicles_read']))
    expect(await statusOf(token)).toBe(200)
    await system('update company set suspended_at = now() where tenant_id = $1', other.tenantId)
    expect(await statusOf(token)).toBe(401)
  })

  it('records the time and origin of its last use', async () => {
    const who = await server.somebody(company, 'uso', ['vehicles_read'])
    const answer = await made(who, 'uso', ['vehicles_read'])
    await server.ask(by(who, answer), { ...vehicles, remoteAddress: '10.1.2.3' })
    await expect.poll(async () => (await listOf(who))[0]).toMatchObject({ lastUsedAddress: '10.1.2.3' })
  })

  it('is found by one index look-up', async () => {
    const client = await server.db.system.connect()
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain ${FIND_PERSONAL.text.replace('$1', "array['\\x00'::bytea]")}`,
    )
    client.release(true)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('personal_token_token_hash_key')
  })

  it('is looked up without reading sessions, and a session without reading tokens', async () => {
    const who = await server.somebody(company, 'aparte', ['vehicles_read'])
    const token = by(who, await made(who, 'aparte', ['vehicles_read']))
    const client = await server.db.system.connect()
    // A call that reads the locked table waits for the lock, and is answered with 503 at last.
    const statusWhileLocked = async (table: string, caller: Somebody) => {
      await client.query('begin')
      await client.query(`lock table ${table} in access exclusive mode`)
      const status = await statusOf(caller)
      await client.query('rollback')
      return status
    }
    try {
      expect(await statusWhileLocked('personal_token', who)).toBe(200)
      expect(await statusWhileLocked('access_token', token)).toBe(200)
    } finally {
      client.release(true)
    }
  })
})

describe('creating a token', () => {
  it('rejects permissions that the user lacks, a repeated name, too many tokens, and a late end', async () => {
    const who = await server.somebody(company, 'limites', ['vehicles_read'])
    expect(titleOf(await create(who, 'más', ['vehicles_edit']))).toBe(TOKEN_TEXTS.notHeld)
    await made(who, 'Uno', ['vehicles_read'])
    expect(await create(who, 'uno', ['vehicles_read'])).toMatchObject({
      status: 409,
      body: { title: TOKEN_TEXTS.nameInUse },
    })
    for (const days of [0, 367, 1.5])
      expect(JSON.stringify((await create(who, 'días', ['vehicles_read'], days)).body)).toContain(TOKEN_TEXTS.days)
    expect(JSON.stringify((await create(who, ' ', ['vehicles_read'])).body)).toContain(TOKEN_TEXTS.noName)
    expect(JSON.stringify((await create(who, 'nada', [])).body)).toContain(TOKEN_TEXTS.noPermission)
    expect((await create(who, 'ajeno', ['admin'])).status).toBe(400)
    // Concurrently, so that they compete for the last place.
    const all = await Promise.all(
      Array.from({ length: TOKENS_AT_MOST + 2 }, (_, i) => create(who, `n${i}`, ['vehicles_read'])),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(TOKENS_AT_MOST - 1)
    const refused = all.find(({ status }) => status !== 200)
    expect(refused).toMatchObject({ status: 422, body: { title: TOKEN_TEXTS.tooMany } })
  })
})

describe('personal calls', () => {
  /**
   * Calls without a permission that tokens can make: their content depends on the user's permissions.
   */
  const FOR_PROGRAMS = [
    'catalogue.basicStats',
    'catalogue.states',
    'identity.userinfo',
    'news.list',
    'news.seen',
    'processing.resources',
    'views.layout',
    'views.saveLayout',
  ]
  const PERSONS = ALL_CALLS.filter(({ person }) => person)

  it('are listed completely: every call that needs only a session is personal or for tokens', () => {
    const open = ALL_CALLS.filter(({ needs, person }) => needs === 'session' && !person).map(({ name }) => name)
    expect(open.toSorted()).toEqual(FOR_PROGRAMS)
    expect(PERSONS.map(({ name }) => name).toSorted()).toEqual([
      'account.addPasskey',
      'account.beginFactor',
      'account.beginPasskey',
      'account.changePassword',
      'account.confirmFactor',
      'account.endOtherSessions',
      'account.endSession',
      'account.forgetDevices',
      'account.me',
      'account.provePasskey',
      'account.removeFactor',
      'account.replaceRecoveryCodes',
      'alerts.create',
      'alerts.edit',
      'channels.create',
      'channels.edit',
      'channels.restore',
      'company.change',
      'companySignIn.attempt',
      'companySignIn.read',
      'companySignIn.remove',
      'companySignIn.save',
      'emailSettings.save',
      'emailSettings.tracking',
      'exports.deleteAll',
      'obligations.createFeed',
      'obligations.revokeFeed',
      'obligations.setReminders',
      'provisioning.issue',
      'provisioning.read',
      'provisioning.remove',
      'provisioning.save',
      'reports.configure',
      'reports.create',
      'reports.edit',
      'serviceAccounts.create',
      'serviceAccounts.edit',
      'serviceAccounts.newSecret',
      'serviceAccounts.revoke',
      'tokens.create',
      'tokens.list',
      'tokens.revoke',
      'users.create',
      'users.removeFactor',
      'users.resetPassword',
      'users.sendLink',
      'views.create',
      'views.edit',
      'views.remove',
      'webhooks.create',
      'webhooks.edit',
      'webhooks.newSecret',
    ])
  })

  it('reject every token with an explanation, before anything is read', async () => {
    const token = by(main, await made(main, 'todo', PERMISSIONS))
    for (const { name, method, path } of PERSONS) {
      const request = {
        method,
        url: path.replace(/:\w+/g, '1'),
        payload: 'ni siquiera JSON',
        headers: { 'content-type': 'application/json' },
      }
      for (const _ of ['new', 'known'])
        expect(await server.ask(token, request), name).toMatchObject({
          status: 403,
          body: { title: TOKEN_TEXTS.notByToken },
        })
    }
  })
})

describe('the actions of a token', () => {
  it('are recorded with the token and its user', async () => {
    const token = by(main, await made(main, 'ERP', ['tags_admin']))
    const payload = { TagCategory: [{ TagCategoryName: 'Del ERP', TagColor: 'red' }] }
    const { status, body } = await server.ask(token, { method: 'POST', url: '/api/v2/tags/categories', payload })
    expect(status, JSON.stringify(body)).toBe(200)
    const list = await server.ask(main, {
      method: 'POST',
      url: '/api/v2/activity',
      payload: { filter: { subjectKind: 'tag_category' } },
    })
    expect((list.body as { activities: unknown[] }).activities[0]).toMatchObject({
      who: { userId: main.userId, name: 'norte-admin (token «ERP»)' },
    })
    const own = await server.ask(main, {
      method: 'POST',
      url: '/api/v2/activity',
      payload: { filter: { subjectKind: 'token', text: 'ERP' } },
    })
    expect((own.body as { activities: { changes: unknown[] }[] }).activities[0]?.changes).toContainEqual({
      field: 'Permisos',
      before: null,
      after: 'Etiquetas: Crear, asignar y eliminar etiquetas',
    })
  })

  it('request jobs limited to the token’s scope', async () => {
    await asTenant(server.db, company.tenantId, async (tx) => {
      const needs = 'users_admin'
      expect(await readRequesterAccess(tx, company.tenantId, main.userId, needs, ['vehicles_read'])).toHaveProperty(
        'refused',
      )
      expect(await readRequesterAccess(tx, company.tenantId, main.userId, [], ['vehicles_read'])).toHaveProperty(
        'refused',
      )
      const may = await readRequesterAccess(tx, company.tenantId, main.userId, 'vehicles_read', ['vehicles_read'])
      expect(may).toMatchObject({ roles: new Set(['vehicles_read']) })
    })
    await system(
      `
        insert into vehicle (tenant_id, plate, vin, state_id)
        values ($1, 'TOK123A', '3N1CN8AE1RLTOK123', 19)
        on conflict do nothing`,
      company.tenantId,
    )
    const token = by(main, await made(main, 'reportes', ['vehicles_report', 'queue_read']))
    const payload = { mails: ['persona@ejemplo.mx'] }
    const { status, body } = await server.ask(token, { method: 'POST', url: '/api/v2/vehiclesReport', payload })
    expect(status, JSON.stringify(body)).toBe(200)
    const { rows } = await system(
      'select actor from queue_item where tenant_id = $1 order by created_at desc limit 1',
      company.tenantId,
    )
    expect(rows).toMatchObject([
      {
        actor: {
          id: main.userId,
          scope: ['vehicles_read', 'vehicles_edit', 'vehicles_admin', 'vehicles_report', 'tags_read', 'queue_read'],
        },
      },
    ])
  })
})

describe('a user administrator', () => {
  it('lists and revokes the tokens of the company; other users only their own', async () => {
    const who = await server.somebody(company, 'programa', ['vehicles_read'])
    const boss = await server.somebody(company, 'jefa', ['users_admin'])
    const answer = await made(who, 'suyo', ['vehicles_read'])
    const { body } = await server.ask(boss, { url: '/api/v2/tokens/company' })
    const seen = (body as { tokens: CompanyToken[] }).tokens.find(({ tokenId }) => tokenId === answer.created.tokenId)
    expect(seen).toMatchObject({ name: 'suyo', user: { username: 'norte-programa', active: true } })
    const nobody = await server.somebody(company, 'curioso', ['vehicles_read'])
    expect((await revoke(nobody, answer.created.tokenId)).status).toBe(404)
    expect((await revoke(boss, answer.created.tokenId)).status).toBe(200)
    expect(await statusOf(by(who, answer))).toBe(401)
    expect((await revoke(boss, answer.created.tokenId)).status).toBe(404)
    expect(await listOf(who)).toMatchObject([{ status: 'revoked' }])
    await system(
      `update personal_token set revoked_at = now() - interval '91 days' where token_id = $1`,
      answer.created.tokenId,
    )
    await deleteExpiredTokens(server.db)
    expect(await listOf(who)).toEqual([])
  })

  it('a password reset by console or command ends the user’s tokens; their own change does not', async () => {
    const key = (await server.ask(undefined, { url: '/connect/password-key' })).body as PasswordKey
    const who = await server.somebody(company, 'clave', ['vehicles_read'])
    const url = `/api/v2/roles/user/${who.userId}/password`
    const { username: whose } = who
    const own = {
      current: await seal(PASSWORD, key, { username: whose, use: 'current-password' }),
      password: await seal('Mi-clave-nueva-1', key, { username: whose, use: 'new-password' }),
    }
    const password = await seal('Otra-clave-1', key, { username: whose, use: 'new-password' })
    const answer = await made(who, 'uno', ['vehicles_read'])
    expect((await server.ask(who, { method: 'PUT', url: '/api/v2/account/password', payload: own })).status).toBe(200)
    expect(await statusOf(by(who, answer))).toBe(200)
    const second = await made(who, 'dos', ['vehicles_read'])
    expect((await server.ask(main, { method: 'PATCH', url, payload: { password } })).status).toBe(200)
    expect(await statusOf(by(who, answer))).toBe(401)
    expect(await statusOf(by(who, second))).toBe(401)
    const again = await server.somebody(company, 'orden', ['vehicles_read'])
    const third = await made(again, 'tres', ['vehicles_read'])
    const { tenantId, username } = again
    await asSystem(server.db, (tx) => setPassword(tx, { tenantId, username, passwordHash: 'x' }))
    expect(await statusOf(by(again, third))).toBe(401)
  })
})
