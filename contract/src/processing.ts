// On-demand processing (spec bulk §2, §4, §7): the resources by state with the time when each can be ordered again, and
// orders for the whole fleet or one vehicle. The engine makes the checks; the queue panel shows the progress.
import { z } from 'zod/mini'
import { ANSWER_CHANGES } from './answer-changes.ts'
import { calls, get, post } from './call.ts'
import { Id, IdText, Instant } from './common.ts'
import { Mails } from './exports.ts'
import { Selection } from './vehicles.ts'

/** How a resource is answered in this installation. `none`: not yet; a person can capture it. */
export const SERVICES = {
  automatic: 'Consulta automática',
  manual: 'Captura manual',
  none: 'Sin consulta automática',
} as const
export type Service = keyof typeof SERVICES
export const Service = z.enum(['automatic', 'manual', 'none'])

export const ProcessableResource = z.object({
  resourceId: z.int(),
  resourceName: z.string(),
  resourceTypeId: z.int(),
  /** The source's common name, and its address for a person. */
  portal: z.string(),
  portalUrl: z.nullable(z.string()),
  service: Service,
  /** When it can be ordered again; in the past or null: now (spec: "its update time has passed"). */
  updateDateTime: z.nullable(Instant),
  /** The company's newest good answer. */
  lastUpdate: z.nullable(Instant),
  /** It has an open order. */
  queued: z.boolean(),
  /** The job of the open order of any of the source's resources; null if there is none. */
  queueItemId: z.nullable(z.string()),
  /** The ordered resource, if it is another one of the same source. */
  queuedAs: z.nullable(z.string()),
  /** The company's vehicles with this resource, and those without a valid answer. */
  vehicles: z.int(),
  due: z.int(),
  /** Its source's current failure: since when, and the next attempt; null: at once. */
  incident: z.nullable(z.object({ since: Instant, nextTry: z.nullable(Instant) })),
})
export type ProcessableResource = z.infer<typeof ProcessableResource>

/** Maximum of vehicles that one call queries again; `update` is for a whole fleet. */
export const REFRESH_AT_MOST = 200

/** One question is one query of a source about a vehicle; it may answer for several resources. */
export const RefreshPreview = z.object({
  vehicles: z.int(),
  /** The vehicles that would be queried. */
  questions: z.int(),
  /** Already ordered and not answered yet. */
  waiting: z.int(),
  /** Queried within the last minute, without an answer. */
  recent: z.int(),
  /** Not queried again, because their answer is fresh. */
  fresh: z.int(),
  /** Resources without an automatic source and without a fresh answer: a person captures them. */
  byHand: z.int(),
  /** The cost of the queries of sources with a price, by currency. */
  costs: z.array(z.object({ currency: z.string(), amount: z.number(), questions: z.int() })),
  /** Estimated time that the sources need at their pace, if they answer. */
  seconds: z.int(),
  /** Sources of these queries that currently fail for all companies. */
  failing: z.array(z.object({ portal: z.string(), since: Instant })),
})
export type RefreshPreview = z.infer<typeof RefreshPreview>

export const NOT_AVAILABLE = 'Actualización de recursos no disponible'

export const processing = calls('processing', {
  resources: get('/api/v2/resources', {
    summary: 'Los recursos públicos del país de la cuenta, por estado; los de todo el país en su propio grupo.',
    needs: 'session',
    scope: 'vehicles',
    reply: z.object({
      data: z.array(
        z.object({
          /** `stateId` 0: the whole country. */
          state: z.object({ stateId: z.int(), stateName: z.string() }),
          resources: z.array(ProcessableResource),
        }),
      ),
    }),
    fails: 'Error al obtener los datos',
  }),
  update: post('/api/v3/updateResource', {
    summary: 'Manda a consultar un recurso de toda la flota; avisa por correo al terminar.',
    needs: 'processing_admin',
    body: z.strictObject({
      /** Null: the whole fleet, as specified. */
      vehicleClass: z.null(),
      resourceId: Id,
      emails: Mails,
    }),
    opens: true,
    reply: z.object({ queueItemId: z.string(), message: z.string(), updateDateTime: Instant }),
    touches: ['processing.resources', 'queue.items'],
    fails: NOT_AVAILABLE,
  }),
  refresh: post('/sapy/v2/:vehicleId/refresh', {
    summary: 'Vuelve a consultar los recursos de un vehículo que ya lo permiten; uno solo si se indica.',
    needs: 'processing_admin',
    scope: 'vehicles',
    names: { vehicles: ['params.vehicleId'] },
    params: z.object({ vehicleId: IdText }),
    body: z.strictObject({ resourceId: z.optional(Id) }),
    reply: z.object({
      message: z.string(),
      /** Resources that are being queried, and those assigned to manual capture. */
      asked: z.array(z.int()),
      manual: z.array(z.int()),
    }),
    touches: [...ANSWER_CHANGES, 'captures.list', 'captures.summary'],
    fails: NOT_AVAILABLE,
  }),
  refreshPreview: post('/sapy/v2/refresh/preview', {
    summary: 'Cuántas consultas haría volver a consultar los vehículos elegidos, su costo y su espera; no pide nada.',
    needs: 'processing_admin',
    reads: true,
    opens: true,
    body: z.strictObject({ selection: Selection }),
    reply: RefreshPreview,
    every: 3,
    fails: 'Error al obtener los datos',
  }),
  refreshMany: post('/sapy/v2/refresh', {
    summary: 'Vuelve a consultar los recursos automáticos de los vehículos elegidos que ya lo permiten.',
    needs: 'processing_admin',
    opens: true,
    body: z.strictObject({
      selection: Selection,
      /** The `questions` of the preview: if there would be more now, the call queries nothing (409). */
      expected: z.int(),
    }),
    reply: z.object({
      questions: z.int(),
      /** The vehicles of the preview's query: the reply says how many of their checks still wait. */
      vehicles: z.array(Id),
    }),
    touches: [...ANSWER_CHANGES, 'processing.refreshPreview', 'activity.list'],
    fails: NOT_AVAILABLE,
  }),
})
