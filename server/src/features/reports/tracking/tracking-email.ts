// Composes the tracking report: what was sent to whom, what failed and why. Pure.
import { NEVER_SENT } from '@padron/contract/queue'
import { outcomeText } from '@padron/contract/reports/rules'
import { countOf } from '@padron/contract/texts/count-of'
import type { CompanyFacts } from '../../../fleet/company.ts'
import type { MailBlock, MailContent } from '../../../mail/email-content.ts'
import { countEmails } from '../../../mail/email-counts.ts'
import { failureWords } from '../../queue/deliveries.texts.ts'
import { momentAndZone, number, tableOf } from '../content/report-texts.ts'
import { emailKind, type Outcome } from '../runs/rounds.ts'
import { describeOutcomes } from '../runs/run.job.ts'
import type { Tracked, TrackedEmail } from './queries.ts'

const MAX_EMAILS = 200

const STATES: Readonly<Record<TrackedEmail['state'], string>> = {
  sent: 'Enviado',
  queued: 'Pendiente',
  sending: 'Pendiente',
  kept: NEVER_SENT,
  failed: 'No se entregó',
  bounced: 'Devuelto',
}

const unsentWords = (mails: readonly string[]): string => `sin enviar a ${mails.join(', ')}`
const resultOf = ({ outcome, why, unsent = [] }: Outcome, emails: readonly TrackedEmail[]): string =>
  [
    outcomeText(outcome, countEmails(emails)),
    ...(why ? [why.replace(/\.$/, '')] : []),
    ...(unsent.length > 0 ? [unsentWords(unsent)] : []),
  ].join(': ')

const reportsTable = (outcomes: readonly Outcome[], emails: readonly TrackedEmail[]): MailBlock[] =>
  tableOf({
    caption: 'Reportes',
    columns: [
      { title: 'Reporte' },
      { title: 'Resultado' },
      { title: 'Vehículos', right: true },
      { title: 'Correos', right: true },
    ],
    rows: outcomes.map((each) => [
      each.name,
      resultOf(
        each,
        emails.filter(({ kind }) => kind === emailKind(each.reportId)),
      ),
      each.vehicles === null ? '' : number(each.vehicles),
      number(each.letters),
    ]),
  })

/** The failure in our own words; the server's text is for the operator only. */
const stateOf = ({ state, problem }: TrackedEmail): string => {
  const name = STATES[state]
  if (problem === null || state === 'sent' || state === 'kept') return name
  return `${name}: ${failureWords(problem).replace(/\.$/, '')}`
}

/** Failed ones come first. */
const emailsTable = (emails: readonly TrackedEmail[]): MailBlock[] => {
  const failed = ({ state }: TrackedEmail) => Number(state === 'failed' || state === 'bounced')
  const ordered = emails.toSorted((a, b) => failed(b) - failed(a))
  return tableOf(
    {
      caption: 'Correos',
      columns: [{ title: 'Reporte' }, { title: 'Destinatario' }, { title: 'Estado' }],
      rows: ordered.slice(0, MAX_EMAILS).map((email) => [email.report, email.recipient, stateOf(email)]),
    },
    emails.length,
    'en el panel de trabajos de la consola',
  )
}

/** The table of reports already explains failed reports, so their message is not repeated. */
const endWords = ({ cancelled, error, outcomes }: Tracked): string[] => {
  if (cancelled) return ['El envío se canceló antes de terminar; los reportes que no aparecen no se enviaron.']
  return error === null || error === describeOutcomes(outcomes, true) ? [] : [`El envío terminó con error: ${error}`]
}

const subjectOf = ({ outcomes, error }: Tracked, went: string, failed: number): string => {
  const broken = outcomes.filter(({ outcome }) => outcome === 'failed').length
  const faults = [
    ...(broken > 0 ? [countOf(broken, 'reporte no se generó', 'reportes no se generaron')] : []),
    ...(failed > 0 ? [countOf(failed, 'correo no se entregó', 'correos no se entregaron')] : []),
    ...(broken === 0 && error !== null ? ['el envío no terminó'] : []),
  ]
  return faults.length > 0
    ? `Correos programados con fallas: ${faults.join(', ')}`
    : `Seguimiento de correos programados: ${went}`
}

export const trackingEmail = (
  round: Tracked,
  emails: readonly TrackedEmail[],
  { timeZone }: CompanyFacts,
): MailContent => {
  const { sent, pending, kept: storedOnly, failed } = countEmails(emails)
  const reports = countOf(round.outcomes.length, 'reporte', 'reportes')
  const went = `${reports}, ${countOf(emails.length, 'correo', 'correos')}`
  return {
    subject: subjectOf(round, went, failed),
    title: 'Seguimiento de correos programados',
    lines: [`Envío del ${momentAndZone(round.at, timeZone)}: ${went}.`, ...endWords(round)],
    blocks: [
      {
        is: 'facts',
        rows: [
          ['Enviados', number(sent)],
          ['Pendientes', number(pending - storedOnly)],
          ['Con error', number(failed)],
          ...(storedOnly > 0 ? [['Guardados sin enviar', number(storedOnly)] as const] : []),
        ],
      },
      ...reportsTable(round.outcomes, emails),
      ...emailsTable(emails),
    ],
    link: { text: 'Abrir los reportes programados', path: '/reports' },
    company: true,
  }
}
