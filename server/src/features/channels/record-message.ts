// Records the result of a message if its claim is still valid. A channel that has failed for three days, or answers
// that it is gone, is switched off, and its owner gets an email. Lock order is channel, then deliveries, here and in
// the routes.
import { CHANNEL_TEXTS } from '@padron/contract/channels'
import { sql } from 'kysely'
import { asTenant, type Db, type Tx } from '../../db/client.ts'
import { failsTooLong, failureColumns, momentOf, successColumns, waitSeconds } from '../../jobs/delivery-retries.ts'
import { emailOwner } from '../../mail/email-owner.ts'
import type { Mailbox } from '../../mail/mailbox.ts'
import { giveUpWaiting } from './channels.queries.ts'
import type { ClaimedMessage } from './claim-messages.ts'
import type { MessageOutcome } from './send-message.ts'

const GONE = 'Se puso en pausa porque el canal respondió que ya no existe (410)'

type RecordOptions = {
  db: Db
  mailbox: Pick<Mailbox, 'configured'>
  random: number
  /** What tests put the database's clock ahead. */
  aheadMs?: number
}
type Moment = ReturnType<typeof momentOf>

const own = ({ tenantId, channelId }: ClaimedMessage) => sql`tenant_id = ${tenantId} and channel_id = ${channelId}`

/** A trial reports its result at once and is never repeated. */
const nextWait = ({ attempts, isTest }: ClaimedMessage, { is, retryAfter }: MessageOutcome, random: number) => {
  const wait = is === 'again' && !isTest ? waitSeconds(attempts, random) : undefined
  return wait === undefined ? undefined : Math.max(wait, retryAfter ?? 0)
}

/** @returns whether the claim was still valid */
const write = async (
  tx: Tx,
  claimed: ClaimedMessage,
  { is, answered, problem, tookMs }: MessageOutcome,
  wait: number | undefined,
  moment: Moment,
): Promise<boolean> => {
  const status = is === 'delivered' ? 'delivered' : wait === undefined ? 'failed' : 'waiting'
  const next = wait === undefined ? sql`null` : sql`${moment} + make_interval(secs => ${wait}::float8)`
  const { numAffectedRows } = await sql`
    update channel_delivery
    set status = ${status}, next_at = ${next}, claim_id = null, answered = ${answered}, problem = ${problem},
      took_ms = ${tookMs}
    where ${own(claimed)} and claim_id = ${claimed.claimId}`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

type Failing = { tooLong: boolean; name: string; active: boolean; userId: number }
const noteFailed = async (tx: Tx, claimed: ClaimedMessage, at: Moment): Promise<Failing | undefined> => {
  const { rows } = await sql<Failing>`
    update channel
    set ${failureColumns(at)}
    where ${own(claimed)}
    returning ${failsTooLong(at)} as "tooLong", channel_name as name, active, user_id as "userId"`.execute(tx)
  return rows[0]
}

const switchOff = async (
  tx: Tx,
  mailbox: RecordOptions['mailbox'],
  claimed: ClaimedMessage,
  { name, userId }: Failing,
  reason: string,
): Promise<void> => {
  const { tenantId, channelId } = claimed
  await sql`
    update channel
    set active = false, off_reason = ${reason}, paused_until = null, row_version = row_version + 1
    where ${own(claimed)}`.execute(tx)
  await giveUpWaiting(tx, tenantId, channelId, reason)
  await emailOwner(tx, mailbox, {
    tenantId,
    userId,
    kind: 'channel',
    subject: `Padrón puso en pausa el canal «${name}»`,
    lines: [`${reason}.`, 'Lo que ocurra mientras esté en pausa no se le envía. Corrija su dirección y actívelo.'],
    link: { text: 'Abrir los canales', path: '/channels' },
  })
}

export const recordMessage = (
  { db, mailbox, random, aheadMs = 0 }: RecordOptions,
  claimed: ClaimedMessage,
  outcome: MessageOutcome,
): Promise<void> =>
  asTenant(db, claimed.tenantId, async (tx) => {
    const moment = momentOf(aheadMs)
    await sql`select from channel where ${own(claimed)} for no key update`.execute(tx)
    if (!(await write(tx, claimed, outcome, nextWait(claimed, outcome, random), moment))) return
    if (outcome.is === 'delivered') {
      await sql`
        update channel
        set ${successColumns(moment)}, verified_at = coalesce(verified_at, ${moment})
        where ${own(claimed)}`.execute(tx)
      return
    }
    const failing = outcome.countsForChannel ? await noteFailed(tx, claimed, moment) : undefined
    if (outcome.retryAfter !== undefined)
      await sql`
        update channel
        set paused_until = greatest(paused_until, ${moment} + make_interval(secs => ${outcome.retryAfter}::float8))
        where ${own(claimed)}`.execute(tx)
    const reason = outcome.gone ? GONE : failing?.tooLong ? CHANNEL_TEXTS.off : undefined
    if (failing?.active && reason) await switchOff(tx, mailbox, claimed, failing, reason)
  })
