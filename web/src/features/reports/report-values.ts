// The values of a report's form: from a stored report, their validation, and the body of the request.
import { NO_RECIPIENT } from '@padron/contract/channels'
import { isMail } from '@padron/contract/exports'
import type { Report, ReportDefinition } from '@padron/contract/reports/definition'
import { REPORT_MAILS_AT_MOST, USUAL_HOUR } from '@padron/contract/reports/rules'
import { z } from 'zod/mini'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'

/** Field values before they are valid, stored as a draft. */
export const ReportDraft = z.object({
  name: z.string(),
  kind: z.enum(['debts', 'vehicles', 'expiries', 'changes', 'sheets']),
  /** As typed, separated by commas. */
  mails: z.string(),
  channels: z._default(z.array(z.number()), []),
  /** The source of the vehicles. */
  by: z.enum(['filter', 'view']),
  viewId: z.nullable(z.int()),
  taxName: z.string(),
  lessor: z.string(),
  states: z.array(z.int()),
  tags: z.array(z.int()),
  frequency: z.enum(['weekly', 'biweekly', 'monthly']),
  sendDay: z.int(),
  sendHour: z.int(),
  emptyPolicy: z.enum(['send', 'notice', 'skip']),
  first: z.literal([-1, 0, 1]),
  active: z.boolean(),
})
export type ReportValues = z.infer<typeof ReportDraft>

export const newValues = (viewId?: number): ReportValues => ({
  name: '',
  kind: 'debts',
  mails: '',
  channels: [],
  by: viewId === undefined ? 'filter' : 'view',
  viewId: viewId ?? null,
  taxName: '',
  lessor: '',
  states: [],
  tags: [],
  frequency: 'weekly',
  sendDay: 1,
  sendHour: USUAL_HOUR,
  emptyPolicy: 'send',
  first: -1,
  active: true,
})

export const toReportValues = (report: Report): ReportValues => {
  const { name, kind, frequency, sendDay, sendHour, emptyPolicy, active, filter, view } = report
  return {
    ...newValues(view?.viewId),
    ...(filter as Partial<ReportValues>),
    name,
    kind,
    frequency,
    sendDay,
    sendHour,
    emptyPolicy,
    active,
    mails: report.mails.join(', '),
    channels: report.channels.map(({ channelId }) => channelId),
  }
}

/** The addresses without duplicates, whatever separates them. */
export const mailsOf = (typed: string): string[] => [
  ...new Map(
    typed
      .split(/[,;\s]+/)
      .filter(Boolean)
      .map((mail) => [mail.toLowerCase(), mail]),
  ).values(),
]

const none = (channels: readonly number[]): string | undefined => (channels.length > 0 ? undefined : NO_RECIPIENT)

/** @param channels with a channel, addresses are optional */
export const mailsFault = (typed: string, channels?: readonly number[]): string | undefined => {
  const mails = mailsOf(typed)
  if (mails.length === 0) return channels ? none(channels) : 'Escriba al menos un correo'
  const wrong = mails.filter((mail) => !isMail(mail))
  if (wrong.length === 1) return `«${wrong[0]}» no es un correo válido`
  if (wrong.length > 1) return `No son correos válidos: ${wrong.map((mail) => `«${mail}»`).join(', ')}`
  return mails.length > REPORT_MAILS_AT_MOST
    ? `Son ${mails.length} correos; el máximo es ${REPORT_MAILS_AT_MOST}`
    : undefined
}

/** @param isToHidden the report goes to channels that the user does not see: it needs no emails */
export const validateReport = (values: ReportValues, isToHidden = false): Faults =>
  onlyFaults({
    name: values.name.trim() === '' && 'Escriba un nombre para el reporte',
    mails: !(isToHidden && values.mails.trim() === '') && mailsFault(values.mails, values.channels),
    viewId: values.by === 'view' && values.viewId === null && 'Elija una vista guardada',
  })

/** The form's field for a path of the server: `mails.0` is the field of the addresses. */
export const fieldAt = (path: string): string | undefined => {
  const name = path.replace(/^filter\./, '').split('.')[0] ?? ''
  if (name === 'firstReportSendTime') return 'first'
  return name in ReportDraft.shape ? name : undefined
}

const filterOf = ({ taxName, lessor, states, tags }: ReportValues): ReportDefinition['filter'] => ({
  ...(taxName.trim() && { taxName: taxName.trim() }),
  ...(lessor.trim() && { lessor: lessor.trim() }),
  ...(states.length > 0 && { states }),
  ...(tags.length > 0 && { tags }),
})

/** @param seesChannels without them, the stored ones stay */
export const toReportBody = (values: ReportValues, seesChannels = true): ReportDefinition => {
  const { kind, channels, by, viewId, frequency, sendDay, sendHour, emptyPolicy, active } = values
  return {
    name: values.name.trim(),
    kind,
    mails: mailsOf(values.mails),
    ...(seesChannels && { channels: [...channels] }),
    frequency,
    sendDay,
    sendHour,
    viewId: by === 'view' ? viewId : null,
    filter: by === 'view' ? {} : filterOf(values),
    emptyPolicy,
    active,
  }
}

/** The request body of a stored report. */
export const definitionOf = (report: Report): ReportDefinition => {
  const { name, kind, mails, frequency, sendDay, sendHour, view, filter, emptyPolicy, active } = report
  const channels = report.channels.map(({ channelId }) => channelId)
  const recipients = { mails, channels }
  const viewId = view?.viewId ?? null
  return { name, kind, ...recipients, frequency, sendDay, sendHour, viewId, filter, emptyPolicy, active }
}
