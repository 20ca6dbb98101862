// Every call of the contract: a request without a session, an invalid token, a role without the permission and another
// company's row are rejected, in that order, whatever the request contains.
import type { Call } from '@padron/contract/call'
import { ALL_CALLS } from '@padron/contract/features'
import type { PasswordKey } from '@padron/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someCases } from '../../testing/drill.ts'
import { PDF } from '../../testing/files/proof-files.ts'
import { formOf } from '../../testing/files/workbooks.ts'
import { createFixtures, EVIDENCE_RESOURCE, type Fixtures } from '../../testing/fixtures.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { seal } from '../../testing/sign-in/seal.ts'

let server: TestServer
let company: Company
/** Rows of another company whose ids these calls could send. */
let foreign: Fixtures
let main: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  const other = await server.company('sur')
  foreign = await createFixtures(server, other, 'AJENO')
  const key = (await server.ask(undefined, { url: '/connect/password-key' })).body as PasswordKey
  const password = await seal('Otra-clave-1', key, { username: main.username, use: 'new-password' })
  BODIES['users.resetPassword'] = { password }
})
afterAll(() => server.stop())

const guarded = ALL_CALLS.filter(({ needs }) => needs !== 'public')
const withPermission = guarded.filter(({ needs }) => needs !== 'session')
const urlOf = (call: Call, id: number | string = 1) => call.path.replace(/:\w+/g, String(id))
/** Valid bodies, for calls that validate the body before they look for the row. */
const BODIES: Record<string, object> = {
  'captureBatches.correct': { corrections: [{ row: 2 }] },
  'users.setStatus': { userStatus: false },
  'captureReadings.setVehicle': { plate: 'ABC1234' },
  'captureReadings.accept': {
    answers: [{ resourceId: EVIDENCE_RESOURCE, statusId: 7 }],
    seenAt: new Date().toISOString(),
  },
  'imports.apply': { notifyTo: 'persona@ejemplo.mx' },
  'imports.renameMapping': { name: 'x' },
  'imports.map': {
    mapping: {
      sheets: [{ name: 'x', stateId: null }],
      sheetCategory: null,
      columns: [],
      values: [],
      missingState: { bySeries: false, federal: null, other: null },
    },
  },
  'resourceStatus.markPaid': { resourceId: EVIDENCE_RESOURCE, debtKey: 'x', paid: true },
  'reports.edit': {
    name: 'x',
    kind: 'debts',
    mails: ['persona@ejemplo.mx'],
    frequency: 'weekly',
    sendDay: 1,
    version: 1,
  },
  'alerts.edit': {
    name: 'x',
    viewId: 1,
    measure: 'vehicles',
    threshold: 1,
    mails: ['persona@ejemplo.mx'],
    version: 1,
  },
  'channels.edit': { name: 'x', url: 'https://hooks.slack.com/services/T0/B0/x', version: 1 },
  'webhooks.edit': { name: 'x', url: 'https://ejemplo.mx/', events: ['vehicle.created'], version: 1 },
  'serviceAccounts.edit': { name: 'x', permissions: ['vehicles_read'], version: 1 },
  'serviceAccounts.newSecret': { keepFormer: false },
  'ownCalendars.change': {
    kind: 'calendar',
    title: 'x',
    states: [],
    digits: [],
    windows: [{ from: '01-02', to: '03-04' }],
    note: '',
    version: 1,
  },
  'views.edit': { name: 'x', shared: false, version: 1, definition: { vehicleClass: {}, columns: null } },
}
/** The same for forms with a file. */
const FORMS: Record<string, Record<string, string>> = { 'documents.replaceFile': { version: '1' } }
const requestFor = (call: Call, id?: number | string) => ({
  method: call.method,
  url: urlOf(call, id),
  ...(call.file ? { payload: PDF, headers: { 'content-type': call.file.types[0] ?? '' } } : {}),
  ...(call.multipart
    ? formOf({ file: PDF, fields: FORMS[call.name] ?? {} })
    : call.body
      ? { payload: BODIES[call.name] ?? {} }
      : {}),
})
const fixtureOf = ({ name, path }: Call): keyof Fixtures => {
  if (path.includes(':bulkId')) return 'bulk'
  if (path.includes(':queueItemId')) return 'job'
  if (path.includes(':importId')) return 'import'
  if (path.includes(':importMappingId')) return 'importMapping'
  if (path.includes(':batchId')) return 'batch'
  if (path.includes(':viewId')) return 'view'
  if (path.includes(':documentTypeId')) return 'documentType'
  if (path.includes(':documentId')) return 'document'
  if (path.includes(':reportId')) return 'report'
  if (path.includes(':alertId')) return 'alert'
  if (path.includes(':ownCalendarId')) return 'ownCalendar'
  if (path.includes(':mailId')) return 'email'
  if (path.includes(':webhookId')) return 'webhook'
  if (path.includes(':serviceAccountId')) return 'serviceAccount'
  if (path.includes(':channelId')) return 'channel'
  if (path.includes(':readingId')) return 'reading'
  return name.startsWith('users.') ? 'user' : name.startsWith('profiles.') ? 'profile' : 'vehicle'
}
const UUIDS: ReadonlySet<keyof Fixtures> = new Set([
  'bulk',
  'job',
  'import',
  'importMapping',
  'batch',
  'email',
  'reading',
])
const missing = (kind: keyof Fixtures) => (UUIDS.has(kind) ? '00000000-0000-4000-8000-000000000000' : 999_999_999)
/** Whether a path matches a pattern of the contract: `/users/create` also matches `/users/:id`. */
const fits = (pattern: string, path: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)

it('every call of the contract is served', () => {
  // with a slash at its end or without
  for (const call of ALL_CALLS)
    expect(server.app.hasRoute({ method: call.method, url: call.path.replace(/\/$/, '') }), call.name).toBe(true)
})

it('no call under /api or /sapy is served that the contract does not declare', () => {
  const declared = new Set(ALL_CALLS.map(({ method, path }) => `${method} ${path}`))
  const paths = Object.entries(server.app.swagger().paths ?? {})
  const served = paths.flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(served.filter((route) => !declared.has(route))).toEqual([])
})

describe.each(guarded)('$method $path', (call) => {
  it('rejects a request without a token or with an invalid one', async () => {
    const wrong = [
      '',
      'Bearer',
      'Bearer x',
      `Basic ${main.token}`,
      `Bearer ${main.token}x`,
      `Bearer ${'a'.repeat(43)}`,
      `Bearer ${main.token}, Bearer ${main.token}`,
    ]
    for (const authorization of [undefined, ...someCases(wrong, 2, guarded.indexOf(call))]) {
      const { status, body } = await server.ask(undefined, {
        ...requestFor(call),
        headers: authorization === undefined ? {} : { authorization },
      })
      expect(status, authorization).toBe(401)
      if (!call.at) expect(body).toMatchObject({ status: 401, title: 'Error (401) Su sesión no es válida o expiró.' })
    }
    const inQuery = await server.ask(undefined, {
      ...requestFor(call),
      url: `${urlOf(call)}?access_token=${main.token}`,
      headers: { cookie: `padron_token=${main.token}` },
    })
    expect(inQuery.status).toBe(401)
  })

  it('has no other method', async () => {
    const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const).filter(
      (method) => !ALL_CALLS.some((known) => known.method === method && fits(known.path, urlOf(call))),
    )
    for (const method of someCases(others, 2, guarded.indexOf(call)))
      expect((await server.ask(main, { method, url: urlOf(call) })).status, method).toBe(404)
  })
})

describe.each(withPermission)('$method $path', (call) => {
  it('rejects every role without its permission, before it reads the body', async () => {
    const poor = await server.somebody(company, `sin-${call.name}`, rolesWithout(...[call.needs].flat()))
    const { status, body } = await server.ask(poor, {
      ...requestFor(call),
      payload: 'not even json',
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(403)
    expect(body).toMatchObject({ title: 'Error (403) Usted no tiene acceso a este recurso.' })
  })
})

describe.each(withPermission.filter(({ path }) => path.includes(':')))('$method $path', (call) => {
  it('responds to another company’s row exactly as to one that does not exist', async () => {
    const kind = fixtureOf(call)
    const theirs = await server.ask(main, requestFor(call, foreign[kind]))
    const nobodys = await server.ask(main, requestFor(call, missing(kind)))
    expect(theirs.status).toBe(404)
    expect(theirs.body).toEqual(nobodys.body)
  })
})

it('a token is rejected once it is revoked or expired, or its user or company is not active', async () => {
  const list = { method: 'POST' as const, url: '/api/v2/vehicleAsset', payload: {} }
  const statusOf = async (who: Somebody) => (await server.ask(who, list)).status
  const revoked = await server.somebody(company, 'revocado', ['vehicles_read'])
  expect(await statusOf(revoked)).toBe(200)
  await server.ask(undefined, {
    method: 'POST',
    url: '/connect/revocation',
    payload: `token=${revoked.token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(await statusOf(revoked)).toBe(401)
  // Also if the request is invalid too, and if the session was in use a moment ago.
  const broken = { method: 'POST' as const, url: '/api/v2/vehicleAsset', payload: { nonsense: true } }
  const ended = await server.somebody(company, 'cortado', ['vehicles_read'])
  expect((await server.ask(ended, broken)).status).toBe(400)
  expect(await statusOf(ended)).toBe(200)
  await server.db.system.query('delete from access_token where user_id = $1', [ended.userId])
  expect((await server.ask(ended, broken)).status).toBe(401)
  const cut = await server.somebody(company, 'recortado', ['vehicles_read'])
  expect(await statusOf(cut)).toBe(200)
  await server.db.system.query(`update app_user set role_ids = '{}' where user_id = $1`, [cut.userId])
  expect(await statusOf(cut)).toBe(403)
  const expired = await server.somebody(company, 'vencido', ['vehicles_read'])
  expect(await statusOf(expired)).toBe(200)
  await server.db.system.query(`update access_token set expires_at = now() - interval '1 s' where user_id = $1`, [
    expired.userId,
  ])
  expect(await statusOf(expired)).toBe(401)
  const inactive = await server.somebody(company, 'inactivo', ['vehicles_read'])
  await server.db.system.query('update app_user set active = false where user_id = $1', [inactive.userId])
  expect(await statusOf(inactive)).toBe(401)
  const suspended = await server.company('suspendida')
  const theirs = await server.somebody(suspended, 'admin', ['admin'])
  await server.db.system.query('update company set suspended_at = now() where tenant_id = $1', [suspended.tenantId])
  expect(await statusOf(theirs)).toBe(401)
})
