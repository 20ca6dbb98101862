// The settings of the sign-in by the company's identity provider, over HTTP: who may change them, what is rejected and
// by which field, and that the secret is never returned.
import { companySignIn as rows, SIGN_IN_TEXTS } from '@padron/contract/company-sign-in'
import { PERMISSIONS } from '@padron/contract/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSealed } from '../../secrets/sealing.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let norte: Company
let main: Somebody
let profile: number

beforeAll(async () => {
  server = await testServer()
  norte = await server.company('norte')
  main = await server.somebody(norte, 'admin', ['admin'])
  profile = await server.profile(norte, 'Consulta', ['vehicles_read'])
})
afterAll(() => server.stop())
beforeEach(() => server.db.system.query('delete from company_idp'))

const SECRET = 'secreto-que-no-se-dice'
const WRITTEN = {
  issuer: 'https://idp.norte.mx/realms/flota',
  clientId: 'padron',
  clientSecret: SECRET,
  domains: ['norte.mx'],
  groupsClaim: 'groups',
  groups: [] as object[],
  linksByMail: false,
  forced: false,
}
const save = (change: object = {}, who = main) =>
  server.ask(who, { method: 'PUT', url: rows.save.path, payload: { ...WRITTEN, ...change } })
const read = async (who = main) => (await server.ask(who, { url: rows.read.path })).body as Record<string, never>

it('the settings are stored, and read without the secret, which is encrypted', async () => {
  expect(await read()).toMatchObject({ provider: null, triedAt: null })
  expect(await save({ groups: [{ group: 'Flota', presetId: profile }] })).toMatchObject({ status: 200 })
  const stored = await read()
  expect(stored).toEqual({
    provider: {
      issuer: WRITTEN.issuer,
      clientId: 'padron',
      domains: ['norte.mx'],
      groupsClaim: 'groups',
      groups: [{ group: 'Flota', presetId: profile }],
      linksByMail: false,
      forced: false,
      version: 1,
    },
    redirectUrl: 'http://localhost:80/connect/authorize/callback'.replace(':80', ''),
    triedAt: null,
  })
  expect(JSON.stringify(stored)).not.toContain(SECRET)
  const { rows: found } = await server.db.system.query('select client_secret as sealed from company_idp')
  expect(openSealed(server.secrets, `company-idp ${norte.tenantId}`, found[0].sealed)).toBe(SECRET)
  expect(openSealed(server.secrets, 'company-idp 999999', found[0].sealed)).toBeUndefined()
})

it('changes are in the activity log, the secret only by name', async () => {
  await save()
  await save({ clientSecret: 'otro-que-no-se-dice', domains: ['norte.mx', 'norte.com'], version: 1 })
  await server.ask(main, { method: 'DELETE', url: rows.remove.path })
  const payload = { filter: { subjectKind: 'company' } }
  const { body } = await server.ask(main, { method: 'POST', url: '/api/v2/activity', payload })
  const [removed, changed] = (body as { activities: { who: object; changes: object[] }[] }).activities
  expect(changed).toMatchObject({
    who: { name: 'norte-admin' },
    changes: [
      { field: 'Secreto del proveedor de identidad', before: null, after: 'Otro' },
      { field: 'Dominios de correo', before: 'norte.mx', after: 'norte.com, norte.mx' },
    ],
  })
  expect(removed?.changes).toContainEqual({ field: 'Proveedor de identidad', before: WRITTEN.issuer, after: null })
  expect(JSON.stringify(body)).not.toContain('no-se-dice')
})

it.each([
  [{ issuer: 'idp.norte.mx' }, 'issuer', SIGN_IN_TEXTS.issuer],
  [{ issuer: 'javascript:alert(1)' }, 'issuer', SIGN_IN_TEXTS.issuer],
  [{ issuer: 'https://yo:clave@idp.norte.mx' }, 'issuer', SIGN_IN_TEXTS.credentials],
  [{ issuer: 'https://idp.norte.mx/?a=b' }, 'issuer', SIGN_IN_TEXTS.query],
  [{ clientSecret: '' }, 'clientSecret', SIGN_IN_TEXTS.secret],
  [{ domains: ['norte.mx', 'gmail.com'] }, 'domains.1', `gmail.com: ${SIGN_IN_TEXTS.publicDomain}`],
  [{ groups: [{ group: 'Flota', presetId: 999_999 }] }, 'groups.0.presetId', SIGN_IN_TEXTS.profile],
  [{ forced: true }, 'forced', SIGN_IN_TEXTS.untried],
])('%j is rejected by its field', async (change, path, message) => {
  expect(await save(change)).toMatchObject({ body: { errors: [{ path, message }] } })
  expect(await read()).toMatchObject({ provider: null })
})

it('the metadata’s address counts as the provider’s; invalid domains and repeated groups are rejected', async () => {
  expect(await save({ issuer: ` ${WRITTEN.issuer}/.well-known/openid-configuration ` })).toMatchObject({ status: 200 })
  expect(await read()).toMatchObject({ provider: { issuer: WRITTEN.issuer } })
  for (const domain of ['Norte.mx', 'norte', '*.norte.mx', 'a@norte.mx', '-a.mx', ''])
    expect(await save({ domains: [domain], version: 1 }), domain).toMatchObject({ status: 400 })
  const twice = [
    { group: 'Flota', presetId: profile },
    { group: ' Flota', presetId: profile },
  ]
  expect(await save({ groups: twice, version: 1 })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'groups.1.group', message: SIGN_IN_TEXTS.twice }] },
  })
})

it('an edit keeps the secret only for the same provider and client, and fails with an old version', async () => {
  await save()
  const { clientSecret: _, ...same } = WRITTEN
  const put = (payload: object) => server.ask(main, { method: 'PUT', url: rows.save.path, payload })
  expect(await put({ ...same, version: 1 })).toMatchObject({ status: 200 })
  expect(await put({ ...same, version: 1 })).toMatchObject({ status: 409, body: { errors: [{ path: 'version' }] } })
  expect(await put(same)).toMatchObject({ status: 409 })
  for (const other of [{ clientId: 'otro' }, { issuer: 'https://otro.norte.mx' }])
    expect(await put({ ...same, ...other, version: 2 })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'clientSecret' }] },
    })
})

describe('permissions', () => {
  it('a user needs all permissions, since the provider decides who signs in as whom', async () => {
    const less = await server.somebody(norte, 'usuarios', ['users_admin'])
    for (const request of [
      { url: rows.read.path },
      { method: 'PUT' as const, url: rows.save.path, payload: WRITTEN },
      { method: 'DELETE' as const, url: rows.remove.path },
      { method: 'POST' as const, url: rows.attempt.path },
    ])
      expect(await server.ask(less, request)).toMatchObject({ status: 403, body: { title: SIGN_IN_TEXTS.needsAll } })
    const all = await server.somebody(norte, 'todo', PERMISSIONS)
    expect(await save({}, all)).toMatchObject({ status: 200 })
  })

  it('another company can neither read nor change the settings, nor use a profile of this company', async () => {
    await save()
    const sur = await server.somebody(await server.company('sur'), 'admin', ['admin'])
    expect(await read(sur)).toMatchObject({ provider: null })
    const theirs = { domains: ['sur.mx'], groups: [{ group: 'Flota', presetId: profile }] }
    expect(await save(theirs, sur)).toMatchObject({ status: 422, body: { errors: [{ path: 'groups.0.presetId' }] } })
    expect(await server.ask(sur, { method: 'DELETE', url: rows.remove.path })).toMatchObject({ status: 409 })
    expect(await server.ask(sur, { method: 'POST', url: rows.attempt.path })).toMatchObject({
      status: 409,
      body: { title: SIGN_IN_TEXTS.none },
    })
  })
})

it('a group whose profile is deleted is removed: its members can no longer sign in by it', async () => {
  const passing = await server.profile(norte, 'Pasajero', ['vehicles_read'])
  await save({ groups: [{ group: 'Flota', presetId: passing }] })
  await server.db.system.query('delete from preset where preset_id = $1', [passing])
  expect(await read()).toMatchObject({ provider: { groups: [] } })
})
