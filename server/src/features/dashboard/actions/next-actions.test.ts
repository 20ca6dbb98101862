// What to do this week: the limits of each group, the inactive rules, and that every total equals what the catalogue
// finds.
import { actionQueries } from '@padron/contract/dashboard/queries'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isDrill } from '../../../testing/drill.ts'
import { owe } from '../../../testing/obligations.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../../testing/server.ts'
import { actionsOf, clearAll, oweDebts, sumsOfCatalogue } from '../testing/actions.ts'
import { oddFleet } from '../testing/fleet.ts'

const CDMX = 9
const EDOMEX = 15
const NL = 19
const CDMX_FINES = 5009
const TICKETS_CDMX = 901
const ENVIRONMENT_CDMX = 907
const TENENCIA_CDMX = 900
const COMPARENDOS = 6013
const BOGOTA = 1011

/** In force in March 2026. */
const BLOCKING = [
  'verificacion-cdmx-multas',
  'verificacion-cdmx-tenencia',
  'verificacion-edomex-tenencia',
  'refrendo-cdmx-subsidio',
]

let server: TestServer
let company: Company
let who: Somebody
let turn = 0
// Wednesday; the week ends on Tuesday 17.
const clock = { at: new Date('2026-03-11T18:00:00Z') }

beforeAll(async () => {
  server = await testServer(() => clock.at)
})
afterAll(() => server.stop())
beforeEach(async () => {
  clock.at = new Date('2026-03-11T18:00:00Z')
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'lee', ['dashboard_read', 'vehicles_read'])
  await server.db.system.query('update payment_rule set enabled_override = null')
})

let plates = 0
const vehicles = (list: readonly { stateId?: number; status?: number }[], of = company) =>
  server.vehicles(
    of,
    list.map((each) => ({ plate: `ACT${1000 + plates++}`, stateId: NL, ...each })),
  )
const read = () => actionsOf(server, who)

it('requires the permission to read dashboards', async () => {
  const url = '/api/v2/dashboard/actions'
  expect((await server.ask(undefined, { url })).status).toBe(401)
  const nobody = await server.somebody(company, 'nadie', rolesWithout('dashboard_read'))
  expect((await server.ask(nobody, { url })).status).toBe(403)
})

it('returns empty groups and the days of the week if there is nothing to do', async () => {
  const actions = await read()
  const none = { count: 0, vehicles: 0, amount: 0, withoutAmount: 0, first: [] }
  expect(actions).toMatchObject({
    today: '2026-03-11',
    weekEnds: '2026-03-17',
    payments: { ...none, next: null },
    growing: none,
    stillListed: { ...none, late: 0 },
  })
  expect(actions.discounts).toMatchObject({ ...none, windows: [] })
  expect(actions.blocked).toMatchObject(BLOCKING.map((ruleKey) => ({ ruleKey, ...none, unknown: 0 })))
})

describe('the basis of an empty group', () => {
  const known = async () => {
    const { payments, discounts, blocked, growing, stillListed } = await read()
    const of = (group: { basis: unknown } | undefined) => group?.basis
    return {
      payments: of(payments),
      discounts: of(discounts),
      blocked: of(blocked[0]),
      growing: of(growing),
      waiting: stillListed.waiting,
    }
  }
  const answer = (ids: readonly number[], at: string) =>
    server.db.system.query(
      `
        update vehicle_resource
        set status_id = 1, good_at = $2, fresh_until = now() + interval '1 day'
        where vehicle_id = any($1)`,
      [ids, at],
    )

  it('counts known and unknown vehicles, with and without answers', async () => {
    const [capital = 0, ...others] = await vehicles([{ stateId: CDMX }, {}, {}, { status: 8 }, { status: 3 }])
    const [, , sold = 0, stolen = 0] = others
    const nobody = (unknown: number) => ({ known: 0, unknown, unasked: 0, oldest: null })
    expect(await known()).toEqual({
      payments: nobody(3),
      discounts: nobody(3),
      blocked: nobody(1),
      growing: nobody(2),
      waiting: 0,
    })
    const at = '2026-03-10T18:00:00Z'
    await answer([capital, sold, stolen], at)
    // An answer from before the theft does not cover the time since.
    await server.db.system.query(`update vehicle_history set at = '2026-02-01T18:00:00Z' where vehicle_id = $1`, [sold])
    await server.db.system.query(`update vehicle_history set at = '2026-03-11T12:00:00Z' where vehicle_id = $1`, [
      stolen,
    ])
    clock.at = new Date('2026-03-11T18:02:00Z')
    const one = (unknown: number) => ({ known: 1, unknown, unasked: 0, oldest: at })
    expect(await known()).toEqual({ payments: one(2), discounts: one(2), blocked: one(0), growing: one(1), waiting: 0 })
  })

  it('is null if the group has items; a debt marked as paid without a later answer counts as waiting', async () => {
    const [a = 0] = await vehicles([{}])
    await oweDebts(server, company, [
      { vehicleId: a, resourceId: CDMX_FINES, key: 'espera', total: 1, markedAt: '2026-03-10T19:00:00Z' },
    ])
    expect((await known()).waiting).toBe(1)
    await owe(server, company, [
      { vehicleId: a, key: 'l', dueOn: '2026-03-12', amount: 1, kind: 'payment', title: 'L', resourceId: TICKETS_CDMX },
    ])
    clock.at = new Date('2026-03-11T18:02:00Z')
    expect((await known()).payments).toBeNull()
  })
})

describe('payment lines', () => {
  it('count for seven days from today, of active vehicles; the next day is returned separately', async () => {
    const [a = 0, b = 0, sold = 0] = await vehicles([{}, {}, { status: 8 }])
    const other = await server.company(`sur${turn}`)
    const [foreign = 0] = await vehicles([{}], other)
    const line = (vehicleId: number, key: string, dueOn: string, amount: number | null) => ({
      vehicleId,
      key,
      dueOn,
      amount,
      kind: 'payment',
      title: `Línea de pago ${key}`,
      resourceId: TICKETS_CDMX,
    })
    await owe(server, company, [
      line(a, 'ayer', '2026-03-10', 1),
      line(a, 'hoy', '2026-03-11', 100.5),
      line(b, 'último', '2026-03-17', 300),
      line(b, 'sin', '2026-03-17', null),
      line(a, 'después', '2026-03-18', 50),
      line(b, 'después', '2026-03-18', 25),
      line(b, 'después sin', '2026-03-18', null),
      line(b, 'luego', '2026-03-19', 25),
      line(sold, 'vendido', '2026-03-12', 7),
    ])
    await owe(server, other, [line(foreign, 'ajena', '2026-03-12', 9)])
    const actions = await read()
    const { first, next, basis: _, ...sums } = actions.payments
    expect(sums).toEqual({ count: 3, vehicles: 2, amount: 400.5, withoutAmount: 1 })
    expect(first.map(({ title, day, amount }) => [title, day, amount])).toEqual([
      ['Línea de pago hoy', '2026-03-11', 100.5],
      ['Línea de pago último', '2026-03-17', 300],
      ['Línea de pago sin', '2026-03-17', null],
    ])
    expect(first[0]).toMatchObject({
      vehicleAssetId: a,
      stateName: 'Nuevo León',
      assetStatusId: 1,
      source: 'Multas · Ciudad de México · Adeudos CDMX (Apitude)',
      toldAt: '2026-11-20T18:00:00Z',
    })
    expect(next).toEqual({ day: '2026-03-18', count: 3, amount: 75, withoutAmount: 1 })
    expect(await sumsOfCatalogue(server, who, actionQueries(actions).payments)).toEqual(sums)
  })

  it('follow the day of the company’s time zone', async () => {
    clock.at = new Date('2026-03-16T05:30:00Z') // still Sunday 15 in Mexico City
    const actions = await read()
    expect(actions).toMatchObject({ today: '2026-03-15', weekEnds: '2026-03-21' })
  })
})

describe('discounts', () => {
  const fine = (vehicleId: number, key: string, issued: string | undefined, more = {}) => ({
    vehicleId,
    resourceId: CDMX_FINES,
    key,
    total: 1000,
    ...(issued && { issued }),
    ...more,
  })

  it('end this week by the days of the rule, and give the cost of waiting', async () => {
    const [a = 0, b = 0, workshop = 0] = await vehicles([{ stateId: CDMX }, {}, { status: 4 }])
    await oweDebts(server, company, [
      fine(a, 'hoy', '2026-03-01'),
      fine(a, 'último', '2026-03-07', { total: 100, discount: 900 }),
      fine(a, 'después', '2026-03-08'),
      fine(a, 'ayer', '2026-02-28'),
      fine(b, 'treinta', '2026-02-09'),
      fine(b, 'sin importe', '2026-02-10', { total: null, units: 10, description: 'Velocidad' }),
      fine(workshop, 'taller', '2026-03-01'),
      fine(b, 'ya sin ahorro', '2026-03-02', { total: 1000, discount: 10 }),
    ])
    const actions = await read()
    const { first, windows, byRule: _rules, basis: _, ...sums } = actions.discounts
    expect(sums).toEqual({ count: 4, vehicles: 2, amount: 400 + 400 + 500, withoutAmount: 1 })
    expect(
      first.map(({ folio, day, payNow, payLater, saving, savingBy, ruleKey }) => [
        folio,
        day,
        payNow,
        payLater,
        saving,
        savingBy,
        ruleKey,
      ]),
    ).toEqual([
      ['treinta', '2026-03-11', 500, 1000, 500, 'rule', 'descuento-multas-cdmx'],
      ['hoy', '2026-03-11', 100, 500, 400, 'rule', 'descuento-multas-cdmx'],
      ['sin importe', '2026-03-12', null, null, null, 'rule', 'descuento-multas-cdmx'],
      ['último', '2026-03-17', 100, 500, 400, 'source', 'descuento-multas-cdmx'],
    ])
    expect(first[2]?.description).toBe('Velocidad · 10 UMA, valor de 2026 sin publicar')
    expect(windows).toEqual([
      {
        ruleKey: 'descuento-multas-cdmx',
        states: null,
        types: [9],
        countsFrom: 'debt',
        from: '2026-03-01',
        to: '2026-03-07',
        count: 2,
        vehicles: 1,
        exact: false,
      },
      {
        ruleKey: 'descuento-multas-cdmx',
        states: null,
        types: [9],
        countsFrom: 'debt',
        from: '2026-02-09',
        to: '2026-02-15',
        count: 2,
        vehicles: 1,
        exact: true,
      },
    ])
    expect(actions.discounts.byRule).toMatchObject([
      {
        ruleKey: 'descuento-multas-cdmx',
        count: actions.discounts.count,
        amount: actions.discounts.amount,
        basis: null,
      },
      { ruleKey: 'descuento-multas-edomex', count: 0, vehicles: 0, amount: 0, basis: { known: 0, unknown: 0 } },
    ])
    const [none, query] = actionQueries(actions).discounts
    expect(none).toBeNull() // in the first window one debt saves nothing
    expect(query && (await sumsOfCatalogue(server, who, query)).vehicles).toBe(windows[1]?.vehicles)
  })

  it('exclude cameras, undated debts and debts marked as paid, which the catalogue would find', async () => {
    const [a = 0, b = 0, c = 0, d = 0] = await vehicles([{}, {}, {}, {}])
    await oweDebts(server, company, [
      fine(a, 'cámara', '2026-03-03', { description: 'FOTOCÍVICA por velocidad' }),
      fine(b, 'sin fecha', undefined, { arose: '2026-03-03T18:00:00Z' }),
      fine(c, 'marcada', '2026-03-03', { markedAt: '2026-03-10T18:00:00Z' }),
      fine(d, 'una', '2026-03-03'),
    ])
    const actions = await read()
    expect(actions.discounts).toMatchObject({ count: 1, vehicles: 1, first: [{ folio: 'una', vehicleAssetId: d }] })
    expect(actions.discounts.windows).toMatchObject([{ vehicles: 1, exact: false }])
    expect(actionQueries(actions).discounts).toEqual([null])
    await server.db.system.query('update debt set mark_refuted_at = $2 where vehicle_id = $1', [
      c,
      '2026-03-10T19:00:00Z',
    ])
    clock.at = new Date('2026-03-11T18:02:00Z')
    expect((await read()).discounts).toMatchObject({ count: 2, vehicles: 2 })
  })

  it('count working days without holidays in Colombia', async () => {
    company = await server.company(`andina${turn++}`, 'CO')
    who = await server.somebody(company, 'lee', ['dashboard_read', 'vehicles_read'])
    // Monday 23 March 2026 is San José: five working days after Thursday 19 end on Friday 27, and after Friday 20 on
    // Monday 30.
    clock.at = new Date('2026-03-21T18:00:00Z')
    const [a = 0] = await vehicles([{ stateId: BOGOTA }])
    const comparendo = (key: string, issued: string, description = 'C29 Exceso de velocidad') => ({
      vehicleId: a,
      resourceId: COMPARENDOS,
      key,
      total: 600_000,
      issued,
      description,
    })
    await oweDebts(server, company, [
      comparendo('viernes', '2026-03-19'),
      comparendo('lunes', '2026-03-20'),
      comparendo('foto', '2026-03-19', 'C29 Fotodetección'),
    ])
    const { discounts, rules } = await read()
    expect(discounts).toMatchObject({ count: 1, amount: 150_000, first: [{ folio: 'viernes', day: '2026-03-27' }] })
    expect(rules.map(({ ruleKey, shown, whyNot }) => [ruleKey, shown, whyNot])).toEqual([
      ['descuento-comparendos', true, null],
      ['descuento-fotodeteccion', true, null],
      ['comparecencia-comparendo', true, null],
      ['comparecencia-fotodeteccion', true, null],
    ])
  })

  describe('of camera fines in Colombia', () => {
    // A Wednesday; the week ends on Tuesday 17. Eleven days after 2 March end on 13, eleven working days on 17.
    let a = 0
    const owes = (key: string, more: object) =>
      oweDebts(server, company, [
        { vehicleId: a, resourceId: COMPARENDOS, key, total: 600_000, description: 'C29 Exceso de velocidad', ...more },
      ])
    beforeEach(async () => {
      company = await server.company(`camaras${turn++}`, 'CO')
      who = await server.somebody(company, 'lee', ['dashboard_read', 'vehicles_read'])
      ;[a = 0] = await vehicles([{ stateId: BOGOTA }])
    })

    it('count from the notification, whatever the day of the fine, and return both deadlines', async () => {
      await owes('foto', { electronic: true, issued: '2026-01-15', notifiedOn: '2026-03-02' })
      const { discounts, rules } = await read()
      expect(discounts).toMatchObject({
        count: 1,
        amount: 150_000,
        first: [
          {
            folio: 'foto',
            ruleKey: 'descuento-fotodeteccion',
            day: '2026-03-13',
            otherDay: '2026-03-17',
            notifiedOn: '2026-03-02',
            payNow: 300_000,
            payLater: 450_000,
          },
        ],
        windows: [{ ruleKey: 'descuento-fotodeteccion', countsFrom: 'notification', vehicles: 1, exact: false }],
      })
      expect(rules.find(({ ruleKey }) => ruleKey === 'descuento-fotodeteccion')?.otherReading).toMatchObject({
        says: expect.stringContaining('días hábiles'),
        source: expect.stringContaining('Semana'),
      })
      expect(actionQueries({ ...(await read()) }).discounts).toEqual([null])
    })

    it('stay until the other deadline once the safe one is past', async () => {
      // Eleven days after Thursday 26 February ended on Monday 9; eleven working days end on Friday 13.
      await owes('foto', { electronic: true, issued: '2026-01-15', notifiedOn: '2026-02-26' })
      const { discounts } = await read()
      expect(discounts).toMatchObject({
        count: 1,
        first: [{ folio: 'foto', day: '2026-03-09', otherDay: '2026-03-13', payNow: 300_000, payLater: 450_000 }],
      })
    })

    it('need a notification, and never follow the rule of road citations', async () => {
      await owes('sin fecha', { electronic: true, issued: '2026-03-05' })
      expect((await read()).discounts.count).toBe(0)
    })

    it('follow the rule of road citations if the source says so, or does not say', async () => {
      await owes('vía', { electronic: false, issued: '2026-03-05', notifiedOn: '2026-03-02' })
      await owes('no dice', { issued: '2026-03-05' })
      const { first } = (await read()).discounts
      expect(first.map(({ folio, day, otherDay, ruleKey }) => [folio, day, otherDay, ruleKey])).toEqual([
        ['no dice', '2026-03-12', null, 'descuento-comparendos'],
        ['vía', '2026-03-12', null, 'descuento-comparendos'],
      ])
    })
  })
})

describe('terms to appeal', () => {
  // On Wednesday 11 March: five working days after 4 March end today, eleven after 24 February.
  it('count the debts within them, past them, and of unknown term', async () => {
    company = await server.company(`plazos${turn++}`, 'CO')
    who = await server.somebody(company, 'lee', ['dashboard_read', 'vehicles_read'])
    const [a = 0, b = 0, sold = 0] = await vehicles([{ stateId: BOGOTA }, { stateId: BOGOTA }, { status: 8 }])
    const owes = (vehicleId: number, key: string, more: object) => ({
      ...{ vehicleId, resourceId: COMPARENDOS, key, total: 1000 },
      ...more,
    })
    await oweDebts(server, company, [
      owes(a, 'hoy', { electronic: false, issued: '2026-03-04' }),
      owes(b, 'después', { electronic: false, issued: '2026-03-10' }),
      owes(a, 'pasado', { electronic: false, issued: '2026-03-03' }),
      owes(a, 'sin fecha', { electronic: false, arose: '2026-03-10T18:00:00Z' }),
      owes(a, 'pagado', { electronic: false, issued: '2026-03-10', markedAt: '2026-03-10T18:30:00Z' }),
      owes(a, 'no dice', { issued: '2026-03-10', notifiedOn: '2026-03-10' }),
      owes(a, 'foto', { electronic: true, issued: '2026-01-15', notifiedOn: '2026-02-24' }),
      owes(sold, 'vendido', { electronic: true, issued: '2026-01-15', notifiedOn: '2026-02-24' }),
      owes(b, 'sin notificar', { electronic: true, issued: '2026-03-10' }),
    ])
    const road = { ruleKey: 'comparecencia-comparendo', soonest: '2026-03-11', basis: null }
    expect((await read()).appeals).toEqual([
      { ...road, open: 2, vehicles: 2, past: 1, unknown: 2 },
      { ...road, ruleKey: 'comparecencia-fotodeteccion', open: 1, vehicles: 1, past: 0, unknown: 2 },
    ])
    clock.at = new Date('2026-03-12T18:00:00Z')
    expect((await read()).appeals).toEqual([
      { ...road, open: 1, vehicles: 1, past: 2, unknown: 2, soonest: '2026-03-17' },
      { ...road, ruleKey: 'comparecencia-fotodeteccion', open: 0, vehicles: 0, past: 1, unknown: 2, soonest: null },
    ])
  })

  it('have the basis of their figures if there are none', async () => {
    company = await server.company(`plazos${turn++}`, 'CO')
    who = await server.somebody(company, 'lee', ['dashboard_read', 'vehicles_read'])
    await vehicles([{ stateId: BOGOTA }])
    const basis = { known: 0, unknown: 0, unasked: 1, oldest: null }
    expect((await read()).appeals).toMatchObject([{ open: 0, past: 0, unknown: 0, basis }, { basis }])
  })
})

it('the unit in which debts are stated is among the rules, with the sums of those debts', async () => {
  const [a = 0, sold = 0] = await vehicles([{ stateId: CDMX }, { status: 8 }])
  expect((await read()).rules.map(({ kind }) => kind)).not.toContain('unit')
  const fine = { vehicleId: a, resourceId: CDMX_FINES }
  await oweDebts(server, company, [
    { ...fine, key: 'con valor', total: 1173.1, units: 10, issued: '2026-02-10' },
    { ...fine, key: 'sin valor', total: null, units: 10 },
    { ...fine, key: 'en pesos', total: 5 },
    { ...fine, vehicleId: sold, key: 'vendido', total: 1173.1, units: 10, issued: '2026-02-10' },
  ])
  clock.at = new Date('2026-03-11T18:02:00Z')
  const { units, rules } = await read()
  expect(units).toEqual([{ unit: 'UMA', count: 2, vehicles: 1, amount: 1173.1, withoutAmount: 1 }])
  expect(rules.find(({ kind }) => kind === 'unit')).toMatchObject({
    ruleKey: 'UMA',
    validFrom: '2026-02-01',
    validTo: '2027-01-31',
    says: 'Una UMA vale $117.31 MXN.',
    authority: 'INEGI',
    source: expect.stringContaining('2026'),
    shown: true,
    unreplaced: false,
  })
})

describe('blocked vehicles', () => {
  it('have the least payment that unblocks them; vehicles without an answer count as unknown', async () => {
    const [a = 0, b = 0, free = 0, unread = 0, elsewhere = 0, sold = 0] = await vehicles([
      { stateId: CDMX },
      { stateId: CDMX },
      { stateId: CDMX },
      { stateId: CDMX },
      {},
      { stateId: CDMX, status: 8 },
    ])
    await clearAll(server, company, [a, b, free])
    await oweDebts(server, company, [
      { vehicleId: a, resourceId: CDMX_FINES, key: 'uno', total: 1000 },
      { vehicleId: a, resourceId: CDMX_FINES, key: 'dos', total: null },
      { vehicleId: elsewhere, resourceId: CDMX_FINES, key: 'fuera', total: 1 },
      { vehicleId: sold, resourceId: CDMX_FINES, key: 'vendido', total: 1 },
      { vehicleId: a, resourceId: TENENCIA_CDMX, key: 'tenencia', total: 5000 },
    ])
    await oweDebts(server, company, [{ vehicleId: a, resourceId: ENVIRONMENT_CDMX, key: 'humo', total: 2000 }], 50)
    await oweDebts(server, company, [{ vehicleId: b, resourceId: TICKETS_CDMX, key: 'b', total: 300 }])
    const actions = await read()
    const [rule, ...others] = actions.blocked
    expect(others.map(({ ruleKey, vehicles }) => [ruleKey, vehicles])).toEqual(
      BLOCKING.slice(1).map((ruleKey) => [ruleKey, ruleKey.includes('edomex') ? 0 : 1]),
    )
    expect(rule).toMatchObject({
      ruleKey: 'verificacion-cdmx-multas',
      states: [9],
      types: [1, 9, 7],
      count: 4,
      vehicles: 2,
      amount: 3350,
      withoutAmount: 1,
      unknown: 1,
    })
    expect(unread).toBeGreaterThan(0)
    expect(rule?.first).toMatchObject([
      {
        vehicleAssetId: a,
        amount: 3050,
        withoutAmount: 1,
        debts: [
          { typeId: 7, count: 1, amount: 2050, withoutAmount: 0 },
          { typeId: 9, count: 2, amount: 1000, withoutAmount: 1 },
        ],
      },
      {
        vehicleAssetId: b,
        amount: 300,
        withoutAmount: 0,
        debts: [{ typeId: 1, count: 1, amount: 300, withoutAmount: 0 }],
      },
    ])
    const [query] = actionQueries(actions).blocked
    const { count, vehicles: blocked, amount, withoutAmount } = rule ?? {}
    expect(query && (await sumsOfCatalogue(server, who, query))).toEqual({
      count,
      vehicles: blocked,
      amount,
      withoutAmount,
    })
  })

  it('follow the rules in force, with what another source says, unless the operator overrides them', async () => {
    const blockedRules = async () => (await read()).blocked.map(({ ruleKey }) => ruleKey)
    const whyNot = async (key: string) => (await read()).rules.find(({ ruleKey }) => ruleKey === key)?.whyNot
    expect(await blockedRules()).toEqual(BLOCKING)
    expect((await read()).rules.find(({ ruleKey }) => ruleKey === BLOCKING[1])?.otherReading).toMatchObject({
      says: 'No impide verificar.',
      source: 'UnoTV',
    })
    await server.db.system.query(
      `update payment_rule set enabled_override = (rule_key = 'verificacion-edomex-tenencia') where kind = 'blocks'`,
    )
    clock.at = new Date('2026-03-11T18:01:00Z')
    expect((await read()).blocked).toMatchObject([
      { ruleKey: 'verificacion-edomex-tenencia', states: [EDOMEX], types: [0, 8] },
    ])
    expect(await whyNot('verificacion-cdmx-multas')).toBe('Por decisión del operador de este servidor.')
    clock.at = new Date('2027-01-01T18:00:00Z')
    expect(await blockedRules()).toEqual([])
    expect(await whyNot('verificacion-edomex-tenencia')).toBe('Su vigencia terminó el 31 de diciembre de 2026.')
  })
})

describe('debts that should not exist', () => {
  it('include those that grew after the vehicle was sold, stolen or lost', async () => {
    const [sold = 0, stolen = 0, active = 0] = await vehicles([{ status: 8 }, { status: 3 }, {}])
    await server.db.system.query(`update vehicle set created_at = '2026-01-15T18:00:00Z' where tenant_id = $1`, [
      company.tenantId,
    ])
    await server.db.system.query(`update vehicle_history set at = '2026-02-01T18:00:00Z' where tenant_id = $1`, [
      company.tenantId,
    ])
    const undated = (key: string, more: object) => ({
      vehicleId: sold,
      resourceId: CDMX_FINES,
      key,
      total: 4,
      seen: '2026-02-20T18:00:00Z',
      ...more,
    })
    const debt = (vehicleId: number, key: string, issued: string, total: number | null) => ({
      vehicleId,
      resourceId: CDMX_FINES,
      key,
      total,
      issued,
    })
    await oweDebts(server, company, [
      debt(sold, 'antes', '2026-01-20', 10),
      debt(sold, 'después', '2026-02-10', 100),
      debt(sold, 'sin', '2026-02-20', null),
      debt(stolen, 'robado', '2026-02-03', 70),
      debt(active, 'propio', '2026-02-10', 5),
      undated('de siempre', {}),
      undated('surgido', { arose: '2026-02-01T18:00:01Z' }),
      undated('de antes', { arose: '2026-01-31T18:00:00Z' }),
    ])
    const actions = await read()
    const { first, basis: _, ...sums } = actions.growing
    expect(sums).toEqual({ count: 4, vehicles: 2, amount: 174, withoutAmount: 1 })
    expect(first).toMatchObject([
      {
        vehicleAssetId: sold,
        assetStatusId: 8,
        since: '2026-02-01T18:00:00Z',
        count: 3,
        amount: 104,
        withoutAmount: 1,
        latest: '2026-02-20',
      },
      { vehicleAssetId: stolen, assetStatusId: 3, count: 1, amount: 70, latest: '2026-02-03' },
    ])
    expect(await sumsOfCatalogue(server, who, actionQueries(actions).growing)).toEqual(sums)
  })

  it('include those marked as paid but still listed; they are late after seventy-two hours', async () => {
    const [a = 0, sold = 0] = await vehicles([{}, { status: 8 }])
    const marked = (vehicleId: number, key: string, markedAt: string) => ({
      vehicleId,
      resourceId: CDMX_FINES,
      key,
      total: 100,
      markedAt,
      markedBy: 'ana',
    })
    await oweDebts(server, company, [
      marked(a, 'tarde', '2026-03-07T17:59:00Z'),
      marked(sold, 'a tiempo', '2026-03-07T18:01:00Z'),
      { vehicleId: a, resourceId: CDMX_FINES, key: 'abierta', total: 9 },
    ])
    const actions = await read()
    const { first, late, waiting: _, ...sums } = actions.stillListed
    expect(late).toBe(1)
    expect(sums).toEqual({ count: 2, vehicles: 2, amount: 200, withoutAmount: 0 })
    expect(first.map(({ folio, markedBy, listedAt }) => [folio, markedBy, listedAt])).toEqual([
      ['tarde', 'ana', '2026-03-10T18:00:00Z'],
      ['a tiempo', 'ana', '2026-03-10T18:00:00Z'],
    ])
    expect(await sumsOfCatalogue(server, who, actionQueries(actions).stillListed)).toEqual(sums)
    const mark = (at: string) =>
      server.db.system.query(`update debt set marked_paid_at = $2 where tenant_id = $1 and folio = 'abierta'`, [
        company.tenantId,
        at,
      ])
    await mark('2026-03-11T17:00:00Z') // its source has not answered since
    expect((await read()).stillListed.count).toBe(2)
    await mark('2026-03-10T17:00:00Z')
    expect((await read()).stillListed.count).toBe(3)
  })
})

it('never includes another company', async () => {
  const [a = 0] = await vehicles([{ stateId: CDMX }])
  await oweDebts(server, company, [
    {
      vehicleId: a,
      resourceId: CDMX_FINES,
      key: 'una',
      total: 1,
      issued: '2026-03-01',
      markedAt: '2026-03-10T17:00:00Z',
    },
  ])
  await owe(server, company, [{ vehicleId: a, key: 'hoy', dueOn: '2026-03-11', kind: 'payment', amount: 5 }])
  const other = await server.company(`otra${turn++}`)
  const theirs = await actionsOf(server, await server.somebody(other, 'lee', ['dashboard_read']))
  for (const group of [theirs.payments, theirs.discounts, theirs.growing, theirs.stillListed, ...theirs.blocked])
    expect(group).toMatchObject({ count: 0, vehicles: 0, amount: 0, first: [] })
})

it.runIf(isDrill)('every total equals what the catalogue finds in a fleet with every unusual debt', async () => {
  clock.at = new Date()
  await oddFleet(server, company, 'MX', 60)
  await server.db.system.query(
    'update vehicle set state_id = (array[9, 14, 15, 19])[1 + vehicle_id % 4] where tenant_id = $1',
    [company.tenantId],
  )
  await server.db.system.query(
    `update payment_rule set enabled_override = true where valid_to is null or valid_to >= current_date`,
  )
  const actions = await read()
  const { payments, discounts, blocked, growing, stillListed } = actionQueries(actions)
  const cents = (amount: number) => Math.round(amount * 100) / 100
  const groups = [
    [actions.payments, payments],
    [actions.growing, growing],
    [actions.stillListed, stillListed],
    ...actions.blocked.map((rule, place) => [rule, blocked[place]] as const),
  ] as const
  for (const [{ count, vehicles, amount, withoutAmount }, query] of groups) {
    expect(count).toBeGreaterThan(0)
    const sums = query && (await sumsOfCatalogue(server, who, query))
    expect(sums && { ...sums, amount: cents(sums.amount) }).toEqual({
      count,
      vehicles,
      amount: cents(amount),
      withoutAmount,
    })
  }
  for (const [place, query] of discounts.entries())
    if (query)
      expect((await sumsOfCatalogue(server, who, query)).vehicles).toBe(actions.discounts.windows[place]?.vehicles)
})
