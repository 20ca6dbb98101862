// Orders over a large fleet: they are accepted at once and continue in batches, so that edits of the company are not
// blocked; after a kill they continue, after a cancellation they stop and release what was not queried.
import type { QueueItem } from '@padron/contract/queue'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { enrolVehicles } from '../../checks/services/enrol.ts'
import { asSystem, asTenant } from '../../db/client.ts'
import { noMailbox } from '../../mail/mailbox.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { continueOrders } from './continue-orders.ts'
import { followOrders } from './follow-orders.ts'

const [FINES, THEFT] = [1901, 5004]
const PORTAL = 'apitude'
const KEY = 'test-apitude'
/** More than two batches. */
const VEHICLES = 4_500
const log = pino({ level: 'silent' })
const now = () => new Date()

let server: TestServer
let company: Company
let who: Somebody
let ids: number[]

const run = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
beforeAll(async () => {
  server = await testServer()
  await run('update resource set retired = resource_id <> all($1)', [FINES, THEFT])
  await run('update resource set connector_key = null where resource_id = $1', THEFT)
  await run('update resource set connector_key = $1, portal_key = $2 where resource_id = $3', KEY, PORTAL, FINES)
  await run(`update portal set base_url = 'http://127.0.0.1:1' where portal_key = $1`, PORTAL)
  company = await server.company('norte')
  who = await server.somebody(company, 'procesa', ['processing_admin', 'queue_read', 'vehicles_read'])
  const plates = Array.from({ length: VEHICLES }, (_, n) => ({ plate: `GR${String(n).padStart(5, '0')}` }))
  ids = await server.vehicles(company, plates)
  ids.sort((a, b) => a - b)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await run('update queue_item set finished_at = now() where finished_at is null')
  await run('delete from pending_order')
  await run('delete from resource_order')
  await run(`
    update due_check
    set asked_by = null, due_before = null, priority = 0, due_at = date_trunc('day', now()) + interval '2 days'`)
  await run('update vehicle_resource set manual_since = null')
})

const order = (resourceId: number, as = who) =>
  server.ask(as, {
    method: 'POST',
    url: '/api/v3/updateResource',
    payload: { vehicleClass: null, resourceId, emails: ['ana@norte.mx'] },
  })
const cancel = async () => server.ask(who, { method: 'POST', url: `/api/v2/queueItems/${(await panel())._id}/cancel` })
const panel = async (as = who): Promise<QueueItem> =>
  ((await server.ask(as, { url: '/api/v2/getQueueItems' })).body as { queueInformation: { queueList: QueueItem[] } })
    .queueInformation.queueList[0] as QueueItem
const follow = () => followOrders({ db: server.db, mailbox: noMailbox, now, log })
const proceed = (onBatch: () => Promise<unknown> = async () => undefined, signal?: AbortSignal) =>
  continueOrders({ db: server.db, mails: false, now, log, onBatch }, signal)
const count = async (condition: string): Promise<number> =>
  (await run(`select count(*)::int as n from due_check where ${condition}`)).rows[0].n
const requestedCount = () => count('priority = 1 and due_at <= now()')
const givenBackCount = () =>
  count(`priority = 0 and asked_by is null and due_at = date_trunc('day', now()) + interval '2 days'`)

it('an order is accepted during an edit of a vehicle, and edits are possible between two batches', async () => {
  const editing = await server.db.system.connect()
  await editing.query('begin')
  await editing.query(`update vehicle set brand_name = 'X' where vehicle_id = $1`, [ids.at(-1)])
  expect((await order(FINES)).status).toBe(200)
  await editing.query('commit')
  editing.release()
  expect(await panel()).toMatchObject({ cancellable: true })
  const requested: number[] = [await requestedCount()]
  await proceed(async () => {
    requested.push(await requestedCount())
    await asTenant(server.db, company.tenantId, (tx) =>
      tx
        .updateTable('vehicle')
        .set({ brand_name: `${requested.length}` })
        .where('vehicle_id', 'in', [ids[0] ?? 0, ids[2_500] ?? 0, ids.at(-1) ?? 0])
        .execute(),
    )
  })
  expect(requested).toEqual([2_000, 4_000, 4_500])
})

it('an order shows its total from the start, and does not end before everything was ordered', async () => {
  await order(FINES)
  // The source answers faster than the order proceeds.
  await run('update due_check set asked_by = null, priority = 0 where vehicle_id <= $1', ids[999])
  await follow()
  expect(await panel()).toMatchObject({ progress: { done: 1_000, total: VEHICLES }, successMessage: null })
  await run('update due_check set asked_by = null, priority = 0')
  await follow()
  expect(await panel()).toMatchObject({ errorMessage: null, successMessage: null })
  await proceed()
  await follow()
  expect(await panel()).toMatchObject({ progress: { done: 2_000, total: VEHICLES } })
})

it('an order continues after its process was killed between two batches', async () => {
  await order(FINES)
  const killed = new AbortController()
  await proceed(async () => killed.abort(), killed.signal)
  expect(await requestedCount()).toBe(4_000)
  await Promise.all([proceed(), proceed()])
  expect(await requestedCount()).toBe(VEHICLES)
})

it('an order that is cancelled half way stops, and releases the checks that were not queried', async () => {
  await order(FINES)
  const killed = new AbortController()
  await proceed(async () => killed.abort(), killed.signal)
  await run(
    `update due_check set asked_by = null, priority = 0, due_at = now() + interval '7 days'
    where vehicle_id <= $1`,
    ids[9],
  )
  await follow()
  expect((await cancel()).status).toBe(200)
  expect(await panel()).toMatchObject({ cancelled: true, errorMessage: 'Cancelado: 10 de 4,500 consultados' })
  const left: number[] = []
  await proceed(async () => left.push(await requestedCount()))
  expect(left).toEqual([0])
  expect(await givenBackCount()).toBe(VEHICLES - 10)
  expect((await run('select from pending_order')).rowCount).toBe(0)
})

it('an order can follow another whose checks are still being released', async () => {
  await order(FINES)
  await proceed()
  await cancel()
  expect(await requestedCount()).toBe(2_500)
  expect((await order(FINES)).status).toBe(200)
  await proceed()
  expect(await requestedCount()).toBe(VEHICLES)
  await cancel()
  await proceed()
  expect(await givenBackCount()).toBe(VEHICLES)
})

it('an order without an automatic source assigns the fleet to manual capture in batches too', async () => {
  expect((await order(THEFT)).status).toBe(200)
  expect(await panel()).toMatchObject({ successMessage: null })
  const steps: unknown[] = []
  await proceed(async () => {
    const { progress, successMessage } = await panel()
    steps.push(progress ?? successMessage)
  })
  expect(steps).toEqual([
    { done: 4_000, total: VEHICLES, what: 'Pasando vehículos a captura manual' },
    'Reporte de robo no tiene consulta automática: 4,500 vehículos pasaron a la lista de captura manual.',
  ])
  expect((await server.ask(who, { url: '/api/v2/captures/summary' })).body).toMatchObject({ asked: VEHICLES })
  expect((await order(THEFT)).status).toBe(200)
})

it('an order of a Colombian company ends with Colombian numbers', async () => {
  const [SOAT, ALL] = [6005, 2_001]
  await run('update resource set retired = false, connector_key = null where resource_id = $1', SOAT)
  const andes = await server.company('andes', 'CO')
  const they = await server.somebody(andes, 'procesa', ['processing_admin', 'queue_read', 'vehicles_read'])
  const plates = Array.from({ length: ALL }, (_, n) => ({ plate: `CO${String(n).padStart(4, '0')}`, stateId: 1011 }))
  const vehicles = await server.vehicles(andes, plates)
  await asSystem(server.db, (tx) => enrolVehicles(tx, 'CO', vehicles))
  const { status, body } = await order(SOAT, they)
  expect(status, JSON.stringify(body)).toBe(200)
  await proceed()
  expect((await panel(they)).successMessage).toMatch(
    /no tiene consulta automática: 2\.001 vehículos pasaron a la lista de captura manual/,
  )
})
