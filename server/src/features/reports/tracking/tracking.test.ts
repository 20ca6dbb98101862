// The tracking report: once after each round, when its emails were sent or failed, with what was sent, to whom, and
// what failed and why.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connect } from '../../../db/connect.ts'
import { runItem } from '../../../jobs/run-item.ts'
import { noMailbox } from '../../../mail/mailbox.ts'
import { resultFolder } from '../../../testing/processes/worker.ts'
import { type Company, type TestServer, testServer } from '../../../testing/server.ts'
import { scheduledReports } from '../runs/run.job.ts'
import { enqueueDueReports } from '../runs/scheduler.ts'
import { addReport, log, startSmtp, storedEmails, switchOn, type TestSmtp, wordsIn } from '../testing/reports.ts'
import { trackRounds } from './track-rounds.ts'

let server: TestServer
let smtp: TestSmtp
let company: Company
let turn = 0
const { files, remove } = resultFolder()

beforeAll(async () => {
  server = await testServer()
  smtp = await startSmtp(server)
})
afterAll(async () => {
  await smtp.stop()
  await server.stop()
  remove()
})
beforeEach(async () => {
  await server.db.system.query('delete from scheduled_report; delete from report_round; delete from mail')
  smtp.refused.clear()
  smtp.arrived.length = 0
  company = await server.company(`norte${turn++}`)
  await server.vehicles(company, [{ plate: 'NLA100A' }])
  await switchOn(server, company, { tracking: ['jefa@norte.mx', 'otra@norte.mx'] })
})

const now = () => new Date()
const round = async (mailbox = smtp.mailbox): Promise<string> => {
  const [itemId = ''] = await enqueueDueReports({ db: server.db, now, log })
  const tools = { db: server.db, files, emailFiles: server.emailFiles, mailbox, log, now }
  await runItem(
    { ...tools, kinds: new Map([[6, scheduledReports]]) },
    { tenantId: company.tenantId, itemId },
    new AbortController().signal,
  )
  return itemId
}
const track = (at = new Date(), db = server.db, mailbox = smtp.mailbox) =>
  trackRounds({ db, mailbox, now: () => at, log })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const trackingEmails = async () => (await storedEmails(server, company)).filter(({ kind }) => kind === 'tracking')

it('waits for the emails of the round, then lists each of them once', async () => {
  // Every source has answered, so the empty report of expiry dates is left out.
  await server.db.system.query(
    `
     update vehicle_resource
     set status_id = 1, good_at = now(), last_at = now(), last_outcome = 'ok', fresh_until = now() + interval '1 day'
     where tenant_id = $1`,
    [company.tenantId],
  )
  await addReport(server, company, { name: 'Adeudos', mails: ['ana@norte.mx', 'nadie@norte.mx'] })
  await addReport(server, company, { name: 'Vencimientos', kind: 'expiries', policy: 'skip' })
  const broken = await addReport(server, company, { name: 'Descompuesto' })
  await server.db.system.query(`update scheduled_report set filter = '{"states": ["x"]}' where report_id = $1`, [
    broken,
  ])
  smtp.refused.add('nadie@norte.mx')
  await round()
  expect(await track()).toBe(0)
  await smtp.send()
  expect([await track(), await track()]).toEqual([1, 0])
  const emails = await trackingEmails()
  expect(emails.map(({ recipient }) => recipient)).toEqual(['jefa@norte.mx', 'otra@norte.mx'])
  const [email] = emails
  expect(email?.content.subject).toBe('Correos programados con fallas: 1 reporte no se generó, 1 correo no se entregó')
  const text = wordsIn(email as never)
  for (const words of [
    '["Adeudos","Enviado","1","2"]',
    '["Descompuesto","No se pudo generar: Seleccione estados de su país","","0"]',
    '["Vencimientos","No se envió: Sin novedades","1","0"]',
    '["Adeudos","nadie@norte.mx","No se entregó: el buzón no existe o no recibe correos (550)"]',
    '["Adeudos","ana@norte.mx","Enviado"]',
  ])
    expect(text).toContain(words)
  expect(await smtp.send()).toBe(2)
  expect(smtp.arrived.map(({ to }) => to)).toEqual(expect.arrayContaining(['jefa@norte.mx', 'otra@norte.mx']))
})

it('waits two hours at most, and lists pending emails as such', async () => {
  await addReport(server, company)
  await round()
  expect([await track(inHours(1.9)), await track(inHours(2.1))]).toEqual([0, 1])
  expect(wordsIn((await trackingEmails())[0] as never)).toContain('["Adeudos","ana@norte.mx","Pendiente"]')
})

it('is written once if several processes look at the same moment', async () => {
  await addReport(server, company)
  await round()
  await smtp.send()
  const other = connect(server.addressOf)
  const looks = await Promise.all([server.db, other, server.db, other].map((db) => track(new Date(), db)))
  await other.close()
  expect(looks.reduce((sum, n) => sum + n, 0)).toBe(1)
  expect(await trackingEmails()).toHaveLength(2)
})

it('lists emails as stored, not sent, if there is no mail server', async () => {
  await addReport(server, company)
  await round(noMailbox)
  expect(await track(new Date(), server.db, noMailbox)).toBe(1)
  const [email] = await trackingEmails()
  const text = wordsIn(email as never)
  expect(email?.content.subject).toBe('Seguimiento de correos programados: 1 reporte, 1 correo')
  expect(text).toContain('["Adeudos","Guardado","1","1"]')
  expect(text).toContain('["Adeudos","ana@norte.mx","Guardado sin enviar: no había servidor de correo"]')
  expect(text).not.toContain('"Enviado"')
})

it('calls a report sent only if an email of it was sent', async () => {
  await addReport(server, company, { name: 'Rechazado', mails: ['nadie@norte.mx'] })
  smtp.refused.add('nadie@norte.mx')
  await round()
  await smtp.send()
  await track()
  expect(wordsIn((await trackingEmails())[0] as never)).toContain('["Rechazado","No se entregó","1","1"]')
})

it('reports a round without any report once, with its own subject', async () => {
  const broken = await addReport(server, company, { name: 'Descompuesto' })
  await server.db.system.query(`update scheduled_report set filter = '{"states": ["x"]}' where report_id = $1`, [
    broken,
  ])
  await round()
  expect(await track()).toBe(1)
  const [email] = await trackingEmails()
  expect(email?.content.subject).toBe('Correos programados con fallas: 1 reporte no se generó')
  expect(wordsIn(email as never).match(/Seleccione estados de su país/g)).toHaveLength(1)
})

it('covers scheduled rounds and those sent by hand; no trials, and no rounds older than two days', async () => {
  await addReport(server, company)
  const itemId = await round()
  await smtp.send()
  await switchOn(server, company, { tracking: [] })
  expect(await track()).toBe(0)
  await switchOn(server, company, { tracking: ['jefa@norte.mx'] })
  expect(await track(inHours(49))).toBe(0)
  await server.db.system.query(`update report_round set origin = 'trial' where queue_item_id = $1`, [itemId])
  expect(await track()).toBe(0)
  await server.db.system.query(`update report_round set origin = 'ordered' where queue_item_id = $1`, [itemId])
  expect(await track()).toBe(1)
})

it('waits for the daily limit, and is given up after a week', async () => {
  await addReport(server, company)
  await round()
  await smtp.send()
  const full = () =>
    server.db.system.query(
      `insert into mail (tenant_id, kind, subject_id, recipient, content, state)
       select $1, 'report 9999', gen_random_uuid(), 'x@x.mx', '{}', 'sent' from generate_series(1, 4998)`,
      [company.tenantId],
    )
  await full()
  expect([await track(), await trackingEmails()]).toEqual([0, []])
  await server.db.system.query(`delete from mail where kind = 'report 9999'`)
  expect(await track(inHours(7 * 24 + 1))).toBe(0)
  await full()
  await server.db.system.query('update report_round set tracking_waits = true')
  expect(await track(inHours(60))).toBe(0)
  await server.db.system.query(`delete from mail where kind = 'report 9999'`)
  expect(await track(inHours(100))).toBe(1)
  expect(await trackingEmails()).toHaveLength(2)
})

it('has Colombian numbers for a Colombian company', async () => {
  company = await server.company(`andes${turn++}`, 'CO')
  await switchOn(server, company, { tracking: ['jefa@andes.co'] })
  await addReport(server, company)
  const itemId = await round(noMailbox)
  await server.db.system.query(
    `insert into mail (tenant_id, kind, subject_id, recipient, content, state)
     select tenant_id, kind, subject_id, 'n' || n || '@andes.co', content, state
     from mail, generate_series(1, 1000) n
     where subject_id = $1`,
    [itemId],
  )
  expect(await track(new Date(), server.db, noMailbox)).toBe(1)
  const [email] = await trackingEmails()
  expect(email?.content.subject).toBe('Seguimiento de correos programados: 1 reporte, 1.001 correos')
  expect(wordsIn(email as never)).toContain('["Guardados sin enviar","1.001"]')
})
