// What a scheduled report is: of which vehicles it tells, to whom it goes and when; as it is written, and as it is
// shown.
import { z } from 'zod/mini'
import { Id, Instant, text, Version } from './common.ts'
import { mailList } from './exports.ts'
import { EmailCounts } from './queue.ts'
import { isOneLine, NAME_LINES, REPORT_MAILS_AT_MOST, REPORT_NAME_MAX, USUAL_HOUR } from './report-rules.ts'

export const ReportKind = z.enum(['debts', 'vehicles', 'expiries', 'changes', 'sheets'], 'Tipo de reporte no válido')
const Frequency = z.enum(['weekly', 'biweekly', 'monthly'], 'Frecuencia no válida')
const EmptyPolicy = z.enum(['send', 'notice', 'skip'], 'Elija qué hacer cuando no hay nada que informar')
export const ReportMails = mailList(REPORT_MAILS_AT_MOST)

/** Of which vehicles, where no saved view says it: each part that is given narrows, active vehicles only. */
export const ReportFilter = z.strictObject({
  /** A piece of the RFC, or of the NIT. */
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
  /** Of the company's clock. */
  sendHour: z._default(
    z.int('Hora no válida').check(z.gte(0, 'Hora no válida'), z.lte(23, 'Hora no válida')),
    USUAL_HOUR,
  ),
}
const dayFits = ({ frequency, sendDay }: { frequency: string; sendDay: number }): boolean =>
  frequency === 'monthly' || sendDay <= 7
const NO_SUCH_DAY = { error: 'El día de la semana va de 1 (lunes) a 7 (domingo)', path: ['sendDay'] }

const written = {
  name,
  kind: ReportKind,
  mails: ReportMails,
  ...when,
  /** A shared saved view; its filter, order and columns count. Null: the filter. */
  viewId: z._default(z.nullable(Id), null),
  filter: z._default(ReportFilter, {}),
  emptyPolicy: z._default(EmptyPolicy, 'send'),
  active: z._default(z.boolean(), true),
}
const FirstSend = z._default(z.literal([-1, 0, 1], 'Primer envío no válido'), -1)

export const NewReport = z
  .strictObject({ ...written, firstReportSendTime: FirstSend })
  .check(z.refine(dayFits, NO_SUCH_DAY))
export type NewReport = z.input<typeof NewReport>
export const EditedReport = z
  .strictObject({ ...written, firstReportSendTime: FirstSend, version: Version })
  .check(z.refine(dayFits, NO_SUCH_DAY))
/** Only how often and when. */
export const ReportRhythm = z
  .strictObject({ ...when, firstReportSendTime: FirstSend })
  .check(z.refine(dayFits, NO_SUCH_DAY))
export const Definition = z.strictObject(written).check(z.refine(dayFits, NO_SUCH_DAY))
/** `reportId`: the report that is being edited, whose last letter tells from when on changes are told. */
export const PreviewedReport = z
  .strictObject({ ...written, reportId: z.optional(Id) })
  .check(z.refine(dayFits, NO_SUCH_DAY))
/** A report as it is written, without when it first goes. */
export type ReportDefinition = z.output<typeof Definition>

const QueryWords = z.array(z.tuple([z.string(), z.string()]))

export const Report = z.object({
  reportId: Id,
  name: z.string(),
  kind: ReportKind,
  mails: z.array(z.string()),
  frequency: Frequency,
  sendDay: z.int(),
  sendHour: z.int(),
  view: z.nullable(z.object({ viewId: Id, name: z.string() })),
  filter: ReportFilter,
  /** What is asked of the fleet, in words: [what, value]. */
  asked: QueryWords,
  emptyPolicy: EmptyPolicy,
  active: z.boolean(),
  /** Null while it is off, or all of them are. */
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
  /** Addresses whose last letter of this report came back or was refused. */
  troubled: z.array(z.string()),
  version: z.int(),
})
export type Report = z.infer<typeof Report>
