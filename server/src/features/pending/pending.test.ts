// Pending work and who does it, over HTTP with a fixed clock: each source of work, order and pages, filters,
// assignments, and that an item disappears with its cause.
import type { Reply } from '@padron/contract/call'
import { addDays } from '@padron/contract/days'
import type { AssignmentOf, pending as calls, PendingItem } from '@padron/contract/pending'
import { numericDay } from '@padron/contract/texts/day-texts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { documentCalls, EXPIRY } from '../../testing/files/documents.ts'
import { owe } from '../../testing/obligations.ts'
import { type Company, rolesWithout, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { oweDebts } from '../dashboard/testing/actions.ts'
import { deleteOldAssignments } from './assignments.ts'
import { closeAllDone } from './close-done.ts'

/** A Saturday at noon in Mexico City. */
const NOON = '2026-11-21T18:00:00Z'
const FRIDAY = '2026-11-27'
const FINES = 1901
let clock = new Date(NOON)
let server: TestServer
let company: Company
let boss: Somebody
let ana: Somebody
let ids: number[]
let turn = 0

beforeAll(async () => {
  server = await testServer(() => clock)
})
afterAll(() => server.stop())
beforeEach(async () => {
  clock = new Date(NOON)
  company = await server.company(`norte${turn++}`)
  boss = await server.somebody(company, 'jefe', ['admin'])
  ana = await server.somebody(company, 'ana', ['vehicles_read'])
  ids = await server.vehicles(company, [
    { plate: 'AAA111A', columns: { brand_name: 'NISSAN' } },
    { plate: 'BBB222B', stateId: 14, columns: { rfc_name: 'Transportes Ñandú', tax_identifier: 'TNA010101AA1' } },
    { plate: 'CCC333C' },
    { plate: 'SLD444D', status: 8 },
  ])
})

const vehicle = (i: number): number => ids[i] ?? 0
const ask = async (url: string, as = boss) => server.ask(as, { url: `/api/v2/pending${url}` })
const list = async (query = '', as = boss) => (await ask(query, as)).body as Reply<typeof calls.list>
const summary = async (query = '', as = boss) => (await ask(`/summary${query}`, as)).body as Reply<typeof calls.summary>
const mine = async (as: Somebody) => (await ask('/mine', as)).body as Reply<typeof calls.mine>
const put = (assignments: readonly Partial<AssignmentOf>[], as = boss) =>
  server.ask(as, { method: 'PUT', url: '/api/v2/pending/assignments', payload: { assignments } })
const keyOf = ({ kind, vehicleAssetId, ref }: PendingItem) => ({ kind, vehicleAssetId, ref })
const assign = async (items: readonly PendingItem[], userId: number | null, dueOn: string | null = null, note = '') => {
  const { status, body } = await put(items.map((item) => ({ ...keyOf(item), userId, dueOn, note })))
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Reply<typeof calls.assign>
}
const words = ({ items }: Reply<typeof calls.list>) =>
  items.map(({ kind, plate, dueOn }) => `${kind} ${plate} ${dueOn ?? '-'}`)
const closeDone = () => closeAllDone({ db: server.db, now: () => clock, log: pino({ level: 'silent' }) })
const change = (statement: ReturnType<typeof sql>) => asSystem(server.db, (tx) => statement.execute(tx))

it('without permission to read tags, neither the list nor its sums are filtered by them', async () => {
  const statuses = async (query: string) => [
    (await ask(`?${query}`, ana)).status,
    (await ask(`/summary?${query}`, ana)).status,
  ]
  expect(await statuses('tagId=1')).toEqual([403, 403])
  expect(await statuses('stateId=9')).toEqual([200, 200])
  const reader = await server.somebody(company, 'lectora', ['vehicles_read', 'tags_read'])
  expect((await ask('?tagId=1', reader)).status).toBe(200)
})

describe('the list', () => {
  it('has every source of work: items with a day by day, then items without one', async () => {
    await owe(server, company, [
      { vehicleId: vehicle(0), key: 'r:1', dueOn: '2026-11-25' },
      { vehicleId: vehicle(0), key: 'p:1:a', dueOn: '2026-11-23', kind: 'payment', amount: 900 },
      { vehicleId: vehicle(1), key: 'r:2', dueOn: '2026-11-18', kind: 'inspection' },
      // Too far ahead, and of a sold vehicle.
      { vehicleId: vehicle(1), key: 'r:1', dueOn: '2027-01-21' },
      { vehicleId: vehicle(3), key: 'r:1', dueOn: '2026-11-25' },
    ])
    await oweDebts(server, company, [
      { vehicleId: vehicle(1), resourceId: FINES, key: 'a', total: 700 },
      { vehicleId: vehicle(1), resourceId: FINES, key: 'b', total: null },
      { vehicleId: vehicle(3), resourceId: FINES, key: 'c', total: 50 },
    ])
    await change(sql`
      update vehicle_resource
      set manual_since = '2026-11-20T00:00:00Z'
      where tenant_id = ${company.tenantId} and vehicle_id = ${vehicle(2)} and resource_type_id = 5`)
    const documents = documentCalls(server, boss)
    const type = await documents.type('Póliza', [EXPIRY])
    await documents.ask('PUT', '/api/v2/documentType/required', {
      documentTypeId: type.documentTypeId,
      version: (await documents.typeOf(type.documentTypeId)).version,
      required: 'all',
      tagIds: [],
    })
    await change(sql`
      insert into vehicle_registry (tenant_id, vehicle_id, found_by, resource_id, run_id, at, fields)
      values (${company.tenantId}, ${vehicle(0)}, 'vin', 5002, gen_random_uuid(), now(), '{"brandName": "KIA"}')`)
    const all = await list()
    expect(words(all)).toEqual([
      'inspection BBB222B 2026-11-18',
      'payment AAA111A 2026-11-23',
      'insurance AAA111A 2026-11-25',
      'capture CCC333C -',
      'difference AAA111A -',
      'fine BBB222B -',
      'missing AAA111A -',
      'missing BBB222B -',
      'missing CCC333C -',
    ])
    expect(all.next).toBeNull()
    expect(all.items.find(({ kind }) => kind === 'difference')?.differing).toEqual(['brandName'])
    const fines = all.items.find(({ kind }) => kind === 'fine')
    expect(fines).toMatchObject({ amount: 700, withoutAmount: 1, debts: 2, assignment: null })
    expect(all.items.find(({ kind }) => kind === 'missing')?.title).toBe('Póliza')
    const sums = await summary()
    expect(sums).toMatchObject({ total: all.items.length, overdue: 1 })
    // The payment line pays debts that are counted already.
    expect(sums.worth).toEqual({ amount: 700, items: 1, withoutAmount: 1 })
    expect((await summary('?kinds=payment')).worth).toEqual({ amount: 900, items: 1, withoutAmount: 0 })
    expect((await summary('?kinds=insurance')).worth.amount).toBeNull()
    expect(sums.basis).toEqual({ known: 0, total: 3 })
    expect(await list('?to=2027-02-01&kinds=insurance')).toMatchObject({ items: [{}, { dueOn: '2027-01-21' }] })
  })

  it('shows the day on which a fine’s discount ends, and what it saves', async () => {
    // Nuevo León, resource of the state: the installation's own rule halves fines for fifteen days.
    await change(sql`
      update payment_rule
      set enabled_override = true
      where kind = 'discount' and country = 'MX'`)
    const [rule] = (
      await asSystem(server.db, (tx) =>
        sql<{ days: number; types: number[]; states: number[] | null; from: string }>`
          select (steps->0->>'days')::int as days, type_ids as types, state_ids as states, counts_from as from
          from payment_rule
          where kind = 'discount' and country = 'MX' and declared and only_words is null and day_kind = 'calendar'
            and counts_from = 'debt' and (valid_to is null or valid_to > '2026-12-31') and other_steps is null
            and other_day_kind is null
          order by place
          limit 1`.execute(tx),
      )
    ).rows
    if (!rule) throw new Error('no discount counts from the day of the debt')
    const [lucky = 0] = await server.vehicles(company, [{ plate: 'DES555E', stateId: rule.states?.[0] ?? 19 }])
    const [resource] = (
      await asSystem(server.db, (tx) =>
        sql<{ id: number }>`
          select resource_id as id
          from resource
          where resource_type_id = any(${rule.types}::int[]) and country = 'MX' and not retired
          order by 1
          limit 1`.execute(tx),
      )
    ).rows
    await oweDebts(server, company, [
      { vehicleId: lucky, resourceId: resource?.id ?? 0, key: 'a', total: 1000, issued: '2026-11-20' },
      { vehicleId: vehicle(0), resourceId: FINES, key: 'b', total: 1000, issued: '2020-01-01' },
    ])
    const { items } = await list('?kinds=fine,debt,tax')
    const [first, second] = items
    expect(first).toMatchObject({ plate: 'DES555E' })
    expect(first?.dueOn).toBe(new Date(Date.UTC(2026, 10, 20 + rule.days)).toISOString().slice(0, 10))
    expect(first?.saving).toBeGreaterThan(0)
    expect(second).toMatchObject({ plate: 'AAA111A', dueOn: null, saving: null })
    expect(items).toHaveLength(2)
    expect((await summary('?kinds=fine,debt,tax')).total).toBe(2)
  })

  it('continues from its cursor to the end, without gap or repetition', async () => {
    const many = await server.vehicles(
      company,
      Array.from({ length: 12 }, (_, i) => ({ plate: `LAR${1000 + i}` })),
    )
    await owe(server, company, [
      ...many.map((vehicleId, i) => ({ vehicleId, key: 'r:1', dueOn: `2026-11-2${2 + (i % 3)}` })),
      ...many.map((vehicleId) => ({ vehicleId, key: 'r:2', dueOn: '2026-11-22', kind: 'card' })),
    ])
    await oweDebts(
      server,
      company,
      many.map((vehicleId) => ({ vehicleId, resourceId: FINES, key: 'a', total: 10 })),
    )
    const whole = words(await list('?limit=200'))
    expect(whole).toHaveLength(36)
    for (const whose of ['', '&whose=none']) {
      const found: string[] = []
      let after = ''
      for (let page = 0; page < 20; page++) {
        const { next, items, today } = await list(`?limit=5${whose}${after}`)
        found.push(...words({ items, next, today }))
        if (next === null) break
        after = `&after=${next}`
      }
      expect(found).toEqual(whole)
    }
  })

  it('can be filtered by kind, days, state, holder and plate', async () => {
    await owe(server, company, [
      { vehicleId: vehicle(0), key: 'r:1', dueOn: '2026-11-25' },
      { vehicleId: vehicle(1), key: 'r:1', dueOn: '2026-11-26' },
      { vehicleId: vehicle(1), key: 'r:2', dueOn: '2026-11-27', kind: 'card' },
    ])
    await oweDebts(server, company, [{ vehicleId: vehicle(0), resourceId: FINES, key: 'a', total: 10 }])
    expect(words(await list('?kinds=card,fine'))).toEqual(['card BBB222B 2026-11-27', 'fine AAA111A -'])
    expect(words(await list('?from=2026-11-26&to=2026-11-26'))).toEqual(['insurance BBB222B 2026-11-26'])
    expect((await summary('?from=2026-11-26')).total).toBe(2)
    for (const filter of ['stateId=14', 'holder=nandu', 'holder=tna01', 'like=bbb-22'])
      expect(words(await list(`?${filter}`)), filter).toEqual([
        'insurance BBB222B 2026-11-26',
        'card BBB222B 2026-11-27',
      ])
  })

  it('has documents and captures only for users with permission to read them', async () => {
    await owe(server, company, [{ vehicleId: vehicle(0), key: 'd:1:1', dueOn: '2026-11-24', kind: 'document' }])
    await change(sql`
      update vehicle_resource
      set manual_since = '2026-11-20T00:00:00Z'
      where tenant_id = ${company.tenantId} and vehicle_id = ${vehicle(2)} and resource_type_id = 5`)
    expect(words(await list('', ana))).toEqual([])
    expect((await summary('', ana)).total).toBe(0)
    const reader = await server.somebody(company, 'lee', ['vehicles_read', 'documents_read', 'processing_read'])
    expect(words(await list('', reader))).toEqual(['document AAA111A 2026-11-24', 'capture CCC333C -'])
  })

  it('shows nothing of another company', async () => {
    await owe(server, company, [{ vehicleId: vehicle(0), key: 'r:1', dueOn: '2026-11-25' }])
    const other = await server.company(`sur${turn}`)
    const stranger = await server.somebody(other, 'jefe', ['admin'])
    expect(await list('', stranger)).toMatchObject({ items: [], next: null })
    expect((await summary('', stranger)).total).toBe(0)
    const [item] = (await list()).items
    if (!item) throw new Error('nothing to be done')
    expect((await put([{ ...keyOf(item), userId: stranger.userId }], stranger)).body).toMatchObject({
      changed: 0,
      gone: 1,
    })
    expect((await put([{ ...keyOf(item), userId: stranger.userId }])).status).toBe(422)
    expect((await list()).items[0]?.assignment).toBeNull()
  })

  it.each([
    ['kinds=nada', /Tipo de pendiente/],
    ['whose=todos', /Persona no válida/],
    ['from=2026-02-30', /La fecha inicial no existe/],
    ['from=2026-02-10&to=2026-02-09', /anterior/],
    ['limit=201', /De 1 a 200/],
    ['after=eyJ9', /empiece de nuevo/],
    [`after=${Buffer.from('["2026-02-30","fine",1,"x"]').toString('base64url')}`, /empiece de nuevo/],
    [`after=${Buffer.from('[null,"fine",1e40,"x"]').toString('base64url')}`, /empiece de nuevo/],
  ])('rejects %s', async (query, text) => {
    const { status, body } = await ask(`?${query}`)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toMatch(text)
  })
})

describe('an assignment', () => {
  beforeEach(() =>
    owe(server, company, [
      { vehicleId: vehicle(0), key: 'r:1', dueOn: '2026-12-10' },
      { vehicleId: vehicle(1), key: 'r:1', dueOn: '2026-12-01' },
      { vehicleId: vehicle(2), key: 'r:1', dueOn: '2026-12-20' },
    ]),
  )

  it('has a user, a day and a note, and is in that user’s list', async () => {
    const { items } = await list()
    const last = items.filter(({ plate }) => plate === 'CCC333C')
    const done = await assign(last, ana.userId, FRIDAY, 'Con la aseguradora de siempre')
    expect(done).toMatchObject({ changed: 1, gone: 0, message: `1 pendiente para ${ana.username}` })
    await assign(
      items.filter(({ plate }) => plate === 'BBB222B'),
      ana.userId,
    )
    // Sorted by the earlier of the two days.
    expect(words(await list('?whose=mine', ana))).toEqual([
      'insurance CCC333C 2026-12-20',
      'insurance BBB222B 2026-12-01',
    ])
    expect((await list(`?whose=${ana.userId}`)).items[0]?.assignment).toEqual({
      userId: ana.userId,
      username: ana.username,
      dueOn: FRIDAY,
      note: 'Con la aseguradora de siempre',
      assignedBy: boss.username,
      assignedAt: NOON,
    })
    expect(words(await list('?whose=none'))).toEqual(['insurance AAA111A 2026-12-10'])
    expect((await summary('?whose=mine', ana)).total).toBe(2)
    expect(words(await list(`?whose=mine&to=${FRIDAY}`, ana))).toEqual(['insurance CCC333C 2026-12-20'])
    expect(await mine(ana)).toEqual({ total: 2, due: 0 })
    clock = new Date('2026-11-27T18:00:00Z')
    expect(await mine(ana)).toEqual({ total: 2, due: 1 })
    expect(await mine(boss)).toEqual({ total: 0, due: 0 })
    const [first] = (await list('?whose=mine&limit=1', ana)).items
    const { next } = await list('?whose=mine&limit=1', ana)
    expect(first?.plate).toBe('CCC333C')
    expect(words(await list(`?whose=mine&after=${next}`, ana))).toEqual(['insurance BBB222B 2026-12-01'])
  })

  it('can be undone with the former state from its response, and is in the vehicle’s activity', async () => {
    const { items } = await list()
    await assign(items.slice(0, 1), ana.userId, FRIDAY)
    const { before } = await assign(items, boss.userId)
    expect(before).toHaveLength(3)
    expect((await put(before)).status).toBe(200)
    const whose = (await list()).items.map(({ assignment }) => assignment?.username ?? null)
    expect(whose).toEqual([ana.username, null, null])
    const { activities } = (
      await server.ask(boss, {
        method: 'POST',
        url: '/api/v2/activity',
        payload: { filter: { subjectKind: 'vehicle', subjectId: vehicle(1) } },
      })
    ).body as { activities: { changes: unknown[] }[] }
    expect(activities.map(({ changes }) => changes)).toContainEqual([
      { field: 'Pendiente asignado', before: null, after: `Seguro: ${ana.username}, para el ${numericDay(FRIDAY)}` },
    ])
  })

  it('cannot get a past day, but keeps a day that has passed since, also when it is undone', async () => {
    const { items } = await list()
    const [first] = items as [PendingItem]
    const given = (userId: number | null, dueOn: string | null) => put([{ ...keyOf(first), userId, dueOn, note: '' }])
    const expectRefused = ({ status, body }: Awaited<ReturnType<typeof put>>) => {
      expect(status).toBe(422)
      expect(body).toMatchObject({ errors: [{ path: 'assignments.0.dueOn', message: 'La fecha ya pasó.' }] })
    }
    const { today } = await list()
    const yesterday = addDays(today, -1)
    expectRefused(await given(ana.userId, yesterday))
    // The day in the company's time zone: in UTC it is already the next one.
    clock = new Date(`${addDays(today, 1)}T01:00:00Z`)
    expect((await given(ana.userId, today)).status).toBe(200)
    clock = new Date(`${addDays(today, 3)}T18:00:00Z`)
    expectRefused(await given(ana.userId, addDays(today, 1)))
    expect((await given(boss.userId, today)).status).toBe(200)
    const { before } = (await given(null, null)).body as Reply<typeof calls.assign>
    expect(before).toMatchObject([{ userId: boss.userId, dueOn: today }])
    expectRefused(await given(ana.userId, yesterday))
    expect((await put(before)).status).toBe(200)
    expect((await list()).items.find(({ ref }) => ref === first.ref)?.assignment).toMatchObject({ dueOn: today })
  })

  it('survives another check, and is closed once its cause is gone', async () => {
    const { items } = await list()
    await assign(items, ana.userId)
    // The source reports the same day again: its row is replaced.
    await change(sql`delete from obligation where tenant_id = ${company.tenantId}`)
    await owe(server, company, [
      { vehicleId: vehicle(0), key: 'r:1', dueOn: '2026-12-10' },
      { vehicleId: vehicle(1), key: 'r:1', dueOn: '2027-12-01' },
    ])
    expect(words(await list('?whose=mine', ana))).toEqual(['insurance AAA111A 2026-12-10'])
    expect(await closeDone()).toBe(2)
    expect(await closeDone()).toBe(0)
    expect(words(await list('?whose=mine', ana))).toEqual(['insurance AAA111A 2026-12-10'])
    // The next end of a renewed policy is a new item without assignment.
    expect((await list('?to=2027-12-31')).items.map(({ assignment }) => assignment?.username ?? null)).toEqual([
      ana.username,
      null,
    ])
    const countRows = () =>
      server.db.system
        .query('select 1 from task_assignment where tenant_id = $1', [company.tenantId])
        .then(({ rows }) => rows.length)
    expect(await countRows()).toBe(3)
    await deleteOldAssignments(server.db, new Date('2027-12-31T00:00:00Z'))
    expect(await countRows()).toBe(1)
  })

  it('of debts is closed once they are paid or marked as paid, or their vehicle is sold', async () => {
    await oweDebts(server, company, [
      { vehicleId: vehicle(0), resourceId: FINES, key: 'a', total: 100 },
      { vehicleId: vehicle(1), resourceId: FINES, key: 'a', total: 100 },
      { vehicleId: vehicle(2), resourceId: FINES, key: 'a', total: 100 },
    ])
    const fines = async () => words(await list('?kinds=fine'))
    await assign((await list('?kinds=fine')).items, ana.userId)
    await change(sql`
      update vehicle_resource
      set debt_total = 0
      where tenant_id = ${company.tenantId} and vehicle_id = ${vehicle(0)}`)
    expect(await fines()).toEqual(['fine BBB222B -', 'fine CCC333C -'])
    await change(sql`
      update debt
      set marked_paid_at = '2026-11-21T12:00:00Z'
      where tenant_id = ${company.tenantId} and vehicle_id = ${vehicle(1)}`)
    expect(await fines()).toEqual(['fine CCC333C -'])
    await change(sql`
      update vehicle
      set asset_status_id = 8
      where tenant_id = ${company.tenantId} and vehicle_id = ${vehicle(2)}`)
    expect(await fines()).toEqual([])
    expect(await closeDone()).toBe(3)
  })

  it('of a fine stays open while a debt marked as paid is not in the newest answer', async () => {
    const at = { vehicleId: vehicle(0), resourceId: FINES }
    await oweDebts(server, company, [
      { ...at, key: 'a', total: 500, markedAt: '2026-03-09T00:00:00Z' },
      { ...at, key: 'b', total: 500 },
    ])
    const owed = async () => (await list('?kinds=fine')).items.map(({ amount }) => amount)
    expect(await owed()).toEqual([500])
    // An incomplete answer lists only the other fine.
    await change(sql`
      update vehicle_resource
      set debt_total = 500, good_at = '2026-03-11T18:00:00Z'
      where tenant_id = ${company.tenantId} and vehicle_id = ${vehicle(0)} and resource_id = ${FINES}`)
    await change(sql`
      update debt
      set last_seen_at = '2026-03-11T18:00:00Z'
      where tenant_id = ${company.tenantId} and debt_key = 'b'`)
    expect(await owed()).toEqual([500])
  })

  it('skips items that are no longer pending, and counts them', async () => {
    const { items } = await list()
    await change(sql`
      delete from obligation
      where tenant_id = ${company.tenantId} and vehicle_id = ${vehicle(0)}`)
    expect(await assign(items, ana.userId)).toMatchObject({
      changed: 2,
      gone: 1,
      message: `2 pendientes para ${ana.username} · 1 ya no está pendiente`,
    })
  })

  it('changes nothing and says so if none of the items is pending any more', async () => {
    const { items } = await list()
    await change(sql`delete from obligation where tenant_id = ${company.tenantId}`)
    const message = 'Ya no están pendientes; no cambió nada'
    expect(await assign(items, ana.userId)).toMatchObject({ changed: 0, gone: 3, message })
  })

  it('ends once its user is deactivated', async () => {
    const leaver = await server.somebody(company, 'renuncia', ['vehicles_read'])
    await assign((await list()).items, leaver.userId)
    expect((await list('?whose=none')).items).toEqual([])
    await change(sql`
      update app_user
      set active = false
      where tenant_id = ${company.tenantId} and user_id = ${leaver.userId}`)
    expect(await closeDone()).toBe(0)
    expect((await list('?whose=none')).items).toHaveLength(3)
  })

  it('of a vehicle’s captures ends too, even if it is the only one of the company', async () => {
    const leaver = await server.somebody(company, 'renuncia', ['vehicles_read', 'processing_admin'])
    const captures = async () => {
      const assignments = sql<{ vehicle: number }>`
        select vehicle_id::float8 as vehicle from capture_assignment where tenant_id = ${company.tenantId}`
      return (await asSystem(server.db, (tx) => assignments.execute(tx))).rows.map((each) => each.vehicle)
    }
    await change(sql`
      insert into capture_assignment (tenant_id, vehicle_id, user_id)
      values (${company.tenantId}, ${vehicle(1)}, ${leaver.userId}),
        (${company.tenantId}, ${vehicle(2)}, ${ana.userId})`)
    await closeDone()
    expect(await captures()).toHaveLength(2)
    await change(sql`
      update app_user
      set active = false
      where tenant_id = ${company.tenantId} and user_id = ${leaver.userId}`)
    await closeDone()
    expect(await captures()).toEqual([vehicle(2)])
  })

  it('stays as it is while its company moves to another installation', async () => {
    await assign((await list()).items, ana.userId)
    await change(sql`delete from obligation where tenant_id = ${company.tenantId}`)
    await change(sql`update company set move_state = 'leaving' where tenant_id = ${company.tenantId}`)
    expect(await closeDone()).toBe(0)
    await change(sql`update company set move_state = null where tenant_id = ${company.tenantId}`)
    expect(await closeDone()).toBe(3)
  })

  it('follows the vehicle’s capture assignment until it is assigned here', async () => {
    await change(sql`
      update vehicle_resource
      set manual_since = '2026-11-20T00:00:00Z'
      where tenant_id = ${company.tenantId} and vehicle_id = ${vehicle(2)} and resource_type_id = 5`)
    const capturer = await server.somebody(company, 'captura', ['vehicles_read', 'processing_admin'])
    await change(sql`
      insert into capture_assignment (tenant_id, vehicle_id, user_id)
      values (${company.tenantId}, ${vehicle(2)}, ${capturer.userId})`)
    const [capture] = (await list('?whose=mine', capturer)).items
    expect(capture).toMatchObject({
      kind: 'capture',
      assignment: { username: capturer.username, assignedBy: null, dueOn: null },
    })
    expect(await mine(capturer)).toEqual({ total: 1, due: 0 })
    if (!capture) throw new Error('no capture')
    // Ana cannot see captures.
    expect(await put([{ ...keyOf(capture), userId: ana.userId }])).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'assignments.0.userId', message: `${ana.username} no puede ver capturas.` }] },
    })
    await assign([capture], boss.userId)
    expect(await mine(capturer)).toEqual({ total: 0, due: 0 })
    expect(words(await list('?whose=mine'))).toEqual(['capture CCC333C -'])
  })

  it('needs the permission to edit vehicles, and a user who can see the item', async () => {
    const [item] = (await list()).items
    if (!item) throw new Error('nothing to be done')
    const reader = await server.somebody(
      company,
      'lee',
      rolesWithout('vehicles_edit', 'vehicles_admin', 'vehicles_report'),
    )
    expect((await put([{ ...keyOf(item), userId: ana.userId }], reader)).status).toBe(403)
    const off = await server.somebody(company, 'baja', ['vehicles_read'], { active: false })
    const blind = await server.somebody(company, 'ciego', ['tags_read'])
    for (const { userId } of [off, blind, { userId: 999_999_999 }]) {
      const { status, body } = await put([{ ...keyOf(item), userId }])
      expect(status).toBe(422)
      expect(body).toMatchObject({ errors: [{ path: 'assignments.0.userId', message: /no existe/ }] })
    }
    const { people } = (await ask('/people')).body as Reply<typeof calls.people>
    expect(people.map(({ username }) => username).toSorted()).toEqual(
      [boss, ana, reader].map(({ username }) => username).toSorted(),
    )
  })

  it.each([
    ['a day that does not exist', { userId: 1, dueOn: '2026-02-30' }, /La fecha no existe/],
    ['a day without a user', { userId: null, dueOn: FRIDAY }, /sin persona/],
    ['a note that is too long', { userId: null, note: 'x'.repeat(301) }, /300 caracteres/],
    ['an unknown kind', { kind: 'nada', userId: null }, /Tipo de pendiente/],
    ['a reference that is too long', { ref: 'x'.repeat(141), userId: null }, /140 caracteres/],
  ])('is rejected with %s', async (_, given, text) => {
    const { status, body } = await put([
      { kind: 'insurance', vehicleAssetId: 1, ref: 'r:1', ...given } as Partial<AssignmentOf>,
    ])
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(JSON.stringify(body)).toMatch(text)
  })

  it('is rejected with a repeated item, no items, or more than 500', async () => {
    const one = { kind: 'insurance', vehicleAssetId: vehicle(0), ref: 'r:1@2026-12-10', userId: null } as const
    expect(JSON.stringify((await put([one, one])).body)).toMatch(/dos veces/)
    expect(JSON.stringify((await put([])).body)).toMatch(/Elija algún pendiente/)
    const many = Array.from({ length: 501 }, (_, i) => ({ ...one, ref: `r:${i}` }))
    expect(JSON.stringify((await put(many)).body)).toMatch(/500 pendientes/)
  })
})

it('values cached for a minute belong to one database: another can have the same company ids', async () => {
  const totals: number[] = []
  const tenants = new Set<number>()
  for (const plates of [['AAA111A', 'BBB222B'], ['CCC333C']]) {
    const other = await testServer(() => clock)
    const owner = await other.company('norte')
    tenants.add(owner.tenantId)
    const admin = await other.somebody(owner, 'jefe', ['admin'])
    await other.vehicles(
      owner,
      plates.map((plate) => ({ plate })),
    )
    const { body } = await other.ask(admin, { url: '/api/v2/pending/summary' })
    totals.push((body as Reply<typeof calls.summary>).basis.total)
    await other.stop()
  }
  expect([tenants.size, totals]).toEqual([1, [2, 1]])
})
