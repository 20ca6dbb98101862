// The door letters leave by: an SMTP server, where the installation has one. Addresses travel as objects, never as text to
// be parsed, and a letter holds neither files nor addresses of files.
import { createTransport } from 'nodemailer'

export type Letter = { messageId: string; to: string; subject: string; text: string; html: string }
/** `again`: not now, perhaps later. */
export type Delivery = 'sent' | { failed: string; again: boolean }
export type Mailbox = {
  /** Without a server letters are kept and not sent. */
  configured: boolean
  /** The domain of our own letters, for their ids. */
  domain: string
  send: (letter: Letter) => Promise<Delivery>
  close: () => void
}

export const noMailbox: Mailbox = {
  configured: false,
  domain: 'localhost',
  send: async () => ({ failed: 'no mail server', again: false }),
  close: () => undefined,
}

const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

type SmtpError = { responseCode?: number; code?: string; message?: string }

/** A server that says 5xx has decided; one that cannot be reached or says 4xx has not. */
const asDelivery = (error: unknown): Delivery => {
  const { responseCode, code, message } = (error ?? {}) as SmtpError
  const final = responseCode === undefined ? code === 'EENVELOPE' : responseCode >= 500
  return { failed: (message ?? String(error)).slice(0, 300), again: !final }
}

/** @param url smtp(s)://user:password@server:port @param from the sender's address */
export const smtpMailbox = (url: string, from: string): Mailbox => {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // A password is not said where others hear it.
    requireTLS: !secure && username !== '',
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  })
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const send: Mailbox['send'] = async ({ messageId, to, subject, text, html }) => {
    try {
      const { rejected } = await transport.sendMail({
        messageId,
        from: { name: 'Padrón', address: from },
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      return rejected.length > 0 ? { failed: 'El servidor de correo rechazó la dirección.', again: false } : 'sent'
    } catch (error) {
      return asDelivery(error)
    }
  }
  return { configured: true, domain, send, close: () => transport.close() }
}
