// Webhooks: signed deliveries of events to another system's address, with retries and a log.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { Done, Id, IdText, Instant, listText, text, Version } from './common.ts'
import { DeliveryState } from './deliveries.ts'
import { NumberedEvent, WEBHOOK_EVENTS, type WebhookEvent } from './webhook-events.ts'

export const WEBHOOKS_AT_MOST = 10
/** Maximum events of a page. */
const EVENTS_AT_MOST = 500
export const WEBHOOK_URL_MAX = 500
/**
 * Seconds until the retry after each failure; after the last one the delivery fails and can be resent manually.
 */
export const WEBHOOK_RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 21_600, 43_200] as const
/** Retention of deliveries and of events in days. */
export const WEBHOOK_RETENTION_DAYS = 30
/** Consecutive failures, without a delivery for three days, after which it is switched off and its owner notified. */
export const WEBHOOK_OFF_DAYS = 3

export const WEBHOOK_TEXTS = {
  noName: 'Escriba un nombre',
  url: 'Escriba una dirección que empiece con https://',
  credentials: 'La dirección no puede llevar usuario ni contraseña',
  privateUrl: 'La dirección lleva a una red privada',
  port: 'La dirección usa un puerto que no es de la web',
  noEvent: 'Elija al menos un evento',
  notHeld: 'No puede pedir eventos de lo que usted no puede ver',
  tooMany: `Puede tener hasta ${WEBHOOKS_AT_MOST} webhooks`,
  changedTwice:
    'El secreto cambió dos veces en un día y los dos de antes firman todavía. Podrá cambiarlo otra vez cuando el más ' +
    'antiguo deje de firmar',
  off: 'Se puso en pausa porque durante tres días ninguna entrega llegó',
} as const

const events = WEBHOOK_EVENTS.map(({ event }) => event) as [WebhookEvent, ...WebhookEvent[]]
const eventNames = z.array(z.enum(events)).check(z.minLength(1, WEBHOOK_TEXTS.noEvent), z.maxLength(events.length))
export const WEBHOOK_FIELDS = {
  name: text(60).check(z.refine((typed) => typed.trim() !== '', WEBHOOK_TEXTS.noName)),
  url: text(WEBHOOK_URL_MAX),
  events: eventNames,
}
const webhookFields = { ...WEBHOOK_FIELDS, active: z._default(z.boolean(), true) }
/** The input of a new webhook; the form and the server validate the same. */
export const NewWebhook = z.strictObject(webhookFields)

export const Webhook = z.object({
  webhookId: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  active: z.boolean(),
  /** Why it was switched off automatically. */
  offReason: z.nullable(z.string()),
  /** Why an active one sends nothing, or not all: who saved it may not see it any more; null: it sends. */
  blockedReason: z.optional(z.nullable(z.string())),
  owner: z.object({
    userId: Id,
    username: z.string(),
    /**
     * The program that saved it, and with whose access it ends; null: the console. The name is null if the access has
     * ended.
     */
    program: z.nullable(z.object({ kind: z.enum(['token', 'account']), name: z.nullable(z.string()) })),
  }),
  createdAt: Instant,
  /** Counts of the last thirty days. */
  deliveries: z.object({ delivered: z.int(), waiting: z.int(), failed: z.int() }),
  lastDeliveredAt: z.nullable(Instant),
  lastFailedAt: z.nullable(Instant),
  version: z.int(),
})
export type Webhook = z.infer<typeof Webhook>

export const Delivery = z.object({
  deliveryId: Id,
  eventId: z.string(),
  event: z.string(),
  ...DeliveryState.shape,
  /** The sent body as JSON. */
  body: z.string(),
})
export type Delivery = z.infer<typeof Delivery>

const at = { params: z.object({ webhookId: IdText }) }

const EVENTS_LIMIT = `Escriba un número de 1 a ${EVENTS_AT_MOST}`
const WholeNumber = z.pipe(
  z.string().check(z.regex(/^(0|[1-9]\d{0,14})$/, 'Escriba un número')),
  z.transform((typed: string) => Number(typed)),
)

export const webhooks = calls('webhooks', {
  events: get('/api/v2/webhooks/events', {
    summary:
      'Los eventos de los últimos treinta días por su número, para leer otra vez lo que un webhook no recibió. Se ' +
      'guardan los que algún webhook de la empresa pide, también en pausa; se ven los que el token o el usuario ' +
      'puede ver.',
    needs: ['vehicles_read', 'queue_read', 'documents_read', 'processing_read', 'resource_read'],
    query: z.strictObject({
      /** Returns events after this number; 0 starts with the oldest stored one. */
      after: z._default(WholeNumber, 0),
      /**
       * The range of event numbers that a page covers. Events that the caller may not see, or did not select, are left
       * out.
       */
      limit: z._default(WholeNumber.check(z.refine((n) => n >= 1 && n <= EVENTS_AT_MOST, EVENTS_LIMIT)), 100),
      /** Only these types, separated by commas. */
      types: z.optional(listText(events, 'Escriba tipos de evento separados por comas')),
    }),
    reply: z.object({
      events: z.array(NumberedEvent),
      /** The value of `after` for the next page. */
      next: z.int(),
      hasMore: z.boolean(),
      /**
       * The lowest number that is still stored: a caller whose last number is more than one below it has missed events.
       */
      oldest: z.nullable(z.int()),
      /** The highest number. */
      newest: z.int(),
    }),
    fails: 'Error al consultar los eventos',
  }),
  list: get('/api/v2/webhooks', {
    summary: 'Los webhooks de la empresa, por nombre, con lo que se ha entregado.',
    needs: 'users_admin',
    reply: z.object({ webhooks: z.array(Webhook) }),
    every: 30,
    fails: 'Error al consultar los webhooks',
  }),
  create: post('/api/v2/webhooks', {
    summary: 'Agrega un webhook; el secreto con que se firma se ve esta única vez.',
    needs: 'users_admin',
    person: true,
    body: NewWebhook,
    reply: z.object({ webhook: Webhook, secret: z.string() }),
    touches: ['webhooks.list', 'activity.list'],
    done: 'Webhook agregado',
    fails: 'No se pudo agregar el webhook',
  }),
  edit: put('/api/v2/webhooks/:webhookId', {
    summary: 'Cambia un webhook, lo pone en pausa o lo activa.',
    needs: 'users_admin',
    person: true,
    ...at,
    body: z.strictObject({ ...webhookFields, version: Version }),
    reply: Webhook,
    touches: ['webhooks.list', 'activity.list'],
    done: 'Webhook guardado',
    fails: 'No se pudo guardar el webhook',
  }),
  remove: del('/api/v2/webhooks/:webhookId', {
    summary: 'Elimina un webhook, con sus entregas.',
    needs: 'users_admin',
    ...at,
    reply: Done,
    touches: ['webhooks.list', 'activity.list'],
    done: 'Webhook eliminado',
    fails: 'No se pudo eliminar el webhook',
  }),
  newSecret: post('/api/v2/webhooks/:webhookId/secret', {
    summary: 'Cambia el secreto con que se firma; cada uno de los dos de antes firma un día más.',
    needs: 'users_admin',
    person: true,
    ...at,
    body: z.strictObject({}),
    reply: z.object({ secret: z.string() }),
    touches: ['webhooks.list', 'activity.list'],
    done: 'Secreto cambiado',
    fails: 'No se pudo cambiar el secreto',
  }),
  test: post('/api/v2/webhooks/:webhookId/test', {
    summary: 'Manda un evento de prueba, que sigue el mismo camino que los demás.',
    needs: 'users_admin',
    ...at,
    body: z.strictObject({}),
    reply: z.object({ deliveryId: Id }),
    touches: ['webhooks.list', 'webhooks.deliveries'],
    done: 'Prueba en camino',
    fails: 'No se pudo enviar la prueba',
  }),
  deliveries: get('/api/v2/webhooks/:webhookId/deliveries', {
    summary: 'Las entregas de un webhook, las más recientes primero, de cincuenta en cincuenta.',
    needs: 'users_admin',
    ...at,
    query: z.object({
      status: z.optional(z.enum(['waiting', 'delivered', 'failed'])),
      /** The deliveryId of the last one on the previous page. */
      before: z.optional(IdText),
    }),
    reply: z.object({ deliveries: z.array(Delivery), total: z.int(), hasMore: z.boolean() }),
    every: 10,
    fails: 'Error al consultar las entregas',
  }),
  again: post('/api/v2/webhooks/:webhookId/deliveries/:deliveryId/again', {
    summary: 'Manda otra vez una entrega, con el mismo identificador de evento.',
    needs: 'users_admin',
    params: z.object({ webhookId: IdText, deliveryId: IdText }),
    body: z.strictObject({}),
    reply: Done,
    touches: ['webhooks.list', 'webhooks.deliveries'],
    done: 'Entrega en camino otra vez',
    fails: 'No se pudo reenviar',
  }),
})
