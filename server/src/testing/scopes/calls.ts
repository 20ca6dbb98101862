// The calls by what they say of a user who sees a part of the fleet: refused, or asked with a vehicle of theirs and
// with one of another part.
import { SORT_FIELDS, SUGGESTED_FIELDS } from '@padron/contract/vehicles/fields'
import type { InjectOptions } from 'fastify'
import { RESOURCES } from '../../checks/services/catalogue.ts'
import { isDrill, someCases } from '../drill.ts'
import { PDF } from '../files/proof-files.ts'
import { formOf } from '../files/workbooks.ts'
import { EVIDENCE_RESOURCE } from '../fixtures.ts'
import { post, type ReadTarget, reportNamed, SIZE, viewNamed } from './two-parts.ts'

/** Calls that state no scope: refused to who sees a part. Each was looked at; a new one is added here or states one. */
export const REFUSED = [
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

export const FILTERS: readonly object[] = [
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
const RESOURCE = RESOURCES.find(({ country }) => country === 'MX')?.resourceId

/** The request of each call that reads: about a vehicle, or about the part. */
export const READS: Readonly<Record<string, (target: ReadTarget) => InjectOptions[]>> = {
  'catalogue.list': ({ id }) => [
    ...someCases(FILTERS, 3, 0).map((vehicleClass) => post('/api/v2/vehicleAsset', { vehicleClass })),
    ...PAGES.map((pagination) => post('/api/v2/vehicleAsset', { vehicleClass: {}, pagination })),
    post('/api/v2/vehicleAsset', { vehicleClass: { vehicleAsset: { vehicleAssetId: id } } }),
  ],
  'catalogue.bestMatch': ({ texts }) =>
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
  'resourceStatus.byResource': ({ id }) => [{ url: `/sapy/v2/${id}` }],
  'resourceStatus.byType': ({ id }) => [{ url: `/sapy/v2/${id}/byType` }],
  'resourceStatus.changes': ({ id }) => [{ url: `/sapy/v2/${id}/changes` }],
  'vehicles.history': ({ id }) => [{ url: `/api/v2/historic/vehicleAsset/${id}` }],
  'vehicles.registryMatch': ({ id }) => [{ url: `/api/v2/repuvematch/${id}` }],
  'vehicles.differing': () => [{ url: '/api/v2/repuvematch' }],
  'documentTypes.list': () => [{ url: '/api/v2/documentType' }],
  'documentTypes.fields': () => [{ url: '/api/v2/documentType/fields' }],
  'documentTypes.papers': ({ id }) => [{ url: `/api/v2/documentType/papers/${id}` }],
  'documents.list': ({ id }) => [{ url: `/api/v2/document?vehicleAssetId=${id}` }],
  'documentTypes.missing': ({ typeId }) => [{ url: `/api/v2/documentType/${typeId}/missing` }],
  'documents.removed': ({ id }) => [{ url: `/api/v2/document/removed?vehicleAssetId=${id}` }],
  'documents.files': ({ documentId }) => [{ url: `/api/v2/document/${documentId}/files` }],
  // Of more than ten thousand vehicles at once there is no workbook.
  'exports.download': () =>
    (isDrill ? FILTERS.slice(3) : FILTERS.slice(3, 4)).map((vehicleClass) =>
      post('/api/v2/vehiclesDownload', { vehicleClass }),
    ),
  'exports.selection': ({ id }) => [post('/api/v2/vehiclesDownload/selection', { vehicleClass: {}, ids: [id] })],
  'exports.vehiclePdf': ({ id }) => [post(`/api/v2/vehicle/${id}/pdf`, {})],
  'dashboard.read': () => [{ url: '/api/v2/dashboard' }],
  'dashboard.refresh': () => [post('/api/v2/dashboard/refresh', {})],
  'dashboard.actions': () => [{ url: '/api/v2/dashboard/actions' }],
  'dashboard.workbook': () => [{ url: '/api/v2/dashboard/workbook?dashboard=general&months=0' }],
  'exports.vehiclesReport': ({ id }) => [
    post('/api/v2/vehiclesReport', { vehicleClass: {}, ids: [id], mails: ['ana@norte.mx'] }),
  ],
  'exports.pdfReport': ({ id }) => [
    post('/api/v2/PDFReport', { vehicleClass: {}, ids: [id], mails: ['ana@norte.mx'], resources: [RESOURCE] }),
  ],
  'processing.resources': () => [{ url: '/api/v2/resources' }],
  'queue.items': () => [{ url: '/api/v2/getQueueItems' }],
  'queue.item': ({ itemId }) => [{ url: `/api/v2/queueItems/${itemId}` }],
  'queue.deliveries': ({ itemId }) => [{ url: `/api/v2/scheduledReportQueueItems/${itemId}` }],
  'queue.resend': ({ itemId, mailId }) => [
    post(`/api/v2/scheduledReportQueueItems/${itemId}/deliveries/${mailId}/resend`, {}),
  ],
  'queue.cancel': ({ itemId }) => [post(`/api/v2/queueItems/${itemId}/cancel`, {})],
  'reports.list': () => [{ url: '/api/v2/reports' }],
  'reports.rounds': () => [{ url: '/api/v2/reports/rounds' }],
  'reports.nextDates': () => [post('/api/v2/reports/nextDates', { frequency: 'weekly', sendDay: 1 })],
  'reports.create': () => [], // above
  'reports.edit': ({ id, reportId }) => [put(`/api/v2/reports/${reportId}`, { ...reportNamed(`R${id}`), version: 1 })],
  // Of so many vehicles there are no sheets.
  'reports.preview': () =>
    (isDrill ? ['debts', 'vehicles', 'expiries', 'changes'] : ['expiries', 'sheets']).map((kind) =>
      post('/api/v2/reports/preview', { ...reportNamed('Hoy'), kind }),
    ),
  'reports.test': () => [post('/api/v2/reports/test', reportNamed('Prueba'))],
  'reports.send': ({ reportId }) => [post(`/api/v2/reports/${reportId}/send`, {})],
  'reports.remove': ({ reportId }) => [{ method: 'DELETE', url: `/api/v2/reports/${reportId}` }],
  'views.list': () => [{ url: '/api/v2/views' }],
  'views.create': () => [], // above
  'views.edit': ({ id, viewId }) => [put(`/api/v2/views/${viewId}`, { ...viewNamed(`V${id}`), version: 1 })],
  'views.remove': ({ viewId }) => [{ method: 'DELETE', url: `/api/v2/views/${viewId}` }],
  'pending.list': ({ texts }) => [
    { url: '/api/v2/pending?limit=200' },
    { url: '/api/v2/pending?whose=mine' },
    ...['QZ', ...texts].map((like) => ({ url: `/api/v2/pending?like=${encodeURIComponent(like)}` })),
  ],
  'pending.summary': () => [{ url: '/api/v2/pending/summary' }, { url: '/api/v2/pending/summary?stateId=9' }],
  'pending.mine': () => [{ url: '/api/v2/pending/mine' }],
  'obligations.weeks': () => [{ url: '/api/v2/obligations/weeks' }],
  'obligations.months': () => [{ url: '/api/v2/obligations/months' }],
  'obligations.list': ({ id }) => [
    { url: '/api/v2/obligations' },
    { url: '/api/v2/obligations?overdue=true' },
    { url: `/api/v2/obligations?vehicleAssetId=${id}` },
  ],
  'obligations.workbook': () => [post('/api/v2/obligations/workbook', {})],
  'obligations.rules': () => [{ url: '/api/v2/obligations/rules?from=2026-11-01&to=2027-04-01' }],
  'v3.listVehicles': () => [{ url: '/api/v3/vehicles?limit=1000' }, { url: '/api/v3/vehicles?plate=QZ00001' }],
  'v3.getVehicle': ({ id }) => [{ url: `/api/v3/vehicles/${id}` }],
  'v3.listDebts': ({ id }) => [{ url: '/api/v3/debts?limit=1000' }, { url: `/api/v3/debts?vehicle_id=${id}` }],
  'v3.listChecks': ({ id }) => [{ url: '/api/v3/checks?limit=1000' }, { url: `/api/v3/checks?vehicle_id=${id}` }],
  'v3.listDocuments': ({ id }) => [{ url: '/api/v3/documents' }, { url: `/api/v3/documents?vehicle_id=${id}` }],
  'v3.listObligations': ({ id }) => [{ url: '/api/v3/obligations' }, { url: `/api/v3/obligations?vehicle_id=${id}` }],
  'v3.listCaptures': ({ id }) => [{ url: '/api/v3/captures?limit=1000' }, { url: `/api/v3/captures?vehicle_id=${id}` }],
  'v3.listReports': () => [{ url: '/api/v3/reports' }],
  'v3.listReportRuns': () => [{ url: '/api/v3/report-runs' }],
  'obligations.ruleVehicles': () => [{ url: '/api/v2/obligations/rules/refrendo/vehicles' }],
}

export type WriteTarget = {
  typeId: number
  /** The user that an item is assigned to. */
  assignee: number
  vehicle: number
  document: number
  debt: { resourceId: number; debtKey: string }
  item: { kind: string; ref: string }
  /** Proofs of the vehicle. */
  files: readonly string[]
}
const put = (url: string, payload: object): InjectOptions => ({ method: 'PUT', url, payload })
export const json = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: unknown): InjectOptions => ({
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
export const proof = (vehicle: number): InjectOptions => ({
  method: 'POST',
  url: `/api/v2/captures/files?vehicleAssetId=${vehicle}&fileName=acuse.pdf`,
  payload: PDF,
  headers: { 'content-type': 'application/pdf' },
})
const earlier = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
/** The request of each call that writes, about a vehicle of the user; they run in this order. */
export const WRITES: Readonly<Record<string, (target: WriteTarget) => InjectOptions>> = {
  'pending.people': () => ({ url: '/api/v2/pending/people' }),
  'pending.assign': ({ vehicle, item, assignee }) =>
    json('PUT', '/api/v2/pending/assignments', {
      assignments: [{ ...item, vehicleAssetId: vehicle, userId: assignee, dueOn: null, note: 'Hoy' }],
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
  'documents.create': ({ vehicle, typeId }) =>
    upload('/api/v2/document', {
      'document[DocumentTypeId]': `${typeId}`,
      'document[VehicleAssetId]': `${vehicle}`,
      'document[DocumentName]': 'Otra',
    }),
  'documents.replaceFile': ({ document }) => upload(`/api/v2/document/${document}/file`, { version: '1' }),
  'documents.update': ({ document }) =>
    json('PUT', '/api/v2/document', { document: { documentId: document, documentName: 'Con otro nombre' } }),
  'documents.remove': ({ document }) => json('DELETE', '/api/v2/document', document),
  'documentTypes.except': ({ vehicle, typeId }) =>
    json('PUT', '/api/v2/documentType/exception', {
      documentTypeId: typeId,
      vehicleAssetId: vehicle,
      exception: 'exempt',
    }),
  'documents.restore': ({ document }) => json('POST', '/api/v2/document/restore', { documentId: document }),
}
