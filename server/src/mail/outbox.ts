// The outbox: letters are written in the transaction of what they tell, and sent afterwards by whichever process works.
// They are taken one at a time, just before they are sent. Taking one moves its next try ahead, so that one whose sender died is tried again; its Message-ID stays the same, so
// that a mailbox knows a second copy for one.
import { LETTERS_A_DAY } from '@padron/contract/queue'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../db/client.ts'
import { inWords, type MailContent } from './letter.ts'
import type { Delivery, Mailbox } from './mailbox.ts'

export type NewMail = { kind: string; subjectId: string; recipients: readonly string[]; content: MailContent }

/** @param tx the company's own @param mailbox decides whether they wait for a server or are only kept */
export const writeMails = async (
  tx: Tx,
  mailbox: Mailbox,
  { kind, subjectId, recipients, content }: NewMail,
): Promise<void> => {
  if (recipients.length === 0) return
  await sql`
    insert into mail (kind, subject_id, recipient, content, state)
    select ${kind}, ${subjectId}, r, ${JSON.stringify(content)}::jsonb, ${mailbox.configured ? 'queued' : 'kept'}
    from unnest(${recipients}::text[]) r on conflict do nothing`.execute(tx)
}

/** Letters the company may still be written today; one end of a job counts them after another. @param tx the company's own */
export const lettersLeft = async (tx: Tx, tenantId: number): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('mail ' || ${tenantId}::bigint, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from mail where tenant_id = ${tenantId} and state <> 'kept' and created_at > now() - interval '24 hours'`.execute(
    tx,
  )
  return Math.max(0, LETTERS_A_DAY - (rows[0]?.n ?? 0))
}

/** Longer than the slowest server may take over one letter (mailbox.ts, TIMEOUTS, at every step of it). */
const LEASE_SECONDS = 600
/** Waits between tries; after the last the letter has failed. */
const WAITS_SECONDS = [60, 300, 900, 3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600] as const

type Taken = { tenantId: number; mailId: string; recipient: string; content: MailContent; attempts: number }

/** The letter that is due first; a suspended company's wait. */
const take = (db: Db): Promise<Taken | undefined> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<Taken>`
      with due as (
        select m.tenant_id, m.mail_id from mail m join company c on c.tenant_id = m.tenant_id and c.suspended_at is null
        where m.state = 'queued' and m.next_at <= now() order by m.next_at limit 1 for update of m skip locked)
      update mail m set attempts = m.attempts + 1, next_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from due where m.tenant_id = due.tenant_id and m.mail_id = due.mail_id
      returning m.tenant_id as "tenantId", m.mail_id as "mailId", m.recipient, m.content, m.attempts`.execute(tx)
    return rows[0]
  })

const settle = (db: Db, { tenantId, mailId, attempts }: Taken, delivery: Delivery): Promise<void> =>
  asSystem(db, async (tx) => {
    const wait = WAITS_SECONDS[attempts - 1]
    const again = delivery !== 'sent' && delivery.again && wait !== undefined
    const state = delivery === 'sent' ? 'sent' : again ? 'queued' : 'failed'
    const problem = delivery === 'sent' ? null : delivery.failed
    await sql`
      update mail set state = ${state}, problem = ${problem}, sent_at = case when ${state} = 'sent' then now() end,
        next_at = now() + make_interval(secs => ${again ? wait : 0})
      where tenant_id = ${tenantId} and mail_id = ${mailId} and state = 'queued' and attempts = ${attempts}`.execute(tx)
  })

export type OutboxOptions = {
  db: Db
  mailbox: Mailbox
  log: FastifyBaseLogger
  /** A complete address of a path of ours that opens until then. */
  addressOf: (path: string, until: Date) => string
}

const sendOne = async ({ db, mailbox, log, addressOf }: OutboxOptions, mail: Taken): Promise<void> => {
  const { link } = mail.content
  const words = inWords(mail.content, link ? addressOf(link.path, new Date(link.until)) : undefined)
  const messageId = `<${mail.mailId}@${mailbox.domain}>`
  const delivery = await mailbox.send({ ...words, messageId, to: mail.recipient })
  if (delivery !== 'sent')
    log.warn({ mailId: mail.mailId, again: delivery.again, problem: delivery.failed }, 'a letter was not delivered')
  await settle(db, mail, delivery)
}

/** Sends what is due, until nothing is. @param signal stops before the next letter @returns how many were tried */
export const sendDue = async (options: OutboxOptions, signal?: AbortSignal): Promise<number> => {
  let tried = 0
  while (!signal?.aborted) {
    const mail = await take(options.db)
    if (!mail) break
    await sendOne(options, mail)
    tried++
  }
  return tried
}

const LOOK_EVERY_MS = 3_000

/** @returns how to stop: the letter under way is waited for */
export const startOutbox = (options: OutboxOptions): (() => Promise<void>) => {
  if (!options.mailbox.configured) return async () => undefined
  const stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const look = () => sendDue(options, stopping.signal)
  const timer = setInterval(() => {
    running = running.then(look).catch((error: unknown) => options.log.error({ err: error }, 'sending letters failed'))
  }, LOOK_EVERY_MS)
  return async () => {
    stopping.abort()
    clearInterval(timer)
    await running
    options.mailbox.close()
  }
}
