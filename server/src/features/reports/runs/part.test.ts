// Reports of a user who sees a part of the fleet: they contain what that user sees when they run, whichever user sends
// them.
import type { Report } from '@padron/contract/reports/definition'
import type { Round } from '@padron/contract/reports/outcomes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signedLinks } from '../../../files/signed-links.ts'
import { emailFilePath } from '../../../jobs/report-file.ts'
import { addChannel } from '../../../testing/channels.ts'
import { resultFolder, type TestWorker, testWorker } from '../../../testing/processes/worker.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { log, storedEmails, switchOn } from '../testing/reports.ts'
import { enqueueDueReports } from './scheduler.ts'

const ROLES = ['programReports_admin', 'programReports_read', 'vehicles_read', 'queue_read'] as const
const [NORTH, SOUTH] = [{ states: [5] }, { states: [9] }]
const WRITTEN = { kind: 'vehicles', mails: ['cliente@norte.mx'], frequency: 'weekly', sendDay: 1 }

let server: TestServer
let company: Company
let main: Somebody
let north: Somebody
let south: Somebody
let worker: TestWorker
const { files, remove } = resultFolder()
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  await switchOn(server, company)
  await server.vehicles(company, [
    { plate: 'NOR111A', stateId: 5, columns: { debt_total: 100, ticket_status: 0 } },
    { plate: 'SUR222B', stateId: 9, columns: { debt_total: 200, ticket_status: 0 } },
    { plate: 'SUR333C', stateId: 9 },
  ])
  main = await server.somebody(company, 'admin', ['admin'])
  north = await server.somebody(company, 'norte', ROLES)
  south = await server.somebody(company, 'sur', ROLES)
  worker = await testWorker(server, files)
})
afterAll(async () => {
  await worker.stop()
  await server.stop()
  remove()
})
const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
const setScope = ({ userId }: Somebody, scope: object | null) =>
  system('update app_user set vehicle_scope = $2, version = version + 1 where user_id = $1', userId, scope)
beforeEach(async () => {
  await system('delete from scheduled_report')
  await system('delete from mail')
  await setScope(north, NORTH)
  await setScope(south, SOUTH)
})

const ask = async <T>(who: Somebody, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const { status, body } = await server.ask(who, { method, url, ...(payload ? { payload } : {}) })
  return { status, body: body as T }
}
const create = async (who: Somebody, name: string): Promise<Report> => {
  const { status, body } = await ask<Report>(who, 'POST', '/api/v2/reports', { ...WRITTEN, name })
  expect([status, body]).toMatchObject([200, { name }])
  return body
}
const list = async (who: Somebody) => {
  const { reports } = (await ask<{ reports: Report[] }>(who, 'GET', '/api/v2/reports')).body
  return reports.map(({ name, seenBy }) => [name, seenBy])
}
const rounds = async (who: Somebody) =>
  (await ask<{ rounds: Round[] }>(who, 'GET', '/api/v2/reports/rounds')).body.rounds
/** The plates in the stored emails. */
const platesSent = async () =>
  [...new Set(JSON.stringify(await storedEmails(server, company)).match(/\b(?:NOR|SUR)\d{3}[A-C]\b/g))].toSorted()
const vehiclesSent = async (who: Somebody) => (await rounds(who))[0]?.reports.map(({ vehicles }) => vehicles)
const dueNow = async () => {
  await system(`update scheduled_report set next_at = '2026-01-05T13:00:00Z'`)
  const ids = await enqueueDueReports({ db: server.db, now: () => new Date(), log })
  for (const id of ids) await worker.ended(id)
  return ids
}
const sendNow = async (who: Somebody, { reportId }: Report) => {
  const { status, body } = await ask<{ queueItemId: string }>(who, 'POST', `/api/v2/reports/${reportId}/send`, {})
  expect(status).toBe(200)
  await worker.ended(body.queueItemId)
}

it('belong to that user: other users with a part do not see them; the main account sees whose they are', async () => {
  const report = await create(north, 'Del norte')
  await create(south, 'Del sur')
  await create(main, 'De todos')
  expect(await list(north)).toEqual([['Del norte', north.username]])
  expect(await list(main)).toEqual([
    ['De todos', null],
    ['Del norte', north.username],
    ['Del sur', south.username],
  ])
  const { reportId, version } = report
  const body = { ...WRITTEN, name: 'Otro', version }
  const url = `/api/v2/reports/${reportId}`
  expect((await ask(south, 'PUT', url, body)).status).toBe(404)
  expect((await ask<Report>(main, 'PUT', url, body)).body).toMatchObject({ name: 'Otro', seenBy: north.username })
  expect(await list(north)).toEqual([['Otro', north.username]])
  const definition = { vehicleClass: {}, columns: null }
  const shared = { name: 'De la empresa', shared: true, definition }
  const { viewId } = (await ask<{ viewId: number }>(main, 'POST', '/api/v2/views', shared)).body
  expect((await ask(main, 'PUT', url, { ...body, viewId, version: version + 1 })).status).toBe(422)
  expect((await ask(north, 'POST', '/api/v2/reports', { ...WRITTEN, name: 'Con vista', viewId })).status).toBe(422)
  expect((await ask(north, 'POST', '/api/v2/reports', { ...WRITTEN, name: 'Con canal', channels: [1] })).status).toBe(
    422,
  )
})

it('keep the channels that an administrator added when their author edits them, with or without emails', async () => {
  const { reportId, version } = await create(north, 'Del norte')
  const channel = await addChannel(server, main)
  const edit = (who: Somebody, patch: object) =>
    ask<Report>(who, 'PUT', `/api/v2/reports/${reportId}`, { ...WRITTEN, name: 'Del norte', ...patch })
  await edit(main, { channels: [channel], version })
  expect((await edit(north, { channels: [channel + 1], active: false, version: version + 1 })).status).toBe(200)
  expect(await edit(north, { mails: [], version: version + 2 })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'mails' }] },
  })
  await edit(main, { mails: [], channels: [channel], version: version + 2 })
  expect((await edit(north, { mails: [], sendHour: 9, version: version + 3 })).status).toBe(200)
  const [stored] = (await ask<{ reports: Report[] }>(main, 'GET', '/api/v2/reports')).body.reports
  expect(stored).toMatchObject({ sendHour: 9, mails: [], channels: [{ channelId: channel }] })
})

describe('a report of a user who sees a part', () => {
  it('on its date covers the vehicles that its author sees, in a round of its own', async () => {
    await create(north, 'Del norte')
    await create(south, 'Del sur')
    await create(main, 'De todos')
    expect(await dueNow()).toHaveLength(3)
    expect(await vehiclesSent(north)).toEqual([1])
    expect(await vehiclesSent(south)).toEqual([2])
    expect(
      (await rounds(main)).flatMap(({ reports }) => reports.map(({ name, vehicles }) => [name, vehicles])),
    ).toEqual(
      expect.arrayContaining([
        ['De todos', 3],
        ['Del norte', 1],
        ['Del sur', 2],
      ]),
    )
    expect((await rounds(north)).flatMap(({ reports }) => reports.map(({ name }) => name))).toEqual(['Del norte'])
  })

  it('sent by the main account covers the vehicles that its author sees', async () => {
    const body = { ...WRITTEN, kind: 'debts', name: 'Debe' }
    const report = (await ask<Report>(north, 'POST', '/api/v2/reports', body)).body
    await sendNow(main, report)
    expect(await platesSent()).toEqual(['NOR111A'])
    const [own] = (await ask<{ reports: Report[] }>(north, 'GET', '/api/v2/reports')).body.reports
    expect(own?.last).toMatchObject({ outcome: 'sent', vehicles: 1, letters: { total: 1 } })
    await setScope(north, SOUTH)
    await sendNow(main, report)
    expect(await platesSent()).toEqual(['NOR111A', 'SUR222B'])
  })

  it('has a file that opens only while its author sees that part', async () => {
    await create(north, 'Del norte')
    await dueNow()
    const [round] = await rounds(north)
    expect(round?.reports[0]).toMatchObject({ outcome: 'sent', fileUrl: expect.any(String) })
    const { rows } = await system('select file_id as id from report_file where queue_item_id = $1', round?.queueItemId)
    const links = await signedLinks(server.db, () => new Date())
    const url = links.sign(emailFilePath(company.tenantId, (rows[0] as { id: string }).id))
    expect((await server.app.inject({ url })).statusCode).toBe(200)
    await setScope(north, { states: [19] })
    expect((await rounds(north))[0]?.reports[0]?.fileUrl).toBeNull()
    expect((await server.app.inject({ url })).statusCode).toBe(403)
  })

  it('is not sent once its author is inactive, and the round says why', async () => {
    const report = await create(north, 'Del norte')
    await system('update app_user set active = false where user_id = $1', north.userId)
    try {
      await dueNow()
      await sendNow(main, report)
      expect(await storedEmails(server, company)).toEqual([])
      const [byMain, scheduled] = await rounds(main)
      expect(byMain?.reports[0]).toMatchObject({
        outcome: 'failed',
        why: expect.stringContaining('ya no tiene acceso'),
      })
      expect(scheduled?.error).toContain('ya no tiene acceso')
    } finally {
      await system('update app_user set active = true where user_id = $1', north.userId)
    }
  })
})

it('has a trial and a preview with only the vehicles that its author sees', async () => {
  await system(`update app_user set email = 'norte@norte.mx' where user_id = $1`, north.userId)
  const definition = { ...WRITTEN, kind: 'debts', name: 'Prueba' }
  const trial = await ask<{ queueItemId: string }>(north, 'POST', '/api/v2/reports/test', definition)
  await worker.ended(trial.body.queueItemId)
  expect(await platesSent()).toEqual(['NOR111A'])
  const preview = await ask<{ vehicles: number; html: string }>(north, 'POST', '/api/v2/reports/preview', definition)
  expect(preview.body.vehicles).toBe(1)
  expect(JSON.stringify(preview.body)).not.toContain('SUR')
})

it('has a trial by the main account with only the vehicles that its author sees', async () => {
  await system(`update app_user set email = 'main@norte.mx' where user_id = $1`, main.userId)
  const { reportId } = await create(north, 'Del norte')
  const tryOut = async (patch: object) => {
    const payload = { ...WRITTEN, kind: 'debts', name: 'Del norte', ...patch }
    const { body } = await ask<{ queueItemId: string }>(main, 'POST', '/api/v2/reports/test', payload)
    await worker.ended(body.queueItemId)
    return platesSent()
  }
  expect(await tryOut({ reportId })).toEqual(['NOR111A'])
  expect(await tryOut({})).toEqual(['NOR111A', expect.stringContaining('SUR')])
})

it('has a preview by the main account with only the vehicles that its author sees', async () => {
  const { reportId } = await create(north, 'Del norte')
  const preview = (patch: object) =>
    ask<{ vehicles: number; title: string }>(main, 'POST', '/api/v2/reports/preview', {
      ...WRITTEN,
      kind: 'debts',
      name: 'Del norte',
      ...patch,
    })
  const of = async (patch: object) => (await preview(patch)).body.vehicles
  expect([await of({ reportId }), await of({})]).toEqual([1, 3])
  await setScope(north, SOUTH)
  expect(await of({ reportId })).toBe(2)
  expect(JSON.stringify((await preview({ reportId })).body)).toContain('SUR222B')
  await setScope(north, null)
  expect(await of({ reportId })).toBe(3)
  await system('update app_user set active = false where user_id = $1', north.userId)
  try {
    expect(await preview({ reportId })).toMatchObject({
      status: 422,
      body: { title: expect.stringContaining('ya no tiene acceso') },
    })
  } finally {
    await system('update app_user set active = true where user_id = $1', north.userId)
  }
})
