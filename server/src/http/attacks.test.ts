// Every call of the published document, sent wrong on purpose: fields nobody declared, another company's ids, SQL
// where a name belongs, texts that search engines and databases read their own way, numbers past every limit, broken
// bodies.
import { VehicleRow } from '@padron/contract/catalogue'
import { SOCIAL_LINKS } from '@padron/contract/email-settings'
import { DELETE_ALL_WORDS } from '@padron/contract/exports'
import type { PasswordKey } from '@padron/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALENDAR_RULES } from '../db/calendar-rules.ts'
import { writeStatistics } from '../features/dashboard/statistics/write-statistics.ts'
import { someCases } from '../testing/drill.ts'
import { createFixtures, EVIDENCE_RESOURCE, type Fixtures } from '../testing/fixtures.ts'
import {
  allows,
  type Json,
  type Known,
  OPERATIONS,
  type Operation,
  type Place,
  placesOf,
  put,
  requestOf,
  sample,
  takesNumbers,
} from '../testing/openapi.ts'
import { expectNoFault, expectRefused } from '../testing/refusal.ts'
import { rowsOf } from '../testing/rows.ts'
import { seal } from '../testing/seal.ts'
import { type Company, PASSWORD, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { unzip } from '../testing/unzip.ts'
import { bookOf, send as sendBook } from '../testing/workbooks.ts'

const CANARY = 'CANARIO'
const CANARIES = /canario/i

let server: TestServer
let company: Company
let other: Company
let main: Somebody
let theirs: Fixtures
let theirRows: Record<string, string>
let passwordKey: PasswordKey

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  // The local mailbox is a demo company's.
  await system('update company set demo = true where tenant_id = $1', company.tenantId)
  main = await server.somebody(company, 'admin', ['admin'])
  other = await server.company('sur')
  await server.somebody(other, 'admin', ['admin'])
  theirs = await createFixtures(server, other, CANARY)
  passwordKey = (await server.ask(undefined, { url: '/connect/password-key' })).body as PasswordKey
  theirRows = await rowsOf(server.db, other.tenantId)
})
afterAll(() => server.stop())

// Forms with a file have no JSON to put things into: imports.test.ts attacks them.
const GUARDED = OPERATIONS.filter(({ guarded, form }) => guarded && !form)
const WITH_BODY = GUARDED.filter(({ body }) => body)

const NAMES: Readonly<Record<string, keyof Fixtures>> = {
  vehicleAssetId: 'vehicle',
  vehicleId: 'vehicle',
  subjectId: 'vehicle',
  userId: 'user',
  tagId: 'tag',
  presetId: 'profile',
  before: 'activity',
  VehicleAssetId: 'vehicle',
  replacing: 'vehicle',
  replacedBy: 'vehicle',
  ids: 'vehicle',
  except: 'vehicle',
  add: 'tag',
  remove: 'tag',
  viewId: 'view',
  bulkId: 'bulk',
  queueItemId: 'job',
  fileIds: 'file',
  importId: 'import',
  tagIds: 'tag',
  tagCategoryId: 'tagCategory',
  TagCategoryId: 'tagCategory',
  tagCategoryIds: 'tagCategory',
  undoId: 'tagUndo',
  documentTypeId: 'documentType',
  DocumentTypeId: 'documentType',
  DocumentFieldId: 'documentField',
  documentFieldId: 'documentField',
  documentInfoId: 'documentInfo',
  documentId: 'document',
  reportId: 'report',
  alertId: 'alert',
  mailId: 'email',
  deliveryId: 'email',
  tags: 'tag',
  webhookId: 'webhook',
  tokenId: 'token',
  // The body that is an id and nothing else.
  '': 'document',
}
/** A calendar of Mexico's that no year ends. */
const RULE = CALENDAR_RULES.find(({ country, to }) => country === 'MX' && !to)?.key ?? ''
/** Path parameters that name no row. */
const WORDS: Readonly<Record<string, string>> = {
  screen: 'catalogue',
  field: 'brandName',
  resourceId: `${EVIDENCE_RESOURCE}`,
  fileName: 'acuse.pdf',
  kind: 'add',
  ruleKey: RULE,
  dashboard: 'general',
  months: '0',
  chart: 'trend',
}
/** Whole numbers as wide as an id that name no company's row. */
const NO_ROWS = [
  'stateId',
  'roleIDs',
  'version',
  'status',
  'acquisitionReasonId',
  'assetStatusId',
  'expected',
  'resources',
  'year',
  'doors',
  'value',
  'resourceId',
  'row',
  'omit',
  'include',
  'days',
  'states',
  'sendDay',
  'sendHour',
  'firstReportSendTime',
]

const UUIDS: ReadonlySet<keyof Fixtures> = new Set(['bulk', 'job', 'file', 'import', 'tagUndo', 'email'])
/** An id of the right form that nobody has. */
const missingOf = (kind: keyof Fixtures): number | string =>
  UUIDS.has(kind) ? '00000000-0000-4000-8000-000000000000' : 999_999_999

const fixtureOf = ({ name }: Operation, id: string): keyof Fixtures =>
  (name.startsWith('webhooks.') && id === 'deliveryId' ? 'delivery' : NAMES[id]) ??
  (name.startsWith('users.') ? 'user' : name.startsWith('profiles.') ? 'profile' : 'vehicle')

/** Of bodies that take one of several things: one of them. */
const less =
  (...paths: readonly (readonly string[])[]) =>
  (body: Json): Json =>
    paths.reduce((left, path) => without(left, path), body)
const without = (value: Json, [key = '', ...rest]: readonly string[]): Json => {
  const { [key]: inner = null, ...others } = value as Record<string, Json>
  return rest.length > 0 ? { ...others, [key]: without(inner, rest) } : others
}
const bulkOf = less(['selection', 'ids'], ['change', 'status'], ['change', 'tags'], ['change', 'stateId'])
/** A report of no vehicles is refused. */
const everyVehicle = less(['vehicleClass'], ['dateFilters'])
/** A new type has no fields from before. */
const newFields = (body: Json): Json => {
  const { fields, ...rest } = body as { fields: Json[] }
  return { ...rest, fields: fields.map(less(['DocumentFieldId'])) }
}
/** A report is of a view or of a filter. */
const ofFilter = less(['viewId'])
/** What has no date is not asked for between dates: of the two a body has the dates. */
const dated = (body: Json): Json => {
  if (Array.isArray(body)) return body.map(dated)
  if (body === null || typeof body !== 'object') return body
  const fields = Object.entries(body).filter(([name]) => name !== 'undated' || !('from' in body))
  return Object.fromEntries(fields.map(([name, value]) => [name, dated(value)]))
}
const ONE_OF: Readonly<Record<string, (body: Json) => Json>> = {
  'vehicles.bulkPreview': bulkOf,
  'vehicles.bulk': bulkOf,
  'exports.vehiclesReport': everyVehicle,
  'exports.pdfReport': everyVehicle,
  'documentTypes.create': newFields,
  'reports.create': ofFilter,
  'reports.edit': ofFilter,
  'reports.preview': ofFilter,
  'reports.test': ofFilter,
}

/** A workbook sent as people send it, in the state that the call asks for. */
const ownImport = async (call: string, n: number): Promise<string> => {
  const headings = ['Placa', 'VIN', 'Estado', 'Motivo de alta', 'Marca']
  const row = [`LIB${n}A`, `3N1CN8AE0LB${String(n).padStart(6, '0')}`, 'Nuevo León', 'Expansión', 'NISSAN']
  const file = await bookOf([headings, row])
  const { body } = await sendBook(server, main, 'uploadTemplate', { file, fields: { preview: 'true' } })
  const { importId } = (body as { import: { importId: string } }).import
  if (call === 'imports.apply')
    await server.db.system.query(
      `
        update vehicle_import
        set judged = jsonb_set(judged, '{checkId}', '"00000000-0000-4000-8000-000000000000"')
        where import_id = $1`,
      [importId],
    )
  if (call === 'imports.undo')
    await server.db.system.query(
      `update vehicle_import set state = 'applied', applied_at = now() where import_id = $1`,
      [importId],
    )
  return importId
}

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SOCIAL = Object.fromEntries(SOCIAL_LINKS.map(({ network, host }) => [network, `${host}/muestra`]))

/** What one call needs that others do not, or the other way round. */
const KNOWN_OF: Readonly<Record<string, (mark: string) => Known>> = {
  'documents.update': () => ({ value: '2027-01-02', documentName: 'Muestra' }),
  'documentTypes.create': (mark) => ({ DocumentTypeName: `${mark} nuevo` }),
  'documentTypes.update': (mark) => ({ DocumentTypeName: `${mark} otro` }),
  'tags.createCategory': (mark) => ({ TagCategoryName: `${mark} nueva` }),
  'tags.rename': (mark) => ({ expected: mark, tagName: `${mark} otra` }),
  'tags.remove': (mark) => ({ tagName: mark }),
  'tags.removeCategory': (mark) => ({ TagCategoryName: `Grupo de ${mark}` }),
  'tags.editCategory': (mark) => ({ tagCategoryName: `Grupo de ${mark}`, tagColor: 'red' }),
  'emailSettings.save': () => ({ fromEmail: 'persona@ejemplo.mx', imageB64: PIXEL, imageFormat: '.png', ...SOCIAL }),
  'emailSettings.sample': () => SOCIAL,
  'webhooks.create': () => ({ url: 'https://ejemplo.mx/gancho' }),
  'webhooks.edit': () => ({ url: 'https://ejemplo.mx/gancho' }),
}
/** What must be so of the company before a call is right. */
const READY: Readonly<Record<string, (own: Fixtures) => Promise<unknown>>> = {
  // A company has a hundred categories at most, and each of these tests makes one.
  'tags.createCategory': (own) =>
    system(
      'delete from tag_category where tenant_id = $1 and tag_category_id <> $2',
      company.tenantId,
      own.tagCategory,
    ),
  // A type of which there is a document is not removed.
  'documentTypes.remove': (own) => system('delete from document where document_id = $1', own.document),
  // The settings are the company's one row: each of these tests finds them untouched.
  'emailSettings.save': () => system('delete from email_setting where tenant_id = $1', company.tenantId),
  'queue.resend': (own) => system(`update mail set state = 'failed' where mail_id = $1`, own.email),
  // A trial goes to whoever asks for it.
  'reports.test': () => system(`update app_user set email = 'persona@ejemplo.mx' where user_id = $1`, main.userId),
  // A company has so many of these at most, and each of these tests makes one.
  // Its figures are worked out before they are asked for.
  'dashboard.workbook': () => writeStatistics(server.db, { ...company, timeZone: 'America/Mexico_City' }, new Date()),
  'alerts.create': () => system('delete from alert where tenant_id = $1', company.tenantId),
  'reports.create': () => system('delete from scheduled_report where tenant_id = $1', company.tenantId),
  'tokens.create': () => system('delete from personal_token where tenant_id = $1', company.tenantId),
  'webhooks.create': () => system('delete from webhook where tenant_id = $1', company.tenantId),
  // One that is off sends nothing again.
  'webhooks.again': (own) => system('update webhook set active = true where webhook_id = $1', own.webhook),
  'documents.restore': (own) => system('update document set removed_at = now() where document_id = $1', own.document),
}
const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)

let made = 0
type Right = { ids: Record<string, number | string>; body: Json; known: Known; mark: string }
type Owned = { mark: string; own: Fixtures }
const owned = async (): Promise<Owned> => {
  const mark = `NUESTRO${made++}`
  return { mark, own: await createFixtures(server, company, mark, main.userId) }
}
/** A request that is right: about things made for it, so that it succeeds and no other test is in its way. */
const right = async (operation: Operation): Promise<Right> => {
  const { mark, own } = await owned()
  await READY[operation.name]?.(own)
  if (operation.name.startsWith('imports.') && operation.parameters.includes('importId'))
    own.import = await ownImport(operation.name, made)
  // A profile that somebody has is not removed.
  if (operation.name === 'profiles.remove')
    own.profile = await server.profile(company, `${mark} libre`, ['vehicles_read'])
  return about(operation, { mark, own })
}
let spare: Promise<Owned> | undefined
/**
 * One that is right as it is written, for what is refused before anything is looked up: all of them about the same
 * things.
 */
const written = async (operation: Operation): Promise<Right> => {
  spare ??= owned()
  return about(operation, await spare)
}
const about = async (operation: Operation, { mark, own }: Owned): Promise<Right> => {
  const named = Object.fromEntries(Object.entries(NAMES).map(([name, kind]) => [name, own[kind]]))
  // Sealed for this request: an envelope is refused once it is five minutes old, and this file may take longer.
  const whose = operation.name === 'users.resetPassword' ? `norte-${mark.toLowerCase()}` : main.username
  const [current, password] = await Promise.all([
    seal(PASSWORD, passwordKey, { username: main.username, use: 'current-password' }),
    seal('Otra-clave-1', passwordKey, { username: whose, use: 'new-password' }),
  ])
  const known = {
    ...named,
    current,
    password,
    version: 1,
    stateId: 19,
    roleIDs: 11,
    username: `nuevo${made}`,
    presetName: `Nuevo ${made}`,
    rolePresetName: `Nuevo ${made}`,
    userEmail: 'persona@ejemplo.mx',
    userPhone: '8112345678',
    plate: `NUE${made}A`,
    vin: `NUEVO00000${String(made).padStart(7, '0')}`,
    customId: `NUEVO-${made}`,
    name: `Nueva ${made}`,
    key: 'plate',
    year: '2020',
    doors: '4',
    plateDate: '2026-01-02',
    registrationDate: '2026-01-02',
    taxIdentifierType: 'RFC',
    taxIdentifier: 'XAXX010101000',
    acquisitionReasonId: 2,
    assetStatusId: 8,
    VehicleStatusId: 8,
    FromStatusId: 1,
    status: 8,
    expected: 0,
    value: 'muestra',
    mails: 'persona@ejemplo.mx',
    resourceId: EVIDENCE_RESOURCE,
    emails: 'persona@ejemplo.mx',
    statusId: 0,
    seenAt: new Date(Date.now() - 60_000).toISOString(),
    dateTime: '2026-01-02',
    paymentLineDueDate: '2026-12-31',
    debtKey: mark,
    DocumentDataTypeId: 3,
    resources: 5002,
    confirmation: DELETE_ALL_WORDS,
    dateBy: 'between',
    field: 'brandName',
    notifyTo: 'persona@ejemplo.mx',
    checkId: '00000000-0000-4000-8000-000000000000',
    row: 2,
    omit: 2,
    include: 2,
    ...KNOWN_OF[operation.name]?.(mark),
  }
  const named_ = [...operation.parameters, ...operation.query]
  const ids = Object.fromEntries(named_.map((name) => [name, WORDS[name] ?? own[fixtureOf(operation, name)]]))
  const body = operation.body ? dated(sample(operation.body, known)) : null
  return { ids, known, mark, body: ONE_OF[operation.name]?.(body) ?? body }
}
const send = (operation: Operation, { ids }: Pick<Right, 'ids'>, body?: Json | string) =>
  server.ask(main, requestOf(operation, ids, operation.body ? body : undefined))
const places = ({ body: schema }: Operation, body: Json): Place[] => (schema ? placesOf(schema, body) : [])
const nameOf = ({ name }: Operation, { at }: Place, value: unknown) =>
  `${name} ${at.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`
const showing = (body: unknown): string => JSON.stringify(body)

describe('the document', () => {
  it('describes calls that ask for a token, with bodies and ids to attack', () => {
    expect(GUARDED.length).toBeGreaterThan(20)
    expect(WITH_BODY.length).toBeGreaterThan(10)
  })

  it('has no wide whole number of which these tests do not know whose row it names', async () => {
    for (const operation of WITH_BODY) {
      const { body } = await written(operation)
      const wide = places(operation, body).filter(
        ({ schema }) => schema.type === 'integer' && schema.maximum === Number.MAX_SAFE_INTEGER,
      )
      const unknown = wide.map(({ name }) => name).filter((name) => !(name in NAMES) && !NO_ROWS.includes(name))
      expect(unknown, `${operation.name}: put them in NAMES or NO_ROWS`).toEqual([])
    }
  })
})

/** This server sends no e-mails, and says so once it has found the one that is to be sent again. */
const WITHOUT_MAIL: Readonly<Record<string, number>> = { 'queue.resend': 409 }

describe.each(GUARDED)('$name, sent right', (operation) => {
  it('answers: what follows is refused for what is wrong with it', async () => {
    const valid = await right(operation)
    const { status, body } = await send(operation, valid, valid.body)
    expect(status, showing(body)).toBe(WITHOUT_MAIL[operation.name] ?? 200)
  })
})

const EXTRAS = [
  'parentId',
  'tenantId',
  'tenant_id',
  'accountId',
  'userId2',
  'roles2',
  'passwordHash',
  'password_hash',
  'isMain',
  'active',
  'constructor',
  'toString',
  '__proto__',
]

describe.each(WITH_BODY)('$name with a field nobody declared', (operation) => {
  it('is refused by the field’s name, wherever in the body it stands', async () => {
    const valid = await written(operation)
    const objects = places(operation, valid.body).filter(({ schema }) => schema.type === 'object')
    for (const { at, value } of objects) {
      for (const field of EXTRAS) {
        // Written as text: in JavaScript `__proto__` would be no field.
        const marked = JSON.stringify(put(valid.body, at, { ...(value as Record<string, Json>), '§': 1 }))
        const answer = await send(operation, valid, marked.replace('"§"', `"${field}"`))
        const label = `${operation.name} ${at.join('.')}.${field}`
        expectRefused(answer, [400], label)
        // The parser refuses `__proto__` before anybody can read its name.
        if (field !== '__proto__')
          expect(showing((answer.body as { errors: unknown }).errors), label).toContain(
            `"${field}"`.replaceAll('"', ''),
          )
      }
    }
  })

  it('is refused with a constructor to pollute', async () => {
    const valid = await written(operation)
    if (typeof valid.body === 'number') return // no object to pollute
    const text = JSON.stringify(valid.body).replace(/^\{/, '{"constructor":{"prototype":{"admin":true}},')
    expectRefused(await send(operation, valid, text), [400], operation.name)
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
  })
})

describe.each(GUARDED)('$name with another company’s id', (operation) => {
  it('in its path answers as for one that does not exist', async () => {
    for (const name of operation.parameters.filter((each) => !(each in WORDS))) {
      const valid = await right(operation)
      const kind = fixtureOf(operation, name)
      const foreign = await send(operation, { ids: { ...valid.ids, [name]: theirs[kind] } }, valid.body)
      const missing = await send(operation, { ids: { ...valid.ids, [name]: missingOf(kind) } }, valid.body)
      expectRefused(foreign, [404], `${operation.name} ${name}`)
      expect(foreign.body).toEqual(missing.body)
    }
  })

  it('in its body shows and changes nothing of theirs, and answers as for one that does not exist', async () => {
    const { body: first } = await right(operation)
    const named = places(operation, first).filter(
      ({ name, schema }) => name in NAMES && !schema.items && schema.type !== 'object',
    )
    const inFilter = named.filter((place) => isFilter(operation, place))
    const elsewhere = named.filter((place) => !isFilter(operation, place))
    for (const { at, name } of [...elsewhere, ...someCases(inFilter, 1, GUARDED.indexOf(operation))]) {
      const answerFor = async (id: number | string) => {
        const valid = await right(operation) // anew: the one before may have changed its own
        return send(operation, valid, put(valid.body, at, id))
      }
      const foreign = await answerFor(theirs[NAMES[name] ?? 'vehicle'])
      const missing = await answerFor(missingOf(NAMES[name] ?? 'vehicle'))
      const label = `${operation.name} ${at.join('.')}`
      expectNoFault(foreign, label)
      expect(showing(foreign.body), label).not.toMatch(CANARIES)
      expect(foreign.status, label).toBe(missing.status)
      // A preview says the words it was asked with, which are other ones each time.
      const repeats = name === 'before' || operation.name.startsWith('views.') || operation.name === 'reports.preview'
      const { fileUrl } = (foreign.body ?? {}) as { fileUrl?: string }
      if (fileUrl) {
        const file = await server.ask(undefined, { url: fileUrl })
        expect(file.status, label).toBe(200)
        expect(file.body, label).not.toMatch(CANARIES)
      } else if (!repeats) expect(timeless(foreign.body), label).toEqual(timeless(missing.body))
    }
  })
})

describe('a filter by another company’s id', () => {
  const user = () => ({ user: { userId: theirs.user } })
  it.each([
    ['/api/v2/users', () => ({ userClass: user() })],
    ['/api/v2/users', () => ({ userClass: { tags: [{ tagId: theirs.tag }] } })],
    ['/api/v2/vehicleAsset', () => ({ vehicleClass: { vehicleAsset: { vehicleAssetId: theirs.vehicle } } })],
    ['/api/v2/vehicleAsset', () => ({ vehicleClass: { tags: [{ tagId: theirs.tag }] } })],
    ['/api/v2/activity', () => ({ filter: { userId: theirs.user } })],
    ['/api/v2/activity', () => ({ filter: { subjectKind: 'user', subjectId: theirs.user } })],
    ['/api/v2/activity', () => ({ filter: { text: CANARY } })],
    ['/api/v2/vehicleAsset/bestmatch', () => ({ like: CANARY })],
  ])('%s finds nothing', async (url, payload) => {
    const { status, body } = await server.ask(main, { method: 'POST', url, payload: payload() })
    expect(status).toBe(200)
    expect(found(body)).toBe(0)
  })
})

/** How many an answer says it found; undefined where it is no list. */
const found = (body: unknown): number | undefined => {
  const { totalCount, userTotalCount } = (body ?? {}) as { totalCount?: number; userTotalCount?: number }
  return Array.isArray(body) ? body.length : (totalCount ?? userTotalCount)
}

const SQL: readonly Json[] = [
  'plate; drop table vehicle',
  '(select 1)',
  'plate desc',
  'password_hash',
  'u.password_hash',
  '1',
  "asc'--",
  '',
  ' plate',
  'PLATE',
  'constructor',
  'toString',
  '__proto__',
  ['plate'],
  [],
  { asc: 1 },
  {},
  1,
  null,
  true,
]

describe.each(WITH_BODY)('$name with SQL where one of a few words belongs', (operation) => {
  it('is refused', async () => {
    const valid = await written(operation)
    const words = places(operation, valid.body).filter(({ schema }) => schema.enum && schema.type === 'string')
    for (const place of words)
      for (const value of SQL) {
        if (place.schema.enum?.includes(value)) continue
        const answer = await send(operation, valid, put(valid.body, place.at, value))
        expectRefused(answer, [400], nameOf(operation, place, value))
      }
  })
})

const LONG = 'x'.repeat(10_240)
const NUL = 'a\u0000b'
/** Nothing of ours holds any of these, so a filter that takes them as they are finds nothing. */
const WILD = [
  '%',
  '_',
  '\\',
  "'",
  '%_%_%_%Z',
  '%%',
  '\\%',
  '$1',
  '[a-z]',
  '.*',
  "' or 1=1 --",
  '"',
  '{}',
  '\ud800',
  'a\udfff',
  '👍🏽'.repeat(20),
]
const MOMENTS = [
  '0000-01-01T00:00:00Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00-16:00',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '0001-01-01T00:00:00+14:00',
  '2026-01-01T00:00:00.123456789012Z',
  '2026-01-01',
  'now',
  'infinity',
  'epoch',
  "2026'--",
]

/** A body with this one thing in it. */
const only = ([key, ...rest]: readonly (string | number)[], value: Json): Json =>
  key === undefined ? value : typeof key === 'number' ? [only(rest, value)] : { [key]: only(rest, value) }
/** Texts by which our own rows are found. */
const OURS: Readonly<Record<string, string>> = { username: 'norte-nuestro', userPhone: '81123', vin: '3N1CN8AE1RL' }
const textsOf = (operation: Operation, body: Json) =>
  places(operation, body).filter(({ schema, value }) => typeof value === 'string' && !schema.enum)

describe.each(WITH_BODY.filter(({ lists }) => lists))(
  '$name filtered by a text that means something to a database',
  (operation) => {
    it('takes it letter by letter or refuses it', async () => {
      const valid = await right(operation)
      const texts = textsOf(operation, valid.body).filter(({ schema }) => !schema.format && !schema.pattern)
      expect(texts.length).toBeGreaterThan(0)
      for (const [n, place] of texts.entries()) {
        const ours = await send(
          operation,
          valid,
          only(place.at, place.at.includes('exact') ? valid.mark : (OURS[place.name] ?? 'NUESTRO')),
        )
        expect(found(ours.body), nameOf(operation, place, 'ours')).toBeGreaterThan(0)
        for (const value of someCases(WILD, 4, n)) {
          const answer = await send(operation, valid, only(place.at, value))
          expect(answer.status, nameOf(operation, place, value)).toBe(200)
          expect(found(answer.body), nameOf(operation, place, value)).toBe(0)
        }
        for (const value of [NUL, LONG])
          expectRefused(await send(operation, valid, only(place.at, value)), [400], nameOf(operation, place, value))
      }
    })
  },
)

describe.each(WITH_BODY.filter(({ lists }) => !lists))('$name with a text read as something else', (operation) => {
  it('takes it as it is or refuses it', async () => {
    const valid = await right(operation)
    for (const [n, place] of textsOf(operation, valid.body).entries()) {
      await server.db.system.query('delete from sign_in_attempt')
      const moments =
        place.schema.format === 'date-time' ? someCases(MOMENTS, isFilter(operation, place) ? 1 : 4, n) : []
      for (const value of [...someCases(WILD, isFilter(operation, place) ? 1 : 4, n), ...moments]) {
        expectNoFault(await send(operation, valid, put(valid.body, place.at, value)), nameOf(operation, place, value))
      }
      for (const value of someCases([NUL, LONG], isFilter(operation, place) ? 1 : 2, n))
        expectRefused(
          await send(operation, valid, put(valid.body, place.at, value)),
          [400],
          nameOf(operation, place, value),
        )
    }
  })
})

describe('a moment that no calendar has', () => {
  it.each(MOMENTS)('%s finds nothing or is refused, in the list and in its file alike', async (moment) => {
    for (const field of ['from', 'to']) {
      const payload = { filter: { [field]: moment } }
      const list = await server.ask(main, { method: 'POST', url: '/api/v2/activity', payload })
      expectNoFault(list, moment)
      const link = await server.ask(main, { method: 'POST', url: '/api/v2/activity/export', payload })
      expect(link.status, moment).toBe(list.status)
      if (link.status !== 200) continue
      const file = await server.ask(undefined, { url: (link.body as { fileUrl: string }).fileUrl })
      expect(file.status, moment).toBe(200)
    }
  })
})

it('opens the file of a filter with everything in it', async () => {
  const filter = {
    from: '2000-01-01T00:00:00.000000-06:00',
    to: '2999-01-01T00:00:00.000000-06:00',
    userId: main.userId,
    subjectKind: 'vehicle',
    subjectId: Number.MAX_SAFE_INTEGER,
    action: 'create',
    text: '\ud83d\udc4d'.repeat(50),
  }
  const link = await server.ask(main, { method: 'POST', url: '/api/v2/activity/export', payload: { filter } })
  expect((await server.ask(undefined, { url: (link.body as { fileUrl: string }).fileUrl })).status).toBe(200)
})

const NUMBERS: readonly Json[] = [
  -1,
  0,
  1.5,
  1e9,
  1e15,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e308,
  '1',
  '',
  null,
  [],
  [[1]],
  {},
  true,
]

/** Texts that JSON has for no number, or that no number of ours is. */
const NO_NUMBERS = ['NaN', 'Infinity', '1e999', '99999999999999999999', '0x1', '01', '-0']

/**
 * A catalogue's filter is read by one code, which its list is tried with: elsewhere each place has one of the values,
 * others at each place. The drills try all.
 */
const isFilter = ({ lists }: Operation, { at }: Place): boolean => !lists && at.includes('vehicleClass')

/** Beside the vehicle's id what is empty in a filter is as if it were not there: a listed vehicle is a filter too. */
const isLeftOut = ({ name }: Operation, [field, group = '']: readonly (string | number)[], value: Json): boolean =>
  value === null && field === 'vehicleClass' && group in VehicleRow.shape && !name.startsWith('vehicles.')

describe.each(WITH_BODY)('$name with a number past its limits', (operation) => {
  it('is refused as the document says', async () => {
    const valid = await right(operation)
    for (const [n, place] of places(operation, valid.body).filter(takesNumbers).entries()) {
      for (const value of someCases(NUMBERS, isFilter(operation, place) ? 1 : 5, n)) {
        const answer = await send(operation, valid, JSON.stringify(put(valid.body, place.at, value)))
        const label = nameOf(operation, place, value)
        expectNoFault(answer, label)
        if (allows(place.schema, value)) expect(answer.status, label).not.toBe(400)
        else if (!isLeftOut(operation, place.at, value)) expectRefused(answer, [400], label)
      }
      const raw = JSON.stringify(put(valid.body, place.at, '§'))
      for (const text of someCases(NO_NUMBERS, isFilter(operation, place) && n % 4 ? 0 : 1, n)) {
        const answer = await send(operation, valid, raw.replace('"§"', text))
        const label = `${operation.name} ${place.at.join('.')} = ${text}`
        if (text === '-0' && allows(place.schema, 0)) expectNoFault(answer, label)
        else expectRefused(answer, [400], label)
      }
    }
  })
})

describe.each(GUARDED.filter(({ parameters }) => parameters.length > 0))(
  '$name with a strange id in its path',
  (operation) => {
    const IDS = [
      '0',
      '-1',
      '1.0',
      '01',
      '1e3',
      '99999999999999999999',
      '9007199254740993',
      'NaN',
      '1%00',
      '%27',
      '1;drop',
      '%F0%9F%91%8D',
      '..%2F1',
      'x'.repeat(300),
      '%zz',
      '%C0%AF',
    ]
    it('is refused', async () => {
      const valid = await written(operation)
      for (const id of IDS) {
        const ids = Object.fromEntries(operation.parameters.map((name) => [name, id]))
        const answer = await server.ask(main, requestOf(operation, ids, operation.body ? valid.body : undefined))
        expectRefused(answer, [400, 404, 414], `${operation.name} ${id}`)
      }
    })
  },
)

const DEEP = 100_000
const BROKEN: readonly { what: string; payload?: string | Buffer; type?: string }[] = [
  { what: 'half a body', payload: '{"a":' },
  { what: 'no JSON', payload: 'plate=1' },
  { what: 'two bodies', payload: '{}{}' },
  { what: 'NaN', payload: '{"a":NaN}' },
  { what: 'a comment', payload: '{/* */}' },
  { what: 'an empty body', payload: '' },
  { what: 'no body' },
  { what: 'null', payload: 'null' },
  { what: 'a list', payload: '[]' },
  { what: 'a text', payload: '"{}"' },
  { what: 'a number', payload: '7' },
  { what: 'lists in lists', payload: `${'['.repeat(DEEP)}${']'.repeat(DEEP)}` },
  { what: 'objects in objects', payload: `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}` },
  {
    what: 'bytes of no UTF-8',
    payload: Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
  },
  { what: 'two megabytes', payload: JSON.stringify({ a: 'x'.repeat(2_097_152) }) },
  { what: 'a form', payload: 'like=a&userClass=1', type: 'application/x-www-form-urlencoded' },
  { what: 'plain text', payload: '{}', type: 'text/plain' },
  { what: 'XML', payload: '<a/>', type: 'application/xml' },
  { what: 'parts', payload: '--x\r\n\r\n--x--\r\n', type: 'multipart/form-data; boundary=x' },
  { what: 'an unknown type', payload: '{}', type: 'application/json\ta' },
]

/** They fill a template with the whole fleet where no filter is sent; the other one has nothing to say. */
const TAKES_NONE = new Set(['imports.generateEditionTemplate', 'imports.generateReplacementTemplate', 'news.seen'])

describe.each(WITH_BODY)('$name with a broken body', (operation) => {
  it('is refused in Spanish, telling nothing of the insides', async () => {
    for (const { what, payload, type = 'application/json' } of someCases(BROKEN, 5, WITH_BODY.indexOf(operation))) {
      if (payload === undefined && TAKES_NONE.has(operation.name)) continue
      if (what === 'an empty body' && TAKES_NONE.has(operation.name)) continue
      if (what === 'a number' && operation.body?.type === 'integer') continue
      const answer = await server.ask(main, {
        ...requestOf(operation, { id: 999_999_999 }),
        ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } }),
      })
      expectRefused(answer, [400, 413, 415], `${operation.name}: ${what}`)
    }
  })
})

describe('a body in another form', () => {
  const bestMatch = { method: 'POST' as const, url: '/api/v2/vehicleAsset/bestmatch' }
  it.each([
    ['application/x-www-form-urlencoded', 'like=NUESTRO'],
    ['text/plain', '{"like":"NUESTRO"}'],
    ['application/json; charset=utf-16', Buffer.from('{"like":"NUESTRO"}', 'utf16le')],
  ])('%s opens no call that takes JSON', async (type, payload) => {
    const answer = await server.ask(main, { ...bestMatch, payload, headers: { 'content-type': type } })
    expectRefused(answer, [400, 415], type)
  })

  it('with bytes that are no UTF-8 is refused, not read as something else', async () => {
    const payload = Buffer.concat([Buffer.from('{"like":"NUESTRO'), Buffer.from([0xff]), Buffer.from('"}')])
    const headers = { 'content-type': 'application/json' }
    expectRefused(await server.ask(main, { ...bestMatch, payload, headers }), [400], 'bad UTF-8')
  })
})

/** Coverage says of which moment it is. */
const timeless = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'checks' in body ? { ...body, at: undefined } : body

const isBook = (headers: Record<string, unknown>): boolean => String(headers['content-type']).includes('spreadsheetml')
/** What an answer says: of a workbook its parts, but for the one with the second in which it was made. */
const contentOf = async (answer: Awaited<ReturnType<TestServer['ask']>>): Promise<unknown> => {
  const { scheduledReportConfiguration: packed } = (answer.body ?? {}) as { scheduledReportConfiguration?: string }
  const bytes = packed ? Buffer.from(packed, 'base64') : isBook(answer.headers) ? answer.bytes : undefined
  return bytes ? new Map([...(await unzip(bytes))].filter(([name]) => name !== 'docProps/core.xml')) : answer.body
}

it('does not let a body, a query or a header of another’s tenant into calls that take none', async () => {
  const query = `parentId=${other.tenantId}&tenantId=${other.tenantId}&userId=${theirs.user}&tenant=${other.tenantId}`
  const headers = { 'x-user-id': String(theirs.user), 'x-tenant': String(other.tenantId) }
  const ids = {
    vehicleId: 999_999_999,
    id: 999_999_999,
    vehicleAssetId: 999_999_999,
    viewId: 999_999_999,
    bulkId: missingOf('bulk'),
    queueItemId: missingOf('job'),
    ...WORDS,
  }
  for (const operation of GUARDED.filter(({ body }) => !body)) {
    const request = requestOf(operation, ids)
    const plain = await server.ask(main, request)
    const decorated = await server.ask(main, {
      ...request,
      url: `${request.url}${operation.query.length > 0 ? '&' : '?'}${query}`,
      headers: { ...request.headers, ...headers },
    })
    // One that takes a query refuses whatever else stands in it.
    if (operation.asks && decorated.status === 400) continue
    expect(decorated.status, operation.name).toBe(plain.status)
    if (operation.name !== 'obligations.createFeed')
      expect(await contentOf(decorated), operation.name).toEqual(await contentOf(plain)) // a secret, never the same
    const payload = { parentId: other.tenantId, userId: theirs.user, id: theirs.profile }
    if (operation.method === 'DELETE') expectNoFault(await server.ask(main, { ...request, payload }), operation.name)
  }
})

it('after all that, the other company has every row it had, and no line in its record more', async () => {
  expect(await rowsOf(server.db, other.tenantId)).toEqual(theirRows)
})
