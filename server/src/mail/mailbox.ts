// Sends emails through the installation's SMTP server. Addresses are passed as objects, never as text to parse;
// attachments are streams or buffers, never file names.
import { PassThrough, type Readable } from 'node:stream'
import { createTransport } from 'nodemailer'

/** `size` in bytes before encoding. */
export type Attached = { name: string; type: string; content: Readable | Buffer; size: number; cid?: string }
type EmailMessage = {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  /** Undefined: no reply address. */
  replyTo?: string | undefined
  attached?: readonly Attached[]
}
/** `again`: worth another attempt. `unsure`: the whole email was handed over, but the confirmation did not come. */
export type Delivery = 'sent' | { failed: string; again: boolean; unsure?: boolean }
export type Mailbox = {
  /** Without a server emails are stored and not sent. */
  configured: boolean
  /** The domain of our Message-IDs. */
  domain: string
  send: (email: EmailMessage) => Promise<Delivery>
  /** Cuts off emails under way; each ends as one that is tried again. */
  close: () => void
}

export const noMailbox: Mailbox = {
  configured: false,
  domain: 'localhost',
  send: async () => ({ failed: 'no mail server', again: false }),
  close: () => undefined,
}

/** Headers that mark an automatic email and ask programs not to reply. */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } as const
export const SENDER_NAME = 'Padrón'
/** The same for every attempt of one copy. */
export const messageIdOf = (mailId: string, copy: number, domain: string): string => `<${mailId}.${copy}@${domain}>`

const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
type Timeouts = typeof TIMEOUTS
/**
 * The total time for one email: a server that sends a little every few seconds never hits the other timeouts. The
 * longest total stays below the lease (claim.ts).
 */
const EMAIL_MS = 120_000
/** Added for each megabyte: some 400 kilobits a second. */
const MEGABYTE_MS = 20_000
const IDLE_MS = 10_000
/** Emails sent at once by a process, each on its own connection. */
export const SENDERS = 4

type SmtpError = { responseCode?: number; code?: string; message?: string }

/** Only errors about the email or its addresses can be final; all others are temporary errors of the server. */
const ABOUT_THE_EMAIL = new Set(['EENVELOPE', 'EMESSAGE'])
const TOO_LONG: SmtpError = { code: 'ETIMEDOUT', message: 'sending the email took too long' }
const asDelivery = (error: unknown, whole: boolean): Delivery => {
  const { responseCode, code = '', message } = (error ?? {}) as SmtpError
  const decided = ABOUT_THE_EMAIL.has(code) && (responseCode === undefined || responseCode >= 500)
  const named = code === 'ETLS' || /SSL routines|certificate/i.test(message ?? '') ? 'ETLS' : code
  const failed = `${named === 'ETLS' ? named : (responseCode ?? named)} ${message ?? String(error)}`
    .trim()
    .slice(0, 300)
  return { failed, again: !decided, ...(whole && responseCode === undefined ? { unsure: true } : {}) }
}

type Options = {
  /** Where bounces go; undefined: to the sender. */
  bounces?: string | undefined
  timeouts?: Timeouts
  emailMs?: number
}

/** The connection options of a server. @param url smtp(s)://user:password@server:port */
export const smtpServer = (url: string) => {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A password is sent only over TLS.
    requireTLS: !secure && username !== '',
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** @param url smtp(s)://user:password@server:port @param from the sender's address */
export const smtpMailbox = (
  url: string,
  from: string,
  { bounces, timeouts = TIMEOUTS, emailMs = EMAIL_MS }: Options = {},
): Mailbox => {
  const transport = createTransport({
    pool: true,
    maxConnections: SENDERS,
    maxRequeues: 0, // the outbox decides when to retry
    idleTimeout: IDLE_MS,
    ...smtpServer(url),
    ...timeouts,
  })
  transport.on('error', () => undefined) // a lost idle connection; send() reports errors of an email itself
  /** Message-IDs whose last byte was handed over. */
  const whole = new Set<string>()
  transport.use('stream', (mail, done) => {
    const id = String(mail.data.messageId)
    mail.message.transform(
      () =>
        new PassThrough({
          flush: (end) => {
            whole.add(id)
            end()
          },
        }),
    )
    done()
  })
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const send: Mailbox['send'] = async ({ messageId, to, subject, text, html, replyTo, attached = [] }) => {
    const late = new AbortController()
    const megabytes = Math.ceil(attached.reduce((sum, { size }) => sum + size, 0) / 1_000_000)
    const deadline = setTimeout(() => late.abort(), emailMs + megabytes * MEGABYTE_MS)
    try {
      const { rejected } = await transport.sendMail({
        signal: late.signal, // ends only this email's connection
        messageId,
        from: { name: SENDER_NAME, address: from },
        to: { name: '', address: to },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        ...(bounces ? { envelope: { from: bounces, to: [{ name: '', address: to }] } } : {}),
        subject,
        text,
        html,
        attachments: attached.map(({ name, type, content, cid }) => ({
          filename: name,
          contentType: type,
          content,
          ...(cid ? { cid, contentDisposition: 'inline' as const } : {}),
        })),
        headers: AUTOMATIC,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      return rejected.length > 0 ? { failed: '550 El servidor de correo rechazó la dirección.', again: false } : 'sent'
    } catch (error) {
      return asDelivery(late.signal.aborted ? TOO_LONG : error, whole.has(messageId))
    } finally {
      clearTimeout(deadline)
      whole.delete(messageId)
    }
  }
  return { configured: true, domain, send, close: () => transport.close({ force: true }) }
}
