// The door letters leave by: an SMTP server, where the installation has one. Addresses travel as objects, never as
// text to be parsed; what is attached is a stream or bytes of ours, never the name of a file.
import { PassThrough, type Readable } from 'node:stream'
import { createTransport } from 'nodemailer'

/** `size` in bytes, as it is before it is put into text. */
export type Attached = { name: string; type: string; content: Readable | Buffer; size: number; cid?: string }
export type EmailMessage = {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  /** Where answers go; undefined: nowhere. */
  replyTo?: string | undefined
  attached?: readonly Attached[]
}
/** `again`: not now, perhaps later. `unsure`: the whole letter had been handed over when the answer failed to come. */
export type Delivery = 'sent' | { failed: string; again: boolean; unsure?: boolean }
export type Mailbox = {
  /** Without a server letters are kept and not sent. */
  configured: boolean
  /** The domain of our own letters, for their ids. */
  domain: string
  send: (email: EmailMessage) => Promise<Delivery>
  /** Letters under way are cut off: each ends as one that is sent again. */
  close: () => void
}

export const noMailbox: Mailbox = {
  configured: false,
  domain: 'localhost',
  send: async () => ({ failed: 'no mail server', again: false }),
  close: () => undefined,
}

/** What says that a program wrote it, and asks programs not to answer. */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } as const
export const SENDER_NAME = 'Padrón'
/** Of the letter and its copy, the same however often it is tried. */
export const messageIdOf = (mailId: string, copy: number, domain: string): string => `<${mailId}.${copy}@${domain}>`

const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
type Timeouts = typeof TIMEOUTS
/**
 * In all, for one letter: a server that says a little every few seconds never falls silent. The longest is below a
 * lease (claim.ts).
 */
const EMAIL_MS = 120_000
/** More for each megabyte: some 400 kilobits a second. */
const MEGABYTE_MS = 20_000
const IDLE_MS = 10_000
/** Letters under way at once in a process, each on a connection of its own. */
export const SENDERS = 4

type SmtpError = { responseCode?: number; code?: string; message?: string }

/** What a server says of a letter or its addresses is about the letter; anything else is about us, or about today. */
const ABOUT_THE_EMAIL = new Set(['EENVELOPE', 'EMESSAGE'])
const TOO_LONG: SmtpError = { code: 'ETIMEDOUT', message: 'the letter took too long in all' }
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
  /** Where letters that cannot be delivered go back to; undefined: to their sender. */
  bounces?: string | undefined
  timeouts?: Timeouts
  emailMs?: number
}

/** @param url smtp(s)://user:password@server:port @param from the sender's address */
export const smtpMailbox = (
  url: string,
  from: string,
  { bounces, timeouts = TIMEOUTS, emailMs = EMAIL_MS }: Options = {},
): Mailbox => {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    pool: true,
    maxConnections: SENDERS,
    maxRequeues: 0, // when a letter is tried again the outbox says
    idleTimeout: IDLE_MS,
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A password is not said where others hear it.
    requireTLS: !secure && username !== '',
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  })
  transport.on('error', () => undefined) // an idle connection lost; a letter's own error comes with the letter
  /** Letters of which the last byte was handed over. */
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
        signal: late.signal, // ends its connection, and no other
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
