// SCIM as Entra, Okta and Keycloak speak it, over HTTP: the users that a provider creates, changes and deactivates, and
// those that it may not touch.
import { provisioning, SCIM_PATH } from '@padron/contract/provisioning'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tokenHash } from '../../http/access/sessions.ts'
import { newToken } from '../../secrets/tokens.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { LIST_SCHEMA, USER_SCHEMA } from './resource.ts'

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let server: TestServer
let norte: Company
let sur: Company
let main: Somebody
let profile: number
let token: string

const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
const prepare = async (company: Company, who: Somebody, presetId: number, domain: string): Promise<string> => {
  await system(
    `insert into company_idp (tenant_id, issuer, client_id, client_secret) values ($1, 'https://idp.mx', 'x', 'x')`,
    company.tenantId,
  )
  await system('insert into company_idp_domain (tenant_id, domain) values ($1, $2)', company.tenantId, domain)
  const { body } = await server.ask(who, { method: 'POST', url: provisioning.issue.path, payload: { presetId } })
  return (body as { token: string }).token
}

beforeAll(async () => {
  server = await testServer()
  norte = await server.company('norte')
  sur = await server.company('sur')
  main = await server.somebody(norte, 'admin', ['admin'])
  profile = await server.profile(norte, 'Consulta', ['vehicles_read'])
  token = await prepare(norte, main, profile, 'norte.mx')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await system('delete from app_user where tenant_id = $1 and user_id <> $1', norte.tenantId)
  await system('update company_idp set links_by_mail = false where tenant_id = $1', norte.tenantId)
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const ask = async (
  method: Method,
  path: string,
  payload?: object | string,
  by = token,
  type = 'application/scim+json',
) => {
  const headers = { authorization: `Bearer ${by}`, ...(payload === undefined ? {} : { 'content-type': type }) }
  const answer = await server.ask(undefined, {
    method,
    url: SCIM_PATH + path,
    headers,
    ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })
  return { ...answer, body: answer.body as Record<string, unknown> & { id: string; Resources: { id: string }[] } }
}
/** A new user as Entra writes it. */
const person = (name: string, more: object = {}) => ({
  schemas: [USER_SCHEMA, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `id-${name}`,
  userName: `${name}@norte.mx`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `${name}@norte.mx` }],
  name: { formatted: name, familyName: "D'Angelo", givenName: name },
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Flota' },
  ...more,
})
const create = async (name: string, more: object = {}) => (await ask('POST', '/Users', person(name, more))).body.id
const patch = (id: string, ...Operations: object[]) =>
  ask('PATCH', `/Users/${id}`, { schemas: [PATCH_SCHEMA], Operations })
const signedIn = async (id: string): Promise<Somebody> => {
  const session = newToken()
  await system(
    `insert into access_token (tenant_id, token_hash, user_id, client_id, scope, expires_at)
     values ($1, $2, $3, 'test', '', now() + interval '1 hour')`,
    norte.tenantId,
    tokenHash(session),
    id,
  )
  return { ...main, userId: Number(id), token: session }
}
const stored = async (id: string) =>
  (
    await system(
      'select username, first_name, last_name, email, active, preset_id from app_user where user_id = $1',
      id,
    )
  ).rows[0]

describe('a user', () => {
  it('is created with the configured profile, found by name, and returned as SCIM defines', async () => {
    const { status, body, headers } = await ask('POST', '/Users', person('eva'))
    expect(status).toBe(201)
    expect(headers['content-type']).toContain('application/scim+json')
    expect(headers.location).toBe(`http://localhost${SCIM_PATH}/Users/${body.id}`)
    expect(body).toMatchObject({
      schemas: [USER_SCHEMA],
      externalId: 'id-eva',
      userName: 'eva@norte.mx',
      active: true,
      name: { givenName: 'eva', familyName: 'DAngelo' },
      emails: [{ value: 'eva@norte.mx', type: 'work', primary: true }],
    })
    expect(await stored(body.id)).toEqual({
      username: 'norte-eva',
      first_name: 'eva',
      last_name: 'DAngelo',
      email: 'eva@norte.mx',
      active: true,
      preset_id: profile,
    })
    expect((await ask('GET', `/Users/${body.id}`)).body).toEqual(body)
    for (const filter of ['userName eq "EVA@norte.mx"', 'externalId eq "id-eva"', 'emails.value eq "eva@norte.mx"']) {
      const found = await ask('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      expect(found.body).toMatchObject({ schemas: [LIST_SCHEMA], totalResults: 1, Resources: [{ id: body.id }] })
    }
    expect((await ask('GET', `/Users?filter=${encodeURIComponent('userName eq "nadie"')}`)).body.totalResults).toBe(0)
    const again = await ask('POST', '/Users', person('eva'))
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness', status: '409' } })
  })

  it.each([
    ['Entra', [{ op: 'Replace', path: 'active', value: 'False' }]],
    ['Okta', [{ op: 'replace', value: { active: false } }]],
  ])('that %s deactivates loses their session at once, and can be reactivated', async (_name, operations) => {
    const id = await create('eva')
    const eva = await signedIn(id)
    expect((await server.ask(eva, { url: '/connect/userinfo' })).status).toBe(200)
    expect(await patch(id, ...operations)).toMatchObject({ status: 200, body: { active: false } })
    expect((await server.ask(eva, { url: '/connect/userinfo' })).status).toBe(401)
    expect(await patch(id, { op: 'replace', path: 'active', value: true })).toMatchObject({ body: { active: true } })
    expect((await server.ask(eva, { url: '/connect/userinfo' })).status).toBe(401)
  })

  it('is changed attribute by attribute, and replaced completely', async () => {
    const id = await create('eva')
    await patch(
      id,
      { op: 'Replace', path: 'name.familyName', value: 'Ruiz' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'eva.ruiz@norte.mx' },
      { op: 'Replace', value: { 'name.givenName': 'Eva María', externalId: 'otra' } },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Otra' },
      { op: 'Replace', path: `${USER_SCHEMA}:userName`, value: 'eva.ruiz@norte.mx' },
    )
    expect((await ask('GET', `/Users/${id}`)).body).toMatchObject({
      userName: 'eva.ruiz@norte.mx',
      externalId: 'otra',
      name: { givenName: 'Eva María', familyName: 'Ruiz' },
      emails: [{ value: 'eva.ruiz@norte.mx' }],
    })
    await ask('PUT', `/Users/${id}`, { ...person('eva'), active: undefined, name: { familyName: 'Luna' } })
    expect(await stored(id)).toMatchObject({ first_name: '', last_name: 'Luna', email: 'eva@norte.mx', active: true })
    await patch(id, { op: 'remove', path: 'emails' })
    expect(await stored(id)).toMatchObject({ email: null })
    // Without an email address, the user name of a whole user serves as one.
    await ask('PUT', `/Users/${id}`, person('eva', { emails: [] }))
    expect(await stored(id)).toMatchObject({ email: 'eva@norte.mx' })
  })

  it.each(['eva@norte.onmicrosoft.com', 'eva@norte.mx', 'eva@norte'])(
    'named %s whose address an administrator removed keeps none when another attribute changes',
    async (userName) => {
      const id = await create('eva', { userName })
      await system('update app_user set email = null where user_id = $1', id)
      expect(await patch(id, { op: 'Replace', path: 'active', value: 'False' })).toMatchObject({
        status: 200,
        body: { active: false, emails: [] },
      })
      expect(await stored(id)).toMatchObject({ email: null, active: false })
    },
  )

  it.each([
    ['of another domain', { op: 'Replace', path: 'emails', value: [{ value: 'eva@otra.mx' }] }],
    ['that is invalid', { op: 'Replace', path: 'emails', value: [{ value: 'eva@norte' }] }],
    ['with an address that is no text', { op: 'Replace', path: 'emails', value: [{ value: 1 }] }],
    ['without a user name', { op: 'Remove', path: 'userName' }],
    ['with the name of another user', { op: 'Replace', path: 'userName', value: 'ana@norte.mx' }],
    ['with an unknown operation', { op: 'Move', path: 'title', value: 'x' }],
    ['with a removal of nothing', { op: 'Remove' }],
  ])('%s is deactivated all the same, and nothing else changes', async (_what, operation) => {
    await create('ana')
    const id = await create('eva')
    const eva = await signedIn(id)
    const before = await stored(id)
    expect((await patch(id, operation)).status).toBeGreaterThanOrEqual(400)
    expect((await server.ask(eva, { url: '/connect/userinfo' })).status).toBe(200)
    expect(await patch(id, operation, { op: 'Replace', path: 'active', value: false })).toMatchObject({
      status: 200,
      body: { active: false, userName: 'eva@norte.mx', emails: [{ value: 'eva@norte.mx' }] },
    })
    expect((await server.ask(eva, { url: '/connect/userinfo' })).status).toBe(401)
    expect(await stored(id)).toEqual({ ...before, active: false })
  })

  it.each(['emails[type eq "work"].value', 'phoneNumbers[type eq "mobile"].value', 'emails', 'phoneNumbers'])(
    'is deactivated by a PATCH that clears %s with null',
    async (path) => {
      const id = await create('eva', { phoneNumbers: [{ type: 'mobile', value: '8112345678' }] })
      const operations = [
        { op: 'Replace', path, value: null },
        { op: 'Replace', path: 'active', value: 'False' },
      ]
      const list = path.startsWith('emails') ? 'emails' : 'phoneNumbers'
      expect(await patch(id, ...operations)).toMatchObject({ status: 200, body: { active: false, [list]: [] } })
    },
  )

  it('that is replaced without a user name and inactive is deactivated', async () => {
    const id = await create('eva')
    const body = { ...person('eva'), userName: undefined, active: false }
    expect(await ask('PUT', `/Users/${id}`, body)).toMatchObject({
      status: 200,
      body: { active: false, userName: 'eva@norte.mx' },
    })
  })

  it('that is replaced with an address of another domain and inactive is deactivated', async () => {
    const id = await create('eva')
    const change = { active: false, emails: [{ value: 'eva@otra.mx' }] }
    expect(await ask('PUT', `/Users/${id}`, person('eva', change))).toMatchObject({
      status: 200,
      body: { active: false, emails: [{ value: 'eva@norte.mx' }] },
    })
  })

  it('that is deleted becomes inactive and not found, and is the same user when created again', async () => {
    const id = await create('eva')
    expect((await ask('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await ask('GET', `/Users/${id}`)).status).toBe(404)
    expect((await ask('DELETE', `/Users/${id}`)).status).toBe(404)
    expect(await stored(id)).toMatchObject({ active: false, username: 'norte-eva' })
    expect(await create('eva')).toBe(id)
    expect(await stored(id)).toMatchObject({ active: true })
  })

  it('is in the activity log with the provider as author', async () => {
    const id = await create('eva')
    await patch(id, { op: 'replace', path: 'active', value: false })
    const payload = { filter: { subjectKind: 'user', subjectId: Number(id) } }
    const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/activity', payload })
    const { activities } = body as { activities: { who: { name: string }; action: string }[] }
    expect(activities.map(({ who, action }) => [who.name, action])).toEqual([
      ['Proveedor de identidad', 'update'],
      ['Proveedor de identidad', 'create'],
    ])
  })
})

describe('a user who existed before', () => {
  it('is not visible, and is linked only if linking by address is allowed', async () => {
    const luis = await server.somebody(norte, 'luis', ['vehicles_admin'])
    await system(`update app_user set email = 'Luis@norte.mx', last_sign_in = now() where user_id = $1`, luis.userId)
    expect((await ask('GET', `/Users/${luis.userId}`)).status).toBe(404)
    expect(await patch(String(luis.userId), { op: 'replace', path: 'active', value: false })).toMatchObject({
      status: 404,
    })
    expect(await ask('POST', '/Users', person('luis'))).toMatchObject({
      status: 409,
      body: { detail: 'Ya hay un usuario con el correo luis@norte.mx, y no se permitió enlazarlo.' },
    })
    await system('update company_idp set links_by_mail = true where tenant_id = $1', norte.tenantId)
    expect(await create('luis')).toBe(String(luis.userId))
    expect(await stored(String(luis.userId))).toMatchObject({ username: 'norte-luis', preset_id: null })
  })

  it('is not linked while inactive, because an administrator deactivated them', async () => {
    await system('update company_idp set links_by_mail = true where tenant_id = $1', norte.tenantId)
    const luis = await server.somebody(norte, 'luis', ['vehicles_admin'])
    await system(`update app_user set email = 'luis@norte.mx', last_sign_in = now() where user_id = $1`, luis.userId)
    const url = `/api/v2/users/${luis.userId}`
    const setStatus = (userStatus: boolean) => server.ask(main, { method: 'PUT', url, payload: { userStatus } })
    expect((await setStatus(false)).status).toBe(200)
    expect(await ask('POST', '/Users', person('luis'))).toMatchObject({
      status: 409,
      body: { detail: 'El usuario con el correo luis@norte.mx está inactivo: actívelo en Usuarios para enlazarlo.' },
    })
    expect(await stored(String(luis.userId))).toMatchObject({ active: false })
    expect((await ask('GET', `/Users/${luis.userId}`)).status).toBe(404)
    expect((await setStatus(true)).status).toBe(200)
    expect(await create('luis')).toBe(String(luis.userId))
  })

  it('is linked while inactive if the provider deleted them, also under another name', async () => {
    await system('update company_idp set links_by_mail = true where tenant_id = $1', norte.tenantId)
    const id = await create('eva')
    expect((await ask('DELETE', `/Users/${id}`)).status).toBe(204)
    expect(await create('eva', { userName: 'eva.ruiz@norte.mx' })).toBe(id)
    expect(await stored(id)).toMatchObject({ active: true })
  })

  it('is never visible or linked if it is the main account', async () => {
    await system('update company_idp set links_by_mail = true where tenant_id = $1', norte.tenantId)
    await system(`update app_user set email = 'jefa@norte.mx' where user_id = $1`, norte.tenantId)
    expect(await ask('POST', '/Users', person('jefa'))).toMatchObject({ status: 409 })
    expect((await ask('GET', `/Users/${norte.tenantId}`)).status).toBe(404)
    expect((await ask('DELETE', `/Users/${norte.tenantId}`)).status).toBe(404)
    expect(await stored(String(norte.tenantId))).toMatchObject({ active: true })
  })
})

describe('another company', () => {
  it('cannot see the users of this one, or which names exist', async () => {
    const boss = await server.somebody(sur, 'admin', ['admin'])
    const theirs = await prepare(sur, boss, await server.profile(sur, 'Consulta', ['vehicles_read']), 'sur.mx')
    const id = await create('eva')
    expect((await ask('GET', '/Users', undefined, theirs)).body.totalResults).toBe(0)
    expect((await ask('GET', `/Users/${id}`, undefined, theirs)).status).toBe(404)
    expect((await ask('PUT', `/Users/${id}`, person('eva'), theirs)).status).toBe(404)
    expect((await ask('DELETE', `/Users/${id}`, undefined, theirs)).status).toBe(404)
    // The reply says only that the domain is not the company's.
    expect(await ask('POST', '/Users', person('eva'), theirs)).toMatchObject({
      status: 400,
      body: { detail: 'El correo eva@norte.mx no es de los dominios de la empresa.' },
    })
    expect(await stored(id)).toMatchObject({ active: true })
  })
})

describe('the service rejects', () => {
  it.each([
    [{ userName: '' }, 'userName'],
    [{ userName: 'x'.repeat(255) }, 'userName'],
    [{ userName: 5 }, 'userName'],
    [{ active: 'quizás' }, 'active'],
    [{ emails: 'eva@norte.mx' }, 'emails'],
    [{ emails: [{ value: 'eva@norte' }] }, 'Email'],
    [{ emails: [{ value: 'eva@otra.mx' }] }, 'eva@otra.mx'],
    [{ emails: Array.from({ length: 21 }, () => ({ value: 'a@norte.mx' })) }, 'emails'],
    [{ name: { givenName: ['x'] } }, 'name.givenName'],
  ])('a user with %j, and names the attribute', async (change, named) => {
    const { status, body } = await ask('POST', '/Users', person('eva', change))
    expect([status, body.scimType]).toEqual([400, 'invalidValue'])
    expect(body.detail).toContain(named)
    expect((await ask('GET', '/Users')).body.totalResults).toBe(0)
  })

  it.each([
    [[], 'invalidValue'],
    [[{ op: 'move', path: 'active', value: true }], 'invalidSyntax'],
    [[{ op: 'remove' }], 'noTarget'],
    [[{ op: 'remove', path: 'userName' }], 'invalidValue'],
    [Array.from({ length: 101 }, () => ({ op: 'replace', path: 'active', value: true })), 'invalidValue'],
    [[{ op: 'replace', path: 'x'.repeat(255), value: true }], 'invalidValue'],
  ])('the operations %j, and applies none of them', async (operations, scimType) => {
    const id = await create('eva')
    expect(await patch(id, ...operations)).toMatchObject({ status: 400, body: { scimType } })
    expect(await stored(id)).toMatchObject({ active: true })
  })

  it('no unknown attribute, but ignores it and changes no prototype', async () => {
    const id = await create('eva')
    for (const path of ['__proto__.admin', 'constructor.prototype.admin', 'roles', 'id', 'toString'])
      expect((await patch(id, { op: 'add', path, value: 'admin' })).status).toBe(200)
    await ask(
      'PATCH',
      `/Users/${id}`,
      `{"Operations":[{"op":"add","value":{"constructor":{"prototype":{"admin":1}}}}]}`,
    )
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
    expect((await ask('GET', `/Users/${id}`)).body).toMatchObject({ id, userName: 'eva@norte.mx' })
  })

  it.each(['userName co "eva"', 'userName eq "eva" or active eq true', 'userName eq "\\x"', 'x'.repeat(500)])(
    'the filter %s',
    async (filter) => {
      const { status, body } = await ask('GET', `/Users?filter=${encodeURIComponent(filter)}`)
      expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
    },
  )

  it.each([
    ['', 'empty'],
    ['padron_scim_'.padEnd(55, 'a'), 'unknown'],
  ])('the token «%s», %s', async (wrong) => {
    expect(await ask('GET', '/Users', undefined, wrong)).toMatchObject({ status: 401, body: { status: '401' } })
  })

  it('the token of a session; other calls reject the token of SCIM', async () => {
    expect((await ask('GET', '/Users', undefined, main.token)).status).toBe(401)
    expect((await server.ask({ ...main, token }, { url: '/connect/userinfo' })).status).toBe(401)
  })

  it('a body that is too large, of another type or not JSON', async () => {
    expect(await ask('POST', '/Users', '{"userName":')).toMatchObject({
      status: 400,
      body: { scimType: 'invalidSyntax' },
    })
    expect((await ask('POST', '/Users', `"${'x'.repeat(70_000)}"`)).status).toBe(413)
    expect((await ask('POST', '/Users', 'x', token, 'text/plain')).status).toBe(415)
  })

  it('a new user while the configured profile is deleted', async () => {
    await system('update company_provisioning set preset_id = null where tenant_id = $1', norte.tenantId)
    expect(await ask('POST', '/Users', person('eva'))).toMatchObject({ status: 403 })
    const payload = { presetId: profile }
    expect((await server.ask(main, { method: 'PUT', url: provisioning.save.path, payload })).status).toBe(200)
    expect((await ask('POST', '/Users', person('eva'))).status).toBe(201)
  })

  it('every call of a suspended company', async () => {
    await system('update company set suspended_at = now() where tenant_id = $1', norte.tenantId)
    expect((await ask('GET', '/Users')).status).toBe(401)
    await system('update company set suspended_at = null where tenant_id = $1', norte.tenantId)
    expect((await ask('GET', '/Users')).status).toBe(200)
  })
})

describe('the service', () => {
  it('describes its configuration, resource types and schema', async () => {
    expect((await ask('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
    expect((await ask('GET', '/ResourceTypes')).body).toMatchObject({ Resources: [{ endpoint: '/Users' }] })
    expect((await ask('GET', `/Schemas/${USER_SCHEMA}`)).body).toMatchObject({ id: USER_SCHEMA })
  })

  it('lists users in pages', async () => {
    for (const name of ['ana', 'bea', 'caro']) await create(name)
    const second = await ask('GET', '/Users?startIndex=2&count=1')
    expect(second.body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 })
    expect(second.body.Resources).toMatchObject([{ userName: 'bea@norte.mx' }])
    expect((await ask('GET', '/Users?startIndex=-4&count=0')).body).toMatchObject({ totalResults: 3, startIndex: 1 })
  })
})

describe('the token', () => {
  it('can be issued only by users with every permission, is replaced at once, and can be removed', async () => {
    const office = await server.somebody(norte, 'oficina', ['users_admin'])
    expect((await server.ask(office, { url: provisioning.read.path })).status).toBe(403)
    const payload = { presetId: profile }
    const old = token
    const { body } = await server.ask(main, { method: 'POST', url: provisioning.issue.path, payload })
    token = (body as { token: string }).token
    expect((await ask('GET', '/Users', undefined, old)).status).toBe(401)
    expect((await ask('GET', '/Users')).status).toBe(200)
    expect((await server.ask(main, { url: provisioning.read.path })).body).toMatchObject({
      address: `http://localhost${SCIM_PATH}`,
      token: { madeBy: 'norte-admin', presetId: profile, lastUsedAt: expect.any(String) },
      users: 0,
    })
    expect((await server.ask(main, { method: 'DELETE', url: provisioning.remove.path })).status).toBe(200)
    expect((await ask('GET', '/Users')).status).toBe(401)
    expect((await server.ask(main, { method: 'DELETE', url: provisioning.remove.path })).status).toBe(409)
    const activity = await server.ask(main, {
      method: 'POST',
      url: '/api/v2/activity',
      payload: { filter: { subjectKind: 'company' } },
    })
    expect(JSON.stringify(activity.body)).toContain('Token de altas y bajas automáticas')
    expect(JSON.stringify(activity.body)).not.toContain('padron_scim_')
  })
})
