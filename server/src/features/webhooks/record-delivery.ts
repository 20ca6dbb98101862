// Records the result of an attempt if its claim is still valid. A webhook that has failed for three days, or answers
// that it is gone, is disabled, and its owner gets an email. Lock order is webhook, then deliveries, here and in the
// routes, because disabling a webhook updates all its deliveries.
import { WEBHOOK_TEXTS } from '@padron/contract/webhooks'
import { sql } from 'kysely'
import { asTenant, type Db, type Tx } from '../../db/client.ts'
import { failsTooLong, failureColumns, momentOf, successColumns, waitSeconds } from '../../jobs/delivery-retries.ts'
import { emailOwner } from '../../mail/email-owner.ts'
import type { Mailbox } from '../../mail/mailbox.ts'
import { giveUpWaiting } from '../../webhooks/webhook-rows.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

export type Outcome = {
  is: 'delivered' | 'again' | 'never'
  answered: number | null
  problem: string | null
  tookMs: number | null
  /** Whether the result counts for the receiver's health; an attempt that was not sent does not. */
  countsForReceiver: boolean
  gone?: true
}

const GONE = 'Se puso en pausa porque quien recibe respondió que ya no existe (410)'
type RecordOptions = {
  db: Db
  mailbox: Mailbox
  random: number
  /** What tests put the database's clock ahead. */
  aheadMs?: number
}
type Moment = ReturnType<typeof momentOf>

const write = async (
  tx: Tx,
  delivery: ClaimedDelivery,
  outcome: Outcome,
  wait: number | undefined,
  moment: Moment,
): Promise<boolean> => {
  const again = outcome.is === 'again' && wait !== undefined
  const status = outcome.is === 'delivered' ? 'delivered' : again ? 'waiting' : 'failed'
  const next = again ? sql`${moment} + make_interval(secs => ${wait}::float8)` : sql`null`
  const { numAffectedRows } = await sql`
    update webhook_delivery
    set status = ${status}, next_at = ${next}, claim_id = null, answered = ${outcome.answered},
      problem = ${outcome.problem}, took_ms = ${outcome.tookMs}
    where tenant_id = ${delivery.tenantId}
      and delivery_id = ${delivery.deliveryId}
      and claim_id = ${delivery.claimId}`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

const own = ({ tenantId, webhookId }: ClaimedDelivery) => sql`tenant_id = ${tenantId} and webhook_id = ${webhookId}`

/**
 * Locks the webhook's row. Of many concurrent deliveries only one every few seconds updates it; otherwise each would
 * wait for the same row.
 * @returns whether this delivery updates it
 */
const lockWebhookRow = async (tx: Tx, delivery: ClaimedDelivery, { is }: Outcome, moment: Moment): Promise<boolean> => {
  const isDue = sql`(failures > 0 or last_delivered_at is null or last_delivered_at < ${moment} - interval '5 seconds')`
  const { rows } = await sql`
    select
    from webhook
    where ${own(delivery)} ${is === 'delivered' ? sql`and ${isDue}` : sql``}
    for no key update`.execute(tx)
  return rows.length > 0
}

const noteDelivered = (tx: Tx, delivery: ClaimedDelivery, moment: Moment) =>
  sql`
    update webhook
    set ${successColumns(moment)}
    where ${own(delivery)}`.execute(tx)

type Failing = { tooLong: boolean; name: string; active: boolean; userId: number }
/**
 * Deliveries that were in progress when the receiver's pause began belong to the failure that began it: the pause grows
 * with the time that a receiver is unreachable, not with the number of its deliveries.
 */
const noteFailed = async (
  tx: Tx,
  delivery: ClaimedDelivery,
  { gone }: Outcome,
  at: Moment,
): Promise<Failing | undefined> => {
  const isNextRound = sql`(paused_until is null or paused_until <= ${delivery.claimedAt}::timestamptz)`
  const { rows } = await sql<Failing>`
    update webhook
    set ${failureColumns(at)}
    where ${own(delivery)} ${gone ? sql`` : sql`and ${isNextRound}`}
    returning ${failsTooLong(at)} as "tooLong", webhook_name as name,
      active, user_id as "userId"`.execute(tx)
  return rows[0]
}

const switchOff = async (
  tx: Tx,
  mailbox: Mailbox,
  delivery: ClaimedDelivery,
  failing: Failing,
  reason: string,
): Promise<void> => {
  const { tenantId, webhookId } = delivery
  await sql`
    update webhook
    set active = false, off_reason = ${reason}, paused_until = null, row_version = row_version + 1
    where ${own(delivery)}`.execute(tx)
  await giveUpWaiting(tx, tenantId, webhookId, reason)
  await emailOwner(tx, mailbox, {
    tenantId,
    userId: failing.userId,
    kind: 'webhook',
    subject: `Padrón puso en pausa el webhook «${failing.name}»`,
    lines: [
      `${reason}.`,
      'Lo que ocurra mientras esté en pausa no se le envía. Actívelo de nuevo cuando el otro sistema pueda recibir.',
    ],
    link: { text: 'Abrir los webhooks', path: '/webhooks' },
  })
}

const reasonOf = ({ gone }: Outcome, { tooLong }: Failing): string | undefined => {
  if (gone) return GONE
  return tooLong ? WEBHOOK_TEXTS.off : undefined
}

export const recordDelivery = (
  { db, mailbox, random, aheadMs = 0 }: RecordOptions,
  delivery: ClaimedDelivery,
  outcome: Outcome,
): Promise<void> =>
  asTenant(db, delivery.tenantId, async (tx) => {
    const moment = momentOf(aheadMs)
    const countsForReceiver = outcome.countsForReceiver && (await lockWebhookRow(tx, delivery, outcome, moment))
    const mine = await write(tx, delivery, outcome, waitSeconds(delivery.attempts, random), moment)
    if (!mine || !countsForReceiver) return
    if (outcome.is === 'delivered') return void (await noteDelivered(tx, delivery, moment))
    const failing = await noteFailed(tx, delivery, outcome, moment)
    const reason = failing?.active ? reasonOf(outcome, failing) : undefined
    if (failing && reason) await switchOff(tx, mailbox, delivery, failing, reason)
  })
