// Claims an email to send and records its delivery. A claimed email is `sending` for the time of a lease, recorded
// before any server is contacted. If its sender dies, it is claimed again after the lease with the same Message-ID and
// marked as possibly sent twice.
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'
import { waitAfter } from '../jobs/retry-waits.ts'
import type { MailContent } from './email-content.ts'
import type { Delivery } from './mailbox.ts'

/** Longer than one email may take: two minutes, plus the time for ten megabytes (mailbox.ts). */
export const LEASE_SECONDS = 600
/** Waits between attempts; after the last one the email has failed. */
const WAITS_SECONDS = [60, 300, 900, 3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600] as const
export const TRIES = WAITS_SECONDS.length + 1

export type ClaimedEmail = {
  tenantId: number
  mailId: string
  copy: number
  recipient: string
  content: MailContent
  attempts: number
  /** The job or other subject that it reports on. */
  subjectId: string
  /** Identifies this claim: a later claim has another time. */
  begunAt: string
}

const WAITING = sql`state in ('queued', 'sending') and next_at <= now()`

/**
 * Companies with a due email, longest waiting first; suspended companies are left out. Cost: one or two index probes
 * each.
 */
export const dueCompanies = (db: Db): Promise<number[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ tenantId: number }>`
      with recursive line (tenant_id) as (
        (select tenant_id from mail where state in ('queued', 'sending') order by tenant_id limit 1)
        union all
        select (select m.tenant_id
        from mail m
        where m.state in ('queued', 'sending') and m.tenant_id > line.tenant_id
        order by m.tenant_id
        limit 1)
        from line
        where line.tenant_id is not null)
      select c.tenant_id as "tenantId"
      from line
      join company c on c.tenant_id = line.tenant_id and c.suspended_at is null and c.move_state is null,
        lateral (select m.next_at
        from mail m
        where m.tenant_id = c.tenant_id and ${WAITING}
        order by m.next_at
        limit 1) first
      order by first.next_at`.execute(tx)
    return rows.map(({ tenantId }) => tenantId)
  })

/** Claims the company's email that is due first. */
export const claimEmail = (db: Db, tenantId: number, leaseSeconds: number): Promise<ClaimedEmail | undefined> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<ClaimedEmail>`
      with due as (
        select m.tenant_id, m.mail_id, m.state
        from mail m
        join company c on c.tenant_id = m.tenant_id and c.suspended_at is null and c.move_state is null
        where m.tenant_id = ${tenantId} and m.state in ('queued', 'sending') and m.next_at <= now()
        order by m.next_at
        limit 1
        for update of m skip locked)
      update mail m
      set state = 'sending', attempts = m.attempts + 1, begun_at = clock_timestamp(),
        unsure = m.unsure or due.state = 'sending', next_at = now() + make_interval(secs => ${leaseSeconds})
      from due
      where m.tenant_id = due.tenant_id and m.mail_id = due.mail_id
      returning m.tenant_id as "tenantId", m.mail_id as "mailId", m.copy, m.recipient, m.content, m.attempts,
        m.subject_id as "subjectId", m.begun_at as "begunAt"`.execute(tx)
    return rows[0]
  })

/** Has no effect if the email was claimed by another sender meanwhile. */
export const recordDelivery = (
  db: Db,
  { tenantId, mailId, attempts, begunAt }: ClaimedEmail,
  delivery: Delivery,
): Promise<void> =>
  asSystem(db, async (tx) => {
    const wait = waitAfter(attempts, WAITS_SECONDS)
    const again = delivery !== 'sent' && delivery.again && wait !== undefined
    const state = delivery === 'sent' ? 'sent' : again ? 'queued' : 'failed'
    const problem = delivery === 'sent' ? null : delivery.failed
    const unsure = delivery !== 'sent' && delivery.unsure === true
    await sql`
      update mail
      set state = ${state}, problem = ${problem}, sent_at = case when ${state} = 'sent' then now() end,
        unsure = unsure or ${unsure}, next_at = now() + make_interval(secs => ${again ? wait : 0})
      where tenant_id = ${tenantId} and mail_id = ${mailId} and state = 'sending' and begun_at = ${begunAt}`.execute(tx)
  })
