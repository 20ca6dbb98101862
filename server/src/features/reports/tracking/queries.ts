// Reads what a tracking report contains: the round and the state of its emails.
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import type { EmailState } from '../../../mail/email-counts.ts'
import type { Outcome } from '../runs/rounds.ts'

export type Tracked = {
  at: string
  outcomes: readonly Outcome[]
  cancelled: boolean
  error: string | null
  /** The recipients. */
  mails: readonly string[]
}

/** @returns undefined if its tracking report was written, or another process is writing it */
export const readTracked = async (tx: Tx, tenantId: number, itemId: string): Promise<Tracked | undefined> => {
  const { rows } = await sql<Tracked>`
    select r.at, r.outcomes, q.cancelled, q.error_message as error, s.tracking_mails as mails
    from report_round r
    join queue_item q on q.tenant_id = r.tenant_id and q.queue_item_id = r.queue_item_id
    join email_setting s on s.tenant_id = r.tenant_id and s.tracking
    where r.tenant_id = ${tenantId} and r.queue_item_id = ${itemId} and r.tracked_at is null
    for update of r skip locked`.execute(tx)
  return rows[0]
}

export type TrackedEmail = {
  /** The report it belongs to (`emailKind`). */
  kind: string
  report: string
  recipient: string
  state: EmailState
  problem: string | null
}

export const readEmails = async (tx: Tx, tenantId: number, itemId: string): Promise<TrackedEmail[]> => {
  const { rows } = await sql<TrackedEmail>`
    select m.kind, coalesce(m.report, '') as report, m.recipient, m.state, m.problem
    from mail m
    where m.tenant_id = ${tenantId} and m.subject_id = ${itemId} and m.kind like 'report %'
    order by fold(coalesce(m.report, '')), fold(m.recipient)`.execute(tx)
  return rows
}
