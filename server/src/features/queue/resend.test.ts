// Resending an email: permissions, which emails, with which Message-ID, and how many.
import type { Delivery } from '@padron/contract/queue'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { emailsLeft, scheduledEmailsLeft } from '../../mail/outbox.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let company: Company
let who: Somebody
let admin: Somebody
let reader: Somebody
let main: Somebody
let own: string
let scheduled: string

const order = (queueId: 5 | 6, by: Somebody) =>
  asTenant(server.db, company.tenantId, (tx) => enqueue(tx, { queueId, description: 'Reporte', payload: {} }), {
    origin: 'console',
    id: by.userId,
    name: by.username,
  })

beforeAll(async () => {
  server = await testServer(undefined, { mails: true })
  company = await server.company('norte')
  main = await server.somebody(company, 'dueña', ['admin'])
  who = await server.somebody(company, 'pide', ['queue_read'])
  reader = await server.somebody(company, 'mira', ['queue_read'])
  admin = await server.somebody(company, 'reportes', ['queue_read', 'programReports_admin'])
  own = await order(5, who)
  scheduled = await order(6, admin)
})
afterAll(() => server.stop())
beforeEach(() => server.db.system.query('delete from mail'))

type Row = { state: string; item?: string; kind?: string; content?: object; problem?: string; unsure?: boolean }
const email = async ({
  state,
  item = own,
  kind = 'result',
  content = {},
  problem,
  unsure = false,
}: Row): Promise<string> => {
  const { rows } = await server.db.system.query(
    `
     insert into mail (tenant_id, kind, subject_id, recipient, content, state, attempts, problem, unsure, report,
       sent_at)
     values ($1, $2, $3, 'ana' || gen_random_uuid() || '@norte.mx', $4, $5, 1, $6, $7, 'Lunes', now())
     returning mail_id as id`,
    [company.tenantId, kind, item, content, state, problem ?? null, unsure],
  )
  return rows[0].id
}
const resend = (id: string, as = who, item = own) =>
  server.ask(as, { method: 'POST', url: `/api/v2/scheduledReportQueueItems/${item}/deliveries/${id}/resend` })
const stored = async (id: string) =>
  (
    await server.db.system.query(
      'select state, copy, attempts, problem, unsure, sent_at as sent from mail where mail_id = $1',
      [id],
    )
  ).rows[0]
const deliveries = async (as = who, item = own) =>
  (
    (await server.ask(as, { url: `/api/v2/scheduledReportQueueItems/${item}` })).body as {
      scheduledReportQueueItems: Delivery[]
    }
  ).scheduledReportQueueItems

it('an email cannot be resent if no mail server is configured', async () => {
  const without = await testServer()
  try {
    const norte = await without.company('norte')
    const dueña = await without.somebody(norte, 'dueña', ['admin'])
    const item = await asTenant(without.db, norte.tenantId, (tx) =>
      enqueue(tx, { queueId: 5, description: 'Reporte', payload: {} }),
    )
    const { rows } = await without.db.system.query(
      `insert into mail (tenant_id, kind, subject_id, recipient, content, state)
       values ($1, 'result', $2, 'ana@norte.mx', '{}', 'failed') returning mail_id as id`,
      [norte.tenantId, item],
    )
    const url = `/api/v2/scheduledReportQueueItems/${item}`
    expect((await without.ask(dueña, { url })).body).toMatchObject({
      scheduledReportQueueItems: [{ Status: 3, Resendable: false }],
    })
    expect(await without.ask(dueña, { method: 'POST', url: `${url}/deliveries/${rows[0].id}/resend` })).toMatchObject({
      status: 409,
      body: { title: 'Esta instalación no envía correos.' },
    })
  } finally {
    await without.stop()
  }
})

describe('a resent email', () => {
  it.each(['failed', 'bounced'])('has the same Message-ID if it did not arrive (%s)', async (state) => {
    const id = await email({ state, problem: '550 no', unsure: true })
    const { status, body } = await resend(id)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ _id: id, Status: 1, Attempts: 0, Report: 'Lunes', Resendable: false }),
    ])
    expect(await stored(id)).toEqual({
      state: 'queued',
      copy: 1,
      attempts: 0,
      problem: null,
      unsure: false,
      sent: null,
    })
  })

  it('is a copy with its own Message-ID if it was sent before, and is recorded', async () => {
    const id = await email({ state: 'sent' })
    expect((await resend(id)).status).toBe(200)
    expect(await stored(id)).toMatchObject({ state: 'queued', copy: 2 })
    const { rows } = await server.db.system.query('select who, changes from activity order by activity_id desc limit 1')
    expect(rows[0]).toMatchObject({
      who: who.username,
      changes: { resent: [null, expect.stringContaining('@norte.mx')] },
    })
  })

  it.each([
    ['queued', 'Este correo todavía espera su envío.'],
    ['sending', 'Este correo se está enviando en este momento.'],
    ['kept', 'Guardado sin enviar: no había servidor de correo.'],
  ])('is rejected if its state is %s', async (state, title) => {
    const { status, body } = await resend(await email({ state }))
    expect([status, (body as { title: string }).title]).toEqual([409, title])
  })

  it('is rejected if its file was deleted', async () => {
    const link = { text: 'Descargar', path: '/files/x', until: '2020-01-01T00:00:00Z' }
    const { status, body } = await resend(await email({ state: 'sent', content: { link } }))
    expect([status, (body as { title: string }).title]).toEqual([409, expect.stringContaining('ya no se guarda')])
  })

  it('is rejected if all its files were deleted, although its link still opens the console', async () => {
    const link = { text: 'Abrir', path: '/', until: '2999-01-01T00:00:00Z' }
    const keep = async (until: string) => {
      const { rows } = await server.db.system.query(
        `
         insert into report_file (tenant_id, file_id, path, file_name, media_type, size, until)
         values ($1, gen_random_uuid(), 'x', 'a.xlsx', 'x/y', 1, $2)
         returning file_id as id`,
        [company.tenantId, until],
      )
      return {
        fileId: rows[0].id as string,
        path: 'x',
        name: 'a.xlsx',
        type: 'x/y',
        size: 1,
        until: '2999-01-01T00:00:00Z',
      }
    }
    const past = await keep('2020-01-01T00:00:00Z')
    const erased = { ...past, fileId: '00000000-0000-4000-8000-000000000000' }
    const over = await resend(await email({ state: 'sent', content: { link, files: [past, erased] } }))
    expect([over.status, (over.body as { title: string }).title]).toEqual([
      409,
      expect.stringContaining('ya no se guarda'),
    ])
    const current = await keep('2999-01-01T00:00:00Z')
    const old = { ...link, until: '2020-01-01T00:00:00Z' }
    expect((await resend(await email({ state: 'sent', content: { link: old, files: [past, current] } }))).status).toBe(
      200,
    )
  })

  it('of an alert is found by its crossing, visible to readers of reports, and resent by administrators', async () => {
    const crossing = '11111111-1111-4111-8111-111111111111'
    await server.db.system.query(
      `
        with v as (insert into saved_view (tenant_id, user_id, view_name, shared, definition)
        values ($1, $2, 'v', true, '{}')
        returning view_id)
       insert into alert (tenant_id, alert_name, view_id, measure, threshold, mails, crossing_id)
       select $1, 'Multas', view_id, 'debt', 1, '{a@b.mx}', $3
       from v`,
      [company.tenantId, admin.userId, crossing],
    )
    const id = await email({ state: 'bounced', item: crossing, kind: 'alert', problem: 'bounce 5.1.1' })
    const sees = await server.somebody(company, 'lee', ['queue_read', 'programReports_read'])
    const ask = async (as: Somebody) =>
      (await server.ask(as, { url: `/api/v2/scheduledReportQueueItems/${crossing}` })).status
    const stranger = await server.somebody(await server.company('este'), 'cola', ['queue_read', 'programReports_admin'])
    expect([await ask(reader), await ask(stranger), await ask(sees)]).toEqual([404, 404, 200])
    const [delivery] = await deliveries(admin, crossing)
    expect(delivery).toMatchObject({ _id: id, Status: 3, Resendable: true, Error: expect.stringContaining('rebotó') })
    expect([(await resend(id, reader, crossing)).status, (await resend(id, sees, crossing)).status]).toEqual([404, 403])
    expect((await resend(id, admin, crossing)).status).toBe(200)
    const { rows } = await server.db.system.query(
      'select subject_kind as kind, subject_name as name, changes from activity order by activity_id desc limit 1',
    )
    expect(rows[0]).toMatchObject({
      kind: 'alert',
      name: 'Multas',
      changes: { resent: [null, expect.stringContaining('@norte.mx')] },
    })
  })

  it('of a configuration workbook is resent by administrators of reports', async () => {
    const uploaded = '22222222-2222-4222-8222-222222222222'
    const id = await email({ state: 'failed', item: uploaded, kind: 'configuration', problem: '550 no' })
    expect((await deliveries(admin, uploaded)).map(({ _id, Resendable }) => [_id, Resendable])).toEqual([[id, true]])
    expect((await resend(id, reader, uploaded)).status).toBe(404)
    expect((await resend(id, admin, uploaded)).status).toBe(200)
  })

  it('needs the requester of the job or the main account; a scheduled one, an administrator of reports', async () => {
    const id = await email({ state: 'failed' })
    const round = await email({ state: 'failed', item: scheduled, kind: 'report 1' })
    expect((await resend(id, reader)).status).toBe(403)
    expect((await resend(round, who, scheduled)).status).toBe(403)
    expect((await resend(round, admin, own)).status).toBe(404)
    const stranger = await server.somebody(await server.company('sur'), 'cola', ['queue_read', 'programReports_admin'])
    expect((await resend(round, stranger, scheduled)).status).toBe(404)
    expect((await deliveries(reader)).map(({ Resendable }) => Resendable)).toEqual([false])
    expect((await deliveries(admin, scheduled)).map(({ Resendable }) => Resendable)).toEqual([true])
    expect((await resend(round, admin, scheduled)).status).toBe(200)
    expect((await resend(id, main)).status).toBe(200)
  })

  it('counts towards the daily limit of its kind', async () => {
    const left = () =>
      asTenant(server.db, company.tenantId, async (tx) => [
        await emailsLeft(tx, company.tenantId),
        await scheduledEmailsLeft(tx, company.tenantId),
      ])
    const id = await email({ state: 'sent' })
    const round = await email({ state: 'sent', item: scheduled, kind: 'report 7' })
    await email({ state: 'sent', item: scheduled, kind: 'tracking' })
    await email({ state: 'sent', item: scheduled, kind: 'alert' })
    await email({ state: 'kept', item: scheduled, kind: 'alert' })
    expect(await left()).toEqual([499, 4_997])
    await server.db.system.query(`update mail set created_at = now() - interval '2 days'`)
    expect(await left()).toEqual([500, 5_000])
    await resend(id)
    await resend(round, admin, scheduled)
    expect(await left()).toEqual([499, 4_999])
    await server.db.system.query(
      `insert into mail (tenant_id, kind, subject_id, recipient, content, state)
       select $1, 'result', gen_random_uuid(), 'x' || i, '{}', 'sent' from generate_series(1, 499) i`,
      [company.tenantId],
    )
    const { status, body } = await resend(await email({ state: 'failed' }))
    expect([status, (body as { title: string }).title]).toEqual([409, 'Su empresa llegó a 500 correos en 24 horas.'])
  })
})

it('the list has the known state of each email', async () => {
  await email({ state: 'bounced', problem: 'bounce 5.1.1' })
  await email({ state: 'sent', unsure: true })
  await email({ state: 'sending' })
  await email({ state: 'queued', problem: 'ETLS 502 no' })
  const delivery = (await deliveries()).map(({ Status, Error: error, Remark, SuccessDateTime }) => [
    Status,
    error,
    Remark,
    SuccessDateTime !== null,
  ])
  expect(delivery).toEqual(
    expect.arrayContaining([
      [3, 'El correo rebotó: el buzón no existe o no recibe correos (5.1.1).', null, false],
      [2, null, 'Pudo llegar dos veces: un envío se interrumpió antes de saber si había salido.', true],
      [1, null, 'Se está enviando.', false],
      [1, null, 'Se intenta de nuevo: no se pudo abrir una conexión segura con el servidor de correo.', false],
    ]),
  )
})

it('an email cannot be resent by a user who sees another part of the fleet than the email covers', async () => {
  const part = await server.somebody(company, 'parte', ['queue_read', 'vehicles_report'])
  const setScope = (scope: object) =>
    server.db.system.query('update app_user set vehicle_scope = $2 where user_id = $1', [part.userId, scope])
  await setScope({ states: [5] })
  await server.db.system.query('delete from queue_item')
  const payload = { vehicleClass: {}, mails: ['ana@norte.mx'] }
  await server.vehicles(company, [{ plate: 'AAA111A', stateId: 5 }])
  const ordered = await server.ask(part, { method: 'POST', url: '/api/v2/vehiclesReport', payload })
  const { queueItemId: item } = ordered.body as { queueItemId: string }
  const id = await email({ state: 'failed', item, content: { subject: 'Reporte', lines: [] } })
  expect(await deliveries(part, item)).toMatchObject([{ Resendable: true }])
  await setScope({ states: [9] })
  expect(await deliveries(part, item)).toMatchObject([{ Resendable: false }])
  expect((await resend(id, part, item)).status).toBe(403)
  await setScope({ states: [5] })
  expect((await resend(id, part, item)).status).toBe(200)
})
