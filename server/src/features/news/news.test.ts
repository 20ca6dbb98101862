// The bell: the operator's notices, changes of the company's vehicles and its failing sources, separately; new until
// seen, and limited to the reader's permissions.
import type { NewsGroup } from '@padron/contract/news'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'

const NOW = new Date('2026-11-20T20:05:00Z')
let clock = NOW
let server: TestServer
let tenantId: number
let other: number
let ana: Somebody
let vehicles: number[]
let foreign: number

beforeAll(async () => {
  server = await testServer(() => clock)
  const company = await server.company('norte')
  tenantId = company.tenantId
  const far = await server.company('sur')
  other = far.tenantId
  ana = await server.somebody(company, 'ana', ['vehicles_read', 'resource_read'])
  vehicles = await server.vehicles(company, [{ plate: 'NLA100A' }, { plate: 'NLA200A' }])
  ;[foreign = 0] = await server.vehicles(far, [{ plate: 'NLA300A' }])
  await run(`update portal set base_url = 'http://nowhere.invalid'; update resource set connector_key = 'x'`)
})
afterAll(() => server.stop())
beforeEach(async () => {
  clock = NOW
  await run('delete from news_item; delete from news_last_read; delete from check_event; delete from source_outage')
})

const run = (text: string, values?: unknown[]) => server.db.system.query(text, values)
const news = async (as = ana) => {
  const { status, body } = await server.ask(as, { url: '/api/v2/relevantNews' })
  expect(status).toBe(200)
  return (body as { newsInformation: { newsList: NewsGroup[]; needsToCheck: boolean } }).newsInformation
}
const group = async (type: string, as = ana) => (await news(as)).newsList.find((each) => each.type === type)?.news ?? []
const look = (as = ana) => server.ask(as, { method: 'POST', url: '/api/v2/dateUpdate', payload: {} })

type Event = {
  at: string
  kind?: string
  vehicle?: number
  key?: string
  before?: number | null
  after?: number | null
  first?: boolean
  tenant?: number
}
const event = ({
  at,
  kind = 'new',
  vehicle = vehicles[0] ?? 0,
  key = 'f:1',
  before = null,
  after = null,
  first = false,
  tenant = tenantId,
}: Event) =>
  run(
    `
     insert into check_event (tenant_id, event_id, at, vehicle_id, resource_id, resource_type_id, run_id, kind, first,
       debt_key, before, after)
     values ($1, gen_random_uuid(), $2, $3, (select min(resource_id) from resource where portal_key = 'apitude'), 1,
       gen_random_uuid(), $4, $5, $6, $7, $8)`,
    [tenant, at, vehicle, kind, first, key, before, after],
  )
const outage = (portal: string, began: string, ended: string | null = null) =>
  run(
    `
      insert into source_outage (portal_key, began_at, ended_at, outcome, remark)
      values ($1, $2, $3, 'timeout', 'secreto')`,
    [portal, began, ended],
  )

it('has no groups without news', async () => {
  expect(await news()).toEqual({ newsList: [], needsToCheck: false })
})

it('lists the operator’s notices for everybody or a country, while they are valid', async () => {
  const publish = (title: string, country: string | null, at: string, ends: string | null) =>
    run('insert into news_item (title, information, country, published_at, ends_at) values ($1, $2, $3, $4, $5)', [
      title,
      `Texto de ${title}`,
      country,
      at,
      ends,
    ])
  await publish('Para todos', null, '2026-11-19T10:00:00Z', null)
  await publish('México', 'MX', '2026-11-20T10:00:00Z', '2026-11-21T06:00:00Z')
  await publish('Colombia', 'CO', '2026-11-20T10:00:00Z', null)
  await publish('Terminada', null, '2026-11-18T10:00:00Z', '2026-11-19T06:00:00Z')
  await publish('Vieja', null, '2026-09-01T10:00:00Z', null)
  await publish('Mañana', null, '2026-11-21T10:00:00Z', null)
  const weak = await server.somebody({ tenantId, name: 'norte' }, 'sin', rolesWithout('vehicles_read', 'resource_read'))
  for (const who of [ana, weak])
    expect(await news(who)).toEqual({
      needsToCheck: true,
      newsList: [
        {
          type: 'notices',
          typeName: 'Avisos',
          news: [
            {
              title: 'México',
              information: 'Texto de México',
              creationDate: '2026-11-20T10:00:00Z',
              isNew: true,
              link: null,
            },
            {
              title: 'Para todos',
              information: 'Texto de Para todos',
              creationDate: '2026-11-19T10:00:00Z',
              isNew: true,
              link: null,
            },
          ],
        },
      ],
    })
})

it('lists changes by the company’s days, with vehicles and amounts, without other companies', async () => {
  await event({ at: '2026-11-20T05:30:00Z', key: 'f:1', after: 12_000 }) // the 19th in Mexico
  await event({ at: '2026-11-20T07:00:00Z', key: 'f:2', after: 340.5 })
  await event({ at: '2026-11-20T08:00:00Z', key: 'f:3', after: 1000, vehicle: vehicles[1] ?? 0 })
  await event({ at: '2026-11-20T09:00:00Z', key: 'f:4', after: null, vehicle: vehicles[1] ?? 0 })
  await event({ at: '2026-11-20T10:00:00Z', key: 'f:1', kind: 'grew', before: 100, after: 150 })
  await event({ at: '2026-11-20T10:30:00Z', key: 'f:9', kind: 'vanished', before: null })
  await event({ at: '2026-11-20T11:00:00Z', kind: 'status' })
  await event({ at: '2026-11-20T12:00:00Z', key: 'f:5', after: 5, first: true })
  await event({ at: '2026-11-01T12:00:00Z', key: 'f:6', after: 5 })
  await event({ at: '2026-11-20T12:00:00Z', key: 'f:7', after: 5, vehicle: foreign, tenant: other })
  const items = (await group('changes')).map(({ title, information, link }) => [title, information, link])
  expect(items).toEqual([
    ['1 cambio de estado', 'En 1 vehículo.', `/?vehicle=${vehicles[0]}`],
    ['1 adeudo que ya no aparece', 'En 1 vehículo, sin importe conocido.', `/?vehicle=${vehicles[0]}`],
    ['1 adeudo que creció', 'En 1 vehículo, por $50.00 MXN más.', `/?vehicle=${vehicles[0]}`],
    ['3 adeudos nuevos', 'En 2 vehículos, por $1,340.50 MXN; 1 sin importe.', '/?sort=debt&order=desc'],
    ['1 adeudo nuevo', 'En 1 vehículo, por $12,000.00 MXN.', `/?vehicle=${vehicles[0]}`],
  ])
})

it('reports a source without credit as such', async () => {
  await run(`insert into source_outage (portal_key, began_at, ended_at, outcome) values
    ('apitude', '2026-11-20T20:05:00Z', null, 'no-credit'),
    ('apitude', '2026-11-19T14:00:00Z', '2026-11-19T16:00:00Z', 'no-credit')`)
  clock = new Date(NOW.getTime() + 60_000)
  const items = (await news()).newsList.flatMap(({ news: list }) => list as { title: string; information: string }[])
  expect(items.map(({ title, information }) => [title.replace(/^.* (no tiene|volvió)/, '$1'), information])).toEqual([
    [
      'no tiene saldo desde el 20/11/2026 14:05',
      'Sin saldo. Los datos de sus vehículos quedan como estaban en la última respuesta.',
    ],
    ['volvió el 19/11/2026 10:00', 'No tuvo saldo desde el 19/11/2026 08:00, durante 2 horas.'],
  ])
})

it('lists failing sources of the company’s vehicles, apart from changes', async () => {
  await outage('apitude', '2026-11-20T20:05:00Z')
  await outage('apitude', '2026-11-18T14:00:00Z', '2026-11-18T16:05:00Z')
  await outage('apitude', '2026-11-01T14:00:00Z', '2026-11-02T14:00:00Z')
  // Sources of other states and of the other country.
  await run(`
    insert into source_outage (portal_key, began_at, outcome)
    select portal_key, '2026-11-20T18:00:00Z', 'timeout'
    from portal
    where portal_key not in (select portal_key from resource where country = 'MX' and coalesce(state_id, 19) = 19)`)
  clock = new Date(NOW.getTime() + 60_000)
  const { newsList } = await news()
  expect(newsList.map(({ type }) => type)).toEqual(['outages'])
  const { rows } = await run(`select portal_name as name from portal where portal_key = 'apitude'`)
  const portal = rows[0]?.name
  expect(newsList[0]?.news).toEqual([
    {
      title: `${portal} no responde desde el 20/11/2026 14:05`,
      information:
        'La fuente no respondió a tiempo. Los datos de sus vehículos quedan como estaban en la última respuesta.',
      creationDate: '2026-11-20T20:05:00Z',
      isNew: true,
      link: '/health',
    },
    {
      title: `${portal} volvió el 18/11/2026 10:05`,
      information: 'No respondió desde el 18/11/2026 08:00, durante 2 horas y 5 minutos.',
      creationDate: '2026-11-18T16:05:00Z',
      isNew: true,
      link: '/health',
    },
  ])
  expect(
    await group('outages', await server.somebody({ tenantId: other, name: 'sur' }, 'lee', ['vehicles_read'])),
  ).toMatchObject([{ link: null }, { link: null }])
})

it('shows changes only to readers of vehicles, and sources only to readers of either', async () => {
  await event({ at: '2026-11-20T09:00:00Z' })
  await outage('apitude', '2026-11-20T10:00:00Z')
  const company = { tenantId, name: 'norte' }
  const types = async (who: Somebody) => (await news(who)).newsList.map(({ type }) => type)
  expect(await types(await server.somebody(company, 'salud', ['resource_read']))).toEqual(['outages'])
  expect(await types(await server.somebody(company, 'lee', ['vehicles_read']))).toEqual(['changes', 'outages'])
  expect(await types(await server.somebody(company, 'nada', ['queue_read']))).toEqual([])
})

it('is new for each user until seen, and newer items are new again', async () => {
  const beto = await server.somebody({ tenantId, name: 'norte' }, 'beto', ['vehicles_read'])
  await event({ at: '2026-11-20T09:00:00Z', key: 'f:1' })
  expect((await news()).needsToCheck).toBe(true)
  expect(await look()).toMatchObject({ status: 200, body: { needsToCheck: false } })
  expect(await news()).toMatchObject({ needsToCheck: false, newsList: [{ news: [{ isNew: false }] }] })
  expect((await news(beto)).needsToCheck).toBe(true)
  clock = new Date('2026-11-20T21:00:00Z')
  await event({ at: '2026-11-20T20:30:00Z', key: 'f:2' })
  expect(await news()).toMatchObject({
    needsToCheck: true,
    newsList: [
      {
        news: [
          { isNew: true, title: '1 adeudo nuevo' },
          { isNew: false, title: '1 adeudo nuevo' },
        ],
      },
    ],
  })
  clock = NOW
  await look()
  clock = new Date('2026-11-20T21:00:00Z')
  await look()
  clock = NOW
  await look() // a clock that is behind does not undo it
  clock = new Date('2026-11-20T21:00:00Z')
  expect((await news()).needsToCheck).toBe(false)
})

it('merges unseen changes of a kind over all days, and lists seen ones by day', async () => {
  const at = (time: string, key: string, kind = 'new') => event({ at: time, key, kind, after: 100 })
  await at('2026-11-18T09:00:00Z', 'f:1')
  for (const n of [2, 3, 4]) await at('2026-11-19T09:00:00Z', `f:${n}`)
  clock = new Date('2026-11-19T20:00:00Z')
  await look()
  await at('2026-11-19T20:00:00.000400Z', 'f:5') // at the very moment of reading
  await at('2026-11-19T21:00:00Z', 'f:6')
  await at('2026-11-20T09:00:00Z', 'f:7')
  await at('2026-11-20T10:00:00Z', 'f:1', 'grew')
  clock = NOW
  const items = async (as = ana) =>
    (await group('changes', as)).map(({ title, isNew, creationDate }) => [title, isNew, creationDate.slice(0, 10)])
  expect(await items()).toEqual([
    ['1 adeudo que creció', true, '2026-11-20'],
    ['2 adeudos nuevos', true, '2026-11-20'],
    ['4 adeudos nuevos', false, '2026-11-19'],
    ['1 adeudo nuevo', false, '2026-11-18'],
  ])
  // A first visit lists it by day.
  const beto = await server.somebody({ tenantId, name: 'norte' }, 'carla', ['vehicles_read'])
  expect(await items(beto)).toEqual([
    ['1 adeudo que creció', true, '2026-11-20'],
    ['1 adeudo nuevo', true, '2026-11-20'],
    ['5 adeudos nuevos', true, '2026-11-19'],
    ['1 adeudo nuevo', true, '2026-11-18'],
  ])
})

it('counts as seen by a call with an empty body or none', async () => {
  const seen = { status: 200, body: { needsToCheck: false } }
  const call = { method: 'POST', url: '/api/v2/dateUpdate' } as const
  expect(await server.ask(ana, call)).toMatchObject(seen)
  expect(await server.ask(ana, { ...call, headers: { 'content-type': 'application/json' } })).toMatchObject(seen)
  expect(await look()).toMatchObject(seen)
  expect((await server.ask(ana, { ...call, payload: { until: 'ayer' } })).status).toBe(400)
})
