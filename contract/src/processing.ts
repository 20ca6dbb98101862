// On-demand processing (spec bulk §2, §4, §7): the resources by state with when each may be asked again, and the
// order to ask it of the whole fleet or of one vehicle. The checks are the engine's; the queue panel tells how far
// they are.
import { z } from 'zod/mini'
import { calls, get, post } from './call.ts'
import { Id, IdText, Instant } from './common.ts'
import { Mails } from './exports.ts'

/** Who answers for a resource in this installation. `none`: nobody yet, a person may capture what they see. */
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
  /** The source that is asked, as people call it, and where a person would look. */
  portal: z.string(),
  portalUrl: z.nullable(z.string()),
  service: Service,
  /** From when it may be ordered again; in the past or null: now (spec: "its update time has passed"). */
  updateDateTime: z.nullable(Instant),
  /** The company's newest good answer. */
  lastUpdate: z.nullable(Instant),
  /** An order of it has not ended. */
  queued: z.boolean(),
  /** That order's job, whichever of the source's resources was ordered; null where none is under way. */
  queueItemId: z.nullable(z.string()),
  /** The resource that was ordered, where it is another that the same source answers for. */
  queuedAs: z.nullable(z.string()),
  /** The company's vehicles that it is asked about, and those of them that have no answer that is still good. */
  vehicles: z.int(),
  due: z.int(),
  /** Its source fails now: since when, and when it is tried again; null there: at once. */
  incident: z.nullable(z.object({ since: Instant, nextTry: z.nullable(Instant) })),
})
export type ProcessableResource = z.infer<typeof ProcessableResource>

export const NOT_AVAILABLE = 'Actualización de recursos no disponible'

export const processing = calls('processing', {
  resources: get('/api/v2/resources', {
    summary: 'Los recursos públicos del país de la cuenta, por estado; los de todo el país en su propio grupo.',
    needs: 'session',
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
    summary: 'Manda a consultar un recurso de toda la flotilla; avisa por correo al terminar.',
    needs: 'processing_admin',
    body: z.strictObject({
      /** Null: the whole fleet, as the specification has it. */
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
    params: z.object({ vehicleId: IdText }),
    body: z.strictObject({ resourceId: z.optional(Id) }),
    reply: z.object({
      message: z.string(),
      /** Resources whose source is being asked now, and those that went to a person. */
      asked: z.array(z.int()),
      manual: z.array(z.int()),
    }),
    touches: ['resourceStatus.byResource', 'resourceStatus.byType', 'captures.list', 'captures.summary'],
    fails: NOT_AVAILABLE,
  }),
})
