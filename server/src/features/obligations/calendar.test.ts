// The official calendars: their dates, why some are inactive, and the count of vehicles by the last digit of the plate.
import type { CalendarRule } from '@padron/contract/obligations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { occurrencesOf, reasonHidden, type StoredRule } from './calendar.rules.ts'

const RULE: StoredRule = {
  own: false,
  kind: 'calendar',
  ruleKey: 'x',
  follows: null,
  once: false,
  title: 'x',
  stateIds: null,
  where: 'x',
  digits: null,
  plateYear: null,
  plateForm: null,
  otherSpans: null,
  spans: [
    { from: '01-01', to: '02-29' },
    { from: '07-01', to: '08-31' },
  ],
  daily: false,
  says: 'x',
  validFrom: null,
  validTo: null,
  source: 'x',
  sourceDate: null,
  version: '2026-01-01',
  authority: null,
  link: null,
  note: null,
  otherReading: null,
  enabledOverride: null,
}

describe('the occurrences of a calendar', () => {
  const of = (more: Partial<StoredRule>, from: string, to: string) =>
    occurrencesOf({ ...RULE, ...more }, from, to).map((span) => `${span.from} ${span.to}`)

  it('repeat every year, with 29 February moved to that year’s last day of February', () => {
    expect(of({}, '2027-01-15', '2028-07-01')).toEqual([
      '2027-01-01 2027-02-28',
      '2027-07-01 2027-08-31',
      '2028-01-01 2028-02-29',
      '2028-07-01 2028-08-31',
    ])
    expect(of({}, '2027-03-01', '2027-06-30')).toEqual([])
  })
  it('fall on the rule’s days within its validity', () => {
    expect(of({ spans: [{ from: '2026-04-01', to: '2026-04-30' }] }, '2026-01-01', '2027-12-31')).toEqual([
      '2026-04-01 2026-04-30',
    ])
    expect(of({ validFrom: '2026-02-01', validTo: '2026-07-31' }, '2026-01-01', '2027-12-31')).toEqual([
      '2026-02-01 2026-02-28',
      '2026-07-01 2026-07-31',
    ])
  })
  it('end on the earlier day of two sources, and state the later one', () => {
    const occurrence = (a: [string, string], b: [string, string]) => {
      const [spans, otherSpans] = [a, b].map(([from, to]) => [{ from, to }])
      return occurrencesOf({ ...RULE, spans: spans ?? [], otherSpans: otherSpans ?? null }, '2026-01-01', '2026-12-31')
    }
    const both = { from: '2026-05-01', to: '2026-05-31', otherTo: '2026-06-30' }
    expect(occurrence(['04-01', '05-31'], ['05-01', '06-30'])).toEqual([both])
    expect(occurrence(['05-01', '06-30'], ['04-01', '05-31'])).toEqual([both])
    const apart = { from: '2026-03-01', to: '2026-03-31', otherTo: '2026-08-31' }
    expect(occurrence(['08-01', '08-31'], ['03-01', '03-31'])).toEqual([apart])
  })
})

it.each([
  [{}, null],
  [{ validTo: '2026-11-20' }, 'Su vigencia terminó el 20 de noviembre de 2026.'],
  [{ validFrom: '2027-01-01' }, null],
  [{ spans: [] }, 'Sin fecha en la fuente.'],
  [{ spans: [], daily: true }, 'Es de todos los días, no un vencimiento.'],
  [{ enabledOverride: false }, 'Por decisión del operador de este servidor.'],
  [{ enabledOverride: true, validTo: '2026-11-20' }, 'Su vigencia terminó el 20 de noviembre de 2026.'],
])('why a calendar is not shown: %j', (more, why) => {
  expect(reasonHidden({ ...RULE, ...more }, '2026-11-21')).toBe(why)
})

describe('the calendars of a company', () => {
  const CDMX = 9
  const EDOMEX = 15
  let server: TestServer
  let company: Company
  let who: Somebody
  let turn = 0
  beforeAll(async () => {
    server = await testServer(() => new Date('2026-03-10T18:00:00Z'))
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    company = await server.company(`norte${turn++}`)
    who = await server.somebody(company, 'lee', ['vehicles_read'])
    await server.db.system.query('update calendar_rule set enabled_override = null')
  })
  const rules = async (query = '', as = who) => {
    const { body } = await server.ask(as, { url: `/api/v2/obligations/rules${query}` })
    return new Map((body as { rules: CalendarRule[] }).rules.map((rule) => [rule.ruleKey, rule]))
  }
  const vehiclesOf = (key: string, as = who) => server.ask(as, { url: `/api/v2/obligations/rules/${key}/vehicles` })

  it('count vehicles in service by the plate’s last digit, even before a letter, in their states', async () => {
    await server.vehicles(company, [
      { plate: 'AAA003A', stateId: CDMX },
      { plate: 'AAA014', stateId: EDOMEX },
      { plate: 'A74BCD', stateId: CDMX },
      { plate: 'AAA005A', stateId: CDMX }, // another digit
      { plate: 'AAA043A', stateId: 19 }, // another state
      { plate: 'SLD003A', stateId: CDMX, status: 8 },
      { plate: 'ABCDEF', stateId: CDMX }, // no digit
    ])
    const found = (await rules()).get('verificacion-rojo')
    expect(found).toMatchObject({
      digits: [3, 4],
      shown: true,
      whyNot: null,
      where: 'Ciudad de México, Estado de México',
      occurrences: [{ from: '2026-03-01', to: '2026-04-30', otherTo: null, vehicles: 3 }],
    })
    expect(found?.source).toContain('2026')
    expect((await vehiclesOf('verificacion-rojo')).body).toMatchObject({
      totalCount: 3,
      vehicles: [{ plate: 'A74BCD' }, { plate: 'AAA003A' }, { plate: 'AAA014' }],
    })
    // All plates, with and without digits.
    expect((await rules()).get('refrendo')?.occurrences).toEqual([
      { from: '2026-01-01', to: '2026-03-31', otherTo: null, vehicles: 6 },
    ])
  })

  it('list the replacement of 2021 plates for plates known to be of that year', async () => {
    const at = (plate: string, plate_date: string | null) => ({ plate, stateId: EDOMEX, columns: { plate_date } })
    await server.vehicles(company, [at('AAA001A', '2021-05-31'), at('AAA002A', '2020-12-31'), at('AAA011A', null)])
    const april = (await rules()).get('reemplacamiento-edomex-2026-abril')
    expect(april).toMatchObject({ shown: true, occurrences: [{ from: '2026-04-01', to: '2026-04-30', vehicles: 1 }] })
    expect(april?.note).toContain('2021')
    expect((await vehiclesOf('reemplacamiento-edomex-2026-abril')).body).toMatchObject({ totalCount: 1 })
  })

  it('show both end dates if two sources differ, with the other source', async () => {
    await server.db.system.query(
      `update calendar_rule
       set other_spans = '[{"from": "05-01", "to": "06-30"}, {"from": "11-01", "to": "12-31"}]',
         other_description = 'Mayo y junio.', other_source = 'Otro catálogo', other_source_date = '2026-11-26',
         other_source_link = 'https://ejemplo.mx'
       where rule_key = 'verificacion-verde'`,
    )
    const verde = (await rules('?from=2026-05-01&to=2026-05-31')).get('verificacion-verde')
    expect(verde).toMatchObject({
      shown: true,
      version: '2026-11-27',
      occurrences: [{ from: '2026-05-01', to: '2026-05-31', otherTo: '2026-06-30' }],
      otherReading: { source: 'Otro catálogo', link: expect.stringContaining('https://') },
    })
  })

  it('are not shown if undated, ended or switched off, and state why', async () => {
    const all = await rules()
    expect(all.get('hoy-no-circula')).toMatchObject({
      shown: false,
      whyNot: 'Es de todos los días, no un vencimiento.',
    })
    for (const key of ['fisico-mecanica-federal-2025', 'hoy-no-circula', 'tarjeta-cdmx'])
      expect((await vehiclesOf(key)).status).toBe(404)
    expect(all.get('tarjeta-cdmx')).toMatchObject({ shown: false, whyNot: 'Sin fecha en la fuente.' })
    await server.db.system.query(
      `update calendar_rule set enabled_override = false where rule_key = 'verificacion-verde'`,
    )
    expect((await rules()).get('verificacion-verde')?.whyNot).toBe('Por decisión del operador de este servidor.')
    expect((await vehiclesOf('verificacion-verde')).status).toBe(404)
  })

  it('belong to the country', async () => {
    const south = await server.company(`sur${turn}`, 'CO')
    const they = await server.somebody(south, 'lee', ['vehicles_read'])
    expect([...(await rules('', they)).keys()]).toEqual([
      'pico-y-placa-bogota',
      'pico-y-placa-medellin',
      'pico-y-placa-cali',
    ])
    expect((await vehiclesOf('verificacion-rojo', they)).status).toBe(404)
    expect((await vehiclesOf('no-hay')).status).toBe(404)
  })

  it('cover two years at most', async () => {
    const { status, body } = await server.ask(who, {
      url: '/api/v2/obligations/rules?from=2026-01-01&to=2030-01-01',
    })
    expect([status, body]).toMatchObject([400, { title: 'Las fechas abarcan dos años como máximo.' }])
    expect((await rules('?from=2026-07-01&to=2026-07-02')).get('verificacion-amarillo')?.occurrences).toMatchObject([
      { from: '2026-07-01', to: '2026-08-31' },
    ])
  })
})
