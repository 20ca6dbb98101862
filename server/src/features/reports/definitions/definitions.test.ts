// Definitions of scheduled reports: permissions, refusals and the next send.
import type { Report } from '@padron/contract/reports/definition'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../../db/client.ts'
import { withLockHeld } from '../../../testing/attacks/with-lock-held.ts'
import { addChannel } from '../../../testing/channels.ts'
import { createTag } from '../../../testing/fixtures.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { rescheduleAll } from './reschedule.ts'

// Sunday noon in Mexico City.
const START = '2026-11-22T18:00:00Z'
let clock = new Date(START)
let server: TestServer
let company: Company
let ana: Somebody
let reader: Somebody
let stranger: Somebody
let main: Somebody
let tag: number
beforeAll(async () => {
  server = await testServer(() => clock)
  company = await server.company('norte')
  ana = await server.somebody(company, 'ana', [
    'programReports_admin',
    'programReports_read',
    'tags_read',
    'vehicles_read',
  ])
  reader = await server.somebody(company, 'leo', ['programReports_read'])
  stranger = await server.somebody(await server.company('sur'), 'eva', ['programReports_admin', 'programReports_read'])
  main = await server.somebody(company, 'admin', ['admin'])
  tag = await createTag(server, company, 'norte')
  await system('insert into email_setting (tenant_id, active) values ($1, true)', company.tenantId)
})
afterAll(() => server.stop())

const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
const WRITTEN = {
  name: 'Adeudos',
  kind: 'debts',
  mails: ['ana@ejemplo.mx', 'ANA@ejemplo.mx'],
  frequency: 'weekly',
  sendDay: 1,
} as const
type Answer = { status: number; body: Report }
const create = async (patch: object, who = ana) =>
  (await server.ask(who, { method: 'POST', url: '/api/v2/reports', payload: { ...WRITTEN, ...patch } })) as Answer
const edit = async ({ reportId, version }: Report, patch: object, who = ana) =>
  (await server.ask(who, {
    method: 'PUT',
    url: `/api/v2/reports/${reportId}`,
    payload: { ...WRITTEN, version, ...patch },
  })) as Answer
const list = async (who = ana) =>
  ((await server.ask(who, { url: '/api/v2/reports' })).body as { reports: Report[] }).reports
const remove = (reportId: number, who = ana) =>
  server.ask(who, { method: 'DELETE', url: `/api/v2/reports/${reportId}` })
const view = async (name: string, shared: boolean) =>
  (
    (await server.ask(ana, {
      method: 'POST',
      url: '/api/v2/views',
      payload: { name, shared, definition: { vehicleClass: { vehicleAsset: { plate: 'RKA' } }, columns: null } },
    })) as { body: { viewId: number; version: number } }
  ).body

it('needs one permission to be read and another to be changed, and belongs to its company', async () => {
  const { status, body } = await create({ name: ' De permisos ' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'De permisos', mails: ['ANA@ejemplo.mx'], active: true, sendHour: 7, last: null })
  expect((await list(reader)).map(({ name }) => name)).toContain('De permisos')
  expect((await create({ name: 'De otro' }, reader)).status).toBe(403)
  expect(await list(stranger)).toEqual([])
  expect((await edit(body, {}, stranger)).status).toBe(404)
  expect((await remove(body.reportId, stranger)).status).toBe(404)
  expect((await remove(body.reportId)).status).toBe(200)
  expect((await remove(body.reportId)).status).toBe(404)
})

it('describes its filter in words, and names tags only for users who may read them', async () => {
  const filter = { taxName: 'XAXX', lessor: 'Arrendadora Uno', states: [19, 19], tags: [tag] }
  const { body } = await create({ name: 'Con filtro', filter })
  expect(body.filter).toEqual({ ...filter, states: [19] })
  expect(body.asked).toEqual([
    ['Estatus', 'Activo'],
    ['Estado', 'Nuevo León'],
    ['RFC', 'contiene «XAXX»'],
    ['Arrendadora', 'contiene «Arrendadora Uno»'],
    ['Etiquetas', 'Grupo de norte: norte'],
  ])
  const toReader = (await list(reader)).find(({ name }) => name === 'Con filtro')
  expect(toReader?.asked.at(-1)).toEqual(['Etiquetas', `etiqueta ${tag}`])
})

describe('channels', () => {
  it('can replace emails; an edit that does not name them leaves them unchanged', async () => {
    const channel = await addChannel(server, main)
    const made = await create({ name: 'A un canal', mails: [], channels: [channel, channel] })
    expect(made.body).toMatchObject({ mails: [], channels: [{ channelId: channel, name: 'Flota', active: true }] })
    const edited = await edit(made.body, { name: 'A un canal', sendHour: 9 })
    expect(edited.body).toMatchObject({ sendHour: 9, channels: [{ channelId: channel }] })
    const none = await edit(edited.body, { name: 'A un canal', channels: [] })
    expect(none.body.channels).toEqual([])
    expect((await edit(none.body, { mails: [], channels: [] })).status).toBe(400)
    await remove(made.body.reportId)
  })

  it('of another company are rejected', async () => {
    const eva = await server.somebody(await server.company('este'), 'eva', ['admin'])
    const foreign = await addChannel(server, eva)
    expect(await create({ name: 'Ajeno', channels: [foreign] })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'channels' }] },
    })
  })

  it('cannot be deleted while a report needs them; the error names the report', async () => {
    const channel = await addChannel(server, main, { name: 'Necesario' })
    const { body } = await create({ name: 'Solo canal', mails: [], channels: [channel] })
    const removeChannel = () => server.ask(main, { method: 'DELETE', url: `/api/v2/channels/${channel}` })
    expect(await removeChannel()).toMatchObject({
      status: 409,
      body: { title: expect.stringContaining('«Solo canal»') },
    })
    const { body: all } = await server.ask(main, { url: '/api/v2/channels' })
    expect(all).toMatchObject({ channels: expect.arrayContaining([expect.objectContaining({ name: 'Necesario' })]) })
    await edit(body, { name: 'Solo canal' })
    expect((await removeChannel()).status).toBe(200)
    await remove(body.reportId)
  })
})

describe('a report is rejected', () => {
  it.each<[what: string, patch: object, status: number, path: string]>([
    ['no address', { mails: [] }, 400, 'mails'],
    ['a header in an address', { mails: ['a@ejemplo.mx\r\nBcc: b@ejemplo.mx'] }, 400, 'mails.0'],
    ['51 addresses', { mails: Array.from({ length: 51 }, (_, i) => `a${i}@ejemplo.mx`) }, 400, 'mails'],
    ['a name of spaces', { name: '   ' }, 400, 'name'],
    ['a name of two lines', { name: 'Con\r\nBcc: x@y.mx' }, 400, 'name'],
    ['an eighth day of the week', { sendDay: 8 }, 400, 'sendDay'],
    ['a day that no month has', { frequency: 'monthly', sendDay: 32 }, 400, 'sendDay'],
    ['an hour that no day has', { sendHour: 24 }, 400, 'sendHour'],
    ['another country’s state', { filter: { states: [1011] } }, 422, 'filter.states'],
    ['a tag that does not exist', { filter: { tags: [999_999] } }, 422, 'filter.tags'],
    ['a view that does not exist', { viewId: 999_999 }, 422, 'viewId'],
  ])('with %s', async (_what, patch, status, path) => {
    const answer = (await create({ name: 'Mala', ...patch })) as unknown as {
      status: number
      body: { errors: { path: string }[] }
    }
    expect(answer).toMatchObject({ status, body: { errors: [{ path }] } })
  })

  it('with a name that another report has, ignoring case and accents', async () => {
    const { body } = await create({ name: 'Reporte único' })
    expect(await create({ name: 'REPORTE UNICO' })).toMatchObject({ status: 409, body: { errors: [{ path: 'name' }] } })
    const { body: other } = await create({ name: 'Otro nombre' })
    expect(await edit(other, { name: 'reporte unico' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'name' }] },
    })
    expect((await edit(body, { name: 'REPORTE ÚNICO' })).status).toBe(200)
  })

  it('if another user changed it since it was loaded', async () => {
    const { body } = await create({ name: 'Entre dos' })
    expect((await edit(body, { name: 'Entre dos', emptyPolicy: 'skip' })).body).toMatchObject({
      version: 2,
      emptyPolicy: 'skip',
    })
    expect(await edit(body, { name: 'Entre dos' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'version' }] },
    })
  })
})

describe('the next send', () => {
  it('keeps its pace through an edit, until its day changes or a first send is requested', async () => {
    const { body: made } = await create({ name: 'Quincenal', frequency: 'biweekly' })
    expect(made.nextAt).toBe('2026-11-23T13:00:00Z')
    // A week later, in a week without a send.
    clock = new Date('2026-11-25T18:00:00Z')
    await system(`update scheduled_report set next_at = '2026-12-07T13:00:00Z' where report_id = $1`, made.reportId)
    const same = { name: 'Quincenal', frequency: 'biweekly' }
    const { body: renamed } = await edit(made, { ...same, mails: ['luis@ejemplo.mx'] })
    expect(renamed.nextAt).toBe('2026-12-07T13:00:00Z')
    const { body: edited } = await edit(renamed, { ...same, sendHour: 9 })
    expect(edited.nextAt).toBe('2026-12-07T15:00:00Z')
    const { body: off } = await edit(edited, { ...same, sendHour: 9, active: false })
    expect(off.nextAt).toBeNull()
    const { body: on } = await edit(off, { ...same, sendHour: 9 })
    expect(on.nextAt).toBe('2026-12-07T15:00:00Z')
    const { body: moved } = await edit(on, { ...same, sendHour: 9, firstReportSendTime: 1 })
    expect(moved.nextAt).toBe('2026-11-30T15:00:00Z')
    const { body: friday } = await edit(moved, { ...same, sendDay: 5 })
    expect(friday.nextAt).toBe('2026-11-27T13:00:00Z')
    clock = new Date(START)
  })

  it('is not shown while the company’s reports are off', async () => {
    await create({ name: 'Apagable' })
    const next = async () => (await list()).find(({ name }) => name === 'Apagable')?.nextAt
    expect(await next()).toBe('2026-11-23T13:00:00Z')
    await system('update email_setting set active = false where tenant_id = $1', company.tenantId)
    expect(await next()).toBeNull()
    await system('update email_setting set active = true where tenant_id = $1', company.tenantId)
  })

  it('is computed again from now when reports are switched on, in the company’s zone; nothing is sent late', async () => {
    const { body } = await create({ name: 'Atrasado', frequency: 'biweekly' })
    const next = async () => (await list()).find(({ reportId }) => reportId === body.reportId)?.nextAt
    const again = (now: string) => asSystem(server.db, (tx) => rescheduleAll(tx, company.tenantId, new Date(now)))
    await again('2026-12-01T00:00:00Z')
    expect(await next()).toBe('2026-12-07T13:00:00Z')
    await system(`update company set time_zone = 'America/Bogota' where tenant_id = $1`, company.tenantId)
    await again('2026-12-01T00:00:00Z')
    expect(await next()).toBe('2026-12-07T12:00:00Z')
    await system(`update company set time_zone = 'America/Mexico_City' where tenant_id = $1`, company.tenantId)
    await again(START)
  })

  it('can be previewed: the next three dates of a schedule', async () => {
    const payload = { frequency: 'monthly', sendDay: 31, sendHour: 8, firstReportSendTime: 1 }
    const { body } = await server.ask(reader, { method: 'POST', url: '/api/v2/reports/nextDates', payload })
    expect(body).toEqual({
      dates: ['2026-11-30T14:00:00.000Z', '2026-12-31T14:00:00.000Z', '2027-01-31T14:00:00.000Z'],
    })
  })
})

it('lists recipients whose last email failed, until one arrives', async () => {
  const { body } = await create({ name: 'Con rebotes', mails: ['si@ejemplo.mx', 'no@ejemplo.mx'] })
  const email = (recipient: string, state: string, minutes: number, problem: string | null = null) =>
    system(
      `insert into mail (tenant_id, kind, subject_id, recipient, content, state, created_at, problem)
       values ($1, $2, gen_random_uuid(), $3, '{}', $4, now() - make_interval(mins => $5), $6)`,
      company.tenantId,
      `report ${body.reportId}`,
      recipient,
      state,
      minutes,
      problem,
    )
  const troubled = async () => (await list()).find(({ reportId }) => reportId === body.reportId)?.troubled
  await email('si@ejemplo.mx', 'failed', 20)
  await email('si@ejemplo.mx', 'sent', 10)
  await email('no@ejemplo.mx', 'bounced', 10)
  await email('quien-ya-no@ejemplo.mx', 'failed', 10)
  expect(await troubled()).toEqual(['no@ejemplo.mx'])
  await email('no@ejemplo.mx', 'sent', 2)
  expect(await troubled()).toEqual([])
  // Failed because of the daily limit: not a problem of the address.
  await email('no@ejemplo.mx', 'failed', 1, 'limit')
  expect(await troubled()).toEqual([])
})

describe('a saved view', () => {
  it('must be shared, and stays shared while a report or an alert uses it', async () => {
    const secret = await view('Privada', false)
    expect(await create({ name: 'De privada', viewId: secret.viewId })).toMatchObject({
      status: 422,
      body: { title: 'Elija una vista compartida' },
    })
    const { viewId, version } = await view('Compartida', true)
    const { body } = await create({ name: 'De vista', viewId })
    expect(body).toMatchObject({ view: { viewId, name: 'Compartida' }, asked: [['Placa', 'contiene «RKA»']] })
    await system(
      `
        insert into alert (tenant_id, alert_name, view_id, measure, threshold, mails)
        values ($1, 'Muchos', $2, 'vehicles', 5, '{a@b.mx}')`,
      company.tenantId,
      viewId,
    )
    const payload = { name: 'Compartida', shared: false, version, definition: { vehicleClass: {}, columns: null } }
    const url = `/api/v2/views/${viewId}`
    const why = 'con ella se hacen 1 reporte programado y 1 alerta («De vista», «Muchos»).'
    const hidden = await server.ask(ana, { method: 'PUT', url, payload })
    expect(hidden).toMatchObject({ status: 409, body: { title: `No se puede dejar de compartir la vista: ${why}` } })
    const removed = await server.ask(ana, { method: 'DELETE', url })
    expect(removed).toMatchObject({ status: 409, body: { title: `No se puede eliminar la vista: ${why}` } })
    expect((await server.ask(ana, { method: 'PUT', url, payload: { ...payload, shared: true } })).status).toBe(200)
    await remove(body.reportId)
    await system('delete from alert where view_id = $1', viewId)
    expect((await server.ask(ana, { method: 'DELETE', url })).status).toBe(200)
  })

  it('cannot lose its only tag while a report uses it: the report would cover every vehicle', async () => {
    const lonely = await createTag(server, company, 'solitaria')
    const payload = {
      name: 'De una etiqueta',
      shared: true,
      definition: { vehicleClass: { tags: [{ tagId: lonely }] }, columns: null },
    }
    const { viewId } = (await server.ask(ana, { method: 'POST', url: '/api/v2/views', payload })).body as {
      viewId: number
    }
    const { body } = await create({ name: 'De esa vista', viewId })
    const drop = () =>
      server.ask(main, { method: 'DELETE', url: '/api/v2/tags', payload: { tags: [{ tagId: lonely }] } })
    expect(await drop()).toMatchObject({ status: 409, body: { title: expect.stringContaining('«De una etiqueta»') } })
    await remove(body.reportId)
    expect((await drop()).status).toBe(200)
  })

  it('in use by a report can be changed only by users who configure reports; its owner can rename it', async () => {
    const owner = await server.somebody(company, 'dueno', ['vehicles_read'])
    const definition = { vehicleClass: { vehicleAsset: { plate: 'RKA' } }, columns: null }
    const payload = { name: 'Del dueño', shared: true, definition }
    const { viewId } = (await server.ask(owner, { method: 'POST', url: '/api/v2/views', payload })).body as {
      viewId: number
    }
    const { body } = await create({ name: 'De la del dueño', viewId })
    const change = (patch: object) =>
      server.ask(owner, {
        method: 'PUT',
        url: `/api/v2/views/${viewId}`,
        payload: { ...payload, version: 1, ...patch },
      })
    expect(await change({ definition: { vehicleClass: {}, columns: null } })).toMatchObject({
      status: 409,
      body: {
        title:
          'La vista se usa en «De la del dueño»: pida a quien configura los reportes que la cambie, o guarde una ' +
          'vista nueva.',
      },
    })
    expect(await change({ name: 'Con otro nombre' })).toMatchObject({
      status: 200,
      body: { name: 'Con otro nombre', definition },
    })
    await remove(body.reportId)
    expect((await change({ version: 2, definition: { vehicleClass: {}, columns: null } })).status).toBe(200)
  })

  it('cannot be combined with a filter', async () => {
    const { viewId } = await view('Otra compartida', true)
    const answer = await create({ name: 'De ambas', viewId, filter: { lessor: 'Uno' } })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'filter' }] } })
  })
})

describe('a report whose vehicles cannot be read', () => {
  const READ_AGAIN = 'no se puede leer; elija otro.'

  it('because of its view is listed with the others, and is refused until its view is saved again', async () => {
    const { viewId } = await view('Ilegible', true)
    const { body } = await create({ name: 'De la ilegible', viewId })
    await system(`update saved_view set definition = '{"vehicleClass": {"later": 1}}' where view_id = $1`, viewId)
    const title = 'La vista «Ilegible» tiene un filtro que no se puede leer; elija otra.'
    expect((await list()).find(({ reportId }) => reportId === body.reportId)?.asked).toEqual([['Vista', title]])
    const refusal = { status: 422, body: { title, errors: [{ path: 'viewId', message: title }] } }
    expect(await edit(body, { name: 'De la ilegible', viewId })).toMatchObject(refusal)
    expect(await create({ name: 'Otro de la ilegible', viewId })).toMatchObject(refusal)
    const payload = { viewId, measure: 'vehicles' }
    expect(await server.ask(ana, { method: 'POST', url: '/api/v2/alerts/value', payload })).toMatchObject(refusal)
    await system(`update saved_view set definition = '{"vehicleClass": {}}' where view_id = $1`, viewId)
    expect((await edit(body, { name: 'De la ilegible', viewId })).status).toBe(200)
    await remove(body.reportId)
  })

  it('because of its filter is listed, keeps it when saved without one, and can be saved with another', async () => {
    const { body } = await create({ name: 'Filtro ilegible', filter: { lessor: 'Uno' } })
    await system(`update scheduled_report set filter = '{"later": 1}' where report_id = $1`, body.reportId)
    const listed = (await list()).find(({ reportId }) => reportId === body.reportId)
    expect(listed).toMatchObject({
      filter: {},
      unreadable: true,
      asked: [['Filtro', expect.stringContaining(READ_AGAIN)]],
    })
    const paused = (await edit(body, { name: 'En pausa', filter: {}, active: false })).body
    expect(paused).toMatchObject({ name: 'En pausa', active: false, unreadable: true })
    const { rows } = await system('select filter from scheduled_report where report_id = $1', body.reportId)
    expect(rows).toEqual([{ filter: { later: 1 } }])
    const corrected = (await edit(paused, { name: 'Filtro ilegible', filter: { lessor: 'Dos' } })).body
    expect(corrected).toMatchObject({ filter: { lessor: 'Dos' } })
    expect(corrected).not.toHaveProperty('unreadable')
    await remove(body.reportId)
  })
})

describe('a tag in a report’s filter', () => {
  const tagged = async (name: string) => ({ tagId: await createTag(server, company, name) })
  const drop = (tagId: number) =>
    server.ask(main, { method: 'DELETE', url: '/api/v2/tags', payload: { tags: [{ tagId }] } })

  it('cannot be deleted, nor its category: the report would find other vehicles, or none', async () => {
    const { tagId } = await tagged('usada')
    const { rows } = await system('select tag_category_id as id from tag where tag_id = $1', tagId)
    const { body } = await create({ name: 'Con su etiqueta', filter: { tags: [tag, tagId] } })
    const why =
      'No se puede eliminar: está en el filtro del reporte programado «Con su etiqueta». Quite antes de ahí ' +
      'la etiqueta.'
    expect(await drop(tagId)).toMatchObject({ status: 409, body: { title: why } })
    const payload = { tagsGroup: [{ TagCategoryId: rows[0]?.id }] }
    expect(await server.ask(main, { method: 'DELETE', url: '/api/v2/tags/categories', payload })).toMatchObject({
      status: 409,
      body: { title: why },
    })
    await edit(body, { name: 'Con su etiqueta', filter: { tags: [tag] } })
    expect((await drop(tagId)).status).toBe(200)
    await remove(body.reportId)
  })

  it('cannot be deleted while the report is created; once deleted, the report is rejected', async () => {
    const { tagId } = await tagged('disputada')
    const [making, dropping] = await Promise.all([
      create({ name: 'En carrera', filter: { tags: [tagId] } }),
      drop(tagId),
    ])
    const statuses = [making.status, dropping.status]
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual(statuses)
    const held = await tagged('tomada')
    const deleting = {
      hold: (client: pg.PoolClient) => client.query('delete from tag where tag_id = $1', [held.tagId]),
      waitsIn: 'for key share',
    }
    expect(
      await withLockHeld(server, deleting, () => create({ name: 'Tarde', filter: { tags: [held.tagId] } })),
    ).toMatchObject({ status: 422, body: { errors: [{ path: 'filter.tags' }] } })
  })
})

it('is recorded in the activity log when it is created, changed or deleted', async () => {
  const { body } = await create({ name: 'De la bitácora' })
  await edit(body, { name: 'De la bitácora', sendDay: 3 })
  await remove(body.reportId)
  const { rows } = await system(
    `
      select action
      from activity
      where tenant_id = $1 and subject_kind = 'report' and subject_name = 'De la bitácora'
      order by activity_id`,
    company.tenantId,
  )
  expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
})

it('is limited to 200 per company', async () => {
  const other = await server.company('lleno')
  const her = await server.somebody(other, 'ana', ['programReports_admin'])
  await system(
    `
     insert into scheduled_report (tenant_id, report_name, kind, mails, frequency, send_day, send_hour, empty_policy,
       first_on)
     select $1, 'r' || n, 'debts', '{a@b.mx}', 'weekly', 1, 7, 'send', '2026-01-05' from generate_series(1, 200) n`,
    other.tenantId,
  )
  const answer = (await create({ name: 'Uno más' }, her)) as unknown as { status: number; body: { title: string } }
  expect(answer.status).toBe(422)
  expect(answer.body.title).toContain('200 reportes')
})
