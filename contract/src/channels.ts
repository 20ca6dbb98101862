// Channels: where people receive notices besides email. A channel is an address of Teams, Slack or Telegram for alerts,
// reminders, scheduled reports and news. The address is a secret: it can be written but not read.
import { z } from 'zod/mini'
import { calls, del, get, post, put } from './call.ts'
import { Done, Id, IdText, Instant, text, Version } from './common.ts'
import { DeliveryState } from './deliveries.ts'
import { NEWS_TYPES, type NewsType } from './news.ts'

export const CHANNELS_AT_MOST = 10
/** Maximum of trial messages of a company per hour. */
export const CHANNEL_TRIALS_AN_HOUR = 20
export const CHANNEL_URL_MAX = 1_000
/** Retention of deliveries in days. */
export const CHANNEL_RETENTION_DAYS = 30

export const CHANNEL_KINDS = [
  { kind: 'teams', name: 'Microsoft Teams' },
  { kind: 'slack', name: 'Slack' },
  { kind: 'telegram', name: 'Telegram' },
] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]['kind']
const Kind = z.enum(['teams', 'slack', 'telegram'], 'Elija Microsoft Teams, Slack o Telegram')

export const CHANNEL_TEXTS = {
  noName: 'Escriba un nombre',
  nameInUse: 'Ya hay un canal con ese nombre',
  noUrl: 'Pegue la dirección del canal',
  url: 'Escriba una dirección que empiece con https://',
  teamsHost:
    'No es una dirección de un flujo de trabajo de Teams: debe ser de api.powerplatform.com, api.powerautomate.com o ' +
    'logic.azure.com',
  slackHost: 'No es una dirección de Slack: debe empezar con https://hooks.slack.com/',
  noToken: 'Pegue el token del bot',
  token: 'El token de un bot es un número, dos puntos y una clave, como 123456789:AAE…',
  noChat: 'Escriba el identificador del chat',
  chat: 'El identificador es un número, como -1001234567890, o @nombre de un canal público',
  quiet: 'Elija dos horas distintas',
  time: 'Escriba una hora como 21:00',
  tooMany: `Puede tener hasta ${CHANNELS_AT_MOST} canales`,
  tooManyTrials: `Se pueden hacer hasta ${CHANNEL_TRIALS_AN_HOUR} pruebas por hora; espere un momento`,
  off: 'Se puso en pausa porque durante tres días ningún mensaje llegó',
  unknown: 'Elija canales de la lista',
} as const

/** The news that a channel receives, by the groups of the console's news. */
const Events = z
  .array(z.enum(NEWS_TYPES.map(({ type }) => type) as [NewsType, ...NewsType[]], 'Elija novedades de la lista'))
  .check(z.maxLength(100, 'Elija novedades de la lista'))

const name = text(60).check(z.refine((typed) => typed.trim() !== '', CHANNEL_TEXTS.noName))
const Time = text(5).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, CHANNEL_TEXTS.time))
const QuietHours = z
  .strictObject({ from: Time, to: Time })
  .check(z.refine(({ from, to }) => from !== to, { error: CHANNEL_TEXTS.quiet, path: ['to'] }))
const channelFields = {
  name,
  /** For Teams and Slack. Empty in an edit: unchanged. */
  url: z._default(text(CHANNEL_URL_MAX), ''),
  /** For Telegram. Empty in an edit: unchanged. */
  token: z._default(text(120), ''),
  chat: z._default(text(40), ''),
  /** The topic of a group; null: none. */
  thread: z._default(z.nullable(z.int().check(z.gte(1), z.lte(2_147_483_647))), null),
  /** In the company's time zone; messages due in these hours are sent at their end. Null: none. */
  quiet: z._default(z.nullable(QuietHours), null),
  /** Omitted: keeps the current events (older consoles do not send it). */
  events: z.optional(Events),
  active: z._default(z.boolean(), true),
}
/** @public */
export const NewChannel = z.strictObject({ kind: Kind, ...channelFields })
const EditedChannel = z.strictObject({ ...channelFields, version: Version })

/** Ids of receiving channels. Omitted: the current ones, as by older consoles. */
export const ChannelIds = z.optional(z.array(Id).check(z.maxLength(CHANNELS_AT_MOST, CHANNEL_TEXTS.tooMany)))

/** The receiving channels, as replies list them. */
export const NamedChannels = z.array(z.object({ channelId: Id, name: z.string(), active: z.boolean() }))
export type NamedChannels = z.infer<typeof NamedChannels>

type Recipients = { mails: readonly string[]; channels?: readonly number[] | undefined }
export const hasRecipient = ({ mails, channels = [] }: Recipients): boolean => mails.length + channels.length > 0
export const NO_RECIPIENT = 'Escriba al menos un correo o elija un canal'
export const NOBODY = { error: NO_RECIPIENT, path: ['mails'] }

export const Channel = z.object({
  channelId: Id,
  kind: Kind,
  name: z.string(),
  /** The part of the address that may be displayed: a host, or a chat. */
  shown: z.string(),
  chat: z.nullable(z.string()),
  thread: z.nullable(z.int()),
  quiet: z.nullable(z.object({ from: z.string(), to: z.string() })),
  active: z.boolean(),
  /** Why it was switched off automatically. */
  offReason: z.nullable(z.string()),
  /** Why an active one sends nothing: who saved it may not configure notices any more; null: it sends. */
  blockedReason: z.optional(z.nullable(z.string())),
  owner: z.object({ userId: Id, username: z.string() }),
  /** When the first message arrived at this address. */
  verifiedAt: z.nullable(Instant),
  events: Events,
  /** The names of the alerts and reports that send to it, and the number of users whose reminders do. */
  usedBy: z.object({ alerts: z.array(z.string()), reports: z.array(z.string()), reminders: z.int() }),
  /** Counts of the last thirty days. */
  deliveries: z.object({ delivered: z.int(), waiting: z.int(), failed: z.int() }),
  lastDeliveredAt: z.nullable(Instant),
  lastFailedAt: z.nullable(Instant),
  version: z.int(),
})
export type Channel = z.infer<typeof Channel>

export const ChannelDelivery = z.object({
  deliveryId: Id,
  kind: z.enum(['alert', 'reminder', 'report', 'notices', 'changes', 'outages', 'test']),
  title: z.string(),
  ...DeliveryState.shape,
})
export type ChannelDelivery = z.infer<typeof ChannelDelivery>

const at = { params: z.object({ channelId: IdText }) }
const STALE = ['channels.list', 'activity.list'] as const

export const channels = calls('channels', {
  list: get('/api/v2/channels', {
    summary: 'Los canales de la empresa, por nombre, con lo que se ha entregado. Sus direcciones no se muestran.',
    needs: 'programReports_read',
    reply: z.object({ channels: z.array(Channel), timeZone: z.string() }),
    every: 30,
    fails: 'Error al consultar los canales',
  }),
  create: post('/api/v2/channels', {
    summary: 'Agrega un canal de Teams, Slack o Telegram.',
    needs: 'programReports_admin',
    person: true,
    body: NewChannel,
    reply: Channel,
    touches: STALE,
    done: 'Canal agregado',
    fails: 'No se pudo agregar el canal',
  }),
  edit: put('/api/v2/channels/:channelId', {
    summary: 'Cambia un canal, lo pone en pausa o lo activa; sin dirección o token conserva los que tiene.',
    needs: 'programReports_admin',
    person: true,
    ...at,
    body: EditedChannel,
    reply: Channel,
    touches: STALE,
    done: 'Canal guardado',
    fails: 'No se pudo guardar el canal',
  }),
  remove: del('/api/v2/channels/:channelId', {
    summary: 'Elimina un canal que ninguna alerta ni reporte necesita; el último eliminado se puede recuperar.',
    needs: 'programReports_admin',
    ...at,
    reply: Done,
    touches: STALE,
    done: 'Canal eliminado',
    fails: 'No se pudo eliminar el canal',
  }),
  restore: post('/api/v2/channels/:channelId/restore', {
    summary: 'Recupera el último canal eliminado.',
    needs: 'programReports_admin',
    person: true,
    ...at,
    body: z.strictObject({}),
    reply: Channel,
    touches: STALE,
    done: 'Canal restaurado',
    fails: 'No se pudo recuperar el canal',
  }),
  test: post('/api/v2/channels/:channelId/test', {
    summary: 'Envía un mensaje de prueba al canal, aunque esté en pausa o en horas de silencio.',
    needs: 'programReports_admin',
    ...at,
    body: z.strictObject({}),
    reply: z.object({ deliveryId: Id }),
    touches: ['channels.list', 'channels.deliveries'],
    done: 'Prueba en camino',
    fails: 'No se pudo enviar la prueba',
  }),
  deliveries: get('/api/v2/channels/:channelId/deliveries', {
    summary: 'Lo que se envió a un canal, lo más reciente primero, de cincuenta en cincuenta.',
    needs: 'programReports_read',
    ...at,
    /** `before`: the deliveryId of the last one on the previous page. */
    query: z.object({ before: z.optional(IdText) }),
    reply: z.object({ deliveries: z.array(ChannelDelivery), total: z.int(), hasMore: z.boolean() }),
    every: 10,
    fails: 'Error al consultar las entregas',
  }),
})
