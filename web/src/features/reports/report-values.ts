// What is typed in the form of a report: from one that there is, what is wrong with it, and as the server takes it.
import { isMail } from '@padron/contract/exports'
import type { Report, ReportDefinition } from '@padron/contract/report-definition'
import { REPORT_MAILS_AT_MOST, USUAL_HOUR } from '@padron/contract/report-rules'
import { z } from 'zod/mini'
import type { Faults } from '../../api/form-refusal.ts'

const Values = z.object({
  name: z.string(),
  kind: z.enum(['debts', 'vehicles', 'expiries', 'changes', 'sheets']),
  /** As typed, with commas. */
  mails: z.string(),
  /** Where it is asked which vehicles. */
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
export type ReportValues = z.infer<typeof Values>

export const newValues = (viewId?: number): ReportValues => ({
  name: '',
  kind: 'debts',
  mails: '',
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

export const valuesOf = (report: Report): ReportValues => ({
  name: report.name,
  kind: report.kind,
  mails: report.mails.join(', '),
  by: report.view ? 'view' : 'filter',
  viewId: report.view?.viewId ?? null,
  taxName: report.filter.taxName ?? '',
  lessor: report.filter.lessor ?? '',
  states: report.filter.states ?? [],
  tags: report.filter.tags ?? [],
  frequency: report.frequency,
  sendDay: report.sendDay,
  sendHour: report.sendHour,
  emptyPolicy: report.emptyPolicy,
  first: -1,
  active: report.active,
})

/** What is typed, what it began from, and the version of that. */
const Draft = z.object({ values: Values, base: Values, version: z.int() })
export type ReportDraft = z.infer<typeof Draft>
/** @param kept by whatever version of the console */
export const readDraft = (kept: unknown): ReportDraft | undefined => z.safeParse(Draft, kept).data

export const isSame = (one: ReportValues, other: ReportValues): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Once each, whatever stands between them. */
export const mailsOf = (typed: string): string[] => [
  ...new Map(
    typed
      .split(/[,;\s]+/)
      .filter(Boolean)
      .map((mail) => [mail.toLowerCase(), mail]),
  ).values(),
]

export const mailsFault = (typed: string): string | undefined => {
  const mails = mailsOf(typed)
  if (mails.length === 0) return 'Escriba al menos un correo'
  const wrong = mails.filter((mail) => !isMail(mail))
  if (wrong.length === 1) return `«${wrong[0]}» no es un correo válido`
  if (wrong.length > 1) return `No son correos válidos: ${wrong.map((mail) => `«${mail}»`).join(', ')}`
  return mails.length > REPORT_MAILS_AT_MOST
    ? `Son ${mails.length} correos; el máximo es ${REPORT_MAILS_AT_MOST}`
    : undefined
}

export const faultsOf = (values: ReportValues): Faults => {
  const mails = mailsFault(values.mails)
  return {
    ...(values.name.trim() === '' && { name: 'Escriba un nombre para el reporte' }),
    ...(mails && { mails }),
    ...(values.by === 'view' && values.viewId === null && { viewId: 'Elija una vista guardada' }),
  }
}

const filterOf = ({ taxName, lessor, states, tags }: ReportValues): ReportDefinition['filter'] => ({
  ...(taxName.trim() && { taxName: taxName.trim() }),
  ...(lessor.trim() && { lessor: lessor.trim() }),
  ...(states.length > 0 && { states }),
  ...(tags.length > 0 && { tags }),
})

export const bodyOf = (values: ReportValues): ReportDefinition => {
  const { kind, by, viewId, frequency, sendDay, sendHour, emptyPolicy, active } = values
  return {
    name: values.name.trim(),
    kind,
    mails: mailsOf(values.mails),
    frequency,
    sendDay,
    sendHour,
    viewId: by === 'view' ? viewId : null,
    filter: by === 'view' ? {} : filterOf(values),
    emptyPolicy,
    active,
  }
}
