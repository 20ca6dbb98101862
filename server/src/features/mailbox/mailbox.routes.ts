// The local mailbox of a demo company on an installation without a mail server: renders its emails as they would have
// been sent. Only for demo companies: emails hold signed file addresses that are for their recipients alone.
import { EMAILS_A_PAGE, type mailbox as rows } from '@padron/contract/mailbox'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { HttpProblem, notFound } from '../../errors/http-problem.ts'
import type { SignedLinks } from '../../files/signed-links.ts'
import { originOf } from '../../http/access/origin.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Handlers } from '../../http/serve.ts'
import { attachedFiles, expiredFiles, readStoredPaths } from '../../mail/attachments.ts'
import { readEmailBranding } from '../../mail/branding.ts'
import { composeEmail } from '../../mail/compose.ts'
import type { MailContent } from '../../mail/email-content.ts'
import { cleanSubject } from '../../mail/email-parts.ts'
import { AUTOMATIC, messageIdOf, noMailbox, SENDER_NAME } from '../../mail/mailbox.ts'

export type LocalMailboxOptions = { mails: boolean; links: SignedLinks; publicUrl: string | undefined }

const SENDS = 'Esta instalación envía sus correos'
const DEMO_ONLY = 'Los correos guardados solo se muestran en una empresa de demostración'
/** Without a mail server there is no configured sender address. */
const FROM = `${SENDER_NAME} <avisos@${noMailbox.domain}>`

type Listed = { mailId: string; to: string; subject: string; dateTime: string; files: number }
type StoredEmail = { recipient: string; content: MailContent; copy: number; createdAt: string }

/** Emails that never left: stored without a server, or still waiting since the server was removed. */
const UNSENT = sql`m.state in ('kept', 'queued', 'sending')`

const readList = async (tx: Tx, tenantId: number, page: number) => {
  const { rows: emails } = await sql<Listed>`
    select m.mail_id as "mailId", m.recipient as "to", coalesce(m.content->>'subject', '') as subject,
      m.created_at as "dateTime", coalesce(jsonb_array_length(m.content->'files'), 0) as files
    from mail m
    where m.tenant_id = ${tenantId} and ${UNSENT}
    order by m.created_at desc, m.mail_id
    limit ${EMAILS_A_PAGE} offset ${(page - 1) * EMAILS_A_PAGE}`.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total
    from mail m
    where m.tenant_id = ${tenantId} and ${UNSENT}`.execute(tx)
  const listed = emails.map((email) => ({ ...email, subject: cleanSubject(email.subject) }))
  return { total: counted[0]?.total ?? 0, letters: listed }
}

const readEmail = async (tx: Tx, tenantId: number, mailId: string): Promise<StoredEmail> => {
  const { rows: emails } = await sql<StoredEmail>`
    select m.recipient, m.content, m.copy, m.created_at as "createdAt"
    from mail m
    where m.tenant_id = ${tenantId} and m.mail_id = ${mailId} and ${UNSENT}`.execute(tx)
  const [email] = emails
  if (!email) throw notFound()
  return email
}

const emailDate = (instant: string): string => new Date(instant).toUTCString().replace('GMT', '+0000')

export const localMailbox = ({ mails, links, publicUrl }: LocalMailboxOptions): Handlers<typeof rows> => {
  const refuseOthers = ({ demo }: Session) => {
    if (mails) throw new HttpProblem(404, SENDS)
    if (!demo) throw new HttpProblem(404, DEMO_ONLY)
  }
  // Only files open without a session, so only they are signed.
  const addressesOf = (origin: string) => (path: string, until: Date) =>
    `${origin}${path.startsWith('/files/') ? links.signUntil(path, until) : path}`
  return {
    list: async ({ query: { page }, session, tx }) => {
      refuseOthers(session)
      return readList(tx, session.tenantId, page)
    },

    read: async ({ params: { mailId }, session, request, tx }) => {
      refuseOthers(session)
      const { tenantId } = session
      const { content, recipient, copy, createdAt } = await readEmail(tx, tenantId, mailId)
      const branding = await readEmailBranding(tx, tenantId)
      const expired = expiredFiles(content, await readStoredPaths(tx, tenantId, content))
      const { subject, text, html } = composeEmail(content, branding, {
        addressOf: addressesOf(originOf(request, publicUrl)),
        picture: 'data',
        gone: expired,
      })
      const attached = new Set(attachedFiles(content, branding, expired).map(({ fileId }) => fileId))
      const replyTo =
        content.company && branding.fromEmail ? [['Reply-To', branding.fromEmail] as [string, string]] : []
      return {
        headers: [
          ['From', FROM],
          ['To', recipient],
          ...replyTo,
          ['Subject', subject],
          ['Message-ID', messageIdOf(mailId, copy, noMailbox.domain)],
          ['Date', emailDate(createdAt)],
          ...Object.entries(AUTOMATIC),
        ],
        subject,
        text,
        html,
        files: (content.files ?? []).map(({ fileId, name, size, path, until }) => ({
          name,
          size,
          attached: attached.has(fileId),
          fileUrl: expired.has(fileId) ? null : links.signUntil(path, new Date(until)),
        })),
      }
    },
  }
}
