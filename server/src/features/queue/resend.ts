// Resends an email of a job or an alert. One that did not arrive is tried again with its Message-ID; one that was sent
// goes as a copy with a new id, so that a mailbox shows both.
import { type Delivery, EMAILS_A_DAY, NEVER_SENT } from '@padron/contract/queue'
import { SCHEDULED_EMAILS_A_DAY } from '@padron/contract/reports/rules'
import { numberText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound, refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { MailContent } from '../../mail/email-content.ts'
import { emailsLeft, isScheduledKind, scheduledEmailsLeft } from '../../mail/outbox.ts'
import { readDelivery } from './deliveries.queries.ts'
import { findEmailSubject } from './email-subject.queries.ts'
import type { NeedsOf } from './job-access.ts'

const NOT_NOW: Readonly<Record<string, string>> = {
  queued: 'Este correo todavía espera su envío.',
  sending: 'Este correo se está enviando en este momento.',
  kept: `${NEVER_SENT}.`,
}

type Stored = { state: string; kind: string; recipient: string; content: MailContent }

/** An email whose link has expired is not resent. If it has files, only the files count, whatever its link opens. */
const isOver = async (tx: Tx, tenantId: number, { link, files = [] }: MailContent, now: Date): Promise<boolean> => {
  if (files.length === 0) return link?.until !== undefined && Date.parse(link.until) <= now.getTime()
  const stored = await tx
    .selectFrom('report_file')
    .select('file_id')
    .where('tenant_id', '=', tenantId)
    .where(
      'file_id',
      'in',
      files.map(({ fileId }) => fileId),
    )
    .where('until', '>', now.toISOString())
    .limit(1)
    .executeTakeFirst()
  return !stored
}
const OVER = 'Lo que este correo entrega ya no se guarda; genere el reporte de nuevo.'

const refuseOverLimit = async (tx: Tx, tenantId: number, kind: string): Promise<void> => {
  const scheduled = isScheduledKind(kind)
  const left = await (scheduled ? scheduledEmailsLeft : emailsLeft)(tx, tenantId)
  const limit = scheduled ? SCHEDULED_EMAILS_A_DAY : EMAILS_A_DAY
  if (left === 0) throw refuse(409, `Su empresa llegó a ${numberText(limit)} correos en 24 horas.`)
}

type EmailId = { queueItemId: string; deliveryId: string }
/** `mails`: whether this installation sends emails. */
type ResendContext = { now: Date; needsOf: NeedsOf; mails: boolean }
const NO_MAIL = 'Esta instalación no envía correos.'

export const resend = async (
  tx: Tx,
  session: Session,
  { queueItemId, deliveryId }: EmailId,
  { now, needsOf, mails }: ResendContext,
): Promise<Delivery> => {
  const { tenantId } = session
  const of = await findEmailSubject(tx, session, queueItemId, needsOf)
  const { rows } = await sql<Stored>`
    select state, kind, recipient, content
    from mail
    where tenant_id = ${tenantId} and mail_id = ${deliveryId} and subject_id = ${queueItemId}
    for update`.execute(tx)
  const [email] = rows
  if (!email) throw notFound()
  if (!of.mayResend) throw refuse(403, of.refusal)
  if (!mails) throw refuse(409, NO_MAIL)
  const cause = NOT_NOW[email.state]
  if (cause) throw refuse(409, cause)
  if (await isOver(tx, tenantId, email.content, now)) throw refuse(409, OVER)
  await refuseOverLimit(tx, tenantId, email.kind)
  await sql`
    update mail
    set copy = copy + case state when 'sent' then 1 else 0 end, state = 'queued', attempts = 0, next_at = now(),
      again_at = now(), sent_at = null, problem = null, unsure = false
    where tenant_id = ${tenantId} and mail_id = ${deliveryId}`.execute(tx)
  const changes = JSON.stringify({ resent: [null, email.recipient] })
  await sql`
    select record_activity(${tenantId}, ${of.kind}, ${of.subjectId}, ${of.name}, 'update', ${changes}::jsonb)`.execute(
    tx,
  )
  return readDelivery(tx, tenantId, deliveryId, true)
}
