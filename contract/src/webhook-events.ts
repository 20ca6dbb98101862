// The events of webhooks and their data. The shapes are a public contract: fields are added, never changed.
import { z } from 'zod/mini'
import { Id, Instant } from './common.ts'
import type { Permission } from './permissions.ts'
import { ObligationKind } from './rules/obligation-kinds.ts'

export const WEBHOOK_EVENTS = [
  {
    event: 'debt.found',
    name: 'Adeudo nuevo',
    needs: 'vehicles_read',
    description:
      'Una fuente dice un adeudo que no decía, o que había dejado de decir; también en su primera respuesta.',
  },
  {
    event: 'debt.changed',
    name: 'Adeudo con otro importe',
    needs: 'vehicles_read',
    description: 'El importe de un adeudo creció o bajó.',
  },
  {
    event: 'debt.settled',
    name: 'Adeudo que ya no está',
    needs: 'vehicles_read',
    description: 'La fuente dice que se pagó, o dejó de decirlo.',
  },
  {
    event: 'status.changed',
    name: 'Cambio de estado',
    needs: 'vehicles_read',
    description: 'El estado de un recurso de un vehículo es otro, o no está al corriente en su primera respuesta.',
  },
  {
    event: 'vehicle.created',
    name: 'Vehículo agregado',
    needs: 'vehicles_read',
    description: 'Un vehículo entró a la flota, a mano o por una carga.',
  },
  {
    event: 'vehicle.updated',
    name: 'Vehículo editado',
    needs: 'vehicles_read',
    description: 'Cambiaron los datos, las etiquetas o el estatus de un vehículo: también sale de la flota o vuelve.',
  },
  {
    event: 'vehicle.deleted',
    name: 'Vehículo eliminado',
    needs: 'vehicles_read',
    description: 'Un vehículo se eliminó con todo lo suyo; lo que solo sale de la flota es un vehículo editado.',
  },
  {
    event: 'vehicle.checked',
    name: 'Primera ronda de un vehículo',
    needs: 'vehicles_read',
    description:
      'Cada fuente que se consulta por un vehículo respondió o falló una primera vez; otra vez si se agrega una ' +
      'fuente.',
  },
  {
    event: 'document.changed',
    name: 'Documento de un vehículo',
    needs: 'documents_read',
    description: 'Un documento se agregó, cambió, se eliminó o se restauró.',
  },
  {
    event: 'obligation.changed',
    name: 'Vencimiento',
    needs: 'vehicles_read',
    description: 'Una fuente o un documento dice otro día en que algo vence, lo dice por primera vez o ya no lo dice.',
  },
  {
    event: 'capture.saved',
    name: 'Captura guardada',
    needs: 'processing_read',
    description: 'Una persona capturó lo que dice una fuente; lo que cambió con ello son otros eventos.',
  },
  {
    event: 'source.changed',
    name: 'Fuente que falla o responde otra vez',
    needs: 'resource_read',
    description: 'Una fuente que se consulta para los vehículos de la empresa dejó de responder, o volvió.',
  },
  {
    event: 'job.finished',
    name: 'Trabajo terminado',
    needs: 'queue_read',
    description: 'Un reporte, una carga de vehículos u otro trabajo del panel terminó, bien o mal.',
  },
] as const satisfies readonly { event: string; name: string; needs: Permission; description: string }[]
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]['event']
/** Sent only by «Probar». */
export const WEBHOOK_TEST = 'webhook.test'

const Day = z.iso.date()
const vehicle = z.object({ vehicleAssetId: Id, plate: z.string(), vin: z.string(), customId: z.nullable(z.string()) })
const source = z.object({ resourceId: Id, resourceTypeId: z.int(), name: z.string() })
/** `first`: it was in the source's first answer about the vehicle. */
const base = { vehicle, source, at: Instant, first: z.boolean() }
/** With vehicle and source the debt's key: it stays the same while the source lists the debt. */
const debt = { ...base, debtKey: z.string(), folio: z.nullable(z.string()), description: z.nullable(z.string()) }

/**
 * The `data` of each event. Amounts are in the currency of the company's country; null if the source gave none.
 */
export const WEBHOOK_DATA = {
  'debt.found': z.object({
    ...debt,
    amount: z.nullable(z.number()),
    returned: z.boolean(),
  }),
  'debt.changed': z.object({
    ...debt,
    before: z.nullable(z.number()),
    amount: z.nullable(z.number()),
  }),
  'debt.settled': z.object({
    ...debt,
    before: z.nullable(z.number()),
    how: z.enum(['paid', 'vanished']),
  }),
  'status.changed': z.object({ ...base, before: z.nullable(z.int()), status: z.int() }),
  'vehicle.created': z.object({ vehicle, at: Instant }),
  /** The fields that one edit changed, `tags` among them; `version` is the vehicle's version after it. */
  'vehicle.updated': z.object({ vehicle, at: Instant, fields: z.array(z.string()), version: z.int() }),
  'vehicle.deleted': z.object({ vehicle, at: Instant }),
  /** `sources` is the number of automatic sources of the vehicle; `unanswered` are those that have failed until now. */
  'vehicle.checked': z.object({ vehicle, at: Instant, sources: z.int(), unanswered: z.array(source) }),
  /** `version` is the document's version after the change. */
  'document.changed': z.object({
    vehicle,
    document: z.object({ documentId: Id, documentName: z.string(), documentTypeId: Id, documentTypeName: z.string() }),
    change: z.enum(['added', 'edited', 'replaced', 'removed', 'restored']),
    version: z.int(),
    at: Instant,
  }),
  /** `before` is null for a new obligation, `dueOn` for one that ended. */
  'obligation.changed': z.object({
    vehicle,
    obligationId: z.string(),
    kind: ObligationKind,
    title: z.string(),
    amount: z.nullable(z.number()),
    documentId: z.nullable(Id),
    resourceId: z.nullable(Id),
    before: z.nullable(Day),
    dueOn: z.nullable(Day),
    at: Instant,
  }),
  /** `by`: the name of the user who captured it. */
  'capture.saved': z.object({ vehicle, source, by: z.nullable(z.string()), at: Instant }),
  /** `portal` answers for these resources; `since` is the start of its failure. */
  'source.changed': z.object({
    portal: z.string(),
    resourceIds: z.array(Id),
    isDown: z.boolean(),
    since: Instant,
    at: Instant,
  }),
  'job.finished': z.object({
    jobId: z.string(),
    queueId: z.int(),
    title: z.string(),
    succeeded: z.boolean(),
    at: Instant,
  }),
  'webhook.test': z.object({ message: z.string() }),
} as const satisfies Record<WebhookEvent | typeof WEBHOOK_TEST, z.ZodMiniType>

const event = {
  id: z.string(),
  type: z.string(),
  timestamp: Instant,
}
/** An event that is read again: the same as in its delivery, with its number among the company's events. */
export const NumberedEvent = z.object({ ...event, sequence: z.int(), data: z.unknown() })
export type NumberedEvent = z.infer<typeof NumberedEvent>

/**
 * The body of a delivery, by Standard Webhooks. `id` is the event's id, the same in all its deliveries, so that a
 * receiver can detect duplicates.
 */
export const WebhookBody = z.object({
  ...event,
  /** The event's number in the company, without gaps. Null in a test. */
  sequence: z.nullable(z.int()),
  /**
   * The number of the previous event that this webhook subscribes to, sent or not: a receiver without it has missed
   * events. Null in the first one.
   */
  previousSequence: z.nullable(z.int()),
  data: z.unknown(),
})
export type WebhookBody = z.infer<typeof WebhookBody>
