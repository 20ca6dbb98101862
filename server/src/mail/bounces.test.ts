// Bounces: which email and why, through the webhook and through the command for a pipe. Other messages change nothing.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { type Company, type TestServer, testServer } from '../testing/server.ts'
import { recordBounce } from './bounces.ts'

let server: TestServer
let company: Company
let app: FastifyInstance
let id: string
const SECRET = 'un-secreto-de-treinta-y-dos-letras'

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  app = await buildApp({
    db: server.db,
    log: pino({ level: 'silent' }),
    state: { ready: true, simulated: false },
    publicUrl: undefined,
    parts: new Set(['api']),
    bounceSecret: SECRET,
  })
})
afterAll(async () => {
  await app.close()
  await server.stop()
})
beforeEach(async () => {
  id = randomUUID()
  await server.db.system.query('delete from mail')
  await server.db.system.query(
    `insert into mail (tenant_id, mail_id, kind, subject_id, recipient, content, state, attempts, copy, sent_at)
     values ($1, $2, 'result', gen_random_uuid(), 'ana@sur.mx', '{}', 'sent', 1, 2, now())`,
    [company.tenantId, id],
  )
})

type Report = { action?: string; status?: string; messageId?: string; returned?: string }
const report = ({
  action = 'failed',
  status = '5.1.1',
  messageId = `<${id}.2@padron.mx>`,
  returned = 'message/rfc822',
}: Report = {}) =>
  Buffer.from(
    `From: MAILER-DAEMON@mx.sur.mx
To: rebotes@padron.mx
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

No existe.
--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.sur.mx

Final-Recipient: rfc822; ana@sur.mx
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 no such user in
 mx-secreto.sur.mx

--b1
Content-Type: ${returned}

Received: from padron.mx
Message-ID:
 ${messageId}
Subject: Adeudos

Message-ID: <${id}.9@padron.mx>
--b1--
`.replaceAll('\n', '\r\n'),
  )

const stored = async () => (await server.db.system.query('select state, problem from mail')).rows[0]

describe('a message about an email', () => {
  it.each(['message/rfc822', 'text/rfc822-headers'])(
    'marks it as bounced with the status, by its id in the returned headers (%s)',
    async (returned) => {
      expect(await recordBounce(server.db, report({ returned }))).toBe('marked')
      expect(await stored()).toEqual({ state: 'bounced', problem: 'bounce 5.1.1' })
      expect(await recordBounce(server.db, report({ returned }))).toBe('unknown')
    },
  )

  it('marks it also if its server gave up after waiting too long', async () => {
    expect(await recordBounce(server.db, report({ status: '4.4.7' }))).toBe('marked')
  })

  it.each<[string, () => Buffer, string]>([
    ['a delay', () => report({ action: 'delayed', status: '4.4.1' }), 'foreign'],
    ['a delivery', () => report({ action: 'delivered', status: '2.0.0' }), 'foreign'],
    ['an earlier copy', () => report({ messageId: `<${id}.1@padron.mx>` }), 'unknown'],
    ['another server’s email', () => report({ messageId: '<abc@otra.mx>' }), 'foreign'],
    ['an unknown email', () => report({ messageId: `<${randomUUID()}.1@padron.mx>` }), 'unknown'],
    ['an invalid status', () => report({ status: "5.1.1'; drop table mail" }), 'foreign'],
    ['a status without numbers', () => report({ status: 'no' }), 'foreign'],
    ['an email', () => Buffer.from('Subject: hola\r\n\r\nhola'), 'foreign'],
    ['random bytes', () => Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7) % 256)), 'foreign'],
    ['an empty message', () => Buffer.alloc(0), 'foreign'],
    ['too large a message', () => Buffer.concat([report(), Buffer.alloc(1_048_577, 'a')]), 'foreign'],
    [
      'parts within parts',
      () => Buffer.from('Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(2_000)),
      'foreign',
    ],
  ])('marks nothing if it is %s', async (_what, made, outcome) => {
    expect(await recordBounce(server.db, made())).toBe(outcome)
    expect(await stored()).toEqual({ state: 'sent', problem: null })
  })
})

describe('the webhook of a mail server', () => {
  const hand = (payload: Buffer, authorization = `Bearer ${SECRET}`, to = app) =>
    to.inject({
      method: 'POST',
      url: '/hooks/mail-bounces',
      headers: { authorization, 'content-type': 'message/rfc822' },
      payload,
    })

  it('accepts a message with its secret, and reports what was done', async () => {
    const reply = await hand(report())
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { outcome: 'marked', message: 'Anotado: el correo rebotó.' },
    ])
    expect((await hand(Buffer.from('x'))).json()).toMatchObject({ outcome: 'foreign' })
  })

  it('rejects other callers and more than a megabyte, and does not exist without a secret', async () => {
    for (const wrong of ['', 'Bearer x', SECRET, `Bearer ${SECRET}x`])
      expect((await hand(report(), wrong)).statusCode).toBe(401)
    expect((await hand(Buffer.alloc(1_100_000))).statusCode).toBe(413)
    expect((await hand(report(), `Bearer ${SECRET}`, server.app)).statusCode).toBe(404)
    expect(await stored()).toMatchObject({ state: 'sent' })
  })
})
