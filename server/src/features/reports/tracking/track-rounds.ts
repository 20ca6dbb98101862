// Writes the tracking report of each round once, when all its emails were sent or failed, or two hours after it ended.
// It goes to the recipients that the company configured. Trials have none.
import type { FastifyBaseLogger } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { asSystem, asTenant, type Db, type Tx } from '../../../db/client.ts'
import { companyFacts } from '../../../fleet/company.ts'
import { withLocale } from '../../../locale.ts'
import type { Mailbox } from '../../../mail/mailbox.ts'
import { scheduledEmailsLeft, writeMails } from '../../../mail/outbox.ts'
import { readEmails, readTracked } from './queries.ts'
import { trackingEmail } from './tracking-email.ts'

export type Tracking = { db: Db; mailbox: Pick<Mailbox, 'configured'>; now: () => Date; log: FastifyBaseLogger }

const WAIT_HOURS = 2
/** Older rounds are left out, since a company may switch tracking on today. */
const MAX_AGE_HOURS = 48
/** Rounds that wait for the daily limit may be older. */
const LIMIT_WAIT_HOURS = 7 * 24

type Which = { tenantId: number; itemId: string }

/** Rounds whose tracking report is due. Cost: rounds of two days without one. */
const waiting = (db: Db, now: Date): Promise<Which[]> =>
  asSystem(db, async (tx) => {
    const at = sql`${now.toISOString()}::timestamptz`
    const { rows } = await sql<Which>`
      select r.tenant_id as "tenantId", r.queue_item_id as "itemId"
      from report_round r
      join queue_item q on q.tenant_id = r.tenant_id and q.queue_item_id = r.queue_item_id and q.finished_at is not null
      join company c on c.tenant_id = r.tenant_id and c.suspended_at is null and c.move_state is null
      join email_setting s on s.tenant_id = r.tenant_id and s.active and s.tracking
      where r.tracked_at is null
        and r.origin <> 'trial'
        and r.at > ${at} - make_interval(hours => case
          when r.tracking_waits then ${LIMIT_WAIT_HOURS}::int
          else ${MAX_AGE_HOURS}::int end)
        and (q.finished_at < ${at} - make_interval(hours => ${WAIT_HOURS}) or not exists (select from mail m
          where m.tenant_id = r.tenant_id
            and m.subject_id = r.queue_item_id
            and m.kind like 'report %'
            and m.state in ('queued', 'sending')))
      order by r.at`.execute(tx)
    return rows
  })

const mark = (tx: Tx, { tenantId, itemId }: Which, set: RawBuilder<unknown>): Promise<unknown> =>
  sql`update report_round set ${set} where tenant_id = ${tenantId} and queue_item_id = ${itemId}`.execute(tx)

/** @returns whether it was written; if the day's emails do not suffice, it waits */
const trackOne = async (tx: Tx, mailbox: Tracking['mailbox'], which: Which, now: Date): Promise<boolean> => {
  const round = await readTracked(tx, which.tenantId, which.itemId)
  if (!round) return false
  const left = mailbox.configured ? await scheduledEmailsLeft(tx, which.tenantId) : Number.POSITIVE_INFINITY
  if (left < round.mails.length) {
    await mark(tx, which, sql`tracking_waits = true`)
    return false
  }
  await mark(tx, which, sql`tracked_at = ${now.toISOString()}, tracking_waits = false`)
  const emails = await readEmails(tx, which.tenantId, which.itemId)
  const facts = await companyFacts(tx, which.tenantId)
  const content = withLocale(facts.country, () => trackingEmail(round, emails, facts))
  await writeMails(tx, mailbox, { kind: 'tracking', subjectId: which.itemId, recipients: round.mails, content })
  return true
}

/** Gives up rounds that waited too long for the daily limit, with a warning to the operator. */
const giveUp = async ({ db, log }: Tracking, now: Date): Promise<void> => {
  const { rows } = await asSystem(db, (tx) =>
    sql<Which>`
      update report_round
      set tracking_waits = false
      where tracking_waits
        and tracked_at is null
        and at <= ${now.toISOString()}::timestamptz - make_interval(hours => ${LIMIT_WAIT_HOURS})
      returning tenant_id as "tenantId", queue_item_id as "itemId"`.execute(tx),
  )
  for (const which of rows) log.warn(which, 'a tracking report found no emails of its week and is not sent')
}

/** Writes all due tracking reports. Several processes may run it at once. @returns how many were written */
export const trackRounds = async (tracking: Tracking, signal?: AbortSignal): Promise<number> => {
  const { db, mailbox, now, log } = tracking
  const at = now()
  await giveUp(tracking, at)
  let written = 0
  for (const which of await waiting(db, at)) {
    if (signal?.aborted) break
    try {
      if (await asTenant(db, which.tenantId, (tx) => trackOne(tx, mailbox, which, at))) written++
    } catch (error) {
      log.error({ err: error, tenantId: which.tenantId }, 'a tracking report could not be written')
    }
  }
  return written
}
