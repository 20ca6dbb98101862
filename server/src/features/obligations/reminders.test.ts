// Reminders with a controlled clock: steps, changed dates, sold vehicles, time zones, permissions, and one email a day.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { connect } from '../../db/connect.ts'
import type { MailContent } from '../../mail/email-content.ts'
import { noMailbox } from '../../mail/mailbox.ts'
import { parsePack } from '../../rules/pack-faults.ts'
import { loadPack, withdrawPack } from '../../rules/store-packs.ts'
import { addChannel, channelNotices } from '../../testing/channels.ts'
import { owe, setZone } from '../../testing/obligations.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { deleteOldReminders } from './reminders.queries.ts'
import { type Quiet, reminderEmail, sendReminders } from './reminders.ts'

let clock = new Date()
let server: TestServer
let company: Company
let who: Somebody
let vehicle: number
let turn = 0
const log = pino({ level: 'silent' })
const mailbox = { ...noMailbox, configured: true }

beforeAll(async () => {
  server = await testServer(() => clock)
})
afterAll(() => server.stop())
beforeEach(async () => {
  clock = new Date('2026-11-02T14:00:00Z') // eight in the morning in Mexico City
  await server.db.system.query(
    'delete from mail; delete from reminder_setting; delete from reminder_round; delete from sent_reminder',
  )
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'ana', ['vehicles_read', 'documents_read'])
  await server.db.system.query('update app_user set email = $1 where user_id = $2', ['ana@ejemplo.mx', who.userId])
  ;[vehicle = 0] = await server.vehicles(company, [{ plate: 'ABC123A' }])
})

const URL = '/api/v2/obligations/reminders'
const choose = (more: object = {}, as = who) =>
  server.ask(as, {
    method: 'PUT',
    url: URL,
    payload: { active: true, days: [30, 7, 1], kinds: ['insurance', 'document'], ...more },
  })
const remind = (db = server.db) => sendReminders({ db, mailbox, log, now: () => clock })
const remindOn = (day: string, hour = 14) => {
  clock = new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  return remind()
}
const emails = async () => {
  const { rows } = await server.db.system.query<{ recipient: string; content: MailContent }>(
    'select recipient, content from mail order by created_at, mail_id',
  )
  return rows
}
const due = (dueOn: string, more: object = {}) =>
  owe(server, company, [{ vehicleId: vehicle, key: 'r:1', dueOn, ...more }])

describe('the settings', () => {
  it('are off by default, and stored per user', async () => {
    expect((await server.ask(who, { url: URL })).body).toEqual({
      active: false,
      days: [30, 7, 1],
      kinds: ['document', 'insurance', 'inspection', 'card', 'plate', 'payment', 'calendar'],
      email: 'ana@ejemplo.mx',
      byEmail: true,
      channels: [],
      mails: false,
      lastSentAt: null,
    })
    await due('2026-11-03')
    expect(await remind()).toBe(0)
    expect((await choose({ days: [1, 15, 15] })).status).toBe(200)
    expect((await server.ask(who, { url: URL })).body).toMatchObject({
      active: true,
      days: [15, 1],
      kinds: ['insurance', 'document'],
    })
    const other = await server.somebody(company, 'beto', ['vehicles_read'])
    expect((await server.ask(other, { url: URL })).body).toMatchObject({ active: false, email: null })
  })

  it('reject unknown steps and empty reminders', async () => {
    expect(await choose({ days: [2] })).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'Elija los días de la lista' }] },
    })
    expect(await choose({ days: [] })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'days', message: 'Elija al menos un día de aviso.' }] },
    })
    expect(await choose({ kinds: [] })).toMatchObject({ status: 422, body: { errors: [{ path: 'kinds' }] } })
    expect((await choose({ active: false, days: [], kinds: [] })).status).toBe(200)
  })
})

describe('channels', () => {
  let chief: Somebody
  let channel: number
  beforeEach(async () => {
    await server.db.system.query('delete from channel')
    chief = await server.somebody(company, 'jefa', ['vehicles_read', 'documents_read', 'programReports_read'])
    channel = await addChannel(server, await server.somebody(company, 'avisos', ['programReports_admin']))
  })

  it('and the choice of no email stay unchanged if an edit does not name them, like an older console', async () => {
    await choose({ byEmail: false, channels: [channel] }, chief)
    expect((await choose({ days: [1] }, chief)).status).toBe(200)
    const unchanged = { days: [1], byEmail: false, channels: [{ channelId: channel }] }
    expect((await server.ask(chief, { url: URL })).body).toMatchObject(unchanged)
    expect((await choose({ byEmail: true, channels: [] }, chief)).status).toBe(200)
    expect((await server.ask(chief, { url: URL })).body).toMatchObject({ byEmail: true, channels: [] })
  })

  it('get reminders with plates, kinds and days, and no email is sent if the user wants none', async () => {
    expect((await choose({ byEmail: false, channels: [channel] }, chief)).status).toBe(200)
    expect((await server.ask(chief, { url: URL })).body).toMatchObject({
      byEmail: false,
      channels: [{ channelId: channel, name: 'Flota', active: true }],
    })
    await due('2026-11-03', { title: 'Póliza 5512 de Transportes López' })
    expect(await remind()).toBe(1)
    expect(await remind()).toBe(0)
    expect(await emails()).toEqual([])
    expect(await channelNotices(server)).toMatchObject([
      {
        channelId: channel,
        content: {
          title: '1 vencimiento próximo',
          lines: ['ABC123A · Seguro · 03/11/2026 (mañana)'],
          item: '1 vencimiento próximo',
          path: '/calendar',
        },
      },
    ])
  })

  it('get the first hundred dates, with the number of the others', async () => {
    await choose({ byEmail: false, channels: [channel] }, chief)
    const plates = Array.from({ length: 101 }, (_, i) => ({ plate: `MIL${String(i).padStart(3, '0')}A` }))
    const vehicles = await server.vehicles(company, plates)
    await owe(
      server,
      company,
      vehicles.map((vehicleId) => ({ vehicleId, key: 'r:1', dueOn: '2026-11-03' })),
    )
    expect(await remind()).toBe(1)
    const [{ content } = { content: undefined }] = await channelNotices(server)
    expect(content).toMatchObject({ title: '101 vencimientos próximos', omitted: 1 })
    expect(content?.lines).toHaveLength(100)
  })

  it('get reminders besides the email, and also without a mail server', async () => {
    await server.db.system.query('update app_user set email = $1 where user_id = $2', ['jefa@ejemplo.mx', chief.userId])
    await choose({ channels: [channel] }, chief)
    await due('2026-11-03')
    expect(await remind()).toBe(1)
    expect([(await emails()).length, (await channelNotices(server)).length]).toEqual([1, 1])
    await due('2026-11-10')
    clock = new Date('2026-11-03T14:00:00Z')
    expect(await sendReminders({ db: server.db, mailbox: noMailbox, log, now: () => clock })).toBe(1)
    expect([(await emails()).length, (await channelNotices(server)).length]).toEqual([1, 2])
  })

  it('can be chosen by users who may see them, from those of the company', async () => {
    expect((await choose({ channels: [channel] })).status).toBe(403)
    const stranger = await server.somebody(await server.company(`otra${turn}`), 'luis', ['admin'])
    expect(await choose({ channels: [await addChannel(server, stranger)] }, chief)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'channels' }] },
    })
    expect((await choose({ byEmail: false }, chief)).status).toBe(422)
    await choose({ byEmail: false, channels: [channel] }, chief)
    await server.db.system.query(`update app_user set role_ids = '{11}' where user_id = $1`, [chief.userId])
    await due('2026-11-03')
    expect(await remind()).toBe(0)
    expect(await channelNotices(server)).toEqual([])
    expect((await server.ask(chief, { url: URL })).body).toMatchObject({ channels: [{ active: false }] })
    expect(await choose({ byEmail: false }, chief)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'channels', message: 'Elija el correo o un canal.' }] },
    })
    expect((await choose({ byEmail: false, active: false }, chief)).status).toBe(200)
  })

  it('are listed as off once their owner may no longer configure notices: they send nothing', async () => {
    const owner = await server.somebody(company, 'otra', ['programReports_admin'])
    const of = await addChannel(server, owner, { name: 'Despacho' })
    await choose({ byEmail: false, channels: [of] }, chief)
    const listed = async () => (await server.ask(chief, { url: URL })).body
    expect(await listed()).toMatchObject({ channels: [{ name: 'Despacho', active: true }] })
    await server.db.system.query(`update app_user set role_ids = '{}' where user_id = $1`, [owner.userId])
    expect(await listed()).toMatchObject({ channels: [{ name: 'Despacho', active: false }] })
  })
})

describe('official calendars', () => {
  const CDMX = 9
  const lines = async () => (await emails()).map(({ content }) => content.lines.filter((line) => line.startsWith('·')))
  beforeEach(async () => {
    await server.vehicles(company, [
      { plate: 'AAA019A', stateId: CDMX },
      { plate: 'AAA029A', stateId: CDMX },
      { plate: 'AAA025A', stateId: CDMX }, // another digit
    ])
  })

  it('are in a reminder of their last day once per step, with the vehicles concerned', async () => {
    expect(await choose({ kinds: ['calendar'] })).toMatchObject({ status: 200 })
    const counts: number[] = []
    for (const day of ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-24', '2026-12-25', '2026-12-30'])
      counts.push(await remindOn(day))
    expect(counts).toEqual([0, 1, 0, 1, 0, 1])
    expect((await lines())[0]).toEqual(['· Verificación vehicular, engomado azul: último día · 2 vehículos'])
    const [first] = await emails()
    expect(first?.content.lines).toContain('31/12/2026 (en 30 días):')
  })

  it('are in a reminder again, once, if their last day moves', async () => {
    await choose({ kinds: ['calendar'] })
    expect(await remindOn('2026-12-24')).toBe(1)
    await server.db.system.query(
      `update calendar_rule
       set valid_to = '2027-01-31', spans = '[{"from": "2026-11-01", "to": "2027-01-05"}]'
       where rule_key = 'verificacion-azul'`,
    )
    expect(await remindOn('2026-12-25')).toBe(1)
    expect(await remindOn('2026-12-26')).toBe(0)
    expect(await remindOn('2026-12-29')).toBe(1)
  })

  it('are read again in the next round after a pack is loaded or withdrawn', async () => {
    await choose({ kinds: ['calendar'], days: [30] })
    const quiet: Quiet = new Map()
    const minute = (time: string) => {
      clock = new Date(`${time}:00Z`)
      return sendReminders({ db: server.db, mailbox, log, now: () => clock, quiet })
    }
    expect(await minute('2026-11-11T14:00')).toBe(0)
    const source = { document: 'Gaceta Oficial', date: '2026-11-11' }
    const calendar = {
      ...{ key: 'revista', country: 'MX', title: 'Revista vehicular', states: [CDMX], text: 'Noviembre.', source },
      windows: [{ from: '2026-11-01', to: '2026-11-30' }],
    }
    const parsed = parsePack({ version: '2026-11-28', title: 'Revista', calendars: [calendar] })
    if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults))
    const load = { pack: parsed.pack, sha256: 'x', by: 'Ana', reason: undefined }
    await asSystem(server.db, (tx) => loadPack(tx, load))
    expect(await minute('2026-11-11T14:01')).toBe(1)
    expect(await lines()).toEqual([['· Revista vehicular: último día · 3 vehículos']])
    await server.db.system.query('delete from sent_calendar_reminder')
    await asSystem(server.db, (tx) => withdrawPack(tx, '2026-11-28', { by: 'Ana', reason: undefined }))
    expect(await minute('2026-11-12T14:00')).toBe(0)
  })

  it('do not include a holiday: one of several days has a reminder before its first day', async () => {
    await choose({ kinds: ['calendar'], days: [7] })
    await server.db.system.query(
      `insert into own_calendar (tenant_id, kind, title, state_ids, digits, spans, note)
       values ($1, 'holiday', 'Cierre de año', '{}', '{}', '[{"from": "2026-11-20", "to": "2026-11-29"}]', '')`,
      [company.tenantId],
    )
    expect(await remindOn('2026-11-13')).toBe(1)
    expect(await remindOn('2026-11-22')).toBe(0)
    const [{ content } = { content: { lines: [] } }] = await emails()
    expect(content.lines).toContain('20/11/2026 (en 7 días):')
    expect(content.lines.join(' ')).not.toContain('calendarios oficiales')
  })

  it('include the company’s own calendars with their vehicles, and its holidays by their day', async () => {
    await choose({ kinds: ['calendar'], days: [7] })
    await server.db.system.query(
      `insert into own_calendar (tenant_id, kind, title, state_ids, digits, spans, note)
       values ($1, 'calendar', 'Fumigación', '{9}', '{5}', '[{"from": "2026-11-10", "to": "2026-11-20"}]', ''),
         ($1, 'holiday', 'Aniversario', '{}', '{}', '[{"from": "2026-11-20", "to": "2026-11-20"}]', '')`,
      [company.tenantId],
    )
    expect(await remindOn('2026-11-13')).toBe(1)
    expect((await lines())[0]?.toSorted()).toEqual([
      '· Aniversario: día inhábil',
      '· Fumigación: último día · 1 vehículo',
    ])
  })

  it('of the company count its holidays apart, in the email and in a channel', async () => {
    const chief = await server.somebody(company, 'jefa', ['vehicles_read', 'programReports_read'])
    await server.db.system.query('update app_user set email = $1 where user_id = $2', ['j@ejemplo.mx', chief.userId])
    const channel = await addChannel(server, chief)
    expect((await choose({ kinds: ['calendar'], days: [7], channels: [channel] }, chief)).status).toBe(200)
    const add = (kind: string, title: string, day: string) =>
      server.db.system.query(
        `insert into own_calendar (tenant_id, kind, title, state_ids, digits, spans, note)
         values ($1, $2, $3, '{}', '{}', jsonb_build_array(jsonb_build_object('from', $4::text, 'to', $4::text)), '')`,
        [company.tenantId, kind, title, day],
      )
    await add('holiday', 'Aniversario', '2026-11-20')
    expect(await remindOn('2026-11-13')).toBe(1)
    await add('holiday', 'Puente', '2026-11-21')
    await add('holiday', 'Inventario', '2026-11-21')
    await add('calendar', 'Fumigación', '2026-11-21')
    expect(await remindOn('2026-11-14')).toBe(1)
    expect(
      (await emails()).map(
        ({
          content: {
            subject,
            lines: [first],
          },
        }) => [subject, first],
      ),
    ).toEqual([
      ['Padrón: 1 día inhábil próximo', 'Hay 1 día inhábil próximo:'],
      [
        'Padrón: 1 vencimiento próximo y 2 días inhábiles',
        'Hay 1 vencimiento próximo en sus vehículos y 2 días inhábiles:',
      ],
    ])
    const notices = (await channelNotices(server)).map(({ content }) => content)
    expect(notices).toMatchObject([
      { title: '1 día inhábil próximo', lines: ['Aniversario: día inhábil · 20/11/2026 (en 7 días)'] },
      { title: '1 vencimiento próximo y 2 días inhábiles', item: '1 vencimiento próximo y 2 días inhábiles' },
    ])
    expect(notices[1]?.lines.toSorted()).toEqual([
      expect.stringMatching(/^Fumigación: último día · \d vehículos? · 21\/11\/2026 \(en 7 días\)$/),
      'Inventario: día inhábil · 21/11/2026 (en 7 días)',
      'Puente: día inhábil · 21/11/2026 (en 7 días)',
    ])
  })

  it('are not in reminders of users who did not choose them', async () => {
    await choose({ kinds: ['insurance'] })
    expect(await remindOn('2026-12-24')).toBe(0)
  })
})

describe('the steps', () => {
  beforeEach(async () => void (await choose()))

  it('send one reminder each, and none in between', async () => {
    await due('2026-12-02')
    const counts: number[] = []
    for (const day of ['01', '02', '03', '24', '25', '26']) counts.push(await remindOn(`2026-11-${day}`))
    for (const day of ['01', '02']) counts.push(await remindOn(`2026-12-${day}`))
    expect(counts).toEqual([0, 1, 0, 0, 1, 0, 1, 0])
    const [first] = await emails()
    expect(first).toMatchObject({
      recipient: 'ana@ejemplo.mx',
      content: { subject: 'Padrón: 1 vencimiento próximo', link: { path: '/calendar' } },
    })
    expect(first?.content.lines).toEqual(
      expect.arrayContaining(['02/12/2026 (en 30 días):', '· ABC123A · Póliza de seguro']),
    )
    expect((await server.ask(who, { url: URL })).body).toMatchObject({ lastSentAt: '2026-12-01T14:00:00Z' })
  })

  it('that were passed already are skipped: only the nearest is sent', async () => {
    await due('2026-11-05')
    expect([await remindOn('2026-11-02'), await remindOn('2026-11-03'), await remindOn('2026-11-04')]).toEqual([
      1, 0, 1,
    ])
    expect((await emails()).map(({ content }) => content.lines[1])).toEqual([
      '05/11/2026 (en 3 días):',
      '05/11/2026 (mañana):',
    ])
  })

  it('start again when the date changes', async () => {
    await due('2026-11-09')
    expect(await remindOn('2026-11-02')).toBe(1)
    await due('2026-11-10')
    expect(await remindOn('2026-11-03')).toBe(1)
    await due('2026-11-09') // the former date, which was already in a reminder
    expect(await remindOn('2026-11-04')).toBe(0)
  })

  it('skip vehicles sold between two rounds, and past dates', async () => {
    await due('2026-11-09')
    await server.db.system.query('update vehicle set asset_status_id = 8 where vehicle_id = $1', [vehicle])
    expect(await remindOn('2026-11-02')).toBe(0)
    await server.db.system.query('update vehicle set asset_status_id = 1 where vehicle_id = $1', [vehicle])
    expect(await remindOn('2026-11-10')).toBe(0)
    expect(await emails()).toEqual([])
  })
})

describe('the email', () => {
  beforeEach(async () => void (await choose()))

  it('is sent once a day, from seven in the morning in the company’s time zone', async () => {
    await due('2026-11-03')
    expect(await remindOn('2026-11-02', 12)).toBe(0) // six in the morning
    expect(await remindOn('2026-11-02', 13)).toBe(1)
    await due('2026-11-09', { key: 'r:2' })
    expect(await remindOn('2026-11-02', 20)).toBe(0)
    expect(await remindOn('2026-11-03', 13)).toBe(1)
  })

  it('follows the day of the time zone: the same moment can be the last day in one and past in another', async () => {
    await choose({ days: [0] })
    await setZone(server, company, 'America/Tijuana')
    await due('2026-11-02')
    expect(await remindOn('2026-11-02', 14)).toBe(0) // six in the morning in Tijuana
    expect(await remindOn('2026-11-02', 15)).toBe(1)
    await setZone(server, company, 'America/Mexico_City')
    await due('2026-11-03', { key: 'r:2' })
    await due('2026-11-04', { key: 'r:3' })
    clock = new Date('2026-11-04T05:30:00Z') // 23:30 of the 3rd in Mexico City
    expect(await remind()).toBe(1)
    expect((await emails()).at(-1)?.content.lines).toContain('03/11/2026 (hoy):')
  })

  it('is not computed again for an hour for a user without due dates', async () => {
    const quiet: Quiet = new Map()
    const lookAt = (time: string) => {
      clock = new Date(`2026-11-02T${time}:00Z`)
      return sendReminders({ db: server.db, mailbox, log, now: () => clock, quiet })
    }
    expect(await lookAt('14:00')).toBe(0)
    await due('2026-11-03')
    expect([await lookAt('14:55'), await lookAt('15:00')]).toEqual([0, 1])
  })

  it('is not delayed longer if the clock was wrong meanwhile', async () => {
    const quiet: Quiet = new Map()
    const lookAt = (time: string) => {
      clock = new Date(`${time}:00Z`)
      return sendReminders({ db: server.db, mailbox, log, now: () => clock, quiet })
    }
    expect(await lookAt('2027-01-09T14:00')).toBe(0)
    await due('2026-11-03')
    expect(await lookAt('2026-11-02T15:00')).toBe(1)
  })

  it('is written once by any number of concurrent processes', async () => {
    await due('2026-11-03')
    const others = [connect(server.addressOf), connect(server.addressOf)]
    const written = await Promise.all([server.db, ...others].flatMap((db) => [remind(db), remind(db)]))
    await Promise.all(others.map((db) => db.close()))
    expect(written.reduce((sum, n) => sum + n, 0)).toBe(1)
    expect(await emails()).toHaveLength(1)
  })

  it('lists everything due by date, at most a hundred lines', () => {
    const items = Array.from({ length: 130 }, (_, i) => ({
      vehicleId: i,
      sourceKey: 'r:1',
      dueOn: i < 2 ? '2026-11-02' : '2026-11-09',
      step: 7,
      plate: `P${i}`,
      title: 'Póliza de seguro',
      kind: 'insurance' as const,
      amount: null,
    }))
    const { subject, lines } = reminderEmail(items, '2026-11-02')
    expect(subject).toBe('Padrón: 130 vencimientos próximos')
    expect(lines.filter((line) => line.startsWith('·'))).toHaveLength(100)
    expect(lines.slice(1, 5)).toEqual([
      '02/11/2026 (hoy):',
      '· P0 · Póliza de seguro',
      '· P1 · Póliza de seguro',
      '09/11/2026 (en 7 días):',
    ])
    expect(lines).toContain('y 30 más.')
  })
})

describe('recipients', () => {
  beforeEach(async () => {
    await choose()
    await due('2026-11-03', { kind: 'document', title: 'Factura' })
  })
  const change = (columns: string) =>
    server.db.system.query(`update app_user set ${columns} where user_id = $1`, [who.userId])

  it('are active users with the permission, an address and a company that is not suspended', async () => {
    for (const columns of [`role_ids = '{11}'`, `role_ids = '{21}'`, 'active = false', 'email = null']) {
      await change(columns)
      expect([columns, await remind()]).toEqual([columns, 0])
      await change(`role_ids = '{11,31}', active = true, email = 'ana@ejemplo.mx'`)
    }
    const suspend = (at: string) =>
      server.db.system.query(`update company set suspended_at = ${at} where tenant_id = $1`, [company.tenantId])
    await suspend('now()')
    expect(await remind()).toBe(0)
    await suspend('null')
    expect(await remind()).toBe(1)
  })

  it('who see a part of the fleet get the dates of that part, also of calendars', async () => {
    const [other = 0] = await server.vehicles(company, [{ plate: 'XYZ789A', stateId: 9 }])
    await owe(server, company, [
      { vehicleId: vehicle, key: 'r:1', dueOn: '2026-11-03' },
      { vehicleId: other, key: 'r:1', dueOn: '2026-11-03' },
    ])
    await server.db.system.query(
      `insert into own_calendar (tenant_id, kind, title, state_ids, digits, spans, note)
       values ($1, 'calendar', 'Revisión interna', '{9,19}', '{0,1,2,3,4,5,6,7,8,9}',
         '[{"from": "2026-11-01", "to": "2026-11-03"}]', '')`,
      [company.tenantId],
    )
    const see = (states: number[]) =>
      server.db.system.query('update app_user set vehicle_scope = $1 where user_id = $2', [{ states }, who.userId])
    await see([9])
    expect((await choose({ kinds: ['insurance', 'document', 'calendar'] })).status).toBe(200)
    expect([await remind(), await remind()]).toEqual([1, 0])
    const text = JSON.stringify((await emails()).at(-1)?.content)
    expect(text).toContain('XYZ789A')
    expect(text).not.toContain('ABC123A')
    expect(text).toContain('Revisión interna: último día · 1 vehículo')
    // The next day the scope is the other vehicle, and the first date is not sent again.
    await see([19])
    await server.db.system.query(`update obligation set due_on = '2026-11-04' where tenant_id = $1`, [company.tenantId])
    expect(await remindOn('2026-11-03')).toBe(1)
    const next = JSON.stringify((await emails()).at(-1)?.content)
    expect([next.includes('ABC123A'), next.includes('XYZ789A')]).toEqual([true, false])
    expect(next).not.toContain('Revisión interna')
  })

  it('get the dates of their company only', async () => {
    const other = await server.company(`sur${turn}`)
    const they = await server.somebody(other, 'eva', ['vehicles_read', 'documents_read'])
    await server.db.system.query('update app_user set email = $1 where user_id = $2', ['eva@ejemplo.mx', they.userId])
    await choose({}, they)
    expect(await remind()).toBe(1)
    expect((await emails()).map(({ recipient }) => recipient)).toEqual(['ana@ejemplo.mx'])
  })

  it('are limited by the company’s emails left; the rest is sent afterwards', async () => {
    await server.db.system.query(
      `
        insert into mail (tenant_id, kind, subject_id, recipient, content, state)
        select $1, 'x', gen_random_uuid(), 'x@x.mx', '{}', 'sent'
        from generate_series(1, 5000)`,
      [company.tenantId],
    )
    expect(await remind()).toBe(0)
    await server.db.system.query('delete from mail')
    expect(await remind()).toBe(1)
  })

  it('get nothing without a mail server, and no step is lost', async () => {
    expect(await sendReminders({ db: server.db, mailbox: noMailbox, log, now: () => clock })).toBe(0)
    const { rows } = await server.db.system.query(
      'select from mail union all select from sent_reminder union all select from reminder_round',
    )
    expect(rows).toEqual([])
    expect((await server.ask(who, { url: URL })).body).toMatchObject({ mails: false, lastSentAt: null })
    expect(await remind()).toBe(1)
  })

  it('keep their sent reminders for four hundred days', async () => {
    await remind()
    const storedCount = async () =>
      (await server.db.system.query('select from sent_reminder union all select from reminder_round')).rowCount
    await deleteOldReminders(server.db, new Date('2027-12-01T00:00:00Z'))
    expect(await storedCount()).toBe(2)
    await deleteOldReminders(server.db, new Date('2027-12-10T00:00:00Z'))
    expect(await storedCount()).toBe(0)
  })
})
