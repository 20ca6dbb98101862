// Scheduled reports from their date to a real SMTP server: each email once, even if a run dies; empty reports; the
// daily limit; failures beside successes.
import { readXlsx } from 'hucre'
import { beforeEach, describe, expect, it } from 'vitest'
import { asTenant } from '../../../db/client.ts'
import { noMailbox } from '../../../mail/mailbox.ts'
import { scheduledEmailsLeft } from '../../../mail/outbox.ts'
import { addChannel, channelNotices } from '../../../testing/channels.ts'
import { testWorker } from '../../../testing/processes/worker.ts'
import type { Company, Somebody, TestServer } from '../../../testing/server.ts'
import { readDeliveries } from '../../queue/deliveries.queries.ts'
import { addReport, storedEmails, type TestSmtp, wordsIn } from '../testing/reports.ts'
import { dyingAt, startRounds } from '../testing/rounds.ts'
import { scheduledReports } from './run.job.ts'

let server: TestServer
let smtp: TestSmtp
let company: Company
const { of, owing, enqueueDue, runHere, runDue, itemOf, outcomesOf, storedFiles } = startRounds()
beforeEach(() => {
  ;({ server, smtp, company } = of)
})

describe('a round', () => {
  it('sends the amounts, the vehicles and the workbook by email, and shows its result in the queue', async () => {
    await owing({ NLA100A: 1500, NLB200B: 300.5, NLC300C: 0 })
    await addReport(server, company, { name: 'Adeudos de lunes', mails: ['ana@norte.mx', 'beto@norte.mx'] })
    await addReport(server, company, { name: 'Flota', kind: 'vehicles', mails: ['ana@norte.mx'] })
    const worker = await testWorker(server, of.files, { mailbox: smtp.mailbox })
    const itemId = await enqueueDue()
    await worker.ended(itemId)
    await worker.stop()
    expect(await itemOf(itemId)).toMatchObject({ message: '2 reportes: 3 correos.', error: null })
    expect(await outcomesOf(itemId)).toEqual([
      ['Adeudos de lunes', 'sent'],
      ['Flota', 'sent'],
    ])
    expect(await smtp.send()).toBe(3)
    const [email] = smtp.arrived.filter(({ to }) => to === 'beto@norte.mx')
    expect(email?.email.subject).toBe('Adeudos de lunes: $1,800.50 MXN')
    expect(email?.email.text).toMatch(
      new RegExp(
        String.raw`Filtro: Estatus: Activo\.\s+2 vehículos con adeudos por \$1,800\.50 MXN\. ` +
          String.raw`Falta información de 3 vehículos: 3 con consultas que hace una persona\.\s+Generado el `,
      ),
    )
    expect(email?.email.text).toMatch(/NLA100A.*\$1,500\.00 MXN[\s\S]*NLB200B.*\$300\.50 MXN/)
    expect(email?.email.text).toMatch(/Con datos incompletos:? +3 vehículos; el adeudo puede ser mayor/)
    expect(email?.email.html).toContain('NLA100A')
    const [book] = email?.email.attachments ?? []
    expect(book?.filename).toMatch(/^Adeudos de lunes norte\d+ \d{4}-\d\d-\d\d\.xlsx$/)
    const { sheets } = await readXlsx(Buffer.from(book?.content as ArrayBuffer))
    expect(sheets.map(({ name }) => name)).toEqual(['Vehículos', 'Adeudos', 'Resumen', 'Filtros'])
    expect(JSON.stringify(sheets[1]?.rows)).toContain('F1500')
  })

  it('updates the last send of the report, and stores its file', async () => {
    await owing({ NLA100A: 20 })
    await addReport(server, company)
    const itemId = await runDue()
    const { rows } = await server.db.system.query(
      'select last_item, last_outcome, last_vehicles, last_at is not null as at from scheduled_report',
    )
    expect(rows).toEqual([{ last_item: itemId, last_outcome: 'sent', last_vehicles: 1, at: true }])
    const [email] = await storedEmails(server, company)
    expect(email).toMatchObject({ report: 'Adeudos', content: { company: true, link: { path: '/' } } })
    expect(email?.content.files).toMatchObject([{ name: expect.stringMatching(/\.xlsx$/), size: expect.any(Number) }])
    expect(await storedFiles()).toHaveLength(1)
  })

  it('never says that nothing is owed if answers are missing', async () => {
    await owing({ NLA100A: 0 })
    await server.vehicles(company, [{ plate: 'NLB200B' }])
    await addReport(server, company, { policy: 'skip' })
    await runDue()
    const [email] = await storedEmails(server, company)
    expect(email?.content.lines[0]).toMatch(/^Sin adeudos conocidos\. Falta información de 2 vehículos: /)
    expect(wordsIn(email as never)).toContain(
      '1 sin respuesta vigente de una fuente, 2 con consultas que hace una persona',
    )
  })

  it('covers active vehicles of its company only', async () => {
    await owing({ NLA100A: 10, NLB200B: 20 })
    await server.db.system.query(`update vehicle set asset_status_id = 8 where plate = 'NLB200B'`)
    await addReport(server, company, { kind: 'vehicles' })
    await server.vehicles(await server.company('surena'), [{ plate: 'SUR100A' }])
    const { outcomes } = await itemOf(await runDue())
    expect(outcomes).toMatchObject([{ vehicles: 1 }])
  })

  it('stores its emails without sending them if there is no mail server', async () => {
    await owing({ NLA100A: 10 })
    await addReport(server, company, { mails: ['ana@norte.mx', 'beto@norte.mx'] })
    const itemId = await enqueueDue()
    await runHere(itemId, scheduledReports, noMailbox)
    expect((await storedEmails(server, company)).map(({ state }) => state)).toEqual(['kept', 'kept'])
    expect((await itemOf(itemId)).message).toBe(
      '1 reporte: 2 correos. Este servidor no tiene correo configurado: se guardaron sin enviar.',
    )
  })
})

describe('a round', () => {
  it.each([
    ['before the second report', /Preparando «Dos»$/, 1],
    ['before the emails of the second are written', /Escribiendo los correos de «Dos»/, 1],
    ['after writing all emails, before its end', /Correos escritos/, 2],
  ])('writes each email once, even if a run died %s', async (_, step, before) => {
    await owing({ NLA100A: 10 })
    for (const name of ['A uno', 'Dos'])
      await addReport(server, company, { name, mails: ['ana@norte.mx', 'beto@norte.mx'] })
    const itemId = await enqueueDue()
    await expect(runHere(itemId, dyingAt(step))).rejects.toThrow('stopping')
    expect(await storedEmails(server, company)).toHaveLength(2 * before)
    await runHere(itemId)
    await runHere(itemId)
    expect((await storedEmails(server, company)).map(({ report, recipient }) => [report, recipient])).toEqual([
      ['A uno', 'ana@norte.mx'],
      ['A uno', 'beto@norte.mx'],
      ['Dos', 'ana@norte.mx'],
      ['Dos', 'beto@norte.mx'],
    ])
    expect(await outcomesOf(itemId)).toEqual([
      ['A uno', 'sent'],
      ['Dos', 'sent'],
    ])
    expect(await storedFiles()).toHaveLength(2)
  })

  it('sends nothing for a report that was switched off or deleted between its date and its run', async () => {
    await owing({ NLA100A: 10 })
    const off = await addReport(server, company, { name: 'Apagado' })
    const gone = await addReport(server, company, { name: 'Borrado' })
    const itemId = await enqueueDue()
    await server.db.system.query('update scheduled_report set active = false where report_id = $1', [off])
    await server.db.system.query('delete from scheduled_report where report_id = $1', [gone])
    await runHere(itemId)
    expect(await storedEmails(server, company)).toEqual([])
    expect((await itemOf(itemId)).message).toContain('se pusieron en pausa o se eliminaron')
  })
})

describe('channels', () => {
  let ana: Somebody
  let channel: number
  beforeEach(async () => {
    await server.db.system.query('delete from channel')
    ana = await server.somebody(company, 'ana', ['admin'])
    channel = await addChannel(server, ana)
  })

  it('get a notice with the subject of the report’s email, and a link without the filter', async () => {
    await owing({ NLA100A: 1500, NLB200B: 300.5 })
    const filter = `'{"taxName": "XAXX010101000"}'`
    const id = await addReport(server, company, { name: 'Adeudos de lunes', channels: [channel] })
    await addReport(server, company, { name: 'Vacío', channels: [channel] })
    await server.db.system.query(`update scheduled_report set filter = ${filter} where report_name = 'Vacío'`)
    const itemId = await runDue()
    const written = await channelNotices(server)
    expect(written).toEqual([
      {
        channelId: channel,
        kind: 'report',
        eventKey: `report ${id} ${itemId}`,
        content: {
          title: 'Reporte: Adeudos de lunes: $1,800.50 MXN',
          lines: ['2 vehículos en el reporte.'],
          item: 'Adeudos de lunes: $1,800.50 MXN',
          path: '/reports?tab=envios',
        },
      },
      {
        channelId: channel,
        kind: 'report',
        eventKey: expect.any(String),
        content: {
          title: 'Reporte: Ningún vehículo cumple el filtro: Vacío',
          lines: [],
          item: 'Ningún vehículo cumple el filtro: Vacío',
          path: '/reports?tab=envios',
        },
      },
    ])
    expect(JSON.stringify(written)).not.toContain('XAXX')
    expect((await itemOf(itemId)).message).toContain('2 reportes: 2 correos, 2 avisos a canales')
  })

  it('can be the only recipient: no email is written, the file is stored, and the next report continues', async () => {
    await owing({ NLA100A: 1500 })
    await addReport(server, company, { mails: [], channels: [channel] })
    const itemId = await runDue()
    expect(await storedEmails(server, company)).toEqual([])
    expect(await channelNotices(server)).toHaveLength(1)
    expect(await storedFiles()).toHaveLength(1)
    expect((await itemOf(itemId)).message).toBe('1 reporte: 0 correos, 1 aviso a canales.')
    const { rows } = await server.db.system.query('select changes_from is not null as covered from scheduled_report')
    expect(rows).toEqual([{ covered: true }])
  })

  it.each([
    ['before its notice was written', /Escribiendo los correos de «Adeudos»/, 0],
    ['after that', /Correos escritos/, 1],
  ])('get one notice, even if a run died %s', async (_, step, before) => {
    await owing({ NLA100A: 10 })
    await addReport(server, company, { mails: [], channels: [channel] })
    const itemId = await enqueueDue()
    await expect(runHere(itemId, dyingAt(step))).rejects.toThrow('stopping')
    expect(await channelNotices(server)).toHaveLength(before)
    await runHere(itemId)
    await runHere(itemId)
    expect(await channelNotices(server)).toHaveLength(1)
  })

  it('get no notice if nothing is sent, the channel is off, or it belongs to another company', async () => {
    await owing({ NLA100A: 0 })
    await server.db.system.query('delete from vehicle_resource where good_at is null')
    const other = await server.company(`otra${channel}`)
    const foreign = await addChannel(server, await server.somebody(other, 'eva', ['admin']))
    const off = await addChannel(server, ana, { name: 'Apagado', active: false })
    await addReport(server, company, { name: 'Sin novedades', policy: 'skip', channels: [channel] })
    await addReport(server, company, { name: 'Ajeno', mails: [], channels: [foreign, off] })
    const { outcomes } = await itemOf(await runDue())
    expect(await channelNotices(server)).toEqual([])
    expect(outcomes).toMatchObject([
      { name: 'Ajeno', outcome: 'skipped', why: expect.stringMatching(/canales están en pausa/) },
      { name: 'Sin novedades', outcome: 'skipped', why: 'Sin novedades.' },
    ])
  })
})

describe('a report with nothing to report', () => {
  beforeEach(async () => {
    await owing({ NLA100A: 0, NLB200B: 0 })
    await server.db.system.query('delete from vehicle_resource where good_at is null')
  })

  it.each([
    ['send', 'sent', ['Adeudos: sin adeudos'], '1 reporte: 1 correo.'],
    ['notice', 'notice', ['Sin novedades: Adeudos'], '1 reporte: 1 correo, 1 sin novedades.'],
    ['skip', 'skipped', [], '1 reporte: 0 correos, 1 sin novedades.'],
  ])('with the policy %s: %s', async (policy, outcome, subjects, message) => {
    await addReport(server, company, { policy })
    const itemId = await runDue()
    expect(await outcomesOf(itemId)).toEqual([['Adeudos', outcome]])
    const emails = await storedEmails(server, company)
    expect(emails.map(({ content }) => content.subject)).toEqual(subjects)
    expect(emails.flatMap(({ content }) => content.files ?? [])).toHaveLength(policy === 'send' ? 1 : 0)
    expect((await itemOf(itemId)).message).toBe(message)
    expect(await storedFiles()).toHaveLength(policy === 'send' ? 1 : 0)
  })

  it('is not clear, and is sent, while a source says that a vehicle may owe', async () => {
    await server.db.system.query(`update vehicle set tenencia_status = 21 where plate = 'NLA100A'`)
    await addReport(server, company, { policy: 'skip' })
    expect(await outcomesOf(await runDue())).toEqual([['Adeudos', 'sent']])
    const [email] = await storedEmails(server, company)
    expect(email?.content.subject).toBe('Adeudos: sin adeudos conocidos')
    expect(email?.content.lines[0]).toBe('Sin adeudos conocidos; 1 vehículo puede deber tenencia.')
    expect(wordsIn(email as never)).toContain('Con posible adeudo de tenencia')
  })

  it('as a notice says that some sources could not be read', async () => {
    await server.db.system.query(`update vehicle_resource set fresh_until = now() - interval '1 hour'`)
    await addReport(server, company, { policy: 'notice', kind: 'expiries' })
    const { outcomes, message } = await itemOf(await runDue())
    const [email] = await storedEmails(server, company)
    expect(wordsIn(email as never)).toContain('De lo que no se pudo leer se desconoce si cambió.')
    expect(outcomes).toMatchObject([{ outcome: 'notice', why: 'Nada que informar en lo que se pudo leer.' }])
    expect(message).toBe('1 reporte: 1 correo, «Adeudos» (Nada que informar en lo que se pudo leer).')
  })
})

describe('a report that cannot be sent', () => {
  const writeEmails = (n: number) =>
    server.db.system.query(
      `insert into mail (tenant_id, kind, subject_id, recipient, content, state)
       select $1, 'report 1', gen_random_uuid(), 'x@x.mx', '{}', 'sent' from generate_series(1, $2::int)`,
      [company.tenantId, n],
    )

  it('is sent to as many recipients as the daily limit allows, and lists the others', async () => {
    await owing({ NLA100A: 10 })
    await writeEmails(4_999)
    await addReport(server, company, { mails: ['ana@norte.mx', 'beto@norte.mx', 'carla@norte.mx'] })
    const itemId = await runDue()
    const { outcomes, message } = await itemOf(itemId)
    expect(outcomes).toMatchObject([{ outcome: 'over', letters: 1, unsent: ['beto@norte.mx', 'carla@norte.mx'] }])
    const emails = (await storedEmails(server, company)).filter(({ report }) => report === 'Adeudos')
    expect(emails.map(({ recipient, state, content }) => [recipient, state, content.files?.length])).toEqual([
      ['ana@norte.mx', 'queued', 1],
      ['beto@norte.mx', 'failed', 1],
      ['carla@norte.mx', 'failed', 1],
    ])
    expect(await asTenant(server.db, company.tenantId, (tx) => scheduledEmailsLeft(tx, company.tenantId))).toBe(0)
    const [email] = emails
    const page = { page: 1, pageSize: 10, status: 3 }
    const { scheduledReportQueueItems: deliveries } = await asTenant(server.db, company.tenantId, (tx) =>
      readDeliveries(tx, company.tenantId, itemId, page as never, true),
    )
    expect(email && deliveries.map((each) => [each.Error, each.Resendable])).toEqual(
      Array(2).fill(['Se alcanzó el límite diario de correos de la empresa.', true]),
    )
    expect(message).toBe(
      '1 reporte: 1 correo, sin enviar a beto@norte.mx, carla@norte.mx (su empresa llegó a 5,000 correos ' +
        'programados en 24 horas).',
    )
  })

  it('fails with its reason, and the others are sent', async () => {
    await owing({ NLA100A: 10 })
    const broken = await addReport(server, company, { name: 'Descompuesto' })
    await server.db.system.query(`update scheduled_report set filter = '{"states": ["x"]}' where report_id = $1`, [
      broken,
    ])
    await addReport(server, company, { name: 'Fichas', kind: 'sheets' })
    await addReport(server, company, { name: 'Sano', kind: 'expiries' })
    await server.db.system.query(
      `
        insert into vehicle (tenant_id, plate, vin, state_id, asset_status_id)
        select $1, 'Z' || lpad(n::text, 5, '0'), '3N1CN8AE1RL' || lpad(n::text, 6, '0'), 19, 1
        from generate_series(1, 2000) n`,
      [company.tenantId],
    )
    const itemId = await runDue()
    expect((await itemOf(itemId)).outcomes).toMatchObject([
      { name: 'Descompuesto', outcome: 'failed', why: 'Seleccione estados de su país.' },
      {
        name: 'Fichas',
        outcome: 'failed',
        why: 'El filtro tiene 2,001 vehículos; un ZIP programado lleva 2,000 fichas como máximo.',
      },
      { name: 'Sano', outcome: 'sent', vehicles: 2001 },
    ])
    expect((await storedEmails(server, company)).map(({ report }) => report)).toEqual(['Sano'])
    const { rows } = await server.db.system.query(
      'select last_outcome as last, changes_from as from from scheduled_report where report_id = $1',
      [broken],
    )
    expect(rows).toEqual([{ last: 'failed', from: null }])
  })

  it('makes the job fail with its reason if no report succeeded', async () => {
    const broken = await addReport(server, company, { name: 'Descompuesto' })
    await server.db.system.query(`update scheduled_report set filter = '{"states": ["x"]}' where report_id = $1`, [
      broken,
    ])
    const { message, error } = await itemOf(await runDue())
    expect([message, error]).toEqual([
      null,
      '1 reporte: 0 correos, «Descompuesto» no se pudo generar (Seleccione estados de su país).',
    ])
  })

  it('is not sent if its company was suspended meanwhile', async () => {
    await owing({ NLA100A: 10 })
    await addReport(server, company)
    const itemId = await enqueueDue()
    await server.db.system.query('update company set suspended_at = now() where tenant_id = $1', [company.tenantId])
    await runHere(itemId)
    expect(await itemOf(itemId)).toMatchObject({ error: 'La cuenta de la empresa está suspendida.', outcomes: [] })
    expect(await storedEmails(server, company)).toEqual([])
  })
})

it('PDFs of all vehicles of the filter are sent as one archive', async () => {
  await owing({ NLA100A: 10, NLB200B: 0 })
  await addReport(server, company, { name: 'Fichas', kind: 'sheets' })
  const itemId = await runDue()
  expect((await itemOf(itemId)).outcomes).toMatchObject([{ outcome: 'sent', vehicles: 2 }])
  const [email] = await storedEmails(server, company)
  expect(email?.content.files).toMatchObject([{ type: 'application/zip' }])
})
