// Sends due emails, several at once. Companies take turns, so that one company's five thousand emails do not delay
// another's first.
import type { FastifyBaseLogger } from 'fastify'
import { asSystem, type Db } from '../db/client.ts'
import type { FileStore } from '../files/contents/file-store.ts'
import { count, type EmailOutcome } from '../metrics/counters.ts'
import { type Asked, spanned } from '../tracing/spans.ts'
import { openContents } from './attachments.ts'
import { type EmailBranding, readEmailBranding } from './branding.ts'
import { type ClaimedEmail, claimEmail, dueCompanies, LEASE_SECONDS, recordDelivery, TRIES } from './claim.ts'
import { composeEmail } from './compose.ts'
import { type Delivery, type Mailbox, messageIdOf, SENDERS } from './mailbox.ts'

export type OutboxOptions = {
  db: Db
  mailbox: Mailbox
  log: FastifyBaseLogger
  /** The store of attached files. */
  emailFiles: FileStore
  /** An absolute address of one of our paths that opens until then. */
  addressOf: (path: string, until: Date) => string
  /** Emails sent at once. */
  senders?: number
  leaseSeconds?: number
}

const NEW_COMPANIES_MS = 1_000

/** @returns the next email to send, companies in turn; undefined if none is due */
const nextDueEmail = (db: Db, leaseSeconds: number): (() => Promise<ClaimedEmail | undefined>) => {
  let queue: number[] = []
  let refreshedAt = Number.NEGATIVE_INFINITY
  /**
   * Whether a claim succeeded since the last query. If none did, the query is not repeated: other processes hold the
   * rest.
   */
  let hasClaimed = true
  let refreshing: Promise<void> | undefined
  /** New companies come first; the others keep their order. */
  const refresh = async () => {
    hasClaimed = false
    const due = await dueCompanies(db)
    queue = [...due.filter((tenantId) => !queue.includes(tenantId)), ...queue]
    refreshedAt = performance.now()
  }
  const refreshOnce = (): Promise<void> => {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  return async () => {
    for (;;) {
      if (queue.length === 0 && !hasClaimed && !refreshing) return undefined
      if (queue.length === 0 || performance.now() - refreshedAt > NEW_COMPANIES_MS) await refreshOnce()
      const tenantId = queue.shift()
      if (tenantId === undefined) continue
      queue.push(tenantId)
      const mail = await claimEmail(db, tenantId, leaseSeconds)
      if (mail) {
        hasClaimed = true
        return mail
      }
      queue = queue.filter((each) => each !== tenantId)
    }
  }
}

/** Reads a company's branding once for each run of sendDue. */
const brandingCache = (db: Db): ((tenantId: number) => Promise<EmailBranding>) => {
  const cached = new Map<number, Promise<EmailBranding>>()
  return (tenantId) => {
    const branding = cached.get(tenantId) ?? asSystem(db, (tx) => readEmailBranding(tx, tenantId))
    cached.set(tenantId, branding)
    return branding
  }
}

type ReadBranding = (tenantId: number) => Promise<EmailBranding>

const deliver = async (options: OutboxOptions, mail: ClaimedEmail, readBranding: ReadBranding): Promise<Delivery> => {
  const { mailbox, addressOf } = options
  const { content, tenantId } = mail
  const branding = content.company || content.files ? await readBranding(tenantId) : undefined
  const { attached, gone, close } = await openContents(options, tenantId, content, branding)
  try {
    const words = composeEmail(content, branding, { addressOf, picture: 'cid', gone })
    const messageId = messageIdOf(mail.mailId, mail.copy, mailbox.domain)
    const replyTo = content.company && branding?.fromEmail ? branding.fromEmail : undefined
    return await mailbox.send({ ...words, messageId, to: mail.recipient, replyTo, attached })
  } finally {
    close()
  }
}

const INTERRUPTED: Delivery = { failed: 'interrupted', again: false }

const sendOne = async (options: OutboxOptions, mail: ClaimedEmail, readBranding: ReadBranding): Promise<Delivery> => {
  const { db, log } = options
  const begun = performance.now()
  const { mailId } = mail
  const composeFailed = (error: unknown): Delivery => {
    log.error({ err: error, mailId }, 'a letter could not be put into words')
    return { failed: 'no se pudo preparar', again: true }
  }
  const delivery = mail.attempts > TRIES ? INTERRUPTED : await deliver(options, mail, readBranding).catch(composeFailed)
  await recordDelivery(db, mail, delivery)
  logDelivery(log, mail, delivery, Math.round(performance.now() - begun))
  return delivery
}

/** Logs the server's code but not its text, which names the recipient; the text is stored with the email. */
const logDelivery = (log: FastifyBaseLogger, mail: ClaimedEmail, delivery: Delivery, ms: number): void => {
  const { mailId, copy, subjectId, tenantId, attempts: attempt } = mail
  const outcome = endOf(delivery, mail)
  count.email(outcome)
  const code = delivery === 'sent' ? undefined : /^[A-Z0-9]{3,12}\b/.exec(delivery.failed)?.[0]
  log[outcome === 'sent' ? 'info' : 'warn']({ mailId, copy, subjectId, attempt, outcome, code, tenantId, ms }, 'letter')
}

/** A span of its own: the span of the job that wrote the email has ended. */
const spanOf = ({ mailId, subjectId, attempts, tenantId }: ClaimedEmail): Asked => ({
  name: 'letter',
  kind: 'client',
  attributes: {
    'padron.mail_id': mailId,
    'padron.subject_id': subjectId,
    'padron.attempt': attempts,
    'padron.tenant_id': tenantId,
  },
})
const endOf = (delivery: Delivery, { attempts }: ClaimedEmail): EmailOutcome => {
  if (delivery === 'sent') return 'sent'
  return delivery.again && attempts < TRIES ? 'again' : 'failed'
}

/** Sends until nothing is due. @param signal stops before the next email @returns how many were attempted */
export const sendDue = async (options: OutboxOptions, signal?: AbortSignal): Promise<number> => {
  const { db, senders = SENDERS, leaseSeconds = LEASE_SECONDS } = options
  const next = nextDueEmail(db, leaseSeconds)
  const readBranding = brandingCache(db)
  let tried = 0
  const sender = async () => {
    while (!signal?.aborted) {
      const mail = await next()
      if (!mail) return
      await spanned(
        spanOf(mail),
        () => sendOne(options, mail, readBranding),
        (delivery) => ({ 'padron.outcome': endOf(delivery, mail) }),
      )
      tried++
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: senders }, sender))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return tried
}
