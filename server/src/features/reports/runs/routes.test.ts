// Reports run by a user: a preview that writes nothing, a trial to their own address, sending one now, and the list of
// rounds.
import type { Preview, Round } from '@padron/contract/reports/outcomes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runItem } from '../../../jobs/run-item.ts'
import { noMailbox } from '../../../mail/mailbox.ts'
import { resultFolder } from '../../../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { addReport, log, storedEmails, switchOn } from '../testing/reports.ts'
import { scheduledReports } from './run.job.ts'

let server: TestServer
let company: Company
let who: Somebody
let turn = 0
const { files, remove } = resultFolder()
const mailbox = { ...noMailbox, configured: true }

beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  await server.stop()
  remove()
})
beforeEach(async () => {
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'ana', ['programReports_admin'])
  await server.db.system.query('update app_user set email = $1 where user_id = $2', ['ana@ejemplo.mx', who.userId])
  await switchOn(server, company)
  await server.vehicles(company, [{ plate: 'NLA100A' }])
})

const definition = { name: 'Adeudos ñ <b>', kind: 'debts', mails: ['jefa@norte.mx'], frequency: 'weekly', sendDay: 1 }
const post = (url: string, payload: object = {}, as = who) =>
  server.ask(as, { method: 'POST', url: `/api/v2/reports/${url}`, payload })
const run = (itemId: string) =>
  runItem(
    {
      db: server.db,
      files,
      emailFiles: server.emailFiles,
      mailbox,
      log,
      now: () => new Date(),
      kinds: new Map([[6, scheduledReports]]),
    },
    { tenantId: company.tenantId, itemId },
    new AbortController().signal,
  )
const rounds = async (as = who): Promise<Round[]> =>
  ((await server.ask(as, { url: '/api/v2/reports/rounds' })).body as { rounds: Round[] }).rounds
/** Every source has answered for every vehicle, without findings. */
const answered = () =>
  server.db.system.query(
    `
     update vehicle_resource
     set status_id = 1, good_at = now(), last_at = now(), last_outcome = 'ok', fresh_until = now() + interval '1 day'
     where tenant_id = $1`,
    [company.tenantId],
  )
const count = async (table: string) =>
  (await server.db.system.query(`select from ${table} where tenant_id = $1`, [company.tenantId])).rowCount

describe('a preview', () => {
  it('shows what would be sent, and sends and stores nothing', async () => {
    const { status, body } = await post('preview', definition)
    expect(status).toBe(200)
    const { subject, html, text, ...rest } = body as Preview
    expect(subject).toBe('Adeudos ñ <b>: sin datos')
    expect(text).toContain('Falta información de 1 vehículo')
    expect(text).toMatch(/Vehículos con adeudos[:\s]*Sin datos/)
    expect(html).toContain('1 vehículo')
    expect(html).not.toContain('<b>: ')
    expect(rest).toMatchObject({
      vehicles: 1,
      empty: false,
      sends: true,
      file: { name: expect.stringMatching(/\.xlsx$/), attached: null },
    })
    expect([await count('mail'), await count('report_file'), await count('queue_item')]).toEqual([0, 0, 0])
  })

  it('shows what each policy does with nothing to report', async () => {
    await answered()
    const empty = { ...definition, kind: 'expiries' }
    const of = async (emptyPolicy: string) => (await post('preview', { ...empty, emptyPolicy })).body as Preview
    expect(await of('send')).toMatchObject({ empty: true, sends: true, file: { attached: null } })
    expect(await of('notice')).toMatchObject({
      empty: true,
      sends: true,
      file: null,
      subject: 'Sin novedades: Adeudos ñ <b>',
    })
    expect(await of('skip')).toMatchObject({ empty: true, sends: false, file: null })
  })

  it('does not say “nothing new” if a source was never checked, whatever the policy', async () => {
    const of = async (kind: string, emptyPolicy: string) =>
      (await post('preview', { ...definition, kind, emptyPolicy })).body as Preview
    for (const policy of ['notice', 'skip'])
      expect(await of('expiries', policy)).toMatchObject({
        empty: true,
        sends: true,
        subject: 'Adeudos ñ <b>: nada registrado',
      })
    const changes = await of('changes', 'send')
    expect(changes.text).toContain('Se desconoce qué vence esta semana: ninguna fuente ha respondido.')
    expect(changes.text).not.toContain('Nada vence')
    await answered()
    expect((await of('changes', 'send')).text).toContain('Nada vence esta semana.')
  })

  it.each(['vehicles', 'changes', 'sheets'])('works for a report of kind %s', async (kind) => {
    expect(await post('preview', { ...definition, kind })).toMatchObject({ status: 200, body: { vehicles: 1 } })
  })

  it.each([
    ['states of another country', { filter: { states: [999] } }, 'filter.states'],
    ['a deleted tag', { filter: { tags: [999] } }, 'filter.tags'],
    ['a view together with a filter', { viewId: 1, filter: { lessor: 'x' } }, 'filter'],
  ])('and a trial reject %s', async (_, changes, path) => {
    for (const url of ['preview', 'test'])
      expect(await post(url, { ...definition, ...changes })).toMatchObject({
        status: 422,
        body: { errors: [{ path }] },
      })
  })

  it('of an existing report covers changes since its last email', async () => {
    const reportId = await addReport(server, company, { kind: 'changes', changesFrom: '2026-01-07T18:30:00Z' })
    const { body } = await post('preview', { ...definition, kind: 'changes', reportId })
    expect((body as Preview).text).toContain('Del miércoles 7 de enero de 2026, 12:30 al ')
    const other = await addReport(server, await server.company(`sur${turn}`), { changesFrom: '2026-01-07T18:30:00Z' })
    expect(
      ((await post('preview', { ...definition, kind: 'changes', reportId: other })).body as Preview).text,
    ).not.toContain('7 de enero')
  })

  it('and a trial reject a view that does not exist or is not shared, and ask for a shared one', async () => {
    const { rows } = await server.db.system.query<{ id: number }>(
      `
      insert into saved_view (tenant_id, user_id, view_name, shared, definition)
      values ($1, $2, 'Mía', false, '{"vehicleClass": {}, "columns": null}')
      returning view_id as id`,
      [company.tenantId, who.userId],
    )
    const viewId = rows[0]?.id
    const message = 'Elija una vista compartida'
    for (const url of ['preview', 'test'])
      for (const wrong of [999, viewId])
        expect(await post(url, { ...definition, viewId: wrong })).toMatchObject({
          status: 422,
          body: { title: message, errors: [{ path: 'viewId', message }] },
        })
    await server.db.system.query('update saved_view set shared = true where view_id = $1', [viewId])
    expect((await post('preview', { ...definition, viewId })).status).toBe(200)
    await server.db.system.query(`update saved_view set definition = '{"vehicleClass": {}}' where view_id = $1`, [
      viewId,
    ])
    expect((await post('preview', { ...definition, viewId })).status).toBe(200)
  })

  it('and a trial reject a view that cannot be read', async () => {
    const { rows } = await server.db.system.query<{ id: number }>(
      `
      insert into saved_view (tenant_id, user_id, view_name, shared, definition)
      values ($1, $2, 'Ilegible', true, '{"vehicleClass": {"later": 1}, "columns": null}')
      returning view_id as id`,
      [company.tenantId, who.userId],
    )
    const title = 'La vista «Ilegible» tiene un filtro que no se puede leer; elija otra.'
    for (const url of ['preview', 'test'])
      expect(await post(url, { ...definition, viewId: rows[0]?.id })).toMatchObject({
        status: 422,
        body: { title, errors: [{ path: 'viewId' }] },
      })
  })
})

describe('a trial', () => {
  it('is sent to the user who requests it, and does not change the report’s state', async () => {
    await addReport(server, company, { nextAt: null })
    const { status, body } = await post('test', definition)
    expect([status, body]).toEqual([200, { queueItemId: expect.any(String), message: expect.any(String) }])
    await run((body as { queueItemId: string }).queueItemId)
    expect((await storedEmails(server, company)).map(({ recipient, content }) => [recipient, content.subject])).toEqual(
      [['ana@ejemplo.mx', 'Prueba: Adeudos ñ <b>: sin datos']],
    )
    const { rows } = await server.db.system.query(
      'select last_at, changes_from from scheduled_report where tenant_id = $1',
      [company.tenantId],
    )
    expect(rows).toEqual([{ last_at: null, changes_from: null }])
    expect(await rounds()).toMatchObject([
      {
        origin: 'trial',
        who: expect.stringContaining('-'),
        done: true,
        error: null,
        reports: [{ name: 'Adeudos ñ <b>', outcome: 'sent', vehicles: 1 }],
        letters: { total: 1, sent: 0, pending: 1, failed: 0 },
      },
    ])
  })

  it('of a report that does not exist or is of another company is not found', async () => {
    const other = await addReport(server, await server.company(`sur${turn}`), {})
    for (const reportId of [other, 999_999]) expect((await post('test', { ...definition, reportId })).status).toBe(404)
    expect(await count('queue_item')).toBe(0)
  })

  it('needs the user’s email address, and the error says that it is missing', async () => {
    await server.db.system.query('update app_user set email = null where user_id = $1', [who.userId])
    expect(await post('test', definition)).toMatchObject({
      status: 422,
      body: { title: expect.stringContaining('Su usuario no tiene correo') },
    })
    expect(await count('queue_item')).toBe(0)
  })
})

describe('a report sent at once', () => {
  it('is sent to its recipients, keeps its next date, and its file opens by a signed link', async () => {
    const reportId = await addReport(server, company, {
      mails: ['ana@norte.mx', 'beto@norte.mx'],
      nextAt: '2030-01-07T13:00:00Z',
    })
    const { body } = await post(`${reportId}/send`)
    expect(await post(`${reportId}/send`)).toMatchObject({
      status: 409,
      body: { title: 'Este reporte ya se está enviando.' },
    })
    await run((body as { queueItemId: string }).queueItemId)
    expect((await storedEmails(server, company)).map(({ recipient }) => recipient)).toEqual([
      'ana@norte.mx',
      'beto@norte.mx',
    ])
    const { rows } = await server.db.system.query(
      'select next_at, last_outcome from scheduled_report where report_id = $1',
      [reportId],
    )
    expect(rows).toEqual([{ next_at: '2030-01-07T13:00:00Z', last_outcome: 'sent' }])
    const [round] = await rounds()
    expect(round).toMatchObject({
      origin: 'ordered',
      who: expect.stringContaining('-'),
      letters: { total: 2, pending: 2 },
    })
    const url = round?.reports[0]?.fileUrl ?? ''
    const { status, headers } = await server.ask(undefined, { url })
    expect([status, String(headers['content-disposition'])]).toEqual([
      200,
      expect.stringContaining('attachment; filename="Adeudos norte'),
    ])
    expect(
      (await server.ask(undefined, { url: url.replace(/s=./, (found) => (found === 's=_' ? 's=A' : 's=_')) })).status,
    ).toBe(404)
  })

  it('shows the state of its emails in its round and in the list of reports', async () => {
    const reportId = await addReport(server, company, { mails: ['ana@norte.mx', 'beto@norte.mx'] })
    const { body } = await post(`${reportId}/send`)
    await run((body as { queueItemId: string }).queueItemId)
    const readEmailCounts = async () => {
      const [round] = await rounds()
      const { body: list } = await server.ask(who, { url: '/api/v2/reports' })
      const [{ last }] = (list as { reports: [{ last: { letters: object } }] }).reports
      return [round?.letters, round?.reports[0]?.letters, last.letters]
    }
    const waiting = { total: 2, sent: 0, pending: 2, kept: 0, failed: 0 }
    expect(await readEmailCounts()).toEqual([waiting, waiting, waiting])
    await server.db.system.query(
      `update mail set state = case when recipient like 'ana%' then 'sent' else 'kept' end where tenant_id = $1`,
      [company.tenantId],
    )
    const sent = { total: 2, sent: 1, pending: 1, kept: 1, failed: 0 }
    expect(await readEmailCounts()).toEqual([sent, sent, sent])
  })

  it('must belong to the user’s company, and needs the permission to administer reports', async () => {
    const other = await server.company(`sur${turn}`)
    const reportId = await addReport(server, other)
    expect((await post(`${reportId}/send`)).status).toBe(404)
    const reader = await server.somebody(company, 'lee', ['programReports_read'])
    expect((await post(`${reportId}/send`, {}, reader)).status).toBe(403)
    expect(await rounds(reader)).toEqual([])
  })
})
