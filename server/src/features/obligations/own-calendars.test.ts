// Calendars and holidays that a company adds: permissions, rejected fields, and where they are shown.
import type { CalendarRule, OwnCalendar } from '@padron/contract/obligations'
import { OWN_CALENDARS_AT_MOST, type OwnCalendarFields } from '@padron/contract/rules/own-calendar-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

const CDMX = 9
const URL = '/api/v2/obligations/own-calendars'
let clock = new Date('2026-11-25T18:00:00Z')
let server: TestServer
let company: Company
let who: Somebody
let turn = 0

beforeAll(async () => {
  server = await testServer(() => clock)
})
afterAll(() => server.stop())
beforeEach(async () => {
  clock = new Date('2026-11-25T18:00:00Z')
  company = await server.company(`propia${turn++}`)
  who = await server.somebody(company, 'admin', ['documents_admin', 'vehicles_read'])
})

const fields = (changes: Partial<OwnCalendarFields> = {}): OwnCalendarFields => ({
  kind: 'calendar',
  title: 'Fumigación',
  states: [CDMX],
  digits: [1],
  windows: [{ from: '11-20', to: '12-10' }],
  note: 'Con cita',
  ...changes,
})
const add = (changes: Partial<OwnCalendarFields> = {}, as: Somebody | undefined = who) =>
  server.ask(as, { method: 'POST', url: URL, payload: fields(changes) })
const idOf = async (changes: Partial<OwnCalendarFields> = {}) =>
  ((await add(changes)).body as { ownCalendarId: number }).ownCalendarId
const readCalendarList = async (as = who) =>
  ((await server.ask(as, { url: URL })).body as { calendars: OwnCalendar[] }).calendars
const ownRules = async (as = who, query = '') =>
  ((await server.ask(as, { url: `/api/v2/obligations/rules${query}` })).body as { rules: CalendarRule[] }).rules.filter(
    ({ own }) => own,
  )

it('own calendars need vehicles_read to be read and documents_admin to be changed', async () => {
  expect((await server.ask(undefined, { url: URL })).status).toBe(401)
  const blind = await server.somebody(company, 'ciego', rolesWithout('vehicles_read'))
  expect((await server.ask(blind, { url: URL })).status).toBe(403)
  const reader = await server.somebody(company, 'lee', ['vehicles_read'])
  expect((await add({}, reader)).status).toBe(403)
  const ownCalendarId = await idOf()
  const url = `${URL}/${ownCalendarId}`
  const payload = { ...fields(), version: 1 }
  expect((await server.ask(reader, { method: 'PUT', url, payload })).status).toBe(403)
  expect((await server.ask(reader, { method: 'DELETE', url })).status).toBe(403)
  expect(await readCalendarList(reader)).toEqual([{ ownCalendarId, ...fields(), version: 1 }])
  const foreign = await server.somebody(await server.company(`ajena${turn}`), 'admin', ['admin'])
  expect(await readCalendarList(foreign)).toEqual([])
  expect(await ownRules(foreign)).toEqual([])
  expect((await server.ask(foreign, { method: 'PUT', url, payload })).status).toBe(404)
  expect((await server.ask(foreign, { method: 'DELETE', url })).status).toBe(404)
  expect(
    (await server.ask(foreign, { url: `/api/v2/obligations/rules/propio-${ownCalendarId}/vehicles` })).status,
  ).toBe(404)
})

describe('a calendar', () => {
  it('is shown next to the official ones, with its vehicles, and in the calendar file', async () => {
    await server.vehicles(company, [
      { plate: 'AAA001A', stateId: CDMX },
      { plate: 'AAA002A', stateId: CDMX },
      { plate: 'AAA011A', stateId: 19 },
    ])
    const id = await idOf()
    expect(await ownRules()).toEqual([
      expect.objectContaining({
        ruleKey: `propio-${id}`,
        own: true,
        title: 'Fumigación',
        where: 'Ciudad de México',
        digits: [1],
        says: 'Cada año del 20 de noviembre al 10 de diciembre.',
        note: 'Con cita',
        unreplaced: false,
        shown: true,
        occurrences: [{ from: '2026-11-20', to: '2026-12-10', otherTo: null, vehicles: 1 }],
      }),
    ])
    const vehicles = await server.ask(who, { url: `/api/v2/obligations/rules/propio-${id}/vehicles` })
    expect(vehicles.body).toMatchObject({ vehicles: [{ plate: 'AAA001A' }], totalCount: 1 })
    const { path } = (await server.ask(who, { method: 'POST', url: '/api/v2/obligations/feed' })).body as {
      path: string
    }
    const text = String((await server.ask(undefined, { url: path })).body).replaceAll('\r\n ', '')
    expect(text).toContain('SUMMARY:Fumigación: último día · 1 vehículo')
    expect(text).toContain('Con cita\\nDe su empresa.')
  })

  it('is changed only in its current version, and deleted; both are recorded', async () => {
    const url = `${URL}/${await idOf()}`
    const change = (version: number) =>
      server.ask(who, { method: 'PUT', url, payload: { ...fields({ digits: [2, 1, 2], states: [] }), version } })
    expect((await change(1)).status).toBe(200)
    expect(await readCalendarList()).toMatchObject([{ digits: [1, 2], states: [], version: 2 }])
    expect((await ownRules())[0]).toMatchObject({ where: 'Todo México' })
    expect(await change(1)).toMatchObject({ status: 409, body: { errors: [{ path: 'version' }] } })
    expect((await server.ask(who, { method: 'DELETE', url })).status).toBe(200)
    expect((await server.ask(who, { method: 'DELETE', url })).status).toBe(404)
    expect(await readCalendarList()).toEqual([])
    const { rows } = await server.db.system.query(
      `
        select action, subject_name
        from activity
        where tenant_id = $1 and subject_kind = 'own_calendar'
        order by activity_id`,
      [company.tenantId],
    )
    expect(rows.map(({ action, subject_name }) => [action, subject_name])).toEqual([
      ['create', 'Fumigación'],
      ['update', 'Fumigación'],
      ['delete', 'Fumigación'],
    ])
  })

  it('for a single year ends with it', async () => {
    await add({ windows: [{ from: '2026-11-01', to: '2026-11-30' }] })
    expect((await ownRules())[0]?.occurrences).toMatchObject([{ to: '2026-11-30' }])
    clock = new Date('2026-12-01T18:00:00Z')
    expect(await ownRules()).toMatchObject([{ shown: false, occurrences: [], unreplaced: false }])
  })

  it.each([
    [{ title: '  ' }, 400, 'title', 'Escriba un título'],
    [{ title: 'x'.repeat(121) }, 400, 'title', 'Máximo 120 caracteres'],
    [{ windows: [] }, 400, 'windows', 'Agregue al menos un periodo'],
    [{ windows: [{ from: '03-01', to: 'abril' }] }, 400, 'windows.0.to', 'Escriba una fecha válida'],
    [
      { windows: [{ from: '03-01', to: '02-01' }] },
      422,
      'windows.0.to',
      'La fecha final del periodo 1 es anterior a la inicial',
    ],
    [{ windows: [{ from: '02-30', to: '03-01' }] }, 422, 'windows.0.from', 'La fecha inicial del periodo 1 no existe'],
    [
      {
        windows: [
          { from: '03-01', to: '04-01' },
          { from: '04-01', to: '05-01' },
        ],
      },
      422,
      'windows.1.from',
      'El periodo 2 se traslapa con el 1',
    ],
    [{ states: [1011] }, 422, 'states', 'No existe el estado 1011'],
    [{ states: [99] }, 422, 'states', 'No existe el estado 99'],
    [{ note: 'x'.repeat(501) }, 400, 'note', 'Máximo 500 caracteres'],
  ])('is rejected with its field: %o', async (changes, status, path, message) => {
    const answer = await add(changes)
    const { errors } = answer.body as { errors: { path: string; message: string }[] }
    expect([answer.status, errors[0]?.path.replace(/^body\./, ''), errors[0]?.message]).toEqual([status, path, message])
    expect(await readCalendarList()).toEqual([])
  })

  it('is limited to a hundred per company, also if two are added at once', async () => {
    await server.db.system.query(
      `
        insert into own_calendar (tenant_id, kind, title, state_ids, digits, spans, note)
        select $1, 'calendar', 'n', '{}', '{}', '[{"from":"03-01","to":"04-30"}]', '' from generate_series(1, $2)`,
      [company.tenantId, OWN_CALENDARS_AT_MOST - 1],
    )
    const answers = await Promise.all([add(), add()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      title: 'Su empresa ya tiene 100 calendarios propios; elimine alguno.',
    })
  })
})

describe('a holiday', () => {
  it('is shown and does not move official dates', async () => {
    await server.vehicles(company, [{ plate: 'AAA009A', stateId: CDMX }])
    const officialOf = async () => {
      const { rules } = (await server.ask(who, { url: '/api/v2/obligations/rules' })).body as { rules: CalendarRule[] }
      return rules.filter(({ own }) => !own)
    }
    const before = await officialOf()
    await add({ kind: 'holiday', title: 'Aniversario', digits: [], windows: [{ from: '11-30', to: '12-01' }] })
    expect(await officialOf()).toEqual(before)
    expect(await ownRules()).toMatchObject([
      { kind: 'holiday', says: 'Día inhábil. Cada año del 30 de noviembre al 1 de diciembre.' },
    ])
    const { path } = (await server.ask(who, { method: 'POST', url: '/api/v2/obligations/feed' })).body as {
      path: string
    }
    const text = String((await server.ask(undefined, { url: path })).body).replaceAll('\r\n ', '')
    const event = text.split('BEGIN:VEVENT').find((each) => each.includes('Aniversario: día inhábil · 1 vehículo'))
    expect(event).toContain('DTSTART;VALUE=DATE:20261130')
    expect(event).toContain('DTEND;VALUE=DATE:20261202')
  })
})
