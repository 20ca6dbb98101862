// Everything that tells somebody something, a row each: what, to whom, how and when, and where it is edited. Pure.
import type { Alert } from '@padron/contract/alerts'
import type { Channel } from '@padron/contract/channels'
import type { Country } from '@padron/contract/countries'
import type { Report } from '@padron/contract/report-definition'
import type { Webhook } from '@padron/contract/webhooks'
import { stateOf, valueText } from '../../features/alerts/alert-words.ts'
import { healthOf, kindName as serviceName, usesText } from '../../features/channels/channel-words.ts'
import type { Reminders } from '../../features/obligations/RemindersDialog.tsx'
import { remindedText, stepsText } from '../../features/obligations/reminder-words.ts'
import { fleetText, kindName, lowered, mailsText, scheduleText } from '../../features/reports/report-words.ts'
import { eventName } from '../../features/webhooks/webhook-words.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Sign } from '../../lib/status-words.ts'

export type NoticeRow = {
  key: string
  kind: 'Reporte' | 'Alerta' | 'Recordatorio' | 'Canal' | 'Noticias' | 'Webhook'
  name: string
  what: string
  to: string
  how: string
  when: string
  state: { sign: Sign; text: string }
  /** Absent: there is nothing to edit. */
  edit?: { to: string; search: Record<string, unknown> }
}

const EMAIL = 'Correo'
const ON = { sign: 'clear', text: 'Activo' } as const
const OFF = { sign: 'unprocessed', text: 'En pausa' } as const

/** @param sending whether the company's scheduled emails are on; undefined: not known yet */
export const reportRows = (reports: readonly Report[], sending: boolean | undefined): readonly NoticeRow[] =>
  reports.map((report) => ({
    key: `report-${report.reportId}`,
    kind: 'Reporte',
    name: report.name,
    what: `${kindName(report.kind)}: ${lowered(fleetText(report))}`,
    to: mailsText(report.mails),
    how: EMAIL,
    when: scheduleText(report),
    state:
      report.active && sending === false
        ? { sign: 'warning', text: 'No sale: el envío programado está en pausa' }
        : report.active
          ? ON
          : OFF,
    edit: { to: '/reports', search: { edit: report.reportId } },
  }))

/** '…, Despacho (en pausa)' */
const toText = (emails: string, channels: Alert['channels']): string =>
  [emails, ...channels.map(({ name, active }) => (active ? name : `${name} (en pausa)`))].filter(Boolean).join(', ')
/** 'Correo y Slack'; without the channels' own list, which not everybody sees, 'Correo y Canal'. */
const howText = (byEmail: boolean, used: Alert['channels'], known: readonly Channel[]): string => {
  const services = used.map(({ channelId }) => known.find((channel) => channel.channelId === channelId)?.kind)
  const names = services.map((kind) => (kind ? serviceName(kind) : 'Canal'))
  return LIST.format([...(byEmail ? [EMAIL] : []), ...new Set(names)]) || 'Por ningún lado'
}
const LIST = new Intl.ListFormat('es')

/** 'Despacho, no de 21:00 a 07:00': when a channel is quiet, after when something is told. */
const quietTexts = (used: Alert['channels'], known: readonly Channel[]): readonly string[] =>
  used.flatMap(({ channelId }) => {
    const channel = known.find((one) => one.channelId === channelId)
    return channel?.quiet ? [`${channel.name}, no de ${channel.quiet.from} a ${channel.quiet.to}`] : []
  })
const whenText = (when: string, used: Alert['channels'], known: readonly Channel[]): string =>
  [when, ...quietTexts(used, known)].join('; ')

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
    to: toText(mailsText(alert.mails), alert.channels),
    how: howText(alert.mails.length > 0, alert.channels, known),
    when: whenText(`Cuando llega a ${valueText(alert.measure, alert.threshold, country)}`, alert.channels, known),
    state: stateOf(alert),
    edit: { to: '/alerts', search: { edit: alert.alertId } },
  }))

export const reminderRow = (reminders: Reminders, country: Country, known: readonly Channel[]): NoticeRow => {
  const { active, kinds, days, email, mails, byEmail, channels } = reminders
  const noEmail = !mails ? 'No sale: no hay servidor de correo' : email ? undefined : 'No sale: usted no tiene correo'
  const cannot = channels.some((channel) => channel.active)
    ? undefined
    : byEmail
      ? noEmail
      : 'No sale: sus canales no están activos'
  return {
    key: 'reminders',
    kind: 'Recordatorio',
    name: 'Mis vencimientos',
    what: remindedText(kinds, country),
    to: toText(email && byEmail ? `Usted (${email})` : byEmail ? 'Usted' : '', channels),
    how: howText(byEmail, channels, known),
    when: whenText(`Por la mañana, ${lowered(stepsText(days))}`, channels, known),
    state: active && cannot ? { sign: 'warning', text: cannot } : active ? ON : OFF,
    edit: { to: '/reminders', search: { edit: 'si' } },
  }
}

/** Channels that nothing is sent to: the others are in the rows of what they are used for. */
export const channelRows = (channels: readonly Channel[], clock: Clock): readonly NoticeRow[] =>
  channels
    .filter(({ usedBy }) => usedBy.alerts.length === 0 && usedBy.reminders === 0)
    .map((channel) => ({
      key: `channel-${channel.channelId}`,
      kind: 'Canal',
      name: channel.name,
      what: usesText(channel),
      to: channel.name,
      how: serviceName(channel.kind),
      when: whenText('Cuando algo lo use', [channel], [channel]),
      state: healthOf(channel, clock),
      edit: { to: '/channels', search: {} },
    }))

/** What the bell shows is nobody's to set up. */
export const NEWS_ROW: NoticeRow = {
  key: 'news',
  kind: 'Noticias',
  name: 'Noticias',
  what: 'Avisos del servicio, cambios en sus vehículos y fuentes con fallas',
  to: 'Cada usuario',
  how: 'Consola (campana)',
  when: 'En cuanto ocurre',
  state: ON,
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
    state: webhook.active ? ON : webhook.offReason ? { sign: 'warning', text: webhook.offReason } : OFF,
    edit: { to: '/webhooks', search: { edit: webhook.webhookId } },
  }))
