// Sending emails: attachments, the result of each failure of a mail server, senders that die, and turns between
// companies.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asTenant } from '../db/client.ts'
import { storeEmailFile } from '../features/reports/email-files.ts'
import { emailFilePath } from '../jobs/report-file.ts'
import { type Company, type TestServer, testServer } from '../testing/server.ts'
import { headerOf, type TestSmtp, testSmtp } from '../testing/services/smtp.ts'
import type { MailContent, MailFile } from './email-content.ts'
import { emailSender } from './email-sender.ts'
import { type Mailbox, smtpMailbox } from './mailbox.ts'
import { writeMails } from './outbox.ts'

let server: TestServer
let company: Company
let smtp: TestSmtp
let mailbox: Mailbox
const log = pino({ level: 'silent' })
const FROM = 'avisos@padron.mx'
const QUICK = { dnsTimeout: 2_000, connectionTimeout: 2_000, greetingTimeout: 250, socketTimeout: 250 }

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  smtp = await testSmtp()
  mailbox = smtpMailbox(smtp.url, FROM, { bounces: 'rebotes@padron.mx' })
})
afterAll(async () => {
  mailbox.close()
  await smtp.stop()
  await server.stop()
})
beforeEach(async () => {
  smtp.arrived.length = 0
  await server.db.system.query('delete from mail')
})

const addressOf = (path: string) => `https://padron.mx${path}`
const plain: MailContent = { subject: 'Hola', lines: ['Hola'] }
const write = (recipients: string[], content = plain, at = company) =>
  asTenant(server.db, at.tenantId, (tx) =>
    writeMails(tx, mailbox, { kind: 'report 1', subjectId: randomUUID(), recipients, content }),
  )
const send = (by: Mailbox = mailbox, more: { senders?: number; leaseSeconds?: number } = {}) =>
  emailSender({ db: server.db, mailbox: by, log, addressOf, emailFiles: server.emailFiles, ...more }).runDue()
const stored = async () =>
  (await server.db.system.query('select state, attempts, problem, unsure, mail_id as id from mail order by recipient'))
    .rows

const keep = async (name: string, bytes: Buffer): Promise<MailFile> => {
  const stored = await server.emailFiles.write(randomUUID(), new Date(), async (into) => void into.end(bytes))
  const type = 'application/octet-stream'
  const { fileId, until } = await asTenant(server.db, company.tenantId, (tx) =>
    storeEmailFile(tx, { ...stored, name, type, queueItemId: null }, new Date()),
  )
  return { fileId, name, type, until, size: bytes.length, path: emailFilePath(company.tenantId, fileId) }
}

describe('an email that is sent', () => {
  it('has the company’s branding, its small files, and the addresses for replies and bounces', async () => {
    await server.db.system.query(
      `
        insert into email_setting (tenant_id, header, from_email, facebook)
        values ($1, 'Buen día', 'flotillas@norte.mx', 'https://www.facebook.com/norte')`,
      [company.tenantId],
    )
    await server.db.system.query(
      `
        insert into email_logo (tenant_id, sha256, media_type, width, height, image)
        values ($1, 'abc', 'image/png', 1, 1, $2)`,
      [company.tenantId, Buffer.from('picture')],
    )
    const small = await keep('Adeudos de ñandú.xlsx', Buffer.alloc(70_000, 'a'))
    const large = await keep('Grande.zip', Buffer.alloc(7_000_001))
    const lost = await keep('Perdido.pdf', Buffer.from('x'))
    await server.db.system.query('delete from report_file where file_id = $1', [lost.fileId])
    await write(['ana@norte.mx'], { ...plain, files: [small, large, lost], company: true })
    expect(await send()).toBe(1)
    const [email] = smtp.arrived
    expect(email?.from).toBe('rebotes@padron.mx')
    expect(email?.email.replyTo).toEqual([{ name: '', address: 'flotillas@norte.mx' }])
    expect(email && headerOf(email, 'X-Auto-Response-Suppress')).toBe('All')
    const attached = email?.email.attachments.map(({ filename, contentId, content }) => [
      filename,
      contentId,
      (content as ArrayBuffer).byteLength,
    ])
    expect(attached).toEqual(
      expect.arrayContaining([
        ['logotipo.png', '<logo@padron>', 7],
        ['Adeudos de ñandú.xlsx', undefined, 70_000],
      ]),
    )
    expect(attached).toHaveLength(2)
    for (const words of [
      'Buen día',
      'https://www.facebook.com/norte',
      large.path,
      small.path,
      'Perdido.pdf (Este archivo ya no está disponible.)',
    ])
      expect(email?.email.text).toContain(words)
  })

  it('reaches its one recipient only, whatever the address, the subject and a file’s name contain', async () => {
    const hostile = [
      'ana@x.mx\r\nBcc: mal@x.mx',
      'ana@x.mx, mal@x.mx',
      'grupo: mal@x.mx;',
      '"Mal" <mal@x.mx>',
      'ana@x.mx>\r\nRCPT TO:<mal@x.mx',
    ]
    const file = { ...(await keep('a.txt', Buffer.from('x'))), name: 'a.txt"\r\nX-Mal: 1' }
    await write([...hostile, 'bien@x.mx'], { subject: 'Uno\r\nX-Mal: 1', lines: ['x'], files: [file] })
    await send()
    expect(smtp.arrived.map(({ to }) => to)).toContainEqual(['bien@x.mx'])
    for (const email of smtp.arrived) {
      expect(email.to).toHaveLength(1)
      expect(email.to[0]).not.toMatch(/^mal@/)
      expect(headerOf(email, 'X-Mal') ?? headerOf(email, 'Bcc')).toBeUndefined()
    }
  })

  it('is below ten megabytes, however many files it has', async () => {
    const files = [await keep('a.zip', Buffer.alloc(6_999_000)), await keep('b.zip', Buffer.alloc(6_999_000))]
    await write(['ana@norte.mx'], { ...plain, files, company: true })
    await send()
    expect(smtp.arrived[0]?.email.attachments.map(({ filename }) => filename)).toContain('a.zip')
    expect(smtp.arrived[0]?.bytes).toBeLessThan(10_000_000)
    expect(smtp.arrived[0]?.email.text).toContain(files[1]?.path)
  })

  it('is sent even if a file’s bytes are missing', async () => {
    const file = await keep('Ido.xlsx', Buffer.from('x'))
    const { rows } = await server.db.system.query('select path from report_file where file_id = $1', [file.fileId])
    await server.emailFiles.remove(rows[0].path)
    await write(['ana@norte.mx'], { ...plain, files: [file] })
    await send()
    expect(smtp.arrived[0]?.email.text).toContain('Ido.xlsx (Este archivo ya no está disponible.)')
  })
})

/** A server that misbehaves. */
const raw = async (talk: (socket: Socket) => void): Promise<{ server: Server; url: string; end: () => void }> => {
  const sockets = new Set<Socket>()
  const bad = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    talk(socket)
  })
  bad.listen(0, '127.0.0.1')
  await once(bad, 'listening')
  const end = () => {
    bad.close()
    for (const socket of sockets) socket.destroy()
  }
  return { server: bad, url: `smtp://127.0.0.1:${(bad.address() as AddressInfo).port}`, end }
}
/** Accepts everything, and responds to a complete email as the test says. */
const yes = (whole: (socket: Socket) => void) => (socket: Socket) => {
  let inData = false
  socket.write('220 hola\r\n')
  socket.on('data', (chunk) => {
    const text = chunk.toString()
    if (inData) {
      if (text.includes('\r\n.\r\n')) whole(socket)
      return
    }
    inData = text.startsWith('DATA')
    socket.write(text.startsWith('STARTTLS') ? '502 no\r\n' : inData ? '354 siga\r\n' : '250 bien\r\n')
  })
}

describe('a mail server that fails', () => {
  const TROUBLES: readonly {
    it: string
    talk: (socket: Socket) => void
    with?: string
    problem: RegExp
    unsure?: true
  }[] = [
    { it: 'does not respond', talk: () => undefined, problem: /^ETIMEDOUT/ },
    { it: 'closes the connection', talk: (socket) => void socket.end(), problem: /^ECONNECTION|^ESOCKET/ },
    {
      it: 'is not a mail server',
      talk: (socket) => void socket.end('HTTP/1.1 400 Bad\r\n\r\n'),
      problem: /^EPROTOCOL|^ECONNECTION/,
    },
    { it: 'rejects everybody today', talk: (socket) => void socket.end('554 hoy no\r\n'), problem: /^554/ },
    { it: 'has no TLS for the password', talk: yes(() => undefined), with: 'ana:secreta@', problem: /^ETLS/ },
    {
      it: 'is cut off before it accepts',
      talk: yes((socket) => void socket.destroy()),
      unsure: true,
      problem: /^ECONNECTION|^ESOCKET/,
    },
    { it: 'never accepts', talk: yes(() => undefined), unsure: true, problem: /^ETIMEDOUT/ },
    {
      it: 'has no room for the email now',
      talk: yes((socket) => void socket.write('452 lleno\r\n')),
      problem: /^452/,
    },
  ]
  it.each(TROUBLES)('causes a retry if it $it', async ({ talk, problem, unsure = false, with: account = '' }) => {
    const bad = await raw(talk)
    const by = smtpMailbox(bad.url.replace('//', `//${account}`), FROM, { timeouts: QUICK })
    await write(['ana@norte.mx'])
    await send(by)
    by.close()
    bad.end()
    const [email] = await stored()
    expect(email).toMatchObject({ state: 'queued', attempts: 1, unsure })
    expect(email.problem).toMatch(problem)
  })

  /** Responds forever that it is still working. */
  const drips = (socket: Socket) => {
    const timer = setInterval(() => socket.writable && socket.write('250-espere\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  }

  it.each([
    { it: 'the greeting', talk: drips, unsure: false },
    { it: 'the whole email', talk: yes(drips), unsure: true },
  ])('is given up at the time limit if it never ends its response to $it', async ({ talk, unsure }) => {
    const closed = Promise.withResolvers<void>()
    const bad = await raw((socket) => {
      socket.on('close', () => closed.resolve())
      talk(socket)
    })
    const by = smtpMailbox(bad.url, FROM, { timeouts: { ...QUICK, greetingTimeout: 60_000 }, emailMs: 400 })
    await write(['ana@norte.mx'])
    await send(by)
    await closed.promise // its connection is closed too
    by.close()
    bad.end()
    expect(await stored()).toMatchObject([
      { state: 'queued', attempts: 1, unsure, problem: expect.stringMatching(/^ETIMEDOUT/) },
    ])
    await server.db.system.query('update mail set next_at = now()')
    await send()
    const [email] = await stored()
    expect(email).toMatchObject({ state: 'sent', unsure })
    expect(smtp.arrived[0]?.email.messageId).toBe(`<${email.id}.1@padron.mx>`)
  })

  it('does not delay a stop: the email is aborted, and sent again later', async () => {
    const begun = Promise.withResolvers<void>()
    const bad = await raw(
      yes((socket) => {
        begun.resolve()
        drips(socket)
      }),
    )
    const by = smtpMailbox(bad.url, FROM, { timeouts: QUICK })
    await write(['ana@norte.mx'])
    const options = { db: server.db, mailbox: by, log, addressOf, emailFiles: server.emailFiles }
    const stop = emailSender({ ...options, everyMs: 10, graceMs: 50 }).start()
    await begun.promise
    await stop()
    bad.end()
    expect(await stored()).toMatchObject([{ state: 'queued', attempts: 1, unsure: true }])
  })

  it('fails an email that it rejects after it has received it', async () => {
    const bad = await raw(yes((socket) => void socket.write('554 parece basura\r\n')))
    const by = smtpMailbox(bad.url, FROM, { timeouts: QUICK })
    await write(['ana@norte.mx'])
    await send(by)
    by.close()
    bad.end()
    expect(await stored()).toMatchObject([{ state: 'failed', unsure: false }])
  })
})

describe('an email whose sender died', () => {
  it('is sent again when its lease expires, with the same id, as possibly sent twice', async () => {
    await write(['ana@norte.mx'])
    const dead: Mailbox = { ...mailbox, send: () => Promise.reject(new Error('dead')) }
    const lease = server.db.system.query.bind(server.db.system)
    // The sender delivered the email and died before it could record that.
    await lease(
      `update mail set state = 'sending', attempts = 1, begun_at = now(), next_at = now() + interval '1 hour'`,
    )
    expect(await send()).toBe(0)
    await lease(`update mail set next_at = now() - interval '1 second'`)
    expect(await send()).toBe(1)
    const [email] = await stored()
    expect(email).toMatchObject({ state: 'sent', attempts: 2, unsure: true })
    expect(smtp.arrived[0]?.email.messageId).toBe(`<${email.id}.1@padron.mx>`)
    await write(['beto@norte.mx'])
    await send(dead)
    expect((await stored())[1]).toMatchObject({ state: 'queued', unsure: false })
  })

  it('keeps the result of a later sender', async () => {
    await write(['ana@norte.mx'])
    const late = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const slow: Mailbox = {
      ...mailbox,
      send: async () => {
        begun.resolve()
        await late.promise
        return { failed: '550 no', again: false }
      },
    }
    const first = send(slow, { senders: 1 })
    await begun.promise
    await server.db.system.query(`update mail set next_at = now() - interval '1 second'`)
    await send()
    late.resolve()
    await first
    expect(await stored()).toMatchObject([{ state: 'sent', attempts: 2, unsure: true }])
  })

  it('fails after a number of such attempts', async () => {
    await write(['ana@norte.mx'])
    await server.db.system.query(
      `update mail set state = 'sending', attempts = 8, next_at = now() - interval '1 second'`,
    )
    await send()
    expect(await stored()).toMatchObject([{ state: 'failed', problem: 'interrupted', unsure: true }])
    expect(smtp.arrived).toEqual([])
  })
})

it('companies take turns, and several emails are sent at once', async () => {
  const other = await server.company('sur')
  await write(['a1@x.mx', 'a2@x.mx', 'a3@x.mx', 'a4@x.mx', 'a5@x.mx', 'a6@x.mx'])
  await write(['b1@x.mx'], plain, other)
  await server.db.system.query(`update mail set next_at = now() - interval '1 minute' where recipient like 'a%'`)
  const order: string[] = []
  const noting: Mailbox = {
    ...mailbox,
    send: async ({ to }) => {
      order.push(to)
      return 'sent'
    },
  }
  expect(await send(noting, { senders: 1 })).toBe(7)
  expect(order.indexOf('b1@x.mx')).toBeLessThan(2)
  await server.db.system.query(`update mail set state = 'queued', next_at = now()`)
  const gate = Promise.withResolvers<void>()
  let under = 0
  /** The first emails proceed only when four have arrived. */
  const together: Mailbox = {
    ...mailbox,
    send: async () => {
      if (++under === 4) gate.resolve()
      await gate.promise
      return 'sent'
    },
  }
  expect(await send(together)).toBe(7)
})
