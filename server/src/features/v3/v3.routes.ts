// The calls of the API for programs.
import { DAY_MS } from '@padron/contract/days'
import type { v3 as calls } from '@padron/contract/v3'
import { DELETIONS_DAYS, V3_TEXTS } from '@padron/contract/v3/texts'
import type { VehicleV3 } from '@padron/contract/v3/vehicles'
import { sql } from 'kysely'
import { recheckVehicles } from '../../checks/services/recheck.ts'
import type { Tx } from '../../db/client.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import { createVehicle, type Edited, editVehicle, lockForEdits, writeEdit } from '../../fleet/write-vehicle.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import type { WebhookOptions } from '../../webhooks/write-webhook.ts'
import { preconditionFailed, versionIn, withEtag, withEtagOrNotModified } from './etag.ts'
import { listPage } from './list.ts'
import { reportRunOf, type StoredRun } from './report-runs.ts'
import {
  CAPTURES,
  CHECKS,
  DEBTS,
  DELETIONS,
  DOCUMENTS,
  OBLIGATIONS,
  REPORTS,
  reportRuns,
  STAYS_DELETED,
  vehicleResource,
} from './resources.ts'
import { editedVehicleClass, inTheirNames, newVehicleClass } from './vehicle-wire.ts'
import { v3Webhooks } from './webhooks.routes.ts'
import { writeRows } from './write-rows.ts'

type Context = { tx: Tx; session: Session }

const equals = (column: string, value: string | number | undefined) =>
  value === undefined ? sql`` : sql`and ${sql.ref(column)} = ${value}`
const ofCompany = (table: string, { session: { tenantId } }: Context) =>
  sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId}`

const listVehicles = (context: Context, query: Parameters<Handlers<typeof calls>['listVehicles']>[0]['query']) => {
  const { plate, vin, customId, statusId } = query
  const where = sql`
    ${ofCompany('v', context)} ${equals('v.plate', plate)} ${equals('v.vin', vin)} ${equals('v.custom_id', customId)}
    ${equals('v.asset_status_id', statusId === undefined ? undefined : Number(statusId))}`
  const resource = vehicleResource(context.session.roles.has('tags_read'))
  return listPage<VehicleV3>(context.tx, 'vehicles', resource, query, where)
}

/**
 * Refuses filters on values that may change: a row that no longer matches would be neither in the list nor among the
 * deletions.
 */
const refuseFiltered = (query: Readonly<Record<string, unknown>>, filters: readonly string[]): void => {
  if (query.updated_since === undefined) return
  const filter = filters.find((name) => query[name] !== undefined)
  if (filter) throw refuse(400, V3_TEXTS.filtered, filter)
}

const oneVehicle = async (context: Context, id: number): Promise<VehicleV3> => {
  const where = sql`${ofCompany('v', context)} and v.vehicle_id = ${id}`
  const resource = vehicleResource(context.session.roles.has('tags_read'))
  const { data } = await listPage<VehicleV3>(context.tx, 'vehicle', resource, { limit: 1 }, where)
  const [vehicle] = data
  if (!vehicle) throw notFound()
  return vehicle
}

const withFields = (vehicle: VehicleV3, fields: string | undefined): VehicleV3 => {
  if (fields === undefined) return vehicle
  const names = new Set(['id', ...fields.split(',')])
  return Object.fromEntries(Object.entries(vehicle).filter(([name]) => names.has(name))) as VehicleV3
}

const inNames = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw inTheirNames(error)
  }
}

const isTooOld = (since: string | undefined, now: Date): boolean =>
  since !== undefined && Date.parse(since) < now.getTime() - DELETIONS_DAYS * DAY_MS

/** A caller without the permission to read a resource does not receive its deletions. */
const UNSEEN_DELETIONS = [
  { kind: 'document', needs: 'documents_read' },
  { kind: 'capture', needs: 'processing_read' },
  { kind: 'report', needs: 'programReports_read' },
  { kind: 'webhook', needs: 'users_admin' },
] as const

export const v3 = (webhooks: WebhookOptions): Handlers<typeof calls> => ({
  ...v3Webhooks(webhooks),
  listVehicles: ({ query, ...context }) => {
    refuseFiltered(query, ['plate', 'vin', 'customId', 'statusId'])
    return listVehicles(context, query)
  },
  getVehicle: async ({ params: { id }, query: { fields }, request, reply, ...context }) => {
    const vehicle = withEtagOrNotModified(request, reply, await oneVehicle(context, id))
    return withFields(vehicle, fields)
  },
  createVehicle: async ({ body, reply, ...context }) => {
    const id = await inNames(createVehicle(context, newVehicleClass(body)))
    return withEtag(reply, await oneVehicle(context, id))
  },
  createVehicles: async ({ body: { vehicles }, ...context }) => {
    const results = await writeRows(context.tx, vehicles, async (vehicle) => ({
      id: await createVehicle(context, newVehicleClass(vehicle)),
      version: 1,
    }))
    const created = results.filter(({ problem }) => problem === null).length
    return { created, refused: results.length - created, results }
  },
  editVehicle: async ({ params: { id }, body, request, reply, ...context }) => {
    const version = versionIn(request.headers['if-match'])
    try {
      await inNames(editVehicle(context, editedVehicleClass(id, version, body)))
    } catch (error) {
      throw preconditionFailed(error, V3_TEXTS.changed)
    }
    return withEtag(reply, await oneVehicle(context, id))
  },
  editVehicles: async ({ body: { vehicles }, ...context }) => {
    const { tx, session } = context
    const busy = await lockForEdits(
      context,
      vehicles.map(({ vehicleId }) => vehicleId),
    )
    const rechecks = new Map<string, { fields: Edited['recheck']; ids: number[] }>()
    const results = await writeRows(tx, vehicles, async ({ vehicleId, version, ...changes }) => {
      if (busy.has(vehicleId)) throw refuse(409, V3_TEXTS.busy, 'vehicleId')
      const edited = await writeEdit(context, editedVehicleClass(vehicleId, version, changes))
      const key = edited.recheck.join()
      const group = rechecks.get(key) ?? { fields: edited.recheck, ids: [] }
      rechecks.set(key, { ...group, ids: [...group.ids, vehicleId] })
      return { id: vehicleId, version: edited.version }
    })
    for (const { fields, ids } of rechecks.values()) await recheckVehicles(tx, session, ids, fields)
    const edited = results.filter(({ problem }) => problem === null).length
    return { edited, refused: results.length - edited, results }
  },
  listDebts: ({ query, ...context }) => {
    refuseFiltered(query, ['status'])
    const { vehicle_id, status } = query
    const ended = { open: sql`and d.ended_at is null`, ended: sql`and d.ended_at is not null` }
    const where = sql`
      ${ofCompany('d', context)} ${equals('d.vehicle_id', vehicle_id)} ${status ? ended[status] : sql``}`
    return listPage(context.tx, 'debts', DEBTS, query, where)
  },
  listChecks: ({ query, ...context }) =>
    listPage(
      context.tx,
      'checks',
      CHECKS,
      query,
      sql`${ofCompany('f', context)} ${equals('f.vehicle_id', query.vehicle_id)}`,
    ),
  listDocuments: ({ query, ...context }) =>
    listPage(
      context.tx,
      'documents',
      DOCUMENTS,
      query,
      sql`${ofCompany('d', context)} ${equals('d.vehicle_id', query.vehicle_id)}`,
    ),
  listObligations: ({ query, ...context }) => {
    const mayReadDocuments = context.session.roles.has('documents_read')
    const where = sql`
      ${ofCompany('o', context)} ${equals('o.vehicle_id', query.vehicle_id)}
      ${mayReadDocuments ? sql`` : sql`and o.kind <> 'document'`}`
    return listPage(context.tx, 'obligations', OBLIGATIONS, query, where)
  },
  listCaptures: ({ query, ...context }) =>
    listPage(
      context.tx,
      'captures',
      CAPTURES,
      query,
      sql`${ofCompany('c', context)} ${equals('c.vehicle_id', query.vehicle_id)}`,
    ),
  listReports: ({ query, ...context }) => listPage(context.tx, 'reports', REPORTS, query, ofCompany('p', context)),
  listReportRuns: async ({ query, kit, ...context }) => {
    const { tx, session } = context
    const runs = await listPage<StoredRun>(tx, 'report-runs', reportRuns(tx), query, ofCompany('o', context))
    return { ...runs, data: runs.data.map((run) => reportRunOf(run, { session, sign: kit.signFile })) }
  },
  listDeletions: ({ query, now, ...context }) => {
    if (isTooOld(query.updated_since, now)) throw refuse(410, V3_TEXTS.tooOld, 'updated_since')
    const unseen = UNSEEN_DELETIONS.filter(({ needs }) => !context.session.roles.has(needs)).map(({ kind }) => kind)
    const where = sql`${ofCompany('n', context)} and ${STAYS_DELETED} and n.kind <> all(${unseen}::text[])`
    return listPage(context.tx, 'deletions', DELETIONS, query, where)
  },
})
