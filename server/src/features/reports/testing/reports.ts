// Fixtures for tests of running reports: report rows, the company's switches, and an SMTP server that records emails.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { asSystem } from '../../../db/client.ts'
import type { MailContent } from '../../../mail/email-content.ts'
import { emailSender } from '../../../mail/email-sender.ts'
import { type Mailbox, smtpMailbox } from '../../../mail/mailbox.ts'
import type { Company, TestServer } from '../../../testing/server.ts'

export const log = pino({ level: process.env.PADRON_LOG ?? 'silent' })

export const switchOn = (
  server: TestServer,
  { tenantId }: Company,
  { active = true, tracking = [] }: { active?: boolean; tracking?: string[] } = {},
) =>
  server.db.system.query(
    `insert into email_setting (tenant_id, active, tracking, tracking_mails) values ($1, $2, $3, $4)
     on conflict (tenant_id) do update
     set active = excluded.active, tracking = excluded.tracking, tracking_mails = excluded.tracking_mails`,
    [tenantId, active, tracking.length > 0, tracking],
  )

type Given = {
  name?: string
  kind?: string
  mails?: string[]
  channels?: number[]
  policy?: string
  frequency?: string
  day?: number
  hour?: number
  firstOn?: string
  nextAt?: string | null
  active?: boolean
  changesFrom?: string
}

/** Inserts a report that was due long ago, unless said otherwise. @returns its id */
export const addReport = async (server: TestServer, { tenantId }: Company, given: Given = {}): Promise<number> => {
  const {
    name = 'Adeudos',
    kind = 'debts',
    mails = ['ana@norte.mx'],
    channels = [],
    policy = 'send',
    frequency = 'weekly',
    day = 1,
    hour = 7,
  } = given
  const { firstOn = '2026-01-05', nextAt = '2026-01-05T13:00:00Z', active = true, changesFrom = null } = given
  return asSystem(server.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into scheduled_report (tenant_id, report_name, kind, mails, channel_ids, frequency, send_day, send_hour,
        empty_policy, active, first_on, next_at, changes_from)
      values (${tenantId}, ${name}, ${kind}, ${mails}::text[], ${channels}::bigint[], ${frequency}, ${day}, ${hour},
        ${policy}, ${active}, ${firstOn}, ${nextAt}, ${changesFrom})
      returning report_id as id`.execute(tx)
    return rows[0]?.id ?? 0
  })
}

type Arrived = { to: string; email: Email }
export type TestSmtp = {
  mailbox: Mailbox
  arrived: Arrived[]
  /** Addresses that are rejected permanently. */
  refused: Set<string>
  /** Sends what is queued. */
  send: () => Promise<number>
  stop: () => Promise<void>
}

export const startSmtp = async (server: TestServer): Promise<TestSmtp> => {
  const arrived: Arrived[] = []
  const refused = new Set<string>()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(refused.has(address) ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          for (const { address } of envelope.rcptTo) arrived.push({ to: address, email })
          done()
        })
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const mailbox = smtpMailbox(`smtp://127.0.0.1:${port}`, 'avisos@padron.mx')
  const addressOf = (path: string): string => `https://padron.mx${path}`
  return {
    mailbox,
    arrived,
    refused,
    send: () => emailSender({ db: server.db, mailbox, log, addressOf, emailFiles: server.emailFiles }).runDue(),
    stop: async () => {
      mailbox.close()
      await new Promise<void>((done) => smtp.close(() => done()))
    },
  }
}

export type StoredEmail = {
  kind: string
  recipient: string
  report: string | null
  state: string
  content: MailContent
}
export const storedEmails = async (server: TestServer, { tenantId }: Company): Promise<StoredEmail[]> => {
  const { rows } = await server.db.system.query<StoredEmail>(
    'select kind, recipient, report, state, content from mail where tenant_id = $1 order by created_at, ' +
      'report, recipient',
    [tenantId],
  )
  return rows
}

/** All text of an email. */
export const wordsIn = ({ content }: Pick<StoredEmail, 'content'>): string =>
  JSON.stringify([content.about ?? '', content.lines, content.blocks ?? []])

/** The headings of the workbook of reports. */
export const HEADINGS = [
  'Clave',
  'Nombre',
  'Tipo de reporte',
  'Correos',
  'Frecuencia',
  'Día de envío',
  'Hora de envío',
  'RFC',
  'Arrendadora',
  'Estados',
  'Etiquetas',
  'Vista guardada',
  'Si no hay nada que informar',
  'Activo',
]
