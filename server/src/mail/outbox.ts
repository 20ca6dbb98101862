// The outbox: letters are written in the transaction of what they tell, and sent afterwards by whichever process works
// (send-due.ts). What a company may write in a day is counted here.
import { EMAILS_A_DAY } from '@padron/contract/queue'
import { SCHEDULED_EMAILS_A_DAY } from '@padron/contract/report-rules'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import type { MailContent } from './email-content.ts'
import type { Mailbox } from './mailbox.ts'

export type NewMail = {
  kind: string
  subjectId: string
  recipients: readonly string[]
  content: MailContent
  /** The name of the report it carries, where a job has several. */
  report?: string
}

/** @param tx the company's own @param mailbox decides whether they wait for a server or are only kept */
export const writeMails = async (
  tx: Tx,
  mailbox: Pick<Mailbox, 'configured'>,
  { kind, subjectId, recipients, content, report }: NewMail,
): Promise<void> => {
  if (recipients.length === 0) return
  await sql`
    insert into mail (kind, subject_id, recipient, content, report, state)
    select ${kind}, ${subjectId}, r, ${JSON.stringify(content)}::jsonb, ${report ?? null},
      ${mailbox.configured ? 'queued' : 'kept'}
    from unnest(${recipients}::text[]) r on conflict do nothing`.execute(tx)
}

/** What is written of a letter that the day's limit kept. */
export const LIMIT_PROBLEM = 'limit'

/** Letters that do not go: they show who got none, and can be sent again another day. @param tx the company's own */
export const writeUnsent = async (tx: Tx, { kind, subjectId, recipients, content, report }: NewMail): Promise<void> => {
  if (recipients.length === 0) return
  await sql`
    insert into mail (kind, subject_id, recipient, content, report, state, problem)
    select ${kind}, ${subjectId}, r, ${JSON.stringify(content)}::jsonb, ${report ?? null}, 'failed', ${LIMIT_PROBLEM}
    from unnest(${recipients}::text[]) r on conflict do nothing`.execute(tx)
}

/** Of a schedule or an alert: nobody ordered it just now. */
export const isScheduledKind = (kind: string): boolean => /^(?:report |tracking|alert)/.test(kind)

/** Letters of the last twenty-four hours; one that was sent again is a letter of that day once more. */
const written = async (tx: Tx, tenantId: number, scheduled: boolean): Promise<number> => {
  const lock = `mail ${scheduled ? 'scheduled ' : ''}${tenantId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx)
  const ofKind = sql`state <> 'kept' and problem is distinct from ${LIMIT_PROBLEM} and (kind ~ '^(report |tracking|alert)') = ${scheduled}`
  const { rows } = await sql<{ n: number }>`
    select (select count(*)
    from mail
    where tenant_id = ${tenantId} and created_at > now() - interval '24 hours' and ${ofKind})::int
      + (select coalesce(sum(greatest(copy - 1, 1)), 0)
      from mail
      where tenant_id = ${tenantId} and again_at > now() - interval '24 hours' and ${ofKind})::int as n`.execute(tx)
  return rows[0]?.n ?? 0
}

/**
 * Letters the company may still be written today; one end of a job counts them after another.
 * @param tx the company's own
 */
export const emailsLeft = async (tx: Tx, tenantId: number): Promise<number> =>
  Math.max(0, EMAILS_A_DAY - (await written(tx, tenantId, false)))

/** The same for what schedules and alerts write. @param tx the company's own */
export const scheduledEmailsLeft = async (tx: Tx, tenantId: number): Promise<number> =>
  Math.max(0, SCHEDULED_EMAILS_A_DAY - (await written(tx, tenantId, true)))
