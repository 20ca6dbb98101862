// An email to the owner of something that was switched off.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import type { MailContent } from './email-content.ts'
import type { Mailbox } from './mailbox.ts'
import { writeMails } from './outbox.ts'

type OwnerEmail = Pick<MailContent, 'subject' | 'lines' | 'link'> & { tenantId: number; userId: number; kind: string }

/** Sends nothing if the owner is no longer active or has no address. @param tx the company's own */
export const emailOwner = async (
  tx: Tx,
  mailbox: Pick<Mailbox, 'configured'>,
  { tenantId, userId, kind, ...content }: OwnerEmail,
): Promise<void> => {
  const { rows } = await sql<{ email: string }>`
    select email
    from app_user
    where tenant_id = ${tenantId} and user_id = ${userId} and active and email is not null`.execute(tx)
  const recipients = rows.map(({ email }) => email)
  await writeMails(tx, mailbox, { kind, subjectId: randomUUID(), recipients, content })
}
