// The local mailbox: unsent emails as they would have been sent, who may read them, and that it is off where emails are
// sent.
import { randomUUID } from 'node:crypto'
import type { Reply } from '@padron/contract/call'
import type { mailbox as rows } from '@padron/contract/mailbox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { emailFilePath } from '../../jobs/report-file.ts'
import { noMailbox } from '../../mail/mailbox.ts'
import { writeMails } from '../../mail/outbox.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { appBeside } from '../../testing/sign-in/identity.ts'
import { storeEmailFile } from '../reports/email-files.ts'

let server: TestServer
let company: Company
let who: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  await inDemo(company)
  who = await server.somebody(company, 'reportes', ['programReports_admin'])
})
afterAll(() => server.stop())

const inDemo = ({ tenantId }: Company) =>
  server.db.system.query('update company set demo = true where tenant_id = $1', [tenantId])
const url = '/api/v2/mailbox'
const list = async (query = '', as = who) =>
  (await server.ask(as, { url: `${url}${query}` })).body as Reply<typeof rows.list>

it('lists the company’s own emails, newest first, in pages, and shows each as it would have been sent', async () => {
  const stored = await server.emailFiles.write(randomUUID(), new Date(), async (into) => void into.end('hola'))
  await asTenant(server.db, company.tenantId, async (tx) => {
    const { fileId, until } = await storeEmailFile(
      tx,
      { ...stored, name: 'a.txt', type: 'text/plain', queueItemId: null },
      new Date(),
    )
    const file = {
      fileId,
      until,
      name: 'a.txt',
      type: 'text/plain',
      size: 4,
      path: emailFilePath(company.tenantId, fileId),
    }
    const gone = { ...file, fileId: randomUUID(), name: 'b.txt' }
    const recipients = Array.from({ length: 30 }, (_, i) => `a${i}@norte.mx`)
    await writeMails(tx, noMailbox, {
      kind: 'result',
      subjectId: randomUUID(),
      recipients,
      content: { subject: 'Uno', lines: ['x'] },
    })
    await writeMails(tx, noMailbox, {
      kind: 'report 1',
      subjectId: randomUUID(),
      recipients: ['ana@norte.mx'],
      content: { subject: 'Dos <b>', lines: ['<script>'], files: [file, gone], company: true },
    })
  })
  await server.db.system.query(
    `update mail set created_at = created_at - interval '1 minute' where content->>'subject' = 'Uno'`,
  )
  await server.db.system.query(
    `insert into email_setting (tenant_id, header, from_email) values ($1, 'Buen día', 'flotillas@norte.mx')`,
    [company.tenantId],
  )
  const first = await list()
  expect([
    first.total,
    first.letters.length,
    (await list('?page=2')).letters.length,
    (await list('?page=3')).letters,
  ]).toEqual([31, 25, 6, []])
  const [email] = first.letters
  expect(email).toMatchObject({ to: 'ana@norte.mx', subject: 'Dos <b>', files: 2 })
  const read = (await server.ask(who, { url: `${url}/${email?.mailId}` })).body as Reply<typeof rows.read>
  expect(Object.fromEntries(read.headers)).toMatchObject({
    From: 'Padrón <avisos@localhost>',
    To: 'ana@norte.mx',
    'Reply-To': 'flotillas@norte.mx',
    Subject: 'Dos <b>',
    'Message-ID': `<${email?.mailId}.1@localhost>`,
    'Auto-Submitted': 'auto-generated',
  })
  expect(read.text).toContain('Buen día')
  expect(read.text).toMatch(/\nhttps?:\/\/[^/\n]+\/files\/letters\//)
  expect(read.html).not.toContain('<script>')
  expect(read.files).toMatchObject([
    { name: 'a.txt', size: 4, attached: true },
    { name: 'b.txt', attached: false, fileUrl: null },
  ])
  expect((await server.ask(undefined, { url: read.files[0]?.fileUrl ?? '' })).body).toBe('hola')
})

it('needs the permission to administer reports, in a demo company where emails are not sent', async () => {
  const weak = await server.somebody(company, 'sin', rolesWithout('programReports_admin'))
  const sur = await server.company('sur')
  const other = await server.somebody(sur, 'reportes', ['programReports_admin'])
  const mailId = (await list()).letters[0]?.mailId
  expect((await server.ask(undefined, { url })).status).toBe(401)
  expect((await server.ask(weak, { url })).status).toBe(403)
  const refused = await server.ask(other, { url })
  expect([refused.status, refused.body]).toMatchObject([
    404,
    { title: 'Los correos guardados solo se muestran en una empresa de demostración' },
  ])
  expect((await server.ask(other, { url: `${url}/${mailId}` })).status).toBe(404)
  await inDemo(sur)
  const demo = await server.somebody(sur, 'reportes2', ['programReports_admin'])
  expect((await list('', demo)).total).toBe(0)
  expect((await server.ask(demo, { url: `${url}/${mailId}` })).status).toBe(404)
  expect((await server.ask(who, { url: `${url}?page=0` })).status).toBe(400)
  const sends = await appBeside(server.db, { mails: true })
  const answer = await sends.inject({ url, headers: { authorization: `Bearer ${who.token}` } })
  expect([answer.statusCode, answer.json().title]).toEqual([404, 'Esta instalación envía sus correos'])
  await sends.close()
})
