// Inputs for the tests that attack every call: the operations of the API with ids of another company's rows, a valid
// request for each, and a check that no row changed.
import { randomBytes } from 'node:crypto'
import { SOCIAL_LINKS } from '@padron/contract/email-settings'
import { DELETE_ALL_WORDS } from '@padron/contract/exports'
import type { PasswordKey } from '@padron/contract/session'
import { afterAll, beforeAll, expect } from 'vitest'
import { writeStatistics } from '../../features/dashboard/statistics/write-statistics.ts'
import { hashPassword } from '../../identity/passwords/passwords.ts'
import { someCases } from '../drill.ts'
import { bookOf, send as sendBook } from '../files/workbooks.ts'
import { createFixtures, EVIDENCE_RESOURCE, type Fixtures } from '../fixtures.ts'
import { owe } from '../obligations.ts'
import { tenantRowHashes } from '../rows.ts'
import { PASSWORD, testServer } from '../server.ts'
import { seal } from '../sign-in/seal.ts'
import {
  type Json,
  type Known,
  OPERATIONS,
  type Operation,
  type Place,
  placesOf,
  requestOf,
  sample,
} from './openapi.ts'

export const CANARY = 'CANARIO'
export const CANARIES = /canario/i

// Forms with a file have no JSON to put things into: features/imports/imports.test.ts attacks them.
export const GUARDED = OPERATIONS.filter(({ guarded, form }) => guarded && !form)
export const WITH_BODY = GUARDED.filter(({ body }) => body)
/**
 * The calls that an attack tries: in `npm test` some, others for each attack; in the drills all.
 * @param place a number of its own for each attack
 */
export const someCalls = (calls: readonly Operation[], place: number): readonly Operation[] =>
  someCases(calls, 15, place)

export const NAMES: Readonly<Record<string, keyof Fixtures>> = {
  vehicleAssetId: 'vehicle',
  vehicleId: 'vehicle',
  vehicleAssetIds: 'vehicle',
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
  readingId: 'reading',
  importId: 'import',
  importMappingId: 'importMapping',
  batchId: 'batch',
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
  channelId: 'channel',
  channels: 'channel',
  tokenId: 'token',
  serviceAccountId: 'serviceAccount',
  sessionId: 'session',
  passkeyId: 'passkey',
  ownCalendarId: 'ownCalendar',
  // The body that is an id and nothing else.
  '': 'document',
}
/** A calendar of Mexico's that no year ends. */
const RULE = 'refrendo'
/** Path parameters that name no row. */
export const WORDS: Readonly<Record<string, string>> = {
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
export const NO_ROWS = [
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
  'portalOf',
  'row',
  'omit',
  'include',
  'days',
  'states',
  'sendDay',
  'sendHour',
  'firstReportSendTime',
  'statusId',
  'replacedStatusId',
]

const UUIDS: ReadonlySet<keyof Fixtures> = new Set([
  'bulk',
  'job',
  'file',
  'import',
  'importMapping',
  'batch',
  'tagUndo',
  'email',
  'reading',
  'session',
  'passkey',
])
/** An id of the right form that nobody has. */
export const missingOf = (kind: keyof Fixtures): number | string =>
  UUIDS.has(kind) ? '00000000-0000-4000-8000-000000000000' : 999_999_999

export const fixtureOf = ({ name }: Operation, id: string): keyof Fixtures =>
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
const everyVehicle = less(['vehicleClass'], ['dateFilters'], ['except'])
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
  'account.replaceRecoveryCodes': less(['passkey']),
  'account.removeFactor': less(['passkey']),
  'vehicles.bulkPreview': bulkOf,
  'vehicles.bulk': bulkOf,
  'processing.refreshPreview': less(['selection', 'ids']),
  'processing.refreshMany': less(['selection', 'ids']),
  'exports.vehiclesReport': everyVehicle,
  'exports.pdfReport': everyVehicle,
  'exports.selection': everyVehicle,
  // A month, or else other days.
  'obligations.workbook': less(['from'], ['to'], ['overdue']),
  'documentTypes.create': newFields,
  'reports.create': ofFilter,
  'reports.edit': ofFilter,
  'reports.preview': ofFilter,
  'reports.test': ofFilter,
}

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SOCIAL = Object.fromEntries(SOCIAL_LINKS.map(({ network, host }) => [network, `${host}/muestra`]))

/** What one call needs that others do not, or the other way round. */
const TEAMS = 'https://prod-01.westus.logic.azure.com/workflows/muestra/triggers/manual/paths/invoke?sig=muestra'
const SLACK = 'https://hooks.slack.com/services/T0/B0/muestra'
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
  'company.change': () => ({
    timeZone: 'America/Tijuana',
    imageB64: PIXEL,
    imageFormat: '.png',
    adminsNeedFactor: false,
  }),
  'companySignIn.save': (mark) => ({
    issuer: 'https://idp.ejemplo.mx',
    domains: `${mark.toLowerCase()}.mx`,
    forced: false,
    version: 1,
  }),
  'captureBatches.correct': () => ({ row: 2, omit: false }),
  'captureReadings.setVehicle': (mark) => ({ plate: mark.toUpperCase().slice(0, 10) }),
  'emailSettings.sample': () => SOCIAL,
  'obligations.workbook': () => ({ month: '2099-01', kinds: 'document,card' }),
  'pending.assign': () => ({ dueOn: '2099-01-02' }),
  'ownCalendars.add': () => ({ from: '01-02', to: '03-04' }),
  'ownCalendars.change': () => ({ from: '01-02', to: '03-04' }),
  'users.create': () => ({ invite: false }), // without a mail server
  'channels.create': () => ({ url: TEAMS, from: '21:00', to: '07:00' }),
  'channels.edit': () => ({ url: SLACK, from: '21:00', to: '07:00' }),
  'serviceAccounts.create': () => ({ addresses: '10.0.0.0/8' }),
  'serviceAccounts.edit': () => ({ addresses: '10.0.0.0/8' }),
  'v3.createWebhook': () => ({ url: 'https://ejemplo.mx/gancho' }),
  'v3.editWebhook': () => ({ url: 'https://ejemplo.mx/gancho' }),
  'webhooks.create': () => ({ url: 'https://ejemplo.mx/gancho' }),
  'webhooks.edit': () => ({ url: 'https://ejemplo.mx/gancho' }),
}
type Right = { ids: Record<string, number | string>; body: Json; known: Known; mark: string }
type Owned = { mark: string; own: Fixtures }

export const places = ({ body: schema }: Operation, body: Json): Place[] => (schema ? placesOf(schema, body) : [])
export const attackName = ({ name }: Operation, { at }: Place, value: unknown) =>
  `${name} ${at.join('.')} = ${JSON.stringify(value)?.slice(0, 60)}`
export const showing = (body: unknown): string => JSON.stringify(body)

/**
 * A catalogue's filter is read by one code, which its list is tried with: elsewhere each place has one of the values,
 * others at each place. The drills try all.
 */
export const isFilter = ({ lists }: Operation, { at }: Place): boolean => !lists && at.includes('vehicleClass')

/** How many an answer says it found; undefined where it is no list. */
export const found = (body: unknown): number | undefined => {
  const { totalCount, userTotalCount } = (body ?? {}) as { totalCount?: number; userTotalCount?: number }
  return Array.isArray(body) ? body.length : (totalCount ?? userTotalCount)
}

const createAttacks = async () => {
  const server = await testServer()
  const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
  const company = await server.company('norte')
  // The local mailbox is a demo company's.
  await system('update company set demo = true where tenant_id = $1', company.tenantId)
  const main = await server.somebody(company, 'admin', ['admin'])
  const other = await server.company('sur')
  await server.somebody(other, 'admin', ['admin'])
  const theirs = await createFixtures(server, other, CANARY)
  const passwordKey = (await server.ask(undefined, { url: '/connect/password-key' })).body as PasswordKey
  const theirRows = await tenantRowHashes(server.db, other.tenantId)

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

  const withProvider = async () => {
    await system('delete from company_idp where tenant_id = $1', company.tenantId)
    await system(
      `insert into company_idp (tenant_id, issuer, client_id, client_secret)
       values ($1, 'https://idp.ejemplo.mx', 'x', 'x')`,
      company.tenantId,
    )
  }

  const withProvisioning = async () => {
    await withProvider()
    await system(
      `insert into company_provisioning (tenant_id, token_hash, made_by) values ($1, $2, 'admin')`,
      company.tenantId,
      randomBytes(32),
    )
  }

  /** Another call may have changed it. */
  const withPassword = async () =>
    system('update app_user set password_hash = $2 where user_id = $1', main.userId, await hashPassword(PASSWORD))

  /** What must be so of the company before a call is right. */
  const READY: Record<string, (own: Fixtures) => Promise<unknown>> = {
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
    'account.beginFactor': () => withPassword(),
    'account.beginPasskey': () => withPassword(),
    'companySignIn.save': () => withProvider(),
    'companySignIn.remove': () => withProvider(),
    'provisioning.issue': () => withProvider(),
    'provisioning.save': () => withProvisioning(),
    'provisioning.remove': () => withProvisioning(),
    // Captures are assigned to somebody who may capture.
    'pending.assign': async (own) => {
      own.user = main.userId
    },
    'captures.assign': async (own) => {
      own.user = main.userId
    },
    'queue.resend': (own) => system(`update mail set state = 'failed' where mail_id = $1`, own.email),
    // A trial goes to whoever asks for it.
    'reports.test': () => system(`update app_user set email = 'persona@ejemplo.mx' where user_id = $1`, main.userId),
    // A company has so many of these at most, and each of these tests makes one.
    // Its figures are worked out before they are asked for.
    'dashboard.workbook': () => writeStatistics(server.db, { ...company, timeZone: 'America/Mexico_City' }, new Date()),
    // What is searched for falls due.
    'obligations.workbook': (own) =>
      owe(server, company, [{ vehicleId: own.vehicle, key: 'r:1', dueOn: '2099-01-01' }]),
    'ownCalendars.add': () => system('delete from own_calendar where tenant_id = $1', company.tenantId),
    'alerts.create': () => system('delete from alert where tenant_id = $1', company.tenantId),
    'reports.create': () => system('delete from scheduled_report where tenant_id = $1', company.tenantId),
    'tokens.create': () => system('delete from personal_token where tenant_id = $1', company.tenantId),
    'serviceAccounts.create': () => system('delete from service_account where tenant_id = $1', company.tenantId),
    'channels.create': () => system('delete from channel where tenant_id = $1', company.tenantId),
    'channels.restore': (own) => system('update channel set removed_at = now() where channel_id = $1', own.channel),
    // A company makes so many trials in an hour.
    'channels.test': () => system('delete from channel_delivery where tenant_id = $1', company.tenantId),
    'v3.createWebhook': () => system('delete from webhook where tenant_id = $1', company.tenantId),
    'webhooks.create': () => system('delete from webhook where tenant_id = $1', company.tenantId),
    // One that is off sends nothing again.
    'webhooks.again': (own) => system('update webhook set active = true where webhook_id = $1', own.webhook),
    'documents.restore': (own) => system('update document set removed_at = now() where document_id = $1', own.document),
  }
  /** The person's one open batch. */
  for (const call of ['apply', 'correct', 'discard', 'proofs'])
    READY[`captureBatches.${call}`] = async (own) => {
      await system(`delete from capture_batch where tenant_id = $1 and batch_id <> $2`, company.tenantId, own.batch)
      await system(`update capture_batch set state = 'open', applied_at = null where batch_id = $1`, own.batch)
    }
  let made = 0
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
  const prepareRequest = async (operation: Operation): Promise<Right> => {
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
      replacedStatusId: 8,
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
      assignedTo: 'none',
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

  return { server, main, other, theirs, theirRows, right, written: prepareRequest, send }
}

type Attacks = Awaited<ReturnType<typeof createAttacks>>
/** For a file of attacks: filled before its first test. After its last the other company must be as it was. */
export const setUpAttacks = (): Attacks => {
  const attacks = {} as Attacks
  beforeAll(async () => void Object.assign(attacks, await createAttacks()))
  afterAll(async () => {
    const { server, other, theirRows } = attacks
    try {
      expect(await tenantRowHashes(server.db, other.tenantId), 'the rows and the record of the other company').toEqual(
        theirRows,
      )
    } finally {
      await server.stop()
    }
  })
  return attacks
}
