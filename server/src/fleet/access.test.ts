// Due dates of documents are only for users who may read documents, and tags for those who may read tags, wherever a
// query of the fleet is accepted: every call that accepts one is tested here, and so are what was created from a query
// before, and a user who has lost the permission.
import type { Schema } from '@padron/contract/call'
import { VehicleFilter } from '@padron/contract/catalogue/filter'
import { ALL_CALLS } from '@padron/contract/features'
import { PERMISSIONS, ROLES } from '@padron/contract/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asTenant } from '../db/client.ts'
import { addReport, switchOn } from '../features/reports/testing/reports.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { resultFolder, type TestWorker, testWorker } from '../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { QUERY_FORBIDDEN } from './access.ts'

const QUERY = { vehicleClass: { due: { kinds: ['document'], from: '2026-01-01', to: '2026-12-31' } } }
const DEFINITION = { ...QUERY, columns: null }
const EVERYTHING = PERMISSIONS.filter((name) => name !== 'documents_read' && name !== 'documents_admin')

let server: TestServer
let worker: TestWorker
let company: Company
let reader: Somebody
let other: Somebody
const made = { view: 0, own: 0, report: 0, alert: 0 }
const { files, remove } = resultFolder()

const ask = (who: Somebody, [method, url, payload]: QueryCase) => server.ask(who, { method, url, payload })
const idIn = async (query: QueryCase, key: string, who = reader): Promise<number> => {
  const { status, body } = await ask(who, query)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as Record<string, number>)[key] ?? 0
}

beforeAll(async () => {
  server = await testServer()
  worker = await testWorker(server, files)
  company = await server.company('norte')
  reader = await server.somebody(company, 'lee', [...EVERYTHING, 'documents_read'])
  other = await server.somebody(company, 'otra', EVERYTHING)
  await switchOn(server, company)
  await server.db.system.query(`update app_user set email = username || '@norte.mx' where tenant_id = $1`, [
    company.tenantId,
  ])
  const [vehicle] = await server.vehicles(company, [{ plate: 'RKA123A' }])
  await server.db.system.query(
    `
      insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, told_at, told_by)
      values ($1, $2, 'd:1:1', 'document', '2026-06-01', 'Póliza', now(), 'ana')`,
    [company.tenantId, vehicle],
  )
  made.view = await idIn(['POST', '/api/v2/views', { name: 'Pólizas', shared: true, definition: DEFINITION }], 'viewId')
  made.own = await idIn(
    ['POST', '/api/v2/views', { name: 'Mía', shared: true, definition: { vehicleClass: {}, columns: null } }],
    'viewId',
    other,
  )
  made.report = await addReport(server, company, { name: 'De pólizas' })
  await server.db.system.query('update scheduled_report set view_id = $2 where report_id = $1', [
    made.report,
    made.view,
  ])
  made.alert = await idIn(['POST', '/api/v2/alerts', { ...alert(), name: 'Ya hecha' }], 'alertId')
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
  remove()
})

const MAILS = ['ana@norte.mx']
const bulk = (query: object) => ({ selection: { query }, change: { status: 8 } })
const alert = () => ({
  name: 'Pólizas',
  viewId: made.view,
  measure: 'vehicles',
  threshold: 2,
  mails: MAILS,
  active: true,
})
const report = () => ({
  name: 'Nuevo',
  kind: 'vehicles',
  mails: MAILS,
  frequency: 'weekly',
  sendDay: 1,
  viewId: made.view,
})

type QueryCase = readonly ['POST' | 'PUT', string, object]
/** The user who edits the view owns it. */
const QUERIES: Readonly<Record<string, (query?: object) => QueryCase>> = {
  'catalogue.list': (query = QUERY) => ['POST', '/api/v2/vehicleAsset', query],
  'catalogue.coverage': (query = QUERY) => ['POST', '/api/v2/vehicleAsset/coverage', query],
  'vehicles.bulkPreview': (query = QUERY) => ['POST', '/api/v2/vehicle/bulk/preview', bulk(query)],
  'vehicles.bulk': (query = QUERY) => ['POST', '/api/v2/vehicle/bulk', { ...bulk(query), expected: 1 }],
  'processing.refreshPreview': (query = QUERY) => [
    'POST',
    '/sapy/v2/refresh/preview',
    { selection: bulk(query).selection },
  ],
  'processing.refreshMany': (query = QUERY) => [
    'POST',
    '/sapy/v2/refresh',
    { selection: bulk(query).selection, expected: 99 },
  ],
  'views.create': () => ['POST', '/api/v2/views', { name: 'Otra', shared: false, definition: DEFINITION }],
  'views.edit': () => [
    'PUT',
    `/api/v2/views/${made.own}`,
    { name: 'Mía', shared: true, definition: DEFINITION, version: 1 },
  ],
  'exports.vehiclesReport': (query = QUERY) => ['POST', '/api/v2/vehiclesReport', { ...query, mails: MAILS }],
  'exports.pdfReport': (query = QUERY) => ['POST', '/api/v2/PDFReport', { ...query, mails: MAILS, resources: [1901] }],
  'exports.selection': (query = QUERY) => ['POST', '/api/v2/vehiclesDownload/selection', query],
  'exports.download': (query = QUERY) => ['POST', '/api/v2/vehiclesDownload', query],
  'imports.generateEditionTemplate': (query = QUERY) => ['POST', '/api/v2/vehicle/generateEditionTemplate', query],
  'imports.generateReplacementTemplate': (query = QUERY) => [
    'POST',
    '/api/v2/vehicle/generateReplacementTemplate',
    query,
  ],
}
const OVER_A_VIEW: Readonly<Record<string, () => QueryCase>> = {
  'alerts.create': () => ['POST', '/api/v2/alerts', alert()],
  'alerts.edit': () => ['PUT', `/api/v2/alerts/${made.alert}`, { ...alert(), name: 'Cambiada', version: 1 }],
  'alerts.value': () => ['POST', '/api/v2/alerts/value', { viewId: made.view, measure: 'vehicles' }],
  'reports.create': () => ['POST', '/api/v2/reports', report()],
  'reports.edit': () => ['PUT', `/api/v2/reports/${made.report}`, { ...report(), name: 'Cambiado', version: 1 }],
  'reports.preview': () => ['POST', '/api/v2/reports/preview', report()],
  'reports.test': () => ['POST', '/api/v2/reports/test', report()],
  'reports.send': () => ['POST', `/api/v2/reports/${made.report}/send`, {}],
}

type Def = {
  innerType?: Schema
  element?: Schema
  in?: Schema
  shape?: Readonly<Record<string, Schema>>
  options?: readonly Schema[]
}
/** Whether a vehicle filter, or the id of a view, is anywhere in the schema. */
const takes = (schema: Schema | undefined, wanted: (key: string, value: Schema) => boolean): boolean => {
  if (!schema) return false
  const { innerType, element, in: given, shape = {}, options = [] } = schema._zod.def as Def
  if (Object.entries(shape).some(([key, value]) => wanted(key, value))) return true
  return [innerType, element, given, ...Object.values(shape), ...options].some((part) => takes(part, wanted))
}
const isQuestion = (_: string, value: Schema): boolean => {
  const { innerType } = value._zod.def as Def
  return value === VehicleFilter || innerType === VehicleFilter
}
const takingIn = (wanted: typeof isQuestion) =>
  ALL_CALLS.flatMap(({ name, body }) => (takes(body, wanted) ? [name] : []))

it('the two lists have every call that accepts a vehicle filter or a view', () => {
  expect(Object.keys(QUERIES).toSorted()).toEqual(takingIn(isQuestion).toSorted())
  expect(Object.keys(OVER_A_VIEW).toSorted()).toEqual(
    [...takingIn((key) => key === 'viewId'), 'reports.send'].toSorted(),
  )
})

it.each(Object.entries({ ...QUERIES, ...OVER_A_VIEW }))(
  '%s returns 403 without the permission to read documents',
  async (_, of) => {
    expect((await ask(other, of())).status).toBe(403)
  },
)

it('the rejected calls create nothing', async () => {
  const { rows } = await server.db.system.query(
    `select
    (select count(*)::int from queue_item where tenant_id = $1) as jobs,
    (select count(*)::int from saved_view where tenant_id = $1) as views,
    (select count(*)::int from scheduled_report where tenant_id = $1) as reports,
    (select count(*)::int from alert where tenant_id = $1) as alerts`,
    [company.tenantId],
  )
  expect(rows).toEqual([{ jobs: 0, views: 2, reports: 1, alerts: 1 }])
})

const READ = Object.entries({ ...QUERIES, ...OVER_A_VIEW }).filter(
  ([name]) => name !== 'views.edit' && name !== 'vehicles.bulk',
)
it.each(READ)('%s returns 200 with the permission', async (_, of) => {
  const { status, body } = await ask(reader, of())
  expect(status, JSON.stringify(body)).toBe(200)
})

describe('without permission to read tags', () => {
  const TAGGED = { vehicleClass: { tags: [{ tagId: 1 }] } }
  // The permissions of the other calls bring this one; a view is only stored.
  const WITHOUT = Object.entries(QUERIES).filter(([name]) => !/^views|bulk|vehiclesReport/.test(name))
  let untagged: Somebody

  beforeAll(async () => {
    const needs = ['vehicles_read', 'masive_edit', 'masive_replace', 'processing_admin', 'queue_read'] as const
    untagged = await server.somebody(company, 'sin-etiquetas', needs)
  })

  it.each(WITHOUT)('%s returns 403 for a filter by tags, and 200 for another', async (_, of) => {
    expect((await ask(untagged, of(TAGGED))).status).toBe(403)
    const { status, body } = await ask(untagged, of({ vehicleClass: {} }))
    expect(status, JSON.stringify(body)).toBe(200)
  })

  it('exports.download returns 403 for an order by tags', async () => {
    const payload = { vehicleClass: {}, pagination: { page: 1, pageSize: 20, sortBy: 'tags' } }
    expect((await ask(untagged, ['POST', '/api/v2/vehiclesDownload', payload])).status).toBe(403)
  })

  it('a link by tags made earlier returns 404 once its user may not read them', async () => {
    const needs = ['vehicles_read', 'masive_edit', 'tags_read'] as const
    const tagger = await server.somebody(company, 'etiqueta', needs)
    const names = ['exports.download', 'imports.generateEditionTemplate'] as const
    const addresses = await Promise.all(
      names.map(async (name) => {
        const { body } = await ask(tagger, (QUERIES[name] as (query: object) => QueryCase)(TAGGED))
        return (body as { fileUrl: string }).fileUrl
      }),
    )
    const opened = async () => Promise.all(addresses.map(async (url) => (await server.ask(undefined, { url })).status))
    expect(await opened()).toEqual([200, 200])
    const left = ROLES.filter(({ name }) => name === 'vehicles_read' || name === 'masive_edit')
    await server.db.system.query('update app_user set role_ids = $2 where user_id = $1', [
      tagger.userId,
      left.map(({ roleId }) => roleId),
    ])
    expect(await opened()).toEqual([404, 404])
  })
})

const PAYLOADS = [
  [5, { query: QUERY, sort: {} }],
  [7, { query: QUERY, resources: [1901] }],
] as const
it.each(PAYLOADS)('a job of queue %i fails if its user may not read documents', async (queueId, payload) => {
  const actor = { id: other.userId, name: other.username, origin: 'console' as const }
  const itemId = await asTenant(
    server.db,
    company.tenantId,
    (tx) => enqueue(tx, { queueId, description: 'Pedido antes', payload }),
    actor,
  )
  await worker.ended(itemId)
  const { rows } = await server.db.system.query(
    'select error_message as error from queue_item where queue_item_id = $1',
    [itemId],
  )
  expect(rows).toEqual([{ error: QUERY_FORBIDDEN }])
})

it('a link made earlier returns 404 once its user has lost the permission', async () => {
  const addressOf = async (query: QueryCase) => ((await ask(reader, query)).body as { fileUrl: string }).fileUrl
  const names = ['exports.download', 'imports.generateEditionTemplate'] as const
  const addresses = await Promise.all(names.map((name) => addressOf((QUERIES[name] as () => QueryCase)())))
  const opened = async () => Promise.all(addresses.map(async (url) => (await server.ask(undefined, { url })).status))
  expect(await opened()).toEqual([200, 200])
  const left = ROLES.filter(({ name }) => EVERYTHING.some((role) => role === name)).map(({ roleId }) => roleId)
  await server.db.system.query('update app_user set role_ids = $2 where user_id = $1', [reader.userId, left])
  expect(await opened()).toEqual([404, 404])
})
