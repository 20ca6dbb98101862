// The outbox: emails are written in the transaction of the change that they report, and sent afterwards
// (email-sender.ts). It also enforces the company's daily limits.
import { EMAILS_A_DAY } from '@padron/contract/queue'
import { SCHEDULED_EMAILS_A_DAY } from '@padron/contract/reports/rules'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { scopeOf } from '../db/scope.ts'
import type { MailContent } from './email-content.ts'
import type { Mailbox } from './mailbox.ts'

export type NewMail = {
  kind: string
  subjectId: string
  recipients: readonly string[]
  content: MailContent
  /** The report's name, if the job has several. */
  report?: string
  /** Required if the transaction is the system's. */
  tenantId?: number
}

/**
 * @param tx the company's own, or the system's
 * @param mailbox decides whether they wait to be sent or are only stored
 */
export const writeMails = async (
  tx: Tx,
  mailbox: Pick<Mailbox, 'configured'>,
  { kind, subjectId, recipients, content, report, tenantId }: NewMail,
): Promise<void> => {
  if (recipients.length === 0) return
  await sql`
    insert into mail (tenant_id, kind, subject_id, recipient, content, report, state)
    select coalesce(${tenantId ?? null}::bigint, current_tenant()), ${kind}, ${subjectId}, r,
      ${JSON.stringify(content)}::jsonb, ${report ?? null},
      ${mailbox.configured ? 'queued' : 'kept'}
    from unnest(${recipients}::text[]) r
    on conflict do nothing`.execute(tx)
}

/** The `problem` of an email that the daily limit held back. */
export const LIMIT_PROBLEM = 'limit'

/**
 * Writes emails over the daily limit as failed: they show who got none, and can be resent another day. @param tx the
 * company's own
 */
export const writeUnsent = async (tx: Tx, { kind, subjectId, recipients, content, report }: NewMail): Promise<void> => {
  if (recipients.length === 0) return
  await sql`
    insert into mail (kind, subject_id, recipient, content, report, state, problem)
    select ${kind}, ${subjectId}, r, ${JSON.stringify(content)}::jsonb, ${report ?? null}, 'failed', ${LIMIT_PROBLEM}
    from unnest(${recipients}::text[]) r
    on conflict do nothing`.execute(tx)
}

/** Whether a schedule or an alert wrote it, rather than a user's request. */
export const isScheduledKind = (kind: string): boolean => /^(?:report |tracking|alert)/.test(kind)

/**
 * Counts the emails of the last twenty-four hours, without those about accounts, which have limits of their own
 * (identity), because anyone can request them. A resent email counts again on the day it is resent.
 */
const countRecentEmails = async (tx: Tx, tenantId: number, scheduled: boolean): Promise<number> => {
  const lock = `mail ${scheduled ? 'scheduled ' : ''}${tenantId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx)
  // A user who sees a part of the fleet reads only the emails of their own jobs in `mail`; the limit is the company's.
  const emails = sql.table(scopeOf(tx) === undefined ? 'mail' : 'counted_email')
  const ofKind = sql`
    state <> 'kept'
      and problem is distinct from ${LIMIT_PROBLEM}
      and kind !~ '^account '
      and (kind ~ '^(report |tracking|alert)') = ${scheduled}`
  const { rows } = await sql<{ n: number }>`
    select (select count(*)
    from ${emails}
    where tenant_id = ${tenantId} and created_at > now() - interval '24 hours' and ${ofKind})::int
      + (select coalesce(sum(greatest(copy - 1, 1)), 0)
      from ${emails}
      where tenant_id = ${tenantId} and again_at > now() - interval '24 hours' and ${ofKind})::int as n`.execute(tx)
  return rows[0]?.n ?? 0
}

/**
 * How many more emails the company may be sent today. Takes a lock, so that jobs that end at once count one after the
 * other.
 * @param tx the company's own
 */
export const emailsLeft = async (tx: Tx, tenantId: number): Promise<number> =>
  Math.max(0, EMAILS_A_DAY - (await countRecentEmails(tx, tenantId, false)))

/** The same for emails of schedules and alerts. @param tx the company's own */
export const scheduledEmailsLeft = async (tx: Tx, tenantId: number): Promise<number> =>
  Math.max(0, SCHEDULED_EMAILS_A_DAY - (await countRecentEmails(tx, tenantId, true)))
