// The email that reports what a configuration workbook changed.
import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@padron/contract/days'
import type { Configured, ConfiguredReport } from '@padron/contract/reports/outcomes'
import { REPORT_RETENTION_DAYS } from '@padron/contract/reports/rules'
import { countOf } from '@padron/contract/texts/count-of'
import type { Tx } from '../../../db/client.ts'
import type { Session } from '../../../http/access/sessions.ts'
import type { MailBlock } from '../../../mail/email-content.ts'
import { emailsLeft, writeMails } from '../../../mail/outbox.ts'
import { momentAndZone } from '../content/report-texts.ts'

type ResultEmail = { session: Session; answer: Configured; notifyTo: string; mails: boolean; now: Date }

const whatChanged = ({ reports, created, changed, removed }: Configured): string =>
  `La configuración tiene ahora ${countOf(reports, 'reporte programado', 'reportes programados')}: ` +
  `${countOf(created.length, 'nuevo', 'nuevos')}, ` +
  `${countOf(changed.length, 'cambiado', 'cambiados')} y ${countOf(removed.length, 'eliminado', 'eliminados')}.`

const MAX_NAMES = 50
const mailsIn = ({ mails, mailCount }: ConfiguredReport): string =>
  mails.join(', ') + (mailCount > mails.length ? ` y ${mailCount - mails.length} más` : '')

/** A heading and the first reports by name. */
const namesOf = (text: string, reports: readonly ConfiguredReport[]): MailBlock[] => {
  if (reports.length === 0) return []
  const more = reports.length - MAX_NAMES
  const rows = reports.slice(0, MAX_NAMES).map((report) => [report.name, mailsIn(report)] as const)
  return [
    { is: 'heading', text },
    { is: 'facts', rows: more > 0 ? [...rows, [`Y ${more} más`, ''] as const] : rows },
  ]
}

/**
 * @param mails whether this installation sends emails
 * @returns the email's subject id; null if the daily limit is reached
 */
export const writeResultEmail = async (
  tx: Tx,
  { session, answer, notifyTo, mails, now }: ResultEmail,
): Promise<string | null> => {
  if (mails && (await emailsLeft(tx, session.tenantId)) === 0) return null
  const subjectId = randomUUID()
  const rows = answer.firstSends.map(
    ({ name, at }) => [name, at ? momentAndZone(at, session.timeZone) : 'En pausa'] as const,
  )
  await writeMails(
    tx,
    { configured: mails },
    {
      kind: 'configuration',
      subjectId,
      recipients: [notifyTo],
      content: {
        subject: 'Padrón: configuración de los reportes programados',
        lines: [
          `${session.username} subió la configuración de los reportes programados de ${session.companyName}.`,
          whatChanged(answer),
        ],
        blocks: [
          ...namesOf('Eliminados', answer.removed),
          ...namesOf('Nuevos', answer.created),
          ...namesOf('Cambiados', answer.changed),
          { is: 'heading', text: 'Próximos envíos' },
          { is: 'facts', rows },
        ],
        link: {
          text: 'Abrir Reportes',
          path: '/reports',
          until: new Date(now.getTime() + REPORT_RETENTION_DAYS * DAY_MS).toISOString(),
        },
      },
    },
  )
  return subjectId
}
