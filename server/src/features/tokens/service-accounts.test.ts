// Service accounts: creation, changes and end, allowed addresses, and that they belong to the company: they work
// without their creator, are in no list of users, and are named in the activity log.
import { ALL_CALLS } from '@padron/contract/features'
import { PERMISSIONS } from '@padron/contract/permissions'
import { SERVICE_ACCOUNTS_AT_MOST, SERVICE_TEXTS, type ServiceAccount } from '@padron/contract/service-accounts'
import { TOKEN_TEXTS } from '@padron/contract/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { FIND_SERVICE, programKind } from '../../http/access/program-tokens.ts'
import { tokenHash } from '../../http/access/sessions.ts'
import { readRequesterAccess } from '../../jobs/requester.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { visitor } from '../../testing/sign-in/identity.ts'
import { deleteEndedAccounts } from './service-accounts.queries.ts'

let server: TestServer
let company: Company
let main: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
})
afterAll(() => server.stop())

const URL = '/api/v2/serviceAccounts'
const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
type Written = { name: string; permissions?: readonly string[]; days?: number; addresses?: readonly string[] }
const create = (who: Somebody, { permissions = ['vehicles_read'], days = 30, ...written }: Written) =>
  server.ask(who, { method: 'POST', url: URL, payload: { ...written, permissions, days } })
type Made = { secret: string; serviceAccount: ServiceAccount }
const made = async (written: Written, who = main): Promise<Made> => {
  const { status, body } = await create(who, written)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Made
}
const by = (secret: string): Somebody => ({ ...main, token: secret })
const vehicles = { method: 'POST' as const, url: '/api/v2/vehicleAsset', payload: {} }
const statusOf = async (secret: string, remoteAddress = '127.0.0.1') =>
  (await server.ask(by(secret), { ...vehicles, remoteAddress })).status
const listOf = async (who = main) =>
  ((await server.ask(who, { url: URL })).body as { serviceAccounts: ServiceAccount[] }).serviceAccounts
const find = async (id: number) => (await listOf()).find(({ serviceAccountId }) => serviceAccountId === id)
const change = (who: Somebody, { serviceAccountId, version }: ServiceAccount, payload: object) =>
  server.ask(who, {
    method: 'PUT',
    url: `${URL}/${serviceAccountId}`,
    payload: { name: 'x', permissions: ['vehicles_read'], addresses: [], version, ...payload },
  })
const renew = (who: Somebody, id: number, keepFormer: boolean) =>
  server.ask(who, { method: 'POST', url: `${URL}/${id}/secret`, payload: { keepFormer } })
const revoke = (who: Somebody, id: number) => server.ask(who, { method: 'DELETE', url: `${URL}/${id}` })
const titleOf = ({ body }: { body: unknown }) => (body as { title: string }).title
const recordOf = async (filter: object) => {
  const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/activity', payload: { filter } })
  return (body as { activities: { who: object; subject: { kind: string }; action: string; changes: object[] }[] })
    .activities
}

describe('a service account', () => {
  it('is created with a secret that is shown once and stored as its hash', async () => {
    const { secret, serviceAccount } = await made({ name: '  ERP ', permissions: ['vehicles_edit'] })
    expect(secret).toMatch(/^padron_svc_[\w-]{43}[0-9A-Za-z]{6}$/)
    expect(programKind(secret)).toBe('service')
    expect(programKind(secret.replace('padron_svc_', 'padron_pat_'))).toBe('personal')
    expect(await statusOf(secret.replace('padron_svc_', 'padron_pat_'))).toBe(401)
    expect(serviceAccount).toMatchObject({
      name: 'ERP',
      ending: secret.slice(-4),
      addresses: [],
      createdBy: 'norte-admin',
      status: 'active',
      lastUsedAt: null,
      lastRefusedAt: null,
      formerUntil: null,
    })
    expect(serviceAccount.permissions.toSorted()).toEqual(['tags_read', 'vehicles_edit', 'vehicles_read'])
    const { rows } = await system('select * from service_account where user_id = $1', serviceAccount.serviceAccountId)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(rows[0]?.secret_hash).toEqual(tokenHash(secret))
  })

  it('acts in its own name with its permissions, sees every vehicle, and is in no list of users', async () => {
    const { secret, serviceAccount } = await made({ name: 'Lista', permissions: ['vehicles_read', 'users_read'] })
    expect(await statusOf(secret)).toBe(200)
    const { body } = await server.ask(by(secret), { url: '/connect/userinfo' })
    expect(body).toMatchObject({
      sub: String(serviceAccount.serviceAccountId),
      name: 'cuenta de servicio «Lista»',
      parentId: String(company.tenantId),
      role: ['vehicles_read', 'users_read'],
    })
    expect(body).not.toHaveProperty('vehicleScope')
    const { body: list } = await server.ask(main, { method: 'POST', url: '/api/v2/users', payload: { userClass: {} } })
    expect(list).toMatchObject({ users: [{ user: { username: 'norte-admin' } }], userTotalCount: 1 })
    expect((await server.ask(by(secret), { method: 'POST', url: '/api/v2/tags', payload: { tags: [] } })).status).toBe(
      403,
    )
  })

  it('cannot be changed by the calls about users, and cannot sign in', async () => {
    const { serviceAccount } = await made({ name: 'Oculta', permissions: ['processing_admin'] })
    const id = serviceAccount.serviceAccountId
    const { rows } = await system('select username from app_user where user_id = $1', id)
    const username = String(rows[0]?.username)
    expect(username).toBe(`cuenta de servicio «Oculta» (${id})`)
    const { signIn } = await visitor(server.app)
    for (const password of ['', 'cualquiera']) expect((await signIn(username, password)).status).toBe(400)
    for (const request of [
      { method: 'PUT', url: `/api/v2/users/${id}`, payload: { userStatus: true } },
      {
        method: 'PUT',
        url: '/api/v2/users',
        payload: { userClassFilter: { user: { userId: id, version: 1 } }, userClass: { userInfo: { firstName: 'x' } } },
      },
      { method: 'POST', url: `/api/v2/users/${id}/link`, payload: {} },
    ] as const)
      expect((await server.ask(main, request)).status, request.url).toBe(404)
    const assigned = await server.ask(main, {
      method: 'PUT',
      url: '/api/v2/captures/assign',
      payload: { userId: id, vehicleAssetIds: [1] },
    })
    expect(assigned).toMatchObject({ status: 422, body: { errors: [{ path: 'userId' }] } })
  })

  it('still works after its creator is deactivated or loses permissions', async () => {
    const boss = await server.somebody(company, 'jefa', ['users_admin', 'vehicles_read'])
    const { secret } = await made({ name: 'De la jefa' }, boss)
    await system(`update app_user set role_ids = '{111}', active = false where user_id = $1`, boss.userId)
    expect((await server.ask(boss, { url: URL })).status).toBe(401)
    expect(await statusOf(secret)).toBe(200)
    await system('delete from app_user where user_id = $1', boss.userId)
    expect(await statusOf(secret)).toBe(200)
  })

  it('is rejected by personal calls', async () => {
    const { secret } = await made({ name: 'Todo', permissions: PERMISSIONS })
    for (const { method, path, name } of ALL_CALLS.filter(({ person }) => person))
      expect(
        await server.ask(by(secret), {
          method,
          url: path.replace(/:\w+/g, '1'),
          payload: '!',
          headers: { 'content-type': 'application/json' },
        }),
        name,
      ).toMatchObject({ status: 403, body: { title: TOKEN_TEXTS.notByToken } })
  })

  it('is found by index look-ups', async () => {
    const client = await server.db.system.connect()
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain ${FIND_SERVICE.text.replaceAll('$1', `array['\\x00'::bytea]`)}`,
    )
    client.release(true)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    for (const index of ['service_account_secret_hash_key', 'service_account_former']) expect(plan).toContain(index)
  })
})

describe('a service account no longer works from the next call on', () => {
  it.each([
    ['revoked', async ({ serviceAccountId }: ServiceAccount) => void (await revoke(main, serviceAccountId))],
    [
      'expired',
      async ({ serviceAccountId }: ServiceAccount) =>
        void (await system(
          `update service_account set expires_at = now() - interval '1 s' where user_id = $1`,
          serviceAccountId,
        )),
    ],
    [
      'revoked by RFC 7009',
      async (_: ServiceAccount, secret: string) =>
        void (await server.ask(undefined, {
          method: 'POST',
          url: '/connect/revocation',
          payload: `token=${secret}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })),
    ],
  ])('if it is %s', async (what, end) => {
    const { secret, serviceAccount } = await made({ name: what, permissions: ['vehicles_read', 'dashboard_read'] })
    expect(await access(serviceAccount.serviceAccountId)).toMatchObject({
      roles: new Set(['vehicles_read', 'dashboard_read']),
    })
    const link = await linkOf(secret)
    expect((await server.ask(undefined, { url: link })).status).toBe(200)
    await end(serviceAccount, secret)
    expect(await statusOf(secret)).toBe(401)
    expect((await server.ask(undefined, { url: link })).status).toBe(404)
    expect(await access(serviceAccount.serviceAccountId)).toHaveProperty('refused')
  })

  it('if its company is suspended', async () => {
    const other = await server.company('quieta')
    const theirs = await server.somebody(other, 'admin', ['admin'])
    const { secret } = await made({ name: 'x' }, theirs)
    expect(await statusOf(secret)).toBe(200)
    await system('update company set suspended_at = now() where tenant_id = $1', other.tenantId)
    expect(await statusOf(secret)).toBe(401)
  })
})

const access = (id: number, scope?: readonly string[]) =>
  asTenant(server.db, company.tenantId, (tx) => readRequesterAccess(tx, company.tenantId, id, 'vehicles_read', scope))
/** The link to a file that is generated when it is opened. */
const linkOf = async (secret: string): Promise<string> => {
  const { status, body } = await server.ask(by(secret), {
    method: 'POST',
    url: '/api/v2/vehiclesDownload',
    payload: {},
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return /"(\/[^"]+)"/.exec(JSON.stringify(body))?.[1] ?? ''
}

describe('allowed addresses', () => {
  it('make calls from others fail with the reason, and the last such address is shown', async () => {
    const addresses = ['10.1.0.0/16', '203.0.113.7', '2001:DB8:1::/48', ' 2001:db8::7', 'fe80::/10']
    const { secret, serviceAccount } = await made({ name: 'Con direcciones', addresses })
    expect(serviceAccount.addresses).toEqual([
      '10.1.0.0/16',
      '203.0.113.7',
      '2001:db8:1::/48',
      '2001:db8::7',
      'fe80::/10',
    ])
    for (const inside of [
      '10.1.2.3',
      '::ffff:10.1.2.3',
      '::ffff:a01:203',
      '203.0.113.7',
      '2001:db8:1:ffff::9',
      '2001:db8:0:0::7',
      'fe80::1%eth0',
    ])
      expect(await statusOf(secret, inside), inside).toBe(200)
    for (const outside of ['10.2.0.1', '::ffff:10.2.0.1', '203.0.113.8', '2001:db8:2::9', '::1', 'unknown']) {
      const answer = await server.ask(by(secret), { ...vehicles, remoteAddress: outside })
      expect(answer.status, outside).toBe(403)
      expect(titleOf(answer)).toContain(outside)
    }
    await expect
      .poll(() => find(serviceAccount.serviceAccountId))
      .toMatchObject({ lastUsedAddress: '10.1.2.3', lastRefusedAddress: '10.2.0.1' })
    // The events of the panel are rejected from such an address too.
    const events = { url: '/api/v2/queueEvents', remoteAddress: '10.2.0.1' }
    expect((await server.ask(by(secret), events)).status).toBe(403)
  })

  it('are rejected if invalid, by their field', async () => {
    const refusedAddresses = ['10.1.2', '10.1.2.3/33', '::g', '10.0.0.0/8/8', 'erp.ejemplo.mx', '', 'fe80::1%eth0']
    for (const [n, address] of refusedAddresses.entries()) {
      const { status, body } = await create(main, { name: `mal ${n}`, addresses: ['10.1.2.3', address] })
      expect(status, address).toBe(400)
      expect(body).toMatchObject({ errors: [{ path: 'addresses.1', message: SERVICE_TEXTS.address }] })
    }
    const long = await create(main, { name: 'larga', addresses: ['1'.repeat(50)] })
    expect(JSON.stringify(long.body)).toContain('Máximo 49 caracteres')
    const many = await create(main, { name: 'muchas', addresses: Array(21).fill('10.0.0.1') })
    expect(JSON.stringify(many.body)).toContain(SERVICE_TEXTS.tooManyAddresses)
  })
})

describe('a user administrator', () => {
  it('grants only permissions that they have, and cannot change accounts with more', async () => {
    const boss = await server.somebody(company, 'media', ['users_admin', 'vehicles_read'])
    const more = await create(boss, { name: 'más', permissions: ['vehicles_edit'] })
    expect(more.status).toBe(403)
    expect(titleOf(more)).toBe(SERVICE_TEXTS.notHeld)
    const { secret, serviceAccount } = await made({ name: 'Alta', permissions: ['vehicles_admin'] })
    const id = serviceAccount.serviceAccountId
    for (const answer of [await change(boss, serviceAccount, {}), await renew(boss, id, false)]) {
      expect(answer.status).toBe(403)
      expect(titleOf(answer)).toBe(SERVICE_TEXTS.above)
    }
    expect(await statusOf(secret)).toBe(200)
    expect((await revoke(boss, id)).status).toBe(200)
    expect(await find(id)).toMatchObject({ status: 'revoked', revokedBy: 'norte-media' })
    expect((await revoke(boss, id)).status).toBe(404)
  })

  it('needs the permission and the whole fleet; users of another company get 404', async () => {
    const { serviceAccount } = await made({ name: 'De norte' })
    const id = serviceAccount.serviceAccountId
    const reader = await server.somebody(company, 'lee', ['vehicles_read', 'users_read'])
    const part = await server.somebody(company, 'parte', ['users_admin', 'vehicles_read'])
    await system(`update app_user set vehicle_scope = '{"states":[19]}' where user_id = $1`, part.userId)
    const other = await server.company('sur')
    const theirs = await server.somebody(other, 'admin', ['admin'])
    expect(await listOf(theirs)).toEqual([])
    for (const [who, status] of [
      [reader, 403],
      [part, 403],
      [theirs, 404],
    ] as const)
      for (const answer of [await change(who, serviceAccount, {}), await renew(who, id, true), await revoke(who, id)])
        expect(answer.status).toBe(status)
    expect(await find(id)).toMatchObject({ version: 1, status: 'active' })
  })

  it('changes name, permissions, addresses and end; an old version is rejected', async () => {
    const { secret, serviceAccount } = await made({ name: 'Antes', days: 1 })
    const id = serviceAccount.serviceAccountId
    const changed = await change(main, serviceAccount, { name: ' Después ', permissions: ['tags_read'], days: 10 })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Después', permissions: ['tags_read'], version: 2 } })
    expect(await statusOf(secret)).toBe(403)
    expect((await server.ask(by(secret), { url: '/connect/userinfo' })).body).toMatchObject({
      name: 'cuenta de servicio «Después»',
    })
    const until = Date.parse((changed.body as ServiceAccount).expiresAt)
    expect(until).toBeGreaterThan(Date.parse(serviceAccount.expiresAt))
    expect(await change(main, serviceAccount, {})).toMatchObject({ status: 409 })
    const { serviceAccount: other } = await made({ name: 'Otra' })
    expect(await change(main, other, { name: 'DESPUÉS' })).toMatchObject({
      status: 409,
      body: { title: SERVICE_TEXTS.nameInUse },
    })
    await system(`update service_account set expires_at = now() - interval '1 day' where user_id = $1`, id)
    expect(await find(id)).toMatchObject({ status: 'expired' })
    const expired = (await find(id)) as ServiceAccount
    expect(await change(main, expired, { name: 'Después' })).toMatchObject({ body: { status: 'expired' } })
    const again = (await find(id)) as ServiceAccount
    expect(await change(main, again, { name: 'Después', days: 5 })).toMatchObject({ body: { status: 'active' } })
    expect(await statusOf(secret)).toBe(200)
  })

  it('changes the secret, with a day of overlap or at once', async () => {
    const { secret, serviceAccount } = await made({ name: 'Secretos' })
    const id = serviceAccount.serviceAccountId
    const second = (await renew(main, id, true)).body as Made
    expect(second.serviceAccount).toMatchObject({ ending: second.secret.slice(-4), formerUntil: expect.any(String) })
    expect([await statusOf(secret), await statusOf(second.secret)]).toEqual([200, 200])
    expect(await renew(main, id, true)).toMatchObject({ status: 409, body: { title: SERVICE_TEXTS.formerInForce } })
    await system('update service_account set former_until = now() where user_id = $1', id)
    expect([await statusOf(secret), await statusOf(second.secret)]).toEqual([401, 200])
    const third = (await renew(main, id, false)).body as Made
    expect(third.serviceAccount.formerUntil).toBeNull()
    expect([await statusOf(second.secret), await statusOf(third.secret)]).toEqual([401, 200])
  })

  it('creates at most twenty, with different names and an end within a year', async () => {
    const other = await server.company('limites')
    const boss = await server.somebody(other, 'admin', ['admin'])
    await made({ name: 'Uno' }, boss)
    expect(await create(boss, { name: 'uno' })).toMatchObject({ status: 409, body: { title: SERVICE_TEXTS.nameInUse } })
    for (const days of [0, 367, 1.5])
      expect(JSON.stringify((await create(boss, { name: 'días', days })).body)).toContain(TOKEN_TEXTS.days)
    expect(JSON.stringify((await create(boss, { name: ' ' })).body)).toContain(SERVICE_TEXTS.noName)
    expect((await create(boss, { name: 'ajena', permissions: ['admin'] })).status).toBe(400)
    // Concurrently, so that they compete for the last place.
    const all = await Promise.all(
      Array.from({ length: SERVICE_ACCOUNTS_AT_MOST + 1 }, (_, i) => create(boss, { name: `n${i}` })),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(SERVICE_ACCOUNTS_AT_MOST - 1)
    expect(all.find(({ status }) => status !== 200)).toMatchObject({
      status: 422,
      body: { title: SERVICE_TEXTS.tooMany },
    })
  })
})

describe('the actions of a service account', () => {
  it('are recorded in its name, and so are its creation, changes and end', async () => {
    const { secret, serviceAccount } = await made({ name: 'Registrada', permissions: ['tags_admin'] })
    const id = serviceAccount.serviceAccountId
    const payload = { TagCategory: [{ TagCategoryName: 'De la cuenta', TagColor: 'red' }] }
    const answer = await server.ask(by(secret), { method: 'POST', url: '/api/v2/tags/categories', payload })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect((await recordOf({ subjectKind: 'tag_category' }))[0]).toMatchObject({
      who: { userId: id, name: 'cuenta de servicio «Registrada»' },
    })
    await change(main, serviceAccount, { name: 'Registrada', addresses: ['10.0.0.0/8'] })
    await renew(main, id, false)
    await revoke(main, id)
    const own = await recordOf({ subjectId: id })
    expect(own.map(({ action, subject }) => [action, subject.kind])).toEqual([
      ['update', 'service_account'],
      ['update', 'service_account'],
      ['update', 'service_account'],
      ['create', 'service_account'],
    ])
    const [revoked, renewed, changed, created] = own.map(({ changes }) => changes)
    expect(revoked).toContainEqual({ field: 'Revocada', before: null, after: expect.any(String) })
    expect(renewed).toContainEqual({ field: 'Secreto cambiado', before: null, after: expect.any(String) })
    expect(changed).toContainEqual({ field: 'Direcciones permitidas', before: null, after: '10.0.0.0/8' })
    expect(created).toContainEqual({
      field: 'Permisos',
      before: null,
      after: 'Etiquetas: Crear, asignar y eliminar etiquetas',
    })
  })

  it('request jobs limited to its permissions both at the request and at the run', async () => {
    const permissions = ['vehicles_report', 'queue_read']
    const { secret, serviceAccount } = await made({ name: 'Reportes', permissions })
    const id = serviceAccount.serviceAccountId
    await server.vehicles(company, [{ plate: 'SVC111A' }])
    const payload = { mails: ['persona@ejemplo.mx'] }
    const { status, body } = await server.ask(by(secret), { method: 'POST', url: '/api/v2/vehiclesReport', payload })
    expect(status, JSON.stringify(body)).toBe(200)
    const { rows } = await system(
      'select queue_item_id as job, actor from queue_item where tenant_id = $1',
      company.tenantId,
    )
    expect(rows).toMatchObject([{ actor: { id, name: 'cuenta de servicio «Reportes»' } }])
    const scope: string[] = rows[0]?.actor.scope
    expect(scope).toEqual([
      'vehicles_read',
      'vehicles_edit',
      'vehicles_admin',
      'vehicles_report',
      'tags_read',
      'queue_read',
    ])
    await change(main, serviceAccount, { name: 'Reportes', permissions: ['vehicles_read', 'users_read'] })
    expect(await access(id, scope)).toMatchObject({ roles: new Set(['vehicles_read']) })
    const cancel = (who: Somebody) =>
      server.ask(who, { method: 'POST', url: `/api/v2/queueItems/${rows[0]?.job}/cancel`, payload: {} })
    const reader = await server.somebody(company, 'mira', ['vehicles_report', 'queue_read'])
    expect((await cancel(reader)).status).toBe(403)
    expect((await cancel(main)).status).toBe(200)
  })

  it('exclude a trial by email, because it has no address', async () => {
    const { secret } = await made({ name: 'Prueba', permissions: ['programReports_admin', 'vehicles_read'] })
    const payload = { kind: 'debts', name: 'x', mails: ['a@ejemplo.mx'], frequency: 'weekly', sendDay: 1, filter: {} }
    const answer = await server.ask(by(secret), { method: 'POST', url: '/api/v2/reports/test', payload })
    expect(answer.status, JSON.stringify(answer.body)).toBe(422)
    expect(titleOf(answer)).toContain('Una cuenta de servicio no tiene correo')
  })
})

it('a service account is deleted ninety days after its end, with its row among the users', async () => {
  const { serviceAccount: other } = await made({ name: 'Queda' })
  const { serviceAccount: gone } = await made({ name: 'Se va' })
  await revoke(main, other.serviceAccountId)
  await system(
    `update service_account set revoked_at = now() - interval '91 days' where user_id = $1`,
    gone.serviceAccountId,
  )
  await deleteEndedAccounts(server.db)
  const { rows } = await system('select user_id as id from app_user where user_id = any($1)', [
    other.serviceAccountId,
    gone.serviceAccountId,
  ])
  expect(rows).toEqual([{ id: other.serviceAccountId }])
  expect((await recordOf({ subjectId: gone.serviceAccountId })).map(({ action }) => action)).toEqual([
    'update',
    'create',
  ])
})
