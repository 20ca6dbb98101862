// Everything that tells somebody something, a row each: what, to whom, how and when, and where it is edited. Pure.
import type { Alert } from '@padron/contract/alerts'
import type { Country } from '@padron/contract/countries'
import type { Report } from '@padron/contract/report-definition'
import type { Webhook } from '@padron/contract/webhooks'
import { stateOf, valueText } from '../../features/alerts/alert-words.ts'
import type { Reminders } from '../../features/obligations/RemindersDialog.tsx'
import { remindedText, stepsText } from '../../features/obligations/reminder-words.ts'
import { fleetText, kindName, lowered, mailsText, scheduleText } from '../../features/reports/report-words.ts'
import { eventName } from '../../features/webhooks/webhook-words.ts'
import type { Sign } from '../../lib/status-words.ts'

export type NoticeRow = {
  key: string
  kind: 'Reporte' | 'Alerta' | 'Recordatorio' | 'Noticias' | 'Webhook'
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
const howText = (byEmail: boolean, channels: Alert['channels']): string =>
  [byEmail && EMAIL, channels.length > 0 && (channels.length === 1 ? 'Canal' : 'Canales')]
    .filter(Boolean)
    .join(' y ') || 'Por ningún lado'

export const alertRows = (alerts: readonly Alert[], country: Country): readonly NoticeRow[] =>
  alerts.map((alert) => ({
    key: `alert-${alert.alertId}`,
    kind: 'Alerta',
    name: alert.name,
    what: `Vista «${alert.view.name}»`,
    to: toText(mailsText(alert.mails), alert.channels),
    how: howText(alert.mails.length > 0, alert.channels),
    when: `Cuando llega a ${valueText(alert.measure, alert.threshold, country)}`,
    state: stateOf(alert),
    edit: { to: '/alerts', search: { edit: alert.alertId } },
  }))

export const reminderRow = (reminders: Reminders, country: Country): NoticeRow => {
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
    how: howText(byEmail, channels),
    when: `Por la mañana, ${lowered(stepsText(days))}`,
    state: active && cannot ? { sign: 'warning', text: cannot } : active ? ON : OFF,
    edit: { to: '/reminders', search: { edit: 'si' } },
  }
}

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
