// A user who sees a part of the fleet: which calls answer them, and that no answer tells of another vehicle. Two users
// whose parts make up the fleet are asked every call beside the main account.
import { randomUUID } from 'node:crypto'
import type { Call } from '@padron/contract/call'
import type { Coverage, VehicleRow } from '@padron/contract/catalogue'
import { OUT_OF_SCOPE } from '@padron/contract/common'
import type { DashboardFacts, NextActions } from '@padron/contract/dashboard'
import { FEATURES } from '@padron/contract/features'
import { stateName } from '@padron/contract/places/states'
import { numberText } from '@padron/contract/texts/count-of'
import { SORT_FIELDS, SUGGESTED_FIELDS } from '@padron/contract/vehicles/fields'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RESOURCES } from '../../checks/services/catalogue.ts'
import { asSystem, asTenant } from '../../db/client.ts'
import { touchChecks, touchFleet } from '../../db/fleet-version.ts'
import { writeStatistics } from '../../features/dashboard/statistics/write-statistics.ts'
import { readXlsx } from '../../files/xlsx/read/reader.ts'
import { owingFleet } from '../../fleet/testing/debts.ts'
import { hardFleet } from '../../fleet/testing/hard-fleet.ts'
import { isDrill, someCases } from '../../testing/drill.ts'
import { documentCalls } from '../../testing/files/documents.ts'
import { pdfText } from '../../testing/files/pdf-text.ts'
import { PDF } from '../../testing/files/proof-files.ts'
import { formOf } from '../../testing/files/workbooks.ts'
import { EVIDENCE_RESOURCE } from '../../testing/fixtures.ts'
import { owe } from '../../testing/obligations.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

/** Calls that state no scope: refused to who sees a part. Each was looked at; a new one is added here or states one. */
const REFUSED = [
  'activity.export',
  'activity.list',
  'alerts.create',
  'alerts.edit',
  'alerts.list',
  'alerts.remove',
  'alerts.value',
  'captureBatches.apply',
  'captureBatches.correct',
  'captureBatches.discard',
  'captureBatches.list',
  'captureBatches.proofs',
  'captureBatches.read',
  'captureBatches.rows',
  'captureBatches.send',
  'captureBatches.undo',
  'captureBatches.workbook',
  'captureReadings.accept',
  'captureReadings.list',
  'captureReadings.one',
  'captureReadings.refuse',
  'captureReadings.setVehicle',
  'captureReadings.upload',
  'captures.assign',
  'captures.list',
  'captures.next',
  'captures.progress',
  'captures.setValidity',
  'captures.summary',
  'captures.validity',
  'channels.create',
  'channels.deliveries',
  'channels.edit',
  'channels.list',
  'channels.remove',
  'channels.restore',
  'channels.test',
  'company.change',
  'companySignIn.attempt',
  'companySignIn.read',
  'companySignIn.remove',
  'companySignIn.save',
  'documentTypes.create',
  'documentTypes.remove',
  'documentTypes.require',
  'documentTypes.update',
  'emailSettings.read',
  'emailSettings.sample',
  'emailSettings.save',
  'emailSettings.tracking',
  'exports.deleteAll',
  'exports.deletions',
  'health.resource',
  'health.states',
  'health.touched',
  'imports.apply',
  'imports.columns',
  'imports.deleteMapping',
  'imports.discard',
  'imports.editTemplate',
  'imports.generateEditionTemplate',
  'imports.generateReplacementTemplate',
  'imports.generateUploadTemplate',
  'imports.list',
  'imports.map',
  'imports.mappings',
  'imports.read',
  'imports.recheck',
  'imports.renameMapping',
  'imports.replaceTemplate',
  'imports.rows',
  'imports.undo',
  'imports.uploadTemplate',
  'mailbox.list',
  'mailbox.read',
  'news.list',
  'news.seen',
  'onboarding.dismiss',
  'onboarding.mark',
  'onboarding.state',
  'ownCalendars.add',
  'ownCalendars.change',
  'ownCalendars.remove',
  'processing.refreshMany',
  'processing.refreshPreview',
  'processing.update',
  'profiles.create',
  'profiles.edit',
  'profiles.groups',
  'profiles.list',
  'profiles.remove',
  'provisioning.issue',
  'provisioning.read',
  'provisioning.remove',
  'provisioning.save',
  'reports.configuration',
  'reports.configure',
  'serviceAccounts.create',
  'serviceAccounts.edit',
  'serviceAccounts.list',
  'serviceAccounts.newSecret',
  'serviceAccounts.revoke',
  'tags.categories',
  'tags.create',
  'tags.createCategory',
  'tags.editCategory',
  'tags.effects',
  'tags.ofUser',
  'tags.remove',
  'tags.removeCategory',
  'tags.rename',
  'tags.undo',
  'tokens.ofCompany',
  'users.create',
  'users.edit',
  'users.list',
  'users.removeFactor',
  'users.resetPassword',
  'users.scopeCount',
  'users.sendLink',
  'users.setStatus',
  'v3.createVehicle',
  'v3.createVehicles',
  'v3.listDeletions',
  'vehicles.bulk',
  'vehicles.bulkChanges',
  'vehicles.bulkPreview',
  'vehicles.create',
  'vehicles.undoBulk',
  'v3.createWebhook',
  'v3.editWebhook',
  'v3.getWebhook',
  'v3.listWebhooks',
  'v3.removeWebhook',
  'v3.renewWebhookSecret',
  'v3.testWebhook',
  'webhooks.again',
  'webhooks.create',
  'webhooks.deliveries',
  'webhooks.edit',
  'webhooks.events',
  'webhooks.list',
  'webhooks.newSecret',
  'webhooks.remove',
  'webhooks.test',
]

const CALLS: readonly Call[] = Object.values(FEATURES).flatMap((rows) => Object.values(rows))
const IN_PART = CALLS.filter(({ scope }) => scope === 'vehicles')

/** Of them these owe and have tags; the others make the fleet one that is read in the background. */
const HARD = isDrill ? 500 : 60
const SIZE = isDrill ? 20_000 : HARD
/** No other number is like these. */
const FIRST_ID = 700_000_001
const STATES = { north: [5], south: [9, 19] }

let server: TestServer
let company: Company
let main: Somebody
let north: Somebody
let south: Somebody
type Marks = { id: number; state: number; texts: string[] }
let fleet: Marks[]
let typeId: number
/** By the vehicle. */
const documentIds = new Map<number, number>()
/** What each user made, by the first vehicle of their part with a document. */
const made = new Map<number, { itemId: string; mailId: string; reportId: number; viewId: number }>()
const RANDOM_ID = 999_999_999
const NOTHING = { itemId: randomUUID(), mailId: randomUUID(), reportId: RANDOM_ID, viewId: RANDOM_ID }
const madeAt = (id: number) => made.get(id) ?? NOTHING

const setScope = ({ userId }: Somebody, scope: object | null) =>
  asSystem(server.db, (tx) =>
    sql`update app_user set vehicle_scope = ${scope === null ? null : JSON.stringify(scope)}::jsonb,
      version = version + 1 where user_id = ${userId}`.execute(tx),
  )

const asOwner = async (statement: string) => {
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  await owner.query(statement)
  await owner.end()
}

beforeAll(async () => {
  server = await testServer(undefined, { mails: true })
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  const roles = rolesWithout()
  north = await server.somebody(company, 'norte', roles)
  south = await server.somebody(company, 'sur', roles)
  await asOwner(`alter table vehicle alter column vehicle_id restart with ${FIRST_ID}`)
  const ids = await hardFleet(server, company, HARD)
  await server.db.system.query(
    `insert into vehicle (tenant_id, plate, vin, state_id)
     select $1, 'PL' || lpad(n::text, 6, '0'), '3N1CN8AE2RL' || lpad(n::text, 6, '0'), (array[5, 9, 19])[1 + n % 3]
     from generate_series(1, $2::int) n`,
    [company.tenantId, SIZE - HARD],
  )
  // No mark of a vehicle is in that of another.
  await server.db.system.query(
    `update vehicle set plate = 'QZ' || lpad((vehicle_id - $2)::text, 6, '0'),
       custom_id = 'Écó-' || lpad((vehicle_id - $2)::text, 6, '0')
     where tenant_id = $1`,
    [company.tenantId, FIRST_ID],
  )
  await owingFleet(server, company, ids)
  const days = ['2026-11-01', '2026-12-01', '2027-01-15', '2027-06-30']
  await owe(
    server,
    company,
    ids.map((vehicleId, i) => ({ vehicleId, key: 'a', dueOn: days[i % 4] ?? '', kind: 'payment', amount: 10 })),
  )
  await asOwner('analyze') // as autovacuum does after a while
  const documents = documentCalls(server, main)
  typeId = (await documents.type('Póliza')).documentTypeId
  for (const vehicle of ids.slice(0, 20)) {
    const { documentId } = await documents.create({ vehicle, type: typeId })
    documentIds.set(vehicle, documentId)
  }
  await server.db.system.query(
    `insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id)
     select $1, d.vehicle_id, r.resource_id, r.resource_type_id
     from (select distinct vehicle_id from document where tenant_id = $1) d, resource r
     where r.resource_id = $2
     on conflict do nothing`,
    [company.tenantId, EVIDENCE_RESOURCE],
  )
  await documents.ask('PUT', '/api/v2/documentType/required', { documentTypeId: typeId, required: 'all' })
  const { rows } = await server.db.system.query<Marks & { plate: string; vin: string; custom: string | null }>(
    'select vehicle_id as id, state_id as state, plate, vin, custom_id as custom from vehicle where tenant_id = $1',
    [company.tenantId],
  )
  fleet = rows.map(({ id, state, plate, vin, custom }) => ({
    id,
    state,
    texts: [`${id}`, plate, vin, ...(custom ? [custom] : [])],
  }))
  await setScope(north, { states: STATES.north })
  await setScope(south, { states: STATES.south })
  for (const who of [north, south]) {
    const { id, texts } = partOf(who).find(({ id }) => documentIds.has(id)) as Marks
    const itemId = await orderReport(who, { vehicleAsset: { plate: texts[1] } })
    const mails = await server.db.system.query<{ mail_id: string }>(
      `insert into mail (tenant_id, kind, subject_id, recipient, content, state, next_at)
       values ($1, 'result', $2, $3, '{"subject": "a", "lines": []}', 'sent', now()) returning mail_id`,
      [company.tenantId, itemId, `${texts[1]}@norte.mx`],
    )
    await server.db.system.query(`update app_user set email = 'yo@norte.mx' where user_id = $1`, [who.userId])
    const report = (await server.ask(who, post('/api/v2/reports', reportNamed(texts[1])))).body as { reportId: number }
    const view = (await server.ask(who, post('/api/v2/views', viewNamed(texts[1])))).body as { viewId: number }
    made.set(id, { itemId, mailId: mails.rows[0]?.mail_id ?? '', reportId: report.reportId, viewId: view.viewId })
  }
}, 600_000)
afterAll(() => server.stop())

const REPORT = { kind: 'debts', mails: ['ana@norte.mx'], frequency: 'weekly', sendDay: 1 }
const reportNamed = (name = '') => ({ ...REPORT, name })
const viewNamed = (name = '') => ({ name, shared: true, definition: { vehicleClass: {}, columns: null } })
const put = (url: string, payload: object): InjectOptions => ({ method: 'PUT', url, payload })

const orderReport = async (who: Somebody, vehicleClass: object): Promise<string> => {
  const request = post('/api/v2/vehiclesReport', { vehicleClass, mails: ['ana@norte.mx'] })
  const { status, body } = await server.ask(who, request)
  expect([status, body]).toMatchObject([200, {}])
  return (body as { queueItemId: string }).queueItemId
}

const partOf = (who: Somebody): Marks[] => {
  if (who === main) return fleet
  const states = who === north ? STATES.north : STATES.south
  return fleet.filter(({ state }) => states.includes(state))
}

/** What each call of the part is asked: of a vehicle, or of the part. */
const post = (url: string, payload: object): InjectOptions => ({ method: 'POST', url, payload })
const FILTERS: readonly object[] = [
  {},
  { assetHistoric: { assetStatusId: 1 } },
  { vehicleAsset: { ticketStatus: 0 } },
  { vehicleAsset: { plate: 'QZ00001' } },
  { vehicleAsset: { stolenStatus: [-1, 1] }, brand: { brandName: 'a' } },
  { state: { stateId: [5, 9] } },
  { debts: { from: '2026-02-01', to: '2026-05-01' } },
  { due: { kinds: ['policy', 'payment'], from: '2026-11-01', to: '2027-02-01' } },
]
const PAGES = someCases(SORT_FIELDS, 3, 1).flatMap((sortBy, i) => [
  { page: 1, pageSize: 25, sortBy, sortFilterOrder: i % 2 ? 'asc' : 'desc' },
  { page: isDrill ? Math.floor(SIZE / 75) : 2, pageSize: 10, sortBy, sortFilterOrder: i % 2 ? 'desc' : 'asc' },
])
const READS: Readonly<Record<string, (id: number, texts: readonly string[]) => InjectOptions[]>> = {
  'catalogue.list': (id) => [
    ...someCases(FILTERS, 3, 0).map((vehicleClass) => post('/api/v2/vehicleAsset', { vehicleClass })),
    ...PAGES.map((pagination) => post('/api/v2/vehicleAsset', { vehicleClass: {}, pagination })),
    post('/api/v2/vehicleAsset', { vehicleClass: { vehicleAsset: { vehicleAssetId: id } } }),
  ],
  'catalogue.bestMatch': (_id, texts) =>
    ['QZ', '1', '3N1CN8', 'a', 'eco-0', ...texts].map((like) => post('/api/v2/vehicleAsset/bestmatch', { like })),
  'catalogue.platesInPhoto': () => [],
  'catalogue.coverage': () =>
    someCases(FILTERS, 2, 1).map((vehicleClass) => post('/api/v2/vehicleAsset/coverage', { vehicleClass })),
  'catalogue.suggestions': () =>
    SUGGESTED_FIELDS.flatMap((field, i) =>
      someCases(['', 'a', '1'], 1, i).map((like) => ({
        url: `/api/v2/vehicleAsset/suggestions?field=${field}&like=${like}`,
      })),
    ),
  'catalogue.basicStats': () => [{ url: '/api/v2/basicStats' }],
  'resourceStatus.byResource': (id) => [{ url: `/sapy/v2/${id}` }],
  'resourceStatus.byType': (id) => [{ url: `/sapy/v2/${id}/byType` }],
  'resourceStatus.changes': (id) => [{ url: `/sapy/v2/${id}/changes` }],
  'vehicles.history': (id) => [{ url: `/api/v2/historic/vehicleAsset/${id}` }],
  'vehicles.registryMatch': (id) => [{ url: `/api/v2/repuvematch/${id}` }],
  'vehicles.differing': () => [{ url: '/api/v2/repuvematch' }],
  'documentTypes.list': () => [{ url: '/api/v2/documentType' }],
  'documentTypes.fields': () => [{ url: '/api/v2/documentType/fields' }],
  'documentTypes.papers': (id) => [{ url: `/api/v2/documentType/papers/${id}` }],
  'documents.list': (id) => [{ url: `/api/v2/document?vehicleAssetId=${id}` }],
  'documentTypes.missing': () => [{ url: `/api/v2/documentType/${typeId}/missing` }],
  'documents.removed': (id) => [{ url: `/api/v2/document/removed?vehicleAssetId=${id}` }],
  'documents.files': (id) => [{ url: `/api/v2/document/${documentIds.get(id) ?? RANDOM_ID}/files` }],
  // Of more than ten thousand vehicles at once there is no workbook.
  'exports.download': () =>
    (isDrill ? FILTERS.slice(3) : FILTERS.slice(3, 4)).map((vehicleClass) =>
      post('/api/v2/vehiclesDownload', { vehicleClass }),
    ),
  'exports.selection': (id) => [post('/api/v2/vehiclesDownload/selection', { vehicleClass: {}, ids: [id] })],
  'exports.vehiclePdf': (id) => [post(`/api/v2/vehicle/${id}/pdf`, {})],
  'dashboard.read': () => [{ url: '/api/v2/dashboard' }],
  'dashboard.refresh': () => [post('/api/v2/dashboard/refresh', {})],
  'dashboard.actions': () => [{ url: '/api/v2/dashboard/actions' }],
  'dashboard.workbook': () => [{ url: '/api/v2/dashboard/workbook?dashboard=general&months=0' }],
  'exports.vehiclesReport': (id) => [
    post('/api/v2/vehiclesReport', { vehicleClass: {}, ids: [id], mails: ['ana@norte.mx'] }),
  ],
  'exports.pdfReport': (id) => [
    post('/api/v2/PDFReport', { vehicleClass: {}, ids: [id], mails: ['ana@norte.mx'], resources: [RESOURCE] }),
  ],
  'processing.resources': () => [{ url: '/api/v2/resources' }],
  'queue.items': () => [{ url: '/api/v2/getQueueItems' }],
  'queue.item': (id) => [{ url: `/api/v2/queueItems/${madeAt(id).itemId}` }],
  'queue.deliveries': (id) => [{ url: `/api/v2/scheduledReportQueueItems/${madeAt(id).itemId}` }],
  'queue.resend': (id) => {
    const { itemId, mailId } = madeAt(id)
    return [post(`/api/v2/scheduledReportQueueItems/${itemId}/deliveries/${mailId}/resend`, {})]
  },
  'queue.cancel': (id) => [post(`/api/v2/queueItems/${madeAt(id).itemId}/cancel`, {})],
  'reports.list': () => [{ url: '/api/v2/reports' }],
  'reports.rounds': () => [{ url: '/api/v2/reports/rounds' }],
  'reports.nextDates': () => [post('/api/v2/reports/nextDates', { frequency: 'weekly', sendDay: 1 })],
  'reports.create': () => [], // above
  'reports.edit': (id) => [put(`/api/v2/reports/${madeAt(id).reportId}`, { ...reportNamed(`R${id}`), version: 1 })],
  // Of so many vehicles there are no sheets.
  'reports.preview': () =>
    (isDrill ? ['debts', 'vehicles', 'expiries', 'changes'] : ['expiries', 'sheets']).map((kind) =>
      post('/api/v2/reports/preview', { ...reportNamed('Hoy'), kind }),
    ),
  'reports.test': () => [post('/api/v2/reports/test', reportNamed('Prueba'))],
  'reports.send': (id) => [post(`/api/v2/reports/${madeAt(id).reportId}/send`, {})],
  'reports.remove': (id) => [{ method: 'DELETE', url: `/api/v2/reports/${madeAt(id).reportId}` }],
  'views.list': () => [{ url: '/api/v2/views' }],
  'views.create': () => [], // above
  'views.edit': (id) => [put(`/api/v2/views/${madeAt(id).viewId}`, { ...viewNamed(`V${id}`), version: 1 })],
  'views.remove': (id) => [{ method: 'DELETE', url: `/api/v2/views/${madeAt(id).viewId}` }],
  'pending.list': (_id, texts) => [
    { url: '/api/v2/pending?limit=200' },
    { url: '/api/v2/pending?whose=mine' },
    ...['QZ', ...texts].map((like) => ({ url: `/api/v2/pending?like=${encodeURIComponent(like)}` })),
  ],
  'pending.summary': () => [{ url: '/api/v2/pending/summary' }, { url: '/api/v2/pending/summary?stateId=9' }],
  'pending.mine': () => [{ url: '/api/v2/pending/mine' }],
  'obligations.weeks': () => [{ url: '/api/v2/obligations/weeks' }],
  'obligations.months': () => [{ url: '/api/v2/obligations/months' }],
  'obligations.list': (id) => [
    { url: '/api/v2/obligations' },
    { url: '/api/v2/obligations?overdue=true' },
    { url: `/api/v2/obligations?vehicleAssetId=${id}` },
  ],
  'obligations.workbook': () => [post('/api/v2/obligations/workbook', {})],
  'obligations.rules': () => [{ url: '/api/v2/obligations/rules?from=2026-11-01&to=2027-04-01' }],
  'v3.listVehicles': () => [{ url: '/api/v3/vehicles?limit=1000' }, { url: '/api/v3/vehicles?plate=QZ00001' }],
  'v3.getVehicle': (id) => [{ url: `/api/v3/vehicles/${id}` }],
  'v3.listDebts': (id) => [{ url: '/api/v3/debts?limit=1000' }, { url: `/api/v3/debts?vehicle_id=${id}` }],
  'v3.listChecks': (id) => [{ url: '/api/v3/checks?limit=1000' }, { url: `/api/v3/checks?vehicle_id=${id}` }],
  'v3.listDocuments': (id) => [{ url: '/api/v3/documents' }, { url: `/api/v3/documents?vehicle_id=${id}` }],
  'v3.listObligations': (id) => [{ url: '/api/v3/obligations' }, { url: `/api/v3/obligations?vehicle_id=${id}` }],
  'v3.listCaptures': (id) => [{ url: '/api/v3/captures?limit=1000' }, { url: `/api/v3/captures?vehicle_id=${id}` }],
  'v3.listReports': () => [{ url: '/api/v3/reports' }],
  'v3.listReportRuns': () => [{ url: '/api/v3/report-runs' }],
  'obligations.ruleVehicles': () => [{ url: '/api/v2/obligations/rules/refrendo/vehicles' }],
}

const RESOURCE = RESOURCES.find(({ country }) => country === 'MX')?.resourceId

/** What each call that changes something is asked, of an own vehicle in this order. */
type Ids = {
  vehicle: number
  document: number
  debt: { resourceId: number; debtKey: string }
  item: { kind: string; ref: string }
  /** Proofs of the vehicle. */
  files: readonly string[]
}
const json = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: unknown): InjectOptions => ({
  method,
  url,
  payload: JSON.stringify(payload),
  headers: { 'content-type': 'application/json' },
})
const upload = (url: string, fields: Record<string, string>): InjectOptions => ({
  method: 'POST',
  url,
  ...formOf({ file: PDF, fileName: 'poliza.pdf', fields }),
})
const proof = (vehicle: number): InjectOptions => ({
  method: 'POST',
  url: `/api/v2/captures/files?vehicleAssetId=${vehicle}&fileName=acuse.pdf`,
  payload: PDF,
  headers: { 'content-type': 'application/pdf' },
})
const earlier = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const WRITES: Readonly<Record<string, (ids: Ids) => InjectOptions>> = {
  'pending.people': () => ({ url: '/api/v2/pending/people' }),
  'pending.assign': ({ vehicle, item }) =>
    json('PUT', '/api/v2/pending/assignments', {
      assignments: [{ ...item, vehicleAssetId: vehicle, userId: main.userId, dueOn: null, note: 'Hoy' }],
    }),
  'resourceStatus.markPaid': ({ vehicle, debt }) => post(`/sapy/v2/${vehicle}/paid`, { ...debt, paid: true }),
  'processing.refresh': ({ vehicle }) => post(`/sapy/v2/${vehicle}/refresh`, {}),
  'captures.task': ({ vehicle }) => ({ url: `/api/v2/captures/${vehicle}/${EVIDENCE_RESOURCE}` }),
  'captures.statementTask': ({ vehicle }) => ({ url: `/api/v2/captures/statement/${vehicle}/${EVIDENCE_RESOURCE}` }),
  'captures.upload': ({ vehicle }) => proof(vehicle),
  'captures.lease': ({ vehicle }) => json('PUT', `/api/v2/captures/lease/${vehicle}`, {}),
  'captures.release': ({ vehicle }) => ({ method: 'DELETE', url: `/api/v2/captures/lease/${vehicle}` }),
  'captures.statement': ({ vehicle, files: [, fileId] }) =>
    post('/api/v2/captures/statement', {
      vehicleAssetId: vehicle,
      answers: [{ resourceId: EVIDENCE_RESOURCE, statusId: 1 }],
      ...{ seenAt: earlier(2), fileIds: [fileId] },
    }),
  'captures.create': ({ vehicle, files: [fileId] }) =>
    post('/api/v2/captures', {
      ...{ vehicleAssetId: vehicle, resourceId: EVIDENCE_RESOURCE, statusId: 1, seenAt: earlier(1), fileIds: [fileId] },
    }),
  'vehicles.edit': ({ vehicle }) =>
    json('PUT', '/api/v2/vehicle', {
      vehicleClass: { vehicleAsset: { vehicleAssetId: vehicle }, vehicleInfo: { vehicleColor: 'Azul' } },
    }),
  'v3.editVehicle': ({ vehicle }) => ({
    ...post(`/api/v3/vehicles/${vehicle}`, { vehicleColor: 'Verde' }),
    method: 'PATCH',
  }),
  'v3.editVehicles': ({ vehicle }) =>
    post('/api/v3/vehicles/bulk-edit', { vehicles: [{ vehicleId: vehicle, vehicleColor: 'Rojo' }] }),
  'vehicles.setStatus': ({ vehicle }) =>
    json('PUT', '/api/v2/vehicle/status', { VehicleAssetId: vehicle, VehicleStatusId: 3 }),
  'documents.create': ({ vehicle }) =>
    upload('/api/v2/document', {
      'document[DocumentTypeId]': `${typeId}`,
      'document[VehicleAssetId]': `${vehicle}`,
      'document[DocumentName]': 'Otra',
    }),
  'documents.replaceFile': ({ document }) => upload(`/api/v2/document/${document}/file`, { version: '1' }),
  'documents.update': ({ document }) =>
    json('PUT', '/api/v2/document', { document: { documentId: document, documentName: 'Con otro nombre' } }),
  'documents.remove': ({ document }) => json('DELETE', '/api/v2/document', document),
  'documentTypes.except': ({ vehicle }) =>
    json('PUT', '/api/v2/documentType/exception', {
      documentTypeId: typeId,
      vehicleAssetId: vehicle,
      exception: 'exempt',
    }),
  'documents.restore': ({ document }) => json('POST', '/api/v2/document/restore', { documentId: document }),
}

describe('every call', () => {
  it('states its scope, or is on the list of those that are refused to who sees a part', () => {
    const silent = CALLS.filter(({ scope, needs }) => scope === undefined && needs !== 'public').map(({ name }) => name)
    expect(silent.toSorted()).toEqual(REFUSED.toSorted())
  })

  it('of the part reads, or states what it names, and is asked below', () => {
    expect(
      IN_PART.filter(({ method, reads, names }) => !names && method !== 'GET' && !reads).map(({ name }) => name),
    ).toEqual([
      'catalogue.platesInPhoto', // it writes nothing
      'views.create', // views, jobs and reports of their own
      'views.edit',
      'views.remove',
      'queue.resend',
      'queue.cancel',
      'exports.vehiclesReport',
      'exports.pdfReport',
      'exports.download', // the record of it
      'exports.selection',
      'exports.vehiclePdf',
      'dashboard.refresh', // it writes nothing of a part
      'obligations.workbook',
      'reports.create', // as above
      'reports.edit',
      'reports.remove',
      'reports.test',
      'reports.send',
    ])
    const names = [...Object.keys(READS), ...Object.keys(WRITES)]
    expect(names.toSorted()).toEqual(IN_PART.map(({ name }) => name).toSorted())
  })

  it('that states none is refused, with a word why', async () => {
    const refused = CALLS.filter(({ name }) => REFUSED.includes(name))
    for (const { name, method, path } of refused) {
      const { status, body } = await server.ask(north, { method, url: path.replaceAll(/:\w+/g, '1') })
      expect([name, status, (body as { title: string }).title]).toEqual([name, 403, OUT_OF_SCOPE])
    }
  })
})

/** Without the moment until which a list is complete. */
const undated = (body: unknown): unknown => {
  const { completeUntil: _, ...answer } = (body ?? {}) as Record<string, unknown>
  return typeof body === 'object' ? answer : body
}

describe.each(Object.keys(READS))('%s', (name) => {
  it('answers of a vehicle outside as of one that there is not, and tells of none', async () => {
    for (const who of isDrill ? [north, south] : [north]) {
      const part = partOf(who)
      const own = part.find(({ id }) => documentIds.has(id)) as Marks
      const inside = new Set(part.map(({ id }) => id))
      const outside = fleet.filter(({ id }) => !inside.has(id))
      const foreign = outside.find(({ id }) => documentIds.has(id)) as Marks
      const marks = new Set(outside.flatMap(({ texts }) => texts))
      const requestsOf = (id: number, texts: readonly string[] = []) => READS[name]?.(id, texts) ?? []
      const answered = async (request: InjectOptions) => {
        const { status, body } = await server.ask(who, request)
        const text = JSON.stringify(body).replaceAll(`${foreign.id}`, '')
        const leaks = (text.match(/[\p{L}\d-]+/gu) ?? []).filter((word) => marks.has(word))
        expect([request, leaks]).toEqual([request, []])
        return { status, body: undated(body) }
      }
      const ofOwn = requestsOf(own.id, own.texts.slice(1))
      for (const request of ofOwn) expect([request, (await answered(request)).status]).toEqual([request, 200])
      const known = new Set(ofOwn.map((request) => JSON.stringify(request)))
      const isOfVehicle = (request: InjectOptions) => !known.has(JSON.stringify(request))
      for (const request of requestsOf(foreign.id, foreign.texts.slice(1)).filter(isOfVehicle)) await answered(request)
      const [ofForeign, ofNone] = [
        requestsOf(foreign.id).filter(isOfVehicle),
        requestsOf(RANDOM_ID).filter(isOfVehicle),
      ]
      for (const [i, request] of ofForeign.entries()) {
        const [a, b] = [await answered(request), await answered(ofNone[i] as InjectOptions)]
        expect([a.status, a.body]).toEqual([b.status, b.body])
      }
    }
  }, 120_000)
})

describe('the figures of both parts', () => {
  const of = async <T>(who: Somebody, request: InjectOptions): Promise<T> => {
    let { status, body } = await server.ask(who, request)
    // Of a large fleet coverage is worked out beside the calls, which are answered null meanwhile.
    for (let tries = 0; body === null && tries < 400; tries++) {
      await new Promise((again) => setTimeout(again, 300))
      ;({ status, body } = await server.ask(who, request))
    }
    expect(status).toBe(200)
    return body as T
  }
  const all = async <T>(request: InjectOptions): Promise<[T, T, T]> => [
    await of<T>(north, request),
    await of<T>(south, request),
    await of<T>(main, request),
  ]

  it.each(someCases(FILTERS, 2, 2))('make up the main account’s: the list of %j', async (vehicleClass) => {
    type Listed = { vehicles: VehicleRow[]; totalCount: number }
    const pagination = { page: 1, pageSize: 100 }
    const [a, b, whole] = await all<Listed>(post('/api/v2/vehicleAsset', { vehicleClass, pagination }))
    expect(a.totalCount + b.totalCount).toBe(whole.totalCount)
    if (whole.totalCount > 100) return
    const ids = ({ vehicles }: Listed) => vehicles.map(({ vehicleAsset }) => vehicleAsset.vehicleAssetId)
    expect([...ids(a), ...ids(b)].toSorted()).toEqual(ids(whole).toSorted())
  })

  it('are listed in the order of the main account’s', async () => {
    const inside = new Set(partOf(north).map(({ id }) => id))
    for (const [i, sortBy] of someCases(SORT_FIELDS, 6, 0).entries()) {
      const vehicleClass = FILTERS[i % 3] // also with a status
      const pagination = { page: 1, pageSize: 100, sortBy, sortFilterOrder: i % 2 ? 'asc' : 'desc' }
      const idsOf = async (who: Somebody) => {
        const request = post('/api/v2/vehicleAsset', { vehicleClass, pagination })
        const { vehicles } = await of<{ vehicles: VehicleRow[] }>(who, request)
        return vehicles.map(({ vehicleAsset }) => vehicleAsset.vehicleAssetId)
      }
      const [own, all] = [await idsOf(north), await idsOf(main)]
      const expected = all.filter((id) => inside.has(id))
      expect([sortBy, own.slice(0, expected.length)]).toEqual([sortBy, expected])
    }
  })

  it.each(someCases(FILTERS, 2, 3))('make up the main account’s: what %j rests on', async (vehicleClass) => {
    const [a, b, whole] = await all<Coverage>(post('/api/v2/vehicleAsset/coverage', { vehicleClass }))
    for (const figure of [
      (each: Coverage) => each.vehicles,
      (each: Coverage) => each.debt.vehicles,
      (each: Coverage) => each.debt.unknown,
      (each: Coverage) => each.debt.withoutAmount,
      (each: Coverage) => each.checks.current,
      (each: Coverage) => each.checks.never,
      (each: Coverage) => each.matched?.count ?? 0,
    ])
      expect(figure(a) + figure(b)).toBe(figure(whole))
    const total = ({ debt }: Coverage) => debt.total ?? 0
    expect(total(a) + total(b)).toBeCloseTo(total(whole))
  })

  it('make up the main account’s: weeks, months, totals', async () => {
    type Weeks = { weeks: { total: number; amount: number | null }[]; overdue: { total: number }; later: number }
    const [a, b, whole] = await all<Weeks>({ url: '/api/v2/obligations/weeks' })
    expect(a.overdue.total + b.overdue.total).toBe(whole.overdue.total)
    expect(a.later + b.later).toBe(whole.later)
    for (const [i, week] of whole.weeks.entries()) {
      expect((a.weeks[i]?.total ?? 0) + (b.weeks[i]?.total ?? 0)).toBe(week.total)
      expect((a.weeks[i]?.amount ?? 0) + (b.weeks[i]?.amount ?? 0)).toBeCloseTo(week.amount ?? 0)
    }
    type Sums = { total: number; overdue: number; worth: { amount: number | null }; basis: { total: number } }
    const [p, q, r] = await all<Sums>({ url: '/api/v2/pending/summary' })
    expect(r.total).toBeGreaterThan(0)
    for (const sum of [({ total }: Sums) => total, ({ overdue }: Sums) => overdue, ({ basis }: Sums) => basis.total])
      expect(sum(p) + sum(q)).toBe(sum(r))
    expect((p.worth.amount ?? 0) + (q.worth.amount ?? 0)).toBeCloseTo(r.worth.amount ?? 0)
    type Stats = { vehicles: { vehicles: number } }
    const [x, y, z] = await all<Stats>({ url: '/api/v2/basicStats' })
    expect(x.vehicles.vehicles + y.vehicles.vehicles).toBe(z.vehicles.vehicles)
    expect(z.vehicles.vehicles).toBe(SIZE)
  })
})

describe('the dashboards of both parts', () => {
  type Read = { dashboard: DashboardFacts & { changed: boolean; refreshing: boolean } }
  const shown = async (who: Somebody) => ((await server.ask(who, { url: '/api/v2/dashboard' })).body as Read).dashboard
  const computed = () =>
    writeStatistics(server.db, { tenantId: company.tenantId, timeZone: 'America/Mexico_City' }, new Date())

  it('make up the company’s: each total, each state, each basis, the forecast and what to do', async () => {
    await computed()
    const [a, b, whole] = await Promise.all([shown(north), shown(south), shown(main)])
    expect(whole.statistics.find(({ months }) => months === 0)?.totalDebt).toBeGreaterThan(0)
    expect(whole.statistics.find(({ months }) => months === -1)?.totalDebt).toBeGreaterThan(0)
    const numbers = ({ statistics, basis, others, forecast, trend, debtByType }: DashboardFacts) => {
      const sums: Record<string, number> = {}
      const add = (key: string, what: object): void => {
        for (const [name, value] of Object.entries(what)) {
          const at = `${key} ${name}`
          if (typeof value === 'number') sums[at] = (sums[at] ?? 0) + value
        }
      }
      for (const { months, from: _, to: __, ...period } of statistics) {
        add(`${months}`, period)
        // Lists of the highest alone are no sums.
        const lists = { ...period, topRFCs: [], topLessors: [], topModels: [], topBrands: [], vehiclesPerRFC: [] }
        for (const [list, rows] of Object.entries({ ...lists, vehiclesPerLessor: [], vehiclesPerBrandModel: [] }))
          if (Array.isArray(rows) && !list.endsWith('ByRFC'))
            for (const { field, year: _, stateId: __, from, to, day, ...row } of rows as Record<string, unknown>[])
              add(`${months} ${list} ${[field, from, to, day].join(' ')}`, row)
      }
      for (const [name, each] of Object.entries(basis)) add(name, each)
      for (const { typeId, ...row } of debtByType) add(`type ${typeId}`, row)
      for (const { typeId, ...row } of trend.at(-1)?.types ?? []) add(`today ${typeId}`, row)
      for (const { from, kinds } of forecast) for (const { kind, ...row } of kinds) add(`${from} ${kind}`, row)
      add('others', others)
      return sums
    }
    const [p, q, r] = [numbers(a), numbers(b), numbers(whole)]
    const both = Object.fromEntries(Object.keys({ ...p, ...q }).map((key) => [key, (p[key] ?? 0) + (q[key] ?? 0)]))
    const rounded = (sums: Record<string, number>) =>
      Object.entries(sums)
        .flatMap(([key, n]) => (n === 0 ? [] : [[key, Math.round(n * 100)]]))
        .toSorted()
    expect(rounded(both)).toEqual(rounded(r))
    const actionsOf = async (who: Somebody) => {
      const { body } = await server.ask(who, { url: '/api/v2/dashboard/actions' })
      const { payments, discounts, growing, stillListed, blocked, appeals } = body as NextActions
      const summed = [payments, discounts, growing, stillListed, ...blocked].flatMap(({ count, vehicles, amount }) => [
        count,
        vehicles,
        Math.round(amount * 100),
      ])
      return [...summed, ...appeals.flatMap(({ open, past, unknown }) => [open, past, unknown])]
    }
    const [x, y, z] = await Promise.all([north, south, main].map(actionsOf))
    expect(x?.map((n, i) => n + (y?.[i] ?? 0))).toEqual(z)
    expect(z?.some((n) => n > 0)).toBe(true)
  })

  it('follow the part and the fleet: what was of other vehicles is not shown again', async () => {
    const vehicles = async () => (await shown(north)).statistics[0]?.totalVehicleCount
    const before = await vehicles()
    await setScope(north, { holders: ['NADIE'] })
    expect(await vehicles()).toBe(0)
    await setScope(north, { states: STATES.north })
    expect(await vehicles()).toBe(before)
    const id = partOf(north).find(({ id }) => !documentIds.has(id))?.id ?? 0
    const moveTo = (state: number) =>
      asTenant(server.db, company.tenantId, async (tx) => {
        await tx.updateTable('vehicle').set({ state_id: state }).where('vehicle_id', '=', id).execute()
        await touchFleet(tx, company.tenantId, [id])
      })
    const [{ active } = { active: 0 }] = (
      await server.db.system.query<{ active: number }>(
        'select (asset_status_id = 1)::int as active from vehicle where vehicle_id = $1',
        [id],
      )
    ).rows
    await moveTo(9)
    expect(await vehicles()).toBe((before ?? 0) - active)
    await moveTo(5)
  })

  it.runIf(isDrill)('stay while only checks answered, and say that the fleet changed', async () => {
    const before = await shown(north)
    expect(before.changed).toBe(false)
    await asTenant(server.db, company.tenantId, (tx) => touchChecks(tx, company.tenantId))
    expect(await shown(north)).toEqual({ ...before, changed: true })
    const refreshed = await server.ask(north, post('/api/v2/dashboard/refresh', {}))
    expect(refreshed.body).toEqual({ refreshing: true })
    for (let tries = 0; (await shown(north)).changed && tries < 100; tries++)
      await new Promise((again) => setTimeout(again, 100))
    expect(await shown(north)).toMatchObject({ changed: false, refreshing: false })
    expect((await server.ask(north, post('/api/v2/dashboard/refresh', {}))).body).toEqual({ refreshing: false })
  })

  it.runIf(isDrill)('that cannot be worked out are none, and not the company’s', async () => {
    const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
    await owner.connect()
    await owner.query('revoke select on obligation from padron_scoped')
    await setScope(north, { states: [...STATES.north] })
    expect(await shown(north)).toEqual({ statistics: null, changed: false, refreshing: false })
    await owner.query('grant select on obligation to padron_scoped')
    await owner.end()
    await server.ask(north, post('/api/v2/dashboard/refresh', {}))
    for (let tries = 0; !(await shown(north)).statistics && tries < 100; tries++)
      await new Promise((again) => setTimeout(again, 100))
    expect((await shown(north)).statistics[0]?.totalVehicleCount).toBeGreaterThan(0)
  })

  it.runIf(isDrill)('trend only by changes of the part, as days are kept of the whole fleet', async () => {
    const { tenantId } = company
    await server.db.system.query(
      `insert into daily_debt (tenant_id, day, resource_type_id, amount, debts, without_amount)
       select $1, current_date - 14, 1, 987654, 3, 0`,
      [tenantId],
    )
    await computed()
    expect(JSON.stringify((await shown(main)).trend)).toContain('987654')
    const { trend } = await shown(north)
    expect(JSON.stringify(trend)).not.toContain('987654')
    expect(trend.slice(0, -1).filter(({ seen }) => seen)).toEqual([])
  })
})

describe('a file that is opened by its address', () => {
  const bytesOf = async (url: string) => {
    const { statusCode, rawPayload } = await server.app.inject({ url })
    return { status: statusCode, bytes: rawPayload }
  }
  const platesIn = async (bytes: Buffer, sheet = 'Vehículos'): Promise<Set<string>> => {
    const words = new Set<string>()
    for await (const { cells } of readXlsx(bytes, sheet)) for (const cell of cells) words.add(`${cell ?? ''}`)
    return new Set(fleet.map(({ texts }) => texts[1] ?? '').filter((plate) => words.has(plate)))
  }
  const addressOf = async (who: Somebody, url: string, body = {}) =>
    ((await server.ask(who, post(url, body))).body as { fileUrl: string }).fileUrl

  it('has the vehicles of the part as it is when it is opened, and is recorded', async () => {
    const request = { vehicleClass: { state: { stateId: [5, 9] } } }
    const [own, foreign] = [partOf(north), partOf(south)].map(
      (part) => new Set(part.flatMap(({ state, texts }) => (state === 19 ? [] : [texts[1] ?? '']))),
    )
    const url = await addressOf(north, '/api/v2/vehiclesDownload', request)
    expect(await platesIn((await bytesOf(url)).bytes)).toEqual(own)
    await setScope(north, { states: STATES.south })
    expect(await platesIn((await bytesOf(url)).bytes)).toEqual(foreign)
    await setScope(north, { states: STATES.north })
    const recorded = await server.ask(main, post('/api/v2/activity', {}))
    const text = `Vista de ${numberText(own?.size ?? 0, 'MX')} vehículos (Excel)`
    expect([text, JSON.stringify(recorded.body).includes(text)]).toEqual([text, true])
  })

  it.runIf(isDrill)('has what falls due of the part as it is when it is opened, and counts it', async () => {
    const request = { from: '2026-11-01', to: '2027-06-30', kinds: 'payment' }
    type Book = { totalCount: number; fileUrl: string }
    const [a, b, whole] = await Promise.all(
      [north, south, main].map(
        async (who) => (await server.ask(who, post('/api/v2/obligations/workbook', request))).body as Book,
      ),
    )
    expect([(a?.totalCount ?? 0) > 0, (a?.totalCount ?? 0) + (b?.totalCount ?? 0)]).toEqual([true, whole?.totalCount])
    const rowsIn = async () => (await platesIn((await bytesOf(a?.fileUrl ?? '')).bytes, 'Vencimientos')).size
    expect(await rowsIn()).toBe(a?.totalCount)
    await setScope(north, { states: STATES.south })
    expect(await rowsIn()).toBe(b?.totalCount)
    await setScope(north, { states: STATES.north })
  })

  it.runIf(isDrill)('has in a calendar what falls due of the part as it is when it is read', async () => {
    const { body } = await server.ask(north, post('/api/v2/obligations/feed', {}))
    const { path } = body as { path: string }
    const text = async () => (await bytesOf(path)).bytes.toString().replaceAll('\r\n ', '')
    const plates = async () => {
      const words = new Set((await text()).match(/QZ\d{6}/g))
      return (who: Somebody) => partOf(who).filter(({ texts }) => words.has(texts[1] ?? '')).length
    }
    const before = await plates()
    expect([before(north) > 0, before(south)]).toEqual([true, 0])
    expect(await text()).toContain('Vencimientos de los vehículos que usted puede ver')
    await setScope(north, { states: STATES.south })
    const after = await plates()
    expect([after(north), after(south) > 0]).toEqual([0, true])
    await setScope(north, { holders: ['NADIE'] })
    expect(await text()).not.toContain('BEGIN:VEVENT')
    await setScope(north, { states: STATES.north })
    expect((await server.ask(north, { method: 'DELETE', url: '/api/v2/obligations/feed' })).status).toBe(200)
    expect((await bytesOf(path)).status).toBe(404)
  })

  it.runIf(isDrill)('has the figures of the part as it is when it is opened', async () => {
    const { body } = await server.ask(north, { url: '/api/v2/dashboard/workbook?dashboard=general&months=0' })
    const { fileUrl } = body as { fileUrl: string }
    const statesIn = async () => {
      const words = new Set<string>()
      for await (const { cells } of readXlsx((await bytesOf(fileUrl)).bytes, 'Vehículos por estado'))
        words.add(`${cells[0] ?? ''}`)
      return [...STATES.north, ...STATES.south].map((id) => words.has(stateName(id)))
    }
    expect(await statesIn()).toEqual([true, false, false])
    await setScope(north, { states: STATES.south })
    expect(await statesIn()).toEqual([false, true, true])
    await setScope(north, { states: STATES.north })
  })

  it('is of a document, and opens while the vehicle is of the part', async () => {
    const { id } = partOf(north).find(({ id }) => documentIds.has(id)) as Marks
    const { body } = await server.ask(north, { url: `/api/v2/document?vehicleAssetId=${id}` })
    const [{ documentUrl, downloadUrl } = { documentUrl: '', downloadUrl: '' }] = (
      body as { documentList: { documentUrl: string; downloadUrl: string }[] }
    ).documentList
    for (const url of [documentUrl, downloadUrl]) {
      expect((await bytesOf(url)).status).toBe(200)
      expect((await bytesOf(url.replace(/&u=\d+/, ''))).status).toBe(404)
      expect((await bytesOf(url.replace(/&u=\d+/, `&u=${main.userId}`))).status).toBe(404)
      await setScope(north, { states: STATES.south })
      expect((await bytesOf(url)).status).toBe(404)
      await setScope(north, { states: STATES.north })
    }
  })

  it.runIf(isDrill)('shows a vehicle in PDF while it is of the part', async () => {
    const { id, texts } = partOf(north)[0] as Marks
    const url = await addressOf(north, `/api/v2/vehicle/${id}/pdf`)
    expect(await pdfText((await bytesOf(url)).bytes)).toContain(texts[1])
    await setScope(north, { states: STATES.south })
    expect((await bytesOf(url)).status).toBe(404)
    await setScope(north, { states: STATES.north })
  })
})

describe('a part that changes', () => {
  const listed = async (who: Somebody) => {
    const { body } = await server.ask(who, post('/api/v2/vehicleAsset', { vehicleClass: {} }))
    return (body as { totalCount: number }).totalCount
  }

  it('loses the vehicle with its next call, though its columns are in memory', async () => {
    const before = await listed(north)
    const { id } = partOf(north)[0] as Marks
    expect((await server.ask(north, { url: `/sapy/v2/${id}` })).status).toBe(200)
    const moveTo = (state: number) =>
      asTenant(server.db, company.tenantId, async (tx) => {
        await tx.updateTable('vehicle').set({ state_id: state }).where('vehicle_id', '=', id).execute()
        await touchFleet(tx, company.tenantId, [id])
      })
    await moveTo(9)
    expect((await server.ask(north, { url: `/sapy/v2/${id}` })).status).toBe(404)
    expect(await listed(north)).toBe(before - 1)
    await moveTo(5)
    expect(await listed(north)).toBe(before)
  })

  it('is listed by what checks answered last', async () => {
    const cleared = async () => {
      const vehicleClass = { vehicleAsset: { ticketStatus: 1 } }
      return (await server.ask(north, post('/api/v2/vehicleAsset', { vehicleClass }))).body as { totalCount: number }
    }
    const answer = (status: number) =>
      asTenant(server.db, company.tenantId, async (tx) => {
        const { id } = partOf(north)[0] as Marks
        await tx.updateTable('vehicle').set({ ticket_status: status }).where('vehicle_id', '=', id).execute()
        await touchChecks(tx, company.tenantId)
      })
    await answer(0)
    const { totalCount } = await cleared()
    await answer(1)
    expect((await cleared()).totalCount).toBe(totalCount + 1)
  })

  it('counts from the next call on, for tokens too, and may match nothing', async () => {
    const all = await listed(main)
    await setScope(north, null)
    expect(await listed(north)).toBe(all)
    await setScope(north, { holders: ['NADIE'] })
    expect(await listed(north)).toBe(0)
    const made = await server.ask(
      north,
      post('/api/v2/tokens', { name: 'Programa', permissions: ['vehicles_read'], days: 30 }),
    )
    const { token } = made.body as { token: string }
    expect([made.status, await listed({ ...north, token })]).toEqual([200, 0])
    await setScope(north, { states: STATES.north })
    expect(await listed(north)).toBe(partOf(north).length)
    expect(await listed({ ...north, token })).toBe(partOf(north).length)
  })
})

// Last: how current a large fleet is, is kept for a while.
describe('what changes something', () => {
  /** Every row that is of a vehicle, by table. */
  const digests = async () => {
    const { rows: tables } = await server.db.system.query<{ name: string }>(`
      select c.relname as name
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and (
        c.relname in ('document_version', 'document_value') or exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attname = 'vehicle_id' and not a.attisdropped))`)
    const each = tables.map(async ({ name }) => {
      const { rows } = await server.db.system.query(
        `select md5(string_agg(t::text, ' ' order by t::text)) from ${name} t`,
      )
      return [name, rows[0]]
    })
    return Object.fromEntries(await Promise.all(each))
  }
  const idsOf = async (id: number, plate: string): Promise<Ids> => {
    const { rows } = await server.db.system.query<Ids['debt']>(
      `select resource_id as "resourceId", debt_key as "debtKey"
        from debt
        where vehicle_id = $1 and ended_at is null and marked_paid_at is null`,
      [id],
    )
    const { body } = await server.ask(main, { url: `/api/v2/pending?like=${plate}` })
    const [{ kind, ref } = { kind: '', ref: '' }] = (body as { items: Ids['item'][] }).items
    const sent = [await server.ask(main, proof(id)), await server.ask(main, proof(id))]
    return {
      vehicle: id,
      document: documentIds.get(id) as number,
      debt: rows[0] as Ids['debt'],
      item: { kind, ref },
      files: sent.map(({ body }) => (body as { fileId: string }).fileId),
    }
  }
  let ofOwn: Ids
  let ofForeign: Ids
  beforeAll(async () => {
    const [own, foreign] = [north, south].map((who) => partOf(who).find(({ id }) => documentIds.has(id)) as Marks)
    ofOwn = await idsOf(own?.id ?? 0, own?.texts[1] ?? '')
    ofForeign = await idsOf(foreign?.id ?? 0, foreign?.texts[1] ?? '')
  })

  it.each(Object.keys(WRITES))('%s works on an own vehicle; another is one that there is not', async (name) => {
    const ask = WRITES[name] as (ids: Ids) => InjectOptions
    const ofNone = { ...ofForeign, vehicle: RANDOM_ID, document: RANDOM_ID }
    const before = await digests()
    const [foreign, none] = [await server.ask(north, ask(ofForeign)), await server.ask(north, ask(ofNone))]
    expect([foreign.status, foreign.body]).toEqual([none.status, none.body])
    const isOfVehicle = JSON.stringify(ask(ofForeign)) !== JSON.stringify(ask(ofNone))
    const whole = isOfVehicle ? await server.ask(main, ask(ofNone)) : none
    expect([foreign.status, foreign.body]).toEqual([whole.status, whole.body])
    expect(await digests()).toEqual(before)
    const { status, body } = await server.ask(north, ask(ofOwn))
    expect([name, status, body]).toEqual([name, 200, body])
    if (ask(ofOwn).method) expect(await digests()).not.toEqual(before)
  })
})

describe('a vehicle that its user edits', () => {
  const edit = async (change: object, asset = {}) => {
    const { id } = partOf(north).find((each) => !documentIds.has(each.id)) as Marks
    const vehicleClass = { ...change, vehicleAsset: { vehicleAssetId: id, ...asset } }
    return server.ask(north, json('PUT', '/api/v2/vehicle', { vehicleClass }))
  }

  it('stays among those that they see, or the edit is refused at its field', async () => {
    const title = 'El vehículo dejaría de estar entre los que usted ve: el estado.'
    const path = 'vehicleClass.vehicleAsset.stateId'
    const before = partOf(north).length
    const errors = [{ path, message: title }]
    expect(await edit({}, { stateId: 9 })).toMatchObject({ status: 422, body: { title, errors } })
    const { body } = await server.ask(north, post('/api/v2/vehicleAsset', { vehicleClass: {} }))
    expect((body as { totalCount: number }).totalCount).toBe(before)
    expect((await edit({ vehicleInfo: { vehicleColor: 'Verde' } })).status).toBe(200)
  })
})
