// Emails from the end of a job to a real SMTP server: what arrives, what is retried, and that no recipient injects
// another.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asTenant } from '../db/client.ts'
import { signedLinks } from '../files/signed-links.ts'
import { resultFolder, testWorker } from '../testing/processes/worker.ts'
import { type Company, type TestServer, testServer } from '../testing/server.ts'
import { type TestSmtp, testSmtp } from '../testing/services/smtp.ts'
import { appBeside } from '../testing/sign-in/identity.ts'
import { emailSender } from './email-sender.ts'
import { type Mailbox, noMailbox, smtpMailbox } from './mailbox.ts'
import { writeMails } from './outbox.ts'

let server: TestServer
let company: Company
let smtp: TestSmtp
let mailbox: Mailbox
const { files, remove } = resultFolder()

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  smtp = await testSmtp()
  mailbox = smtpMailbox(smtp.url, 'avisos@padron.mx')
})
afterAll(async () => {
  mailbox.close()
  await smtp.stop()
  await server.stop()
  remove()
})
beforeEach(async () => {
  smtp.arrived.length = 0
  smtp.answers.length = 0
  await server.db.system.query('delete from mail')
})

const log = pino({ level: 'silent' })
const SUBJECT = '01900000-0000-7000-8000-000000000001'
const content = {
  subject: 'Padrón: Reporte de 3 vehículos ñ',
  lines: ['Está <listo> & bien.'],
  link: { text: 'Descargar el archivo', path: '/files/x/1', until: '2030-01-02T00:00:00Z' },
}
const write = (recipients: string[], into: Mailbox = mailbox, subjectId = SUBJECT) =>
  asTenant(server.db, company.tenantId, (tx) =>
    writeMails(tx, into, { kind: 'result', subjectId, recipients, content }),
  )
const addressOf = (path: string, until: Date) => `https://padron.mx${path}?e=${until.getTime() / 1000}`
const send = () => emailSender({ db: server.db, mailbox, log, addressOf, emailFiles: server.emailFiles }).runDue()
const dueAgain = () => server.db.system.query(`update mail set next_at = now()`)
const stored = async () =>
  (
    await server.db.system.query(
      `select recipient, state, attempts, problem, next_at > now() as later from mail order by recipient`,
    )
  ).rows

describe('an email', () => {
  it('arrives once, in Spanish, as text and HTML, with the link and a fixed id', async () => {
    await write(['ana@norte.mx', 'beto@norte.mx'])
    await write(['ana@norte.mx'])
    expect(await send()).toBe(2)
    expect(await send()).toBe(0)
    expect(smtp.arrived.map(({ to }) => to)).toEqual(expect.arrayContaining([['ana@norte.mx'], ['beto@norte.mx']]))
    expect(smtp.arrived).toHaveLength(2)
    const [first] = smtp.arrived
    expect(first?.email).toMatchObject({
      subject: 'Padrón: Reporte de 3 vehículos ñ',
      from: { address: 'avisos@padron.mx' },
    })
    expect(first?.email.messageId).toMatch(/^<[\da-f-]{36}\.1@padron\.mx>$/)
    expect(first?.email.text).toContain('Está <listo> & bien.')
    expect(first?.email.text).toContain('https://padron.mx/files/x/1?e=1893542400')
    expect(first?.email.html).toContain('Está &lt;listo&gt; &amp; bien.')
    expect(first?.email.html).toContain('lang="es"')
    expect(first?.email.attachments).toEqual([])
    expect(first?.email.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect((await stored()).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  it('is retried with the same id after a temporary error, and not after a permanent one', async () => {
    await write(['luego@norte.mx'])
    smtp.answers.push(451)
    await send()
    expect(await stored()).toMatchObject([{ state: 'queued', attempts: 1, later: true }])
    expect(await send()).toBe(0)
    await dueAgain()
    await send()
    expect(await stored()).toMatchObject([{ state: 'sent', attempts: 2, problem: null }])
    await server.db.system.query('delete from mail')
    await write(['nadie@norte.mx'])
    smtp.answers.push(550)
    await send()
    expect(await stored()).toMatchObject([{ state: 'failed', attempts: 1 }])
  })

  it('waits while the server is unreachable, and fails after many attempts', async () => {
    const away = smtpMailbox('smtp://127.0.0.1:1', 'avisos@padron.mx')
    await write(['ana@norte.mx'])
    for (let tries = 1; tries <= 8; tries++) {
      await dueAgain()
      await emailSender({ db: server.db, mailbox: away, log, addressOf, emailFiles: server.emailFiles }).runDue()
      expect(await stored()).toMatchObject([{ state: tries < 8 ? 'queued' : 'failed', attempts: tries }])
    }
  })

  it('reaches its one recipient, whatever the address contains', async () => {
    const hostile = ['ana@norte.mx\r\nBcc: mal@x.mx', 'ana@norte.mx, mal@x.mx', 'grupo: mal@x.mx;', '"Mal" <mal@x.mx>']
    await write(hostile)
    await send()
    expect(smtp.arrived.flatMap(({ to }) => to).filter((address) => address.startsWith('mal@'))).toEqual([])
    for (const { email } of smtp.arrived) expect(email.bcc ?? []).toEqual([])
  })

  it('is stored and not sent without a server, and waits while its company is suspended', async () => {
    await write(['ana@norte.mx'], noMailbox)
    expect(await send()).toBe(0)
    expect(await stored()).toMatchObject([{ state: 'kept' }])
    await write(['beto@norte.mx'])
    await server.db.system.query('update company set suspended_at = now() where tenant_id = $1', [company.tenantId])
    expect(await send()).toBe(0)
    await server.db.system.query('update company set suspended_at = null where tenant_id = $1', [company.tenantId])
    expect(await send()).toBe(1)
  })

  it('is sent by only one of several workers, however slow their server is with earlier emails', async () => {
    const sentTo: string[] = []
    const slow = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    /** A mailbox that takes as long over its first email as the test needs. */
    const slowly: Mailbox = {
      ...mailbox,
      send: async ({ to }) => {
        sentTo.push(to)
        begun.resolve()
        await slow.promise
        return 'sent'
      },
    }
    const quickly: Mailbox = {
      ...mailbox,
      send: async ({ to }) => {
        sentTo.push(to)
        return 'sent'
      },
    }
    const by = (one: Mailbox) =>
      emailSender({ db: server.db, mailbox: one, log, addressOf, emailFiles: server.emailFiles }).runDue()
    const recipients = ['a@x.mx', 'b@x.mx', 'c@x.mx']
    await write(recipients)
    const first = by(slowly)
    await begun.promise
    // Two minutes later: unsent claims of the first worker could be claimed again.
    await server.db.system.query(`update mail set next_at = next_at - interval '121 seconds'`)
    await by(quickly)
    slow.resolve()
    await first
    expect(sentTo.toSorted()).toEqual(recipients)
    expect((await stored()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['sent', 1],
      ['sent', 1],
    ])
  })
})

describe('the email of a report', () => {
  it('has a link that opens the file for days without a session; the panel lists undelivered ones', async () => {
    const app = await appBeside(server.db, { stores: { files } })
    const worker = await testWorker(server, files, { mailbox })
    const who = await server.somebody(company, 'reportes', ['vehicles_report', 'queue_read'])
    await server.vehicles(company, [{ plate: 'AAA111A' }])
    const headers = { authorization: `Bearer ${who.token}` }
    const payload = { mails: ['ana@norte.mx', 'mala@norte.mx'] }
    const ordered = await app.inject({ method: 'POST', url: '/api/v2/vehiclesReport', headers, payload })
    await worker.ended(ordered.json<{ queueItemId: string }>().queueItemId)
    const panel = async () =>
      (await app.inject({ url: '/api/v2/getQueueItems', headers })).json().queueInformation.queueList[0]
    expect((await panel()).successMessage).toMatch(
      /^El reporte está listo: .* El enlace se envía por correo a ana@norte\.mx, mala@norte\.mx\.$/,
    )
    const links = await signedLinks(server.db, () => new Date())
    await server.db.system.query(`update mail set next_at = now() - interval '1 hour' where recipient like 'ana%'`)
    smtp.answers.push(undefined, 550)
    await emailSender({
      db: server.db,
      mailbox,
      log,
      emailFiles: server.emailFiles,
      senders: 1,
      addressOf: (path, until) => `https://padron.mx${links.signUntil(path, until)}`,
    }).runDue()
    expect((await panel()).successMessage).toContain(' No se pudo entregar el correo a mala@norte.mx.')
    const url = /https:\/\/padron\.mx(\S+)/.exec(smtp.arrived[0]?.email.text ?? '')?.[1] ?? ''
    expect(Number(new URL(url, 'https://padron.mx').searchParams.get('e'))).toBeGreaterThan(
      Date.now() / 1000 + 6 * 86_400,
    )
    const file = await app.inject({ url })
    expect(file.statusCode).toBe(200)
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
    await worker.stop()
    await app.close()
  })
})

describe('the daily limit', () => {
  it('is five hundred emails of a company; the panel lists the recipients who get none', async () => {
    const other = await server.company('sur')
    const who = await server.somebody(other, 'reportes', ['vehicles_report', 'queue_read'])
    await server.vehicles(other, [{ plate: 'AAA111A' }])
    await server.db.system.query(
      `insert into mail (tenant_id, kind, subject_id, recipient, content, state, created_at)
       select $1, 'result', gen_random_uuid(), 'x' || i, '{}', case when i = 1 then 'kept' else 'sent' end,
         now() - case when i = 2 then interval '25 hours' else interval '1 hour' end from generate_series(1, 501) i`,
      [other.tenantId],
    )
    const worker = await testWorker(server, files, { mailbox })
    const payload = { mails: ['ana@sur.mx', 'beto@sur.mx'] }
    const ordered = await server.ask(who, { method: 'POST', url: '/api/v2/vehiclesReport', payload })
    await worker.ended((ordered.body as { queueItemId: string }).queueItemId)
    await worker.stop()
    const { body } = await server.ask(who, { url: '/api/v2/getQueueItems' })
    const [item] = (body as { queueInformation: { queueList: { successMessage: string; fileName: string }[] } })
      .queueInformation.queueList
    expect(item?.successMessage).toContain(
      ' El enlace se envía por correo a ana@sur.mx. No se envía a beto@sur.mx: su empresa llegó a 500 correos en ' +
        '24 horas; descárguelo aquí.',
    )
    expect((await stored()).filter(({ state }) => state === 'queued').map(({ recipient }) => recipient)).toEqual([
      'ana@sur.mx',
    ])
  })
})
