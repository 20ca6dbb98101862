// The rows of everything that notifies people: what, to whom, how and when, and where it is edited. Pure.
import type { Alert } from '@padron/contract/alerts'
import type { Channel } from '@padron/contract/channels'
import { type NewsType, newsName } from '@padron/contract/news'
import type { Country } from '@padron/contract/places/countries'
import type { Report } from '@padron/contract/reports/definition'
import { PAY_WORDS } from '@padron/contract/texts/payment-labels'
import type { WebhookEvent } from '@padron/contract/webhook-events'
import type { Webhook } from '@padron/contract/webhooks'
import { stateOf, valueText } from '../../features/alerts/alert-texts.ts'
import { healthOf, kindName as serviceName, usesText } from '../../features/channels/channel-texts.ts'
import { type Reminders, remindedText, stepsText, whyNotSent } from '../../features/obligations/reminder-texts.ts'
import {
  fleetText,
  kindName,
  lowerFirst,
  recipientsOf,
  recipientsText,
  scheduleText,
} from '../../features/reports/report-texts.ts'
import { eventName } from '../../features/webhooks/webhook-texts.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Sign } from '../../lib/status-texts.ts'

export type NoticeRow = {
  key: string
  kind: 'Reporte' | 'Alerta' | 'Recordatorio' | 'Noticias' | 'Pago' | 'Fuente caída' | 'Canal' | 'Webhook'
  name: string
  what: string
  to: string
  how: string
  when: string
  state: { sign: Sign; text: string }
  /** Undefined: it cannot be edited. */
  edit?: { to: string; search: Record<string, unknown> }
}

const EMAIL = 'Correo'
const BELL = 'Consola (campana)'
const NOWHERE = 'Por ningún lado'
const ON = { sign: 'clear', text: 'Activo' } as const
const OFF = { sign: 'unprocessed', text: 'En pausa' } as const

/** 'Despacho, no de 21:00 a 07:00': the quiet hours of a channel, after the time of the notice. */
const ownText = ({ email, byEmail, channels }: Reminders): string =>
  recipientsOf({ mails: byEmail ? [email ? `Usted (${email})` : 'Usted'] : [], channels }).join(', ')

/** Names of the active webhooks with one of the events. */
const hooksOf = (webhooks: readonly Webhook[], events: readonly string[]): readonly string[] =>
  webhooks.filter((webhook) => webhook.active && webhook.events.some((event) => events.includes(event))).map(nameOf)
const nameOf = ({ name }: { name: string }): string => name

/** 'Correo y Slack'; without the channels' own list, which not everybody sees, 'Correo y Canal'. */
const howText = (
  ways: readonly string[],
  used: Alert['channels'],
  known: readonly Channel[],
  hooks: readonly string[] = [],
): string => {
  const services = used.map(({ channelId }) => known.find((channel) => channel.channelId === channelId)?.kind)
  const names = services.map((kind) => (kind ? serviceName(kind) : 'Canal'))
  return LIST.format([...ways, ...new Set(names), ...(hooks.length > 0 ? ['Webhook'] : [])]) || NOWHERE
}
const LIST = new Intl.ListFormat('es')

/** 'Despacho, no de 21:00 a 07:00': the quiet hours of the channels used. */
const quietTexts = (used: Alert['channels'], known: readonly Channel[]): readonly string[] =>
  used.flatMap(({ channelId }) => {
    const channel = known.find((one) => one.channelId === channelId)
    return channel?.quiet ? [`${channel.name}, no de ${channel.quiet.from} a ${channel.quiet.to}`] : []
  })
/** Why nothing is sent, if only channels would receive it and none does. @param others how many other ways there are */
const whyNoChannel = (others: number, used: Alert['channels'], known: readonly Channel[]): string | undefined => {
  const isSilent = ({ channelId, active }: Alert['channels'][number]): boolean =>
    !active || Boolean(known.find((channel) => channel.channelId === channelId)?.blockedReason)
  return others === 0 && used.length > 0 && used.every(isSilent) ? 'No sale: ninguno de sus canales envía' : undefined
}
const stateWith = (problem: string | undefined, state: NoticeRow['state']): NoticeRow['state'] =>
  problem === undefined ? state : { sign: 'warning', text: problem }

const whenText = (when: string, used: Alert['channels'], known: readonly Channel[]): string =>
  [when, ...quietTexts(used, known)].join('; ')

/**
 * @param sending whether the company's scheduled emails are on; undefined: unknown
 * @param webhooks those with the event of ended jobs receive reports too
 */
export const reportRows = (
  reports: readonly Report[],
  sending: boolean | undefined,
  known: readonly Channel[],
  webhooks: readonly Webhook[],
): readonly NoticeRow[] => {
  const hooks = hooksOf(webhooks, ['job.finished'])
  const problemOf = ({ active, mails, channels }: Report): string | undefined => {
    if (!active) return undefined
    if (sending === false) return 'No sale: el envío programado está en pausa'
    return whyNoChannel(mails.length + hooks.length, channels, known)
  }
  return reports.map((report) => ({
    key: `report-${report.reportId}`,
    kind: 'Reporte',
    name: report.name,
    what: `${kindName(report.kind)}: ${lowerFirst(fleetText(report))}`,
    to: [recipientsText(report), ...hooks].join(', '),
    how: howText(report.mails.length > 0 ? [EMAIL] : [], report.channels, known, hooks),
    when: whenText(scheduleText(report), report.channels, known),
    state: stateWith(problemOf(report), report.active ? ON : OFF),
    edit: { to: '/reports', search: { edit: report.reportId } },
  }))
}

export const alertRows = (
  alerts: readonly Alert[],
  country: Country,
  known: readonly Channel[],
): readonly NoticeRow[] =>
  alerts.map((alert) => ({
    key: `alert-${alert.alertId}`,
    kind: 'Alerta',
    name: alert.name,
    what: `Vista «${alert.view.name}»`,
    to: recipientsText(alert),
    how: howText(alert.mails.length > 0 ? [EMAIL] : [], alert.channels, known),
    when: whenText(`Cuando llega a ${valueText(alert.measure, alert.threshold, country)}`, alert.channels, known),
    state: stateWith(
      alert.active ? whyNoChannel(alert.mails.length, alert.channels, known) : undefined,
      stateOf(alert),
    ),
    edit: { to: '/alerts', search: { edit: alert.alertId } },
  }))

export const reminderRow = (reminders: Reminders, country: Country, known: readonly Channel[]): NoticeRow => {
  const { active, kinds, days, byEmail, email, mails, channels } = reminders
  const problem = whyNotSent(reminders) ?? whyNoChannel(byEmail && mails && email ? 1 : 0, channels, known)
  return {
    key: 'reminders',
    kind: 'Recordatorio',
    name: 'Mis vencimientos',
    what: remindedText(kinds, country),
    to: ownText(reminders),
    how: howText(byEmail ? [EMAIL] : [], channels, known),
    when: whenText(`Por la mañana, ${lowerFirst(stepsText(days))}`, channels, known),
    state: stateWith(active ? problem : undefined, active ? ON : OFF),
    edit: { to: '/reminders', search: { edit: 'si' } },
  }
}

/** Channels without a use: the others are in the rows of their uses. */
export const channelRows = (channels: readonly Channel[], clock: Clock): readonly NoticeRow[] =>
  channels
    .filter(
      ({ usedBy, events }) => events.length + usedBy.alerts.length + usedBy.reports.length === 0 && !usedBy.reminders,
    )
    .map((channel) => ({
      key: `channel-${channel.channelId}`,
      kind: 'Canal',
      name: channel.name,
      what: usesText(channel),
      to: channel.name,
      how: serviceName(channel.kind),
      when: whenText('Cuando algo lo use', [channel], [channel]),
      state: healthOf(channel, clock),
      edit: { to: '/channels', search: { edit: channel.channelId } },
    }))

/** Each kind of news: who sees it in the bell, and the equivalent webhook events. */
const NEWS: readonly {
  type: NewsType
  kind: NoticeRow['kind']
  what: string
  to: string
  when: string
  events: readonly WebhookEvent[]
}[] = [
  {
    type: 'notices',
    kind: 'Noticias',
    what: 'Lo que publica quien opera Padrón, y los calendarios oficiales que terminan',
    to: 'Cada usuario',
    when: 'En cuanto se publica',
    events: [],
  },
  {
    type: 'changes',
    kind: 'Noticias',
    what: 'Lo que se debe de nuevo, lo que se pagó o cambió de importe, y cambios de estado',
    to: 'Cada usuario que ve vehículos',
    when: 'Con la respuesta de la fuente',
    events: ['debt.found', 'debt.changed', 'debt.settled', 'status.changed'],
  },
  {
    type: 'outages',
    kind: 'Fuente caída',
    what: 'Una fuente de sus vehículos deja de responder, o vuelve',
    to: 'Cada usuario que ve vehículos y la salud de las fuentes',
    when: 'Al fallar y al volver; si va y viene, una vez por hora como máximo',
    events: [],
  },
]

/**
 * The bell shows them to every user; a channel receives the groups selected for it.
 * @param mayEdit whether the user sees channels
 */
export const newsRows = (
  known: readonly Channel[],
  webhooks: readonly Webhook[],
  mayEdit: boolean,
): readonly NoticeRow[] =>
  NEWS.map(({ type, events, to, when, ...row }) => {
    const recipients = known.filter((channel) => channel.events.includes(type))
    const hooks = hooksOf(webhooks, events)
    return {
      ...row,
      key: type,
      name: newsName(type),
      to: [to, ...recipientsOf({ mails: [], channels: recipients }), ...hooks].join(', '),
      how: howText([BELL], recipients, known, hooks),
      when: whenText(when, recipients, known),
      state: ON,
      ...(mayEdit && { edit: { to: '/channels', search: {} } }),
    }
  })

/** Payments are not approved in the console: it only reminds of those that are due. */
export const paymentRow = (reminders: Reminders, country: Country, known: readonly Channel[]): NoticeRow => {
  const row = reminderRow(reminders, country, known)
  const hasReminder = reminders.kinds.includes('payment')
  return {
    ...row,
    key: 'payments',
    kind: 'Pago',
    name: `${PAY_WORDS[country].lines} por vencer`,
    what: 'Va en sus recordatorios; la consola no prepara ni aprueba pagos',
    ...(hasReminder ? {} : { to: 'Nadie', how: NOWHERE, when: 'No está entre sus recordatorios', state: OFF }),
  }
}

const webhookState = ({ active, offReason, blockedReason }: Webhook): NoticeRow['state'] => {
  const warning = active ? blockedReason : offReason
  return warning ? { sign: 'warning', text: warning } : active ? ON : OFF
}

export const webhookRows = (webhooks: readonly Webhook[]): readonly NoticeRow[] =>
  webhooks.map((webhook) => ({
    key: `webhook-${webhook.webhookId}`,
    kind: 'Webhook',
    name: webhook.name,
    what: webhook.events.map(eventName).join(', '),
    to: webhook.url,
    how: 'Webhook',
    when: 'En cuanto ocurre',
    state: webhookState(webhook),
    edit: { to: '/webhooks', search: { edit: webhook.webhookId } },
  }))
