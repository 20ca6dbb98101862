// Sends due emails, several at once. Companies take turns, so that one company’s five thousand emails do not delay
// another’s first.
import type { FastifyBaseLogger } from 'fastify'
import { asSystem, type Db } from '../db/client.ts'
import type { FileStore } from '../files/contents/file-store.ts'
import { type LeasedWork, leasedWork } from '../jobs/leased-work.ts'
import { count, type EmailOutcome } from '../metrics/counters.ts'
import { type SpanRequest, spanned } from '../tracing/spans.ts'
import { openContents } from './attachments.ts'
import { type EmailBranding, readEmailBranding } from './branding.ts'
import { type ClaimedEmail, claimEmail, dueCompanies, LEASE_SECONDS, recordDelivery, TRIES } from './claim.ts'
import { composeEmail } from './compose.ts'
import { linkCodeOwner, type MailContent } from './email-content.ts'
import { type Delivery, type Mailbox, messageIdOf, SENDERS } from './mailbox.ts'

export type SenderOptions = {
  db: Db
  mailbox: Mailbox
  log: FastifyBaseLogger
  /** The store of attached files. */
  emailFiles: FileStore
  /** An absolute address of one of our paths that opens until then. */
  addressOf: (path: string, until: Date) => string
  /**
   * Opens the sealed code of a link, by its owner; undefined if no key opens it. Without this function no such email is
   * sent.
   */
  openCode?: (owner: string, sealed: string) => string | undefined
  now?: () => Date
  /** Emails sent at once. */
  senders?: number
  leaseSeconds?: number
  everyMs?: number
  /** How long a stop waits for emails under way; part of the ten seconds that it may take in all (bin/server.ts). */
  graceMs?: number
}

const NEW_COMPANIES_MS = 1_000

/** @returns claims the next email, companies in turn; undefined if none is due */
const claimInTurns = (db: Db, leaseSeconds: number): (() => Promise<ClaimedEmail | undefined>) => {
  let queue: number[] = []
  let refreshedAt = Number.NEGATIVE_INFINITY
  /** New companies come first; the others keep their order. */
  const refresh = async (): Promise<void> => {
    const due = await dueCompanies(db)
    queue = [...due.filter((tenantId) => !queue.includes(tenantId)), ...queue]
    refreshedAt = performance.now()
  }
  const claimFirst = async (): Promise<ClaimedEmail | undefined> => {
    for (let tenantId = queue.shift(); tenantId !== undefined; tenantId = queue.shift()) {
      const mail = await claimEmail(db, tenantId, leaseSeconds)
      if (!mail) continue
      queue.push(tenantId)
      return mail
    }
    return undefined
  }
  return async () => {
    const isStale = performance.now() - refreshedAt > NEW_COMPANIES_MS
    if (isStale) await refresh()
    const mail = await claimFirst()
    if (mail || isStale) return mail
    await refresh()
    return claimFirst()
  }
}

/** The companies' branding, read once until nothing is due. */
type BrandingCache = Map<number, Promise<EmailBranding>>

const readBranding = (db: Db, cache: BrandingCache, tenantId: number): Promise<EmailBranding> => {
  const branding = cache.get(tenantId) ?? asSystem(db, (tx) => readEmailBranding(tx, tenantId))
  cache.set(tenantId, branding)
  return branding
}

/**
 * The content with its link's code in the address; undefined if the link has expired or the code cannot be unsealed.
 */
const withCode = (
  { openCode, now = () => new Date() }: SenderOptions,
  { content, tenantId }: ClaimedEmail,
): MailContent | undefined => {
  const { link } = content
  if (link?.code === undefined) return content
  const code = openCode?.(linkCodeOwner(tenantId), link.code)
  const isOver = link.until !== undefined && Date.parse(link.until) <= now().getTime()
  return code === undefined || isOver ? undefined : { ...content, link: { ...link, path: `${link.path}#${code}` } }
}

const LINK_OVER: Delivery = { failed: 'su enlace venció antes de poder enviarse', again: false }

const deliver = async (options: SenderOptions, mail: ClaimedEmail, cache: BrandingCache): Promise<Delivery> => {
  const { db, mailbox, addressOf } = options
  const { tenantId } = mail
  const content = withCode(options, mail)
  if (!content) return LINK_OVER
  const branding = content.company || content.files ? await readBranding(db, cache, tenantId) : undefined
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

const sendOne = async (options: SenderOptions, mail: ClaimedEmail, cache: BrandingCache): Promise<Delivery> => {
  const { db, log } = options
  const startedAt = performance.now()
  const { mailId } = mail
  const composeFailed = (error: unknown): Delivery => {
    log.error({ err: error, mailId }, 'an email could not be composed')
    return { failed: 'no se pudo preparar', again: true }
  }
  const delivery = mail.attempts > TRIES ? INTERRUPTED : await deliver(options, mail, cache).catch(composeFailed)
  await recordDelivery(db, mail, delivery)
  logDelivery(log, mail, delivery, Math.round(performance.now() - startedAt))
  return delivery
}

/** Logs the server's code but not its text, which names the recipient; the text is stored with the email. */
const logDelivery = (log: FastifyBaseLogger, mail: ClaimedEmail, delivery: Delivery, tookMs: number): void => {
  const { mailId, copy, subjectId, tenantId, attempts: attempt } = mail
  const outcome = endOf(delivery, mail)
  count.email(outcome)
  const code = delivery === 'sent' ? undefined : /^[A-Z0-9]{3,12}\b/.exec(delivery.failed)?.[0]
  log[outcome === 'sent' ? 'info' : 'warn'](
    { mailId, copy, subjectId, attempt, outcome, code, tenantId, tookMs },
    'email',
  )
}

/** A span of its own: the span of the job that wrote the email has ended. */
const spanOf = ({ mailId, subjectId, attempts, tenantId }: ClaimedEmail): SpanRequest => ({
  name: 'email',
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

/**
 * Sends due emails. A stop waits for emails under way, then cuts them off; if even that cannot be recorded, the lease
 * expires and another process claims the email.
 */
export const emailSender = (options: SenderOptions): LeasedWork => {
  const { db, mailbox, log, senders = SENDERS, leaseSeconds = LEASE_SECONDS, everyMs = 3_000 } = options
  const { graceMs = 4_000 } = options
  const claimNext = claimInTurns(db, leaseSeconds)
  const cache: BrandingCache = new Map()
  return leasedWork<ClaimedEmail>(
    {
      concurrency: senders,
      everyMs,
      claim: async (free) => {
        const first = await claimNext()
        if (!first) cache.clear()
        const others = first ? await Promise.all(Array.from({ length: free - 1 }, claimNext)) : []
        return [first, ...others].filter((mail) => mail !== undefined)
      },
      run: (mail) =>
        spanned(
          spanOf(mail),
          () => sendOne(options, mail, cache),
          (delivery) => ({ 'padron.outcome': endOf(delivery, mail) }),
        ),
      failure: 'sending emails failed',
      graceMs,
      close: mailbox.close,
    },
    log,
  )
}
