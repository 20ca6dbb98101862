// The definition of a scheduled report, as sent and as returned: its vehicles, recipients and schedule.
import { z } from 'zod/mini'
import { ChannelIds, hasRecipient, NamedChannels, NOBODY } from '../channels.ts'
import { Id, Instant, text, Version } from '../common.ts'
import { mailList } from '../exports.ts'
import { EmailCounts } from '../queue.ts'
import { isOneLine, NAME_LINES, REPORT_MAILS_AT_MOST, REPORT_NAME_MAX, USUAL_HOUR } from './rules.ts'

export const ReportKind = z.enum(['debts', 'vehicles', 'expiries', 'changes', 'sheets'], 'Tipo de reporte no válido')
const Frequency = z.enum(['weekly', 'biweekly', 'monthly'], 'Frecuencia no válida')
const EmptyPolicy = z.enum(['send', 'notice', 'skip'], 'Elija qué hacer cuando no hay nada que informar')
export const ReportMails = mailList(REPORT_MAILS_AT_MOST)

/** The filter without a saved view: all given parts must match; active vehicles only. */
export const ReportFilter = z.strictObject({
  /** Part of the RFC or NIT. */
  taxName: z.optional(text(100)),
  lessor: z.optional(text(100)),
  states: z.optional(z.array(Id).check(z.maxLength(40, '40 estados como máximo'))),
  tags: z.optional(z.array(Id).check(z.maxLength(50, '50 etiquetas como máximo'))),
})
export type ReportFilter = z.infer<typeof ReportFilter>

const name = text(REPORT_NAME_MAX).check(
  z.refine((typed) => typed.trim() !== '', 'Escriba un nombre para el reporte'),
  z.refine(isOneLine, NAME_LINES),
)
const when = {
  frequency: Frequency,
  /** Weekly and biweekly: ISO weekday, 1 to 7. Monthly: day of the month, 1 to 31. */
  sendDay: z.int('Día no válido').check(z.gte(1, 'Día no válido'), z.lte(31, 'Día no válido')),
  /** In the company's time zone. */
  sendHour: z._default(
    z.int('Hora no válida').check(z.gte(0, 'Hora no válida'), z.lte(23, 'Hora no válida')),
    USUAL_HOUR,
  ),
}
const dayFits = ({ frequency, sendDay }: { frequency: string; sendDay: number }): boolean =>
  frequency === 'monthly' || sendDay <= 7
const NO_SUCH_DAY = { error: 'El día de la semana va de 1 (lunes) a 7 (domingo)', path: ['sendDay'] }

const definitionFields = {
  name,
  kind: ReportKind,
  /** May be empty if the report has a channel. */
  mails: mailList(REPORT_MAILS_AT_MOST, 0),
  channels: ChannelIds,
  ...when,
  /** A shared saved view, whose filter, order and columns apply. Null: the filter. */
  viewId: z._default(z.nullable(Id), null),
  filter: z._default(ReportFilter, {}),
  emptyPolicy: z._default(EmptyPolicy, 'send'),
  active: z._default(z.boolean(), true),
}
const FirstSend = z._default(z.literal([-1, 0, 1], 'Primer envío no válido'), -1)

export const NewReport = z
  .strictObject({ ...definitionFields, firstReportSendTime: FirstSend })
  .check(z.refine(dayFits, NO_SUCH_DAY), z.refine(hasRecipient, NOBODY))
export type NewReport = z.input<typeof NewReport>
export const EditedReport = z
  .strictObject({ ...definitionFields, firstReportSendTime: FirstSend, version: Version })
  .check(
    z.refine(dayFits, NO_SUCH_DAY),
    z.refine((edited) => edited.channels === undefined || hasRecipient(edited), NOBODY),
  )
/** Only the schedule. */
export const ReportRhythm = z
  .strictObject({ ...when, firstReportSendTime: FirstSend })
  .check(z.refine(dayFits, NO_SUCH_DAY))
const Definition = z.strictObject(definitionFields).check(z.refine(dayFits, NO_SUCH_DAY))
/** `reportId`: the stored report; changes are counted since its last email, of the vehicles that its author sees. */
export const PreviewedReport = z
  .strictObject({ ...definitionFields, reportId: z.optional(Id) })
  .check(z.refine(dayFits, NO_SUCH_DAY))
/** A report as sent, without its first send. */
export type ReportDefinition = z.output<typeof Definition>

const QueryWords = z.array(z.tuple([z.string(), z.string()]))

export const Report = z.object({
  reportId: Id,
  name: z.string(),
  kind: ReportKind,
  mails: z.array(z.string()),
  /** Channels that receive it too. */
  channels: NamedChannels,
  frequency: Frequency,
  sendDay: z.int(),
  sendHour: z.int(),
  view: z.nullable(z.object({ viewId: Id, name: z.string() })),
  filter: ReportFilter,
  /**
   * Only if the stored filter, or that of the view, cannot be read, as of another release. `filter` is then empty; sent
   * back empty, the stored one stays.
   */
  unreadable: z.optional(z.literal(true)),
  /** The query in words: [what, value]. */
  asked: QueryWords,
  emptyPolicy: EmptyPolicy,
  active: z.boolean(),
  /**
   * The user who created it while they saw a part of the fleet; the report is about that part. Null: about all
   * vehicles.
   */
  seenBy: z.nullable(z.string()),
  /** Null while this report or all reports are off. */
  nextAt: z.nullable(Instant),
  last: z.nullable(
    z.object({
      at: Instant,
      outcome: z.enum(['sent', 'notice', 'skipped', 'failed', 'over']),
      vehicles: z.nullable(z.int()),
      queueItemId: z.string(),
      letters: EmailCounts,
    }),
  ),
  /** Recipients whose last email of this report bounced or was refused. */
  troubled: z.array(z.string()),
  version: z.int(),
})
export type Report = z.infer<typeof Report>
