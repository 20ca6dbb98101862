// On-demand processing over HTTP with the engine's claims and stores: permissions, what is queried and what is still
// fresh, when a resource can be ordered again, progress, end, emails, and cancellation.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { ProcessableResource } from '@padron/contract/processing'
import type { QueueItem } from '@padron/contract/queue'
import { pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Parsed } from '../../checks/connectors/connector.ts'
import { defineConnector } from '../../checks/connectors/connector.ts'
import { runCheck } from '../../checks/engine/check.ts'
import { claimDue } from '../../checks/engine/claims.ts'
import { storeBatch } from '../../checks/store/store.ts'
import { emailSender } from '../../mail/email-sender.ts'
import { noMailbox, smtpMailbox } from '../../mail/mailbox.ts'
import { expectRefused } from '../../testing/attacks/refusal.ts'
import { isDrill } from '../../testing/drill.ts'
import { tenantRowHashes } from '../../testing/rows.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { appBeside } from '../../testing/sign-in/identity.ts'
import { followOrders } from './follow-orders.ts'
import { processingFeature } from './index.ts'

const PORTAL = 'apitude'
const KEY = 'test-apitude'
/**
 * Automatic: tenencia and fines of one source. Manual: theft. Used only by this test, so that others do not change
 * them.
 */
const TENENCIA = 1900
const FINES = 1901
const THEFT = 5004
const COLOMBIAN = 6001

let server: TestServer
let company: Company
let who: Somebody
let ids: number[]
let turn = 0
let parsed: Parsed
const log = pino({ level: 'silent' })

const connector = defineConnector({
  key: KEY,
  portal: PORTAL,
  country: 'MX',
  types: [0, 1],
  mode: 'form',
  inputs: ['plate'],
  deadlineMs: 30_000,
  parserVersion: 1,
  fetch: async () => [{ request: 'GET /', status: 200, contentType: 'text/plain', body: '' }],
  parse: () => parsed,
})
const CLEAR: Parsed = {
  outcome: 'ok',
  findings: [
    { type: 0, status: 3, results: [] },
    { type: 1, status: 1, results: [] },
  ],
}
const DOWN: Parsed = { outcome: 'blocked', why: 'No.' }

beforeAll(async () => {
  server = await testServer()
  const set = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
  await set('update resource set retired = resource_id <> all($1)', [TENENCIA, FINES, THEFT, COLOMBIAN])
  await set('update resource set connector_key = null where resource_id = $1', THEFT)
  await set('update resource set connector_key = $1, portal_key = $2 where resource_id = any($3)', KEY, PORTAL, [
    TENENCIA,
    FINES,
  ])
  await set(
    `update portal set base_url = 'http://127.0.0.1:1', pace_ms = 0, concurrency = 100 where portal_key = $1`,
    PORTAL,
  )
})
afterAll(() => server.stop())
beforeEach(async () => {
  parsed = CLEAR
  await server.db.system.query(
    'update portal set failures = 0, open_seconds = 0, open_until = null where portal_key = $1',
    [PORTAL],
  )
  company = await server.company(`norte${turn++}`)
  who = await server.somebody(company, 'procesa', ['processing_admin', 'queue_read', 'vehicles_read'])
  ids = await server.vehicles(company, [{ plate: 'PRO1001' }, { plate: 'PRO1002' }, { plate: 'PRO1003' }])
  // Ignores checks left by other tests; of its own, only ordered ones are queried.
  await server.db.system.query('delete from due_check where tenant_id <> $1', [company.tenantId])
  await server.db.system.query('update queue_item set finished_at = now() where finished_at is null')
  await server.db.system.query(`update due_check set due_at = now() + interval '1 day'`)
})

const order = (resourceId: number, as = who, emails = ['ana@norte.mx'], app = server.app) =>
  app
    .inject({
      method: 'POST',
      url: '/api/v3/updateResource',
      payload: { vehicleClass: null, resourceId, emails },
      headers: { authorization: `Bearer ${as.token}` },
    })
    .then((answer) => ({ status: answer.statusCode, body: answer.json(), headers: answer.headers }))
const refresh = (body: object, as: Somebody = who, vehicleId = ids[0]) =>
  server.ask(as, { method: 'POST', url: `/sapy/v2/${vehicleId}/refresh`, payload: body })
const resources = async (as = who): Promise<ProcessableResource[]> =>
  (
    (await server.ask(as, { url: '/api/v2/resources' })).body as { data: { resources: ProcessableResource[] }[] }
  ).data.flatMap((group) => group.resources)
const resource = async (id: number) => (await resources()).find(({ resourceId }) => resourceId === id)
const panel = async (): Promise<QueueItem> =>
  ((await server.ask(who, { url: '/api/v2/getQueueItems' })).body as { queueInformation: { queueList: QueueItem[] } })
    .queueInformation.queueList[0] as QueueItem
const now = () => new Date()
const follow = () => followOrders({ db: server.db, mailbox: noMailbox, now, log })
/** Runs the due checks like the worker. @returns their number */
const work = async (most = 100): Promise<number> => {
  const claimed = await claimDue(server.db, { portalKey: PORTAL, most, leaseSeconds: 60, connectors: [KEY] })
  for (const claim of claimed?.claims ?? []) {
    const ends = await runCheck({
      claim,
      connector,
      baseUrl: '',
      credential: '',
      now,
      random: () => 0.5,
      stopping: new AbortController().signal,
    })
    if (Array.isArray(ends)) await storeBatch(server.db, ends)
  }
  return claimed?.claims.length ?? 0
}
const requestedCount = async (): Promise<number> =>
  (
    await server.db.system.query(
      'select count(*)::int as n from due_check where tenant_id = $1 and priority = 1 and due_at <= now()',
      [company.tenantId],
    )
  ).rows[0]?.n

describe('permissions', () => {
  it('any session lists the resources, processing_admin places orders', async () => {
    const reader = await server.somebody(company, 'lee', ['processing_read'])
    expect((await server.ask(undefined, { method: 'POST', url: '/api/v3/updateResource', payload: {} })).status).toBe(
      401,
    )
    expect((await order(FINES, reader)).status).toBe(403)
    expect((await refresh({}, reader)).status).toBe(403)
    expect((await resources(reader)).map(({ resourceId }) => resourceId)).toEqual([THEFT, TENENCIA, FINES])
  })

  it('other companies are separate: their vehicles are not found, their orders affect no checks here', async () => {
    const south = await server.company(`sur${turn}`)
    const they = await server.somebody(south, 'procesa', ['processing_admin'])
    const before = await tenantRowHashes(server.db, company.tenantId)
    expect((await refresh({}, they)).status).toBe(404)
    expect((await order(FINES, they)).status).toBe(422)
    await server.vehicles(south, [{ plate: 'SUR1234' }])
    expect((await order(FINES, they)).status).toBe(200)
    expect(await tenantRowHashes(server.db, company.tenantId)).toEqual(before)
    expect((await resource(FINES))?.queued).toBe(false)
  })
})

describe('the list', () => {
  it('has the source, the number of vehicles and the newest answer, and nothing queued at first', async () => {
    expect(await resource(FINES)).toMatchObject({
      service: 'automatic',
      vehicles: 3,
      lastUpdate: null,
      updateDateTime: null,
      queued: false,
      resourceTypeId: 1,
    })
    expect(await resource(THEFT)).toMatchObject({ service: 'none', vehicles: 3 })
    await server.db.system.query(`insert into resource_service (resource_id, decided_by) values ($1, 'Ana')`, [THEFT])
    expect(await resource(THEFT)).toMatchObject({ service: 'manual' })
    await server.db.system.query('delete from resource_service')
    const bogota = await server.somebody(await server.company(`andes${turn}`, 'CO'), 'lee', [])
    expect((await resources(bogota)).map(({ resourceId }) => resourceId)).toEqual([COLOMBIAN])
  })
})

describe('an order', () => {
  it('gives the fleet priority, shows in the panel, ends with counts, and is then unavailable', async () => {
    const { status, body } = await order(FINES)
    expect([status, body]).toMatchObject([200, { message: 'Se ha añadido Multas · Nuevo León a la cola de tareas' }])
    expect(Date.parse(body.updateDateTime) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    expect(await requestedCount()).toBe(3)
    expect(await resource(FINES)).toMatchObject({ queued: true, updateDateTime: expect.any(String) })
    expect(await panel()).toMatchObject({
      queueDescription: 'Procesamiento de Multas · Nuevo León',
      cancellable: true,
      processing: false,
    })
    await work(2)
    await follow()
    expect(await panel()).toMatchObject({
      processing: true,
      progress: { done: 2, total: 3, what: 'Consultando fuentes' },
      estimatedFinishedDateTime: expect.any(String),
    })
    await work()
    await follow()
    expect(await panel()).toMatchObject({
      successMessage: 'Multas · Nuevo León: 3 vehículos con respuesta de la fuente.',
      processing: false,
      cancellable: false,
    })
    const after = await resource(FINES)
    expect(after).toMatchObject({ queued: false, lastUpdate: expect.any(String) })
    expect(Date.parse(after?.updateDateTime ?? '')).toBeGreaterThan(Date.now())
    expect(await order(FINES)).toMatchObject({
      status: 409,
      body: {
        title: 'Actualización de recursos no disponible',
        errors: [{ path: 'resourceId', message: 'Disponible en 24 Hrs.' }],
      },
    })
    // The other type of the same source was answered too.
    expect((await order(TENENCIA)).status).toBe(200)
    expect(await panel()).toMatchObject({
      successMessage: expect.stringContaining(
        'los 3 vehículos ya tienen respuesta vigente; no hizo falta consultar la fuente.',
      ),
    })
    expect(await requestedCount()).toBe(0)
  })

  it('queries only vehicles without a fresh answer', async () => {
    await server.db.system.query(
      `
        update vehicle_resource
        set good_at = now(), fresh_until = now() + interval '3 hours', status_id = 1
        where vehicle_id = $1 and resource_id = $2`,
      [ids[0], FINES],
    )
    await order(FINES)
    expect(await requestedCount()).toBe(2)
    await work()
    await follow()
    expect((await panel()).successMessage).toBe(
      'Multas · Nuevo León: 2 vehículos con respuesta de la fuente, 1 vehículo ya vigente.',
    )
  })

  it('is rejected while the same source is queried for any of its resources', async () => {
    expect((await order(FINES)).status).toBe(200)
    const again = {
      status: 409,
      body: {
        title: 'Actualización de recursos no disponible',
        errors: [{ message: 'La misma fuente ya está en la cola de tareas.' }],
      },
    }
    expect(await order(FINES)).toMatchObject(again)
    expect(await order(TENENCIA)).toMatchObject(again)
    expect((await resources()).filter(({ queued }) => queued).map(({ resourceId }) => resourceId)).toEqual([
      TENENCIA,
      FINES,
    ])
  })

  it('shows a failing source in the list and the panel, with its start and next attempt', async () => {
    await order(FINES)
    await server.db.system.query(
      `insert into source_outage (portal_key, began_at, outcome) values ($1, now() - interval '2 hours', 'timeout')`,
      [PORTAL],
    )
    await server.db.system.query(
      `update portal set open_until = now() + interval '110 seconds' where portal_key = $1`,
      [PORTAL],
    )
    expect((await resource(FINES))?.incident).toMatchObject({ since: expect.any(String), nextTry: expect.any(String) })
    expect((await resource(THEFT))?.incident).toBeNull()
    await follow()
    expect((await panel()).progress?.what).toMatch(
      /^La fuente falla desde ([\d/]{10} )?\d{2}:\d{2}; próximo intento en 2 minutos$/,
    )
    await server.db.system.query('update source_outage set ended_at = now()')
    await follow()
    expect((await panel()).progress?.what).toBe('Consultando fuentes')
    expect((await resource(FINES))?.incident).toBeNull()
  })

  it('shows the times of a failing source by the clock of the product, not the machine’s', async () => {
    await order(FINES)
    const set = (text: string) => server.db.system.query(text, [PORTAL])
    await set(`insert into source_outage (portal_key, began_at, outcome) values ($1, now(), 'timeout')`)
    await set(`update portal set open_until = now() + interval '110 seconds' where portal_key = $1`)
    const schedules = processingFeature.schedules?.({
      ...{ db: server.db, mailbox: noMailbox, secrets: server.secrets, channelOrigins: {}, publicUrl: undefined, log },
      now: () => new Date(Date.now() + 3 * 86_400_000),
    })
    for (const { run } of schedules ?? []) await run(new AbortController().signal)
    expect((await panel()).progress?.what).toMatch(
      /^La fuente falla desde [\d/]{10} \d{2}:\d{2}; se vuelve a intentar ahora$/,
    )
    await server.db.system.query('update source_outage set ended_at = now()')
  })

  it('shows before how many vehicles it queries, and which order uses the same source', async () => {
    await server.db.system.query(
      `
        update vehicle_resource
        set good_at = now(), fresh_until = now() + interval '3 hours', status_id = 1
        where vehicle_id = $1 and resource_id = $2`,
      [ids[0], FINES],
    )
    expect(await resource(FINES)).toMatchObject({ vehicles: 3, due: 2, queuedAs: null })
    await order(FINES)
    expect(await resource(FINES)).toMatchObject({ queued: true, queuedAs: null })
    expect(await resource(TENENCIA)).toMatchObject({ queued: true, queuedAs: 'Multas · Nuevo León', due: 3 })
  })

  it('is placed once under concurrent requests', async () => {
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => order(FINES)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const { rows } = await server.db.system.query('select count(*)::int as n from queue_item where tenant_id = $1', [
      company.tenantId,
    ])
    expect(rows).toEqual([{ n: 1 }])
  })

  const REFUSED: readonly { what: string; id: number; is: number; before?: string }[] = [
    { what: 'a resource there is not', id: 987_654, is: 404 },
    { what: 'one of the other country', id: COLOMBIAN, is: 422 },
    { what: 'one that is no longer asked', id: 1906, is: 422 },
    { what: 'an id past any limit', id: 2 ** 40, is: 404 },
  ]
  it.each(REFUSED)('of $what is rejected and writes nothing', async ({ what, id, is }) => {
    const before = await tenantRowHashes(server.db, company.tenantId)
    expectRefused(await order(id), [is], what)
    expect(await tenantRowHashes(server.db, company.tenantId)).toEqual(before)
  })

  it('without any answer ends as an error with the cause', async () => {
    parsed = DOWN
    await order(FINES)
    await work()
    await follow()
    expect(await panel()).toMatchObject({
      successMessage: null,
      errorMessage:
        'Multas · Nuevo León: ningún vehículo con respuesta de la fuente. Sin respuesta para este pedido: 3 ' +
        'vehículos (La fuente rechazó la consulta: 3). Se puede volver a pedir.',
    })
    const { rows } = await server.db.system.query('select content from mail where tenant_id = $1', [company.tenantId])
    expect(rows.map(({ content: { subject, lines } }) => [subject, ...lines])).toEqual([
      [
        'Padrón no obtuvo respuesta: Procesamiento de Multas · Nuevo León',
        'Multas · Nuevo León: ningún vehículo con respuesta de la fuente. Sin respuesta para este pedido: 3 ' +
          'vehículos (La fuente rechazó la consulta: 3). Se puede volver a pedir.',
      ],
    ])
    expect(await resource(FINES)).toMatchObject({ queued: false, updateDateTime: null })
    expect((await order(FINES)).status).toBe(200)
  })

  it('does not count earlier answers: without a new one it fails, and can be placed again', async () => {
    await server.db.system.query(
      `
        update vehicle_resource
        set good_at = now(), fresh_until = now() + interval '3 hours', status_id = 1
        where vehicle_id = $1 and resource_id = $2`,
      [ids[0], FINES],
    )
    parsed = DOWN
    await order(FINES)
    await work()
    await follow()
    expect(await panel()).toMatchObject({
      successMessage: null,
      errorMessage:
        'Multas · Nuevo León: ningún vehículo con respuesta de la fuente, 1 vehículo ya vigente. Sin respuesta ' +
        'para este pedido: 2 vehículos (La fuente rechazó la consulta: 2). Se puede volver a pedir.',
    })
    expect(await resource(FINES)).toMatchObject({ queued: false, updateDateTime: null })
    expect((await order(FINES)).status).toBe(200)
  })

  it('that only assigned vehicles to manual capture fails, and can be placed again', async () => {
    parsed = { outcome: 'captcha', why: 'x' }
    await order(FINES)
    await work()
    await follow()
    expect(await panel()).toMatchObject({
      successMessage: null,
      errorMessage:
        'Multas · Nuevo León: ningún vehículo con respuesta de la fuente, 3 vehículos pasaron a captura manual. ' +
        'Se puede volver a pedir.',
    })
    expect((await resource(FINES))?.updateDateTime).toBeNull()
  })

  it('whose source applies to none of its vehicles has no answers', async () => {
    parsed = { outcome: 'not-applicable', why: 'x' }
    await order(FINES)
    await work()
    await follow()
    expect((await panel()).errorMessage).toContain(
      'ningún vehículo con respuesta de la fuente, 3 vehículos a los que no aplica',
    )
    expect((await resource(FINES))?.updateDateTime).toBeNull()
  })

  it('of a source that read one of two resources closes only that one', async () => {
    parsed = { outcome: 'partial', findings: [{ type: 0, status: 3, results: [] }] }
    await order(TENENCIA)
    await work()
    await follow()
    expect((await panel()).successMessage).toContain('3 vehículos con respuesta de la fuente')
    await server.db.system.query(`update due_check set due_at = now() + interval '1 day'`)
    expect((await order(FINES)).status).toBe(200)
    await work()
    await follow()
    expect((await panel()).errorMessage).toContain('ningún vehículo con respuesta de la fuente')
    expect(await resource(TENENCIA)).toMatchObject({ updateDateTime: expect.any(String) })
    expect(await resource(FINES)).toMatchObject({ updateDateTime: null })
  })

  it('fails if every vehicle already waits for an answer, and can be placed again', async () => {
    await server.db.system.query('delete from due_check where tenant_id = $1', [company.tenantId])
    expect((await order(FINES)).status).toBe(200)
    expect(await panel()).toMatchObject({
      successMessage: null,
      errorMessage:
        'Multas · Nuevo León: ningún vehículo con respuesta de la fuente. Sin respuesta para este pedido: 3 ' +
        'vehículos (Ya estaban en consulta o cambiaron entretanto: 3). Se puede volver a pedir.',
    })
    expect((await resource(FINES))?.updateDateTime).toBeNull()
  })

  it('reports the vehicles assigned to manual capture, and the changes', async () => {
    await order(FINES)
    await work()
    await follow()
    await server.db.system.query(
      `update resource_order set available_at = now(); update vehicle_resource set fresh_until = now()`,
    )
    await server.db.system.query(`update due_check set due_at = now() + interval '1 day'`)
    const fine = {
      folio: 'F1',
      description: 'x',
      dateTime: null,
      subTotal: 10,
      discountsSum: 0,
      surchargesSum: 0,
      total: 10,
    }
    parsed = {
      outcome: 'ok',
      findings: [
        { type: 0, status: 3, results: [] },
        {
          type: 1,
          status: 0,
          results: [
            {
              name: 'm',
              subTotal: 10,
              discount: 0,
              surcharge: 0,
              total: 10,
              paymentLine: null,
              paymentLineDueDate: null,
              pdfUrl: null,
              scrapedTickets: [fine],
              scrapedTenencias: [],
              scrapedRefrendo: [],
            },
          ],
        },
      ],
    }
    expect((await order(FINES)).status).toBe(200)
    await work(1)
    parsed = { outcome: 'captcha', why: 'x' }
    await work()
    await follow()
    expect((await panel()).successMessage).toMatch(
      /1 vehículo con respuesta de la fuente, 2 vehículos pasaron a captura manual\. Cambios: .*Adeudo nuevo: 1/,
    )
  })

  it('waits while its company is suspended, then continues', async () => {
    await order(FINES)
    const suspended = (is: boolean) =>
      server.db.system.query(`update company set suspended_at = ${is ? 'now()' : 'null'} where tenant_id = $1`, [
        company.tenantId,
      ])
    await suspended(true)
    await server.db.system.query('update due_check set suspended = true where tenant_id = $1', [company.tenantId])
    expect(await work()).toBe(0)
    await follow()
    await suspended(false)
    await server.db.system.query('update due_check set suspended = false where tenant_id = $1', [company.tenantId])
    expect(await panel()).toMatchObject({ successMessage: null, errorMessage: null })
    await server.db.system.query('update tenant_queue set next_at = now() where tenant_id = $1', [company.tenantId])
    expect(await work()).toBe(3)
    await follow()
    expect((await panel()).successMessage).toContain('3 vehículos con respuesta')
  })

  it('ends with its answers so far if its source can no longer be queried', async () => {
    await order(FINES)
    await work(1)
    await server.db.system.query('update portal set base_url = null where portal_key = $1', [PORTAL])
    await follow()
    await server.db.system.query(`update portal set base_url = 'http://127.0.0.1:1' where portal_key = $1`, [PORTAL])
    expect((await panel()).successMessage).toContain(
      'Sin respuesta para este pedido: 2 vehículos (La fuente no llegó a consultarse: 2).',
    )
    expect(await requestedCount()).toBe(0)
  })

  it('ends once under concurrent passes', async () => {
    await order(FINES)
    await work()
    const ended: string[] = []
    await Promise.all(
      Array.from({ length: 5 }, () =>
        followOrders({ db: server.db, mailbox: noMailbox, now, log, onEnded: (id) => ended.push(id) }),
      ),
    )
    expect(ended).toHaveLength(1)
    const { rows } = await server.db.system.query('select count(*)::int as n from mail where tenant_id = $1', [
      company.tenantId,
    ])
    expect(rows).toEqual([{ n: 1 }])
  })

  it('is not a job: nothing waits in the job queue', async () => {
    const { body } = await order(FINES)
    const { rows } = await server.db.system.query('select 1 from pgboss.job where id = $1', [body.queueItemId])
    expect(rows).toEqual([])
  })
})

describe('an order without an automatic source', () => {
  const column = async () =>
    (
      await server.db.system.query('select stolen_status as s from vehicle where tenant_id = $1 order by vehicle_id', [
        company.tenantId,
      ])
    ).rows.map(({ s }) => s)

  it('is assigned to manual capture at once, with the number of vehicles', async () => {
    await server.db.system.query(
      `
        update vehicle_resource
        set good_at = now(), fresh_until = now() + interval '3 hours', status_id = 5
        where vehicle_id = $1 and resource_id = $2`,
      [ids[0], THEFT],
    )
    await server.db.system.query('update vehicle set stolen_status = 5 where vehicle_id = $1', [ids[0]])
    const version = () =>
      server.db.system.query('select version from catalogue_version where tenant_id = $1', [company.tenantId])
    const before = (await version()).rows[0].version
    expect((await order(THEFT)).status).toBe(200)
    expect(await panel()).toMatchObject({
      successMessage:
        'Reporte de robo no tiene consulta automática: 2 vehículos pasaron a la lista de captura manual, 1 ' +
        'vehículo ya vigente.',
    })
    // Without answers the resource stays available.
    expect((await resource(THEFT))?.updateDateTime).toBeNull()
    expect(await column()).toEqual([5, 13, 13])
    expect((await server.ask(who, { url: '/api/v2/captures/summary' })).body).toMatchObject({ asked: 2 })
    expect((await version()).rows[0].version).toBeGreaterThan(before)
  })

  it('keeps a recorded theft report however old; an old clear answer is replaced', async () => {
    const old = `good_at = now() - interval '9 days', fresh_until = now() - interval '8 days'`
    await server.db.system.query(
      `update vehicle_resource set ${old}, status_id = 4 where vehicle_id = $1 and resource_id = $2`,
      [ids[0], THEFT],
    )
    await server.db.system.query(
      `update vehicle_resource set ${old}, status_id = 5 where vehicle_id = $1 and resource_id = $2`,
      [ids[1], THEFT],
    )
    await server.db.system.query('update vehicle set stolen_status = 4 where vehicle_id = $1', [ids[0]])
    await order(THEFT)
    expect(await column()).toEqual([4, 13, 13])
    expect((await server.ask(who, { url: '/api/v2/captures/summary' })).body).toMatchObject({ asked: 3 })
  })
})

describe('cancelling an order', () => {
  it('removes its remaining checks from the queue and makes the resource available again', async () => {
    const { body } = await order(FINES)
    await work(1)
    await follow()
    const cancelled = await server.ask(who, { method: 'POST', url: `/api/v2/queueItems/${body.queueItemId}/cancel` })
    expect(cancelled).toMatchObject({ status: 200 })
    expect(await panel()).toMatchObject({
      cancelled: true,
      errorMessage: 'Cancelado: 1 de 3 consultados',
      processing: false,
    })
    expect(await requestedCount()).toBe(0)
    expect(await resource(FINES)).toMatchObject({ queued: false, updateDateTime: null })
    await follow()
    expect(await panel()).toMatchObject({ cancelled: true, successMessage: null })
    expect((await order(FINES)).status).toBe(200)
    expect(await requestedCount()).toBe(2)
  })
})

describe('one vehicle', () => {
  it('queries automatic resources and assigns the others to manual capture, once', async () => {
    expect(await refresh({})).toMatchObject({
      status: 200,
      body: {
        asked: [TENENCIA, FINES],
        manual: [THEFT],
        message: 'Se están consultando 2 recursos; 1 fuente pasó a la lista de captura manual.',
      },
    })
    expect(await requestedCount()).toBe(1)
    expect(await refresh({})).toMatchObject({
      status: 409,
      body: {
        title: 'Actualización de recursos no disponible',
        errors: [{ message: 'Ya está en la cola de tareas.' }],
      },
    })
    expect(await refresh({ resourceId: FINES })).toMatchObject({
      status: 409,
      body: { errors: [{ message: 'Ya está en la cola de tareas.' }] },
    })
    expect(await work()).toBe(1)
    expect(await refresh({ resourceId: FINES })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'resourceId', message: 'Disponible en 24 Hrs.' }] },
    })
    expect(await refresh({ resourceId: THEFT })).toMatchObject({
      status: 409,
      body: { errors: [{ message: 'Ya está en la lista de captura manual.' }] },
    })
    expect((await refresh({ resourceId: 987_654 })).status).toBe(404)
    expect((await refresh({ resourceId: 2 ** 40 })).status).toBe(404)
    expect((await refresh({}, who, 999_999_999)).status).toBe(404)
  })

  it('can be queried again after a failure, but not within a minute, because each query may cost', async () => {
    parsed = DOWN
    expect((await refresh({ resourceId: FINES })).status).toBe(200)
    await work()
    expect(await refresh({ resourceId: FINES })).toMatchObject({
      status: 409,
      body: { errors: [{ message: 'Se acaba de consultar: espere un minuto.' }] },
    })
    await server.db.system.query(
      `update vehicle_resource set last_at = last_at - interval '61 seconds' where last_at is not null`,
    )
    expect(await refresh({ resourceId: FINES })).toMatchObject({ status: 200, body: { asked: [FINES], manual: [] } })
  })

  it.each([
    ['2026-01-05', 200],
    ['2199-01-05', 409],
    ['0000-05-05', 200],
    ['pronto', 409],
  ])('with a fresh answer whose payment line lasts until %s answers %i', async (paymentLineDueDate, status) => {
    const amounts = { subTotal: 10, discount: 0, surcharge: 0, total: 10 }
    const rows = { scrapedTickets: [], scrapedTenencias: [], scrapedRefrendo: [] }
    const line = { name: 'm', ...amounts, paymentLine: '0123', paymentLineDueDate, pdfUrl: null, ...rows }
    parsed = {
      outcome: 'ok',
      findings: [
        { type: 0, status: 3, results: [] },
        { type: 1, status: 0, results: [line] },
      ],
    }
    expect((await refresh({ resourceId: FINES })).status).toBe(200)
    await work()
    await server.db.system.query(`
      update vehicle_resource
      set last_at = last_at - interval '61 seconds', fresh_until = now() + interval '1 day'
      where last_at is not null`)
    expect((await refresh({ resourceId: FINES })).status).toBe(status)
  })

  it('is recorded', async () => {
    await refresh({ resourceId: FINES })
    const main = await server.somebody(company, 'admin', ['admin'])
    const { body } = await server.ask(main, {
      method: 'POST',
      url: '/api/v2/activity',
      payload: { filter: { subjectKind: 'check' } },
    })
    expect(body).toMatchObject({
      activities: [
        { subject: { name: 'PRO1001' }, changes: [{ field: 'Se volvió a consultar', after: 'Multas · Nuevo León' }] },
      ],
    })
  })
})

describe('the selected vehicles', () => {
  const post = (url: string, payload: object, as: Somebody = who) => server.ask(as, { method: 'POST', url, payload })
  const preview = (selection: object = { ids }, as: Somebody = who) =>
    post('/sapy/v2/refresh/preview', { selection }, as)
  const refreshMany = (expected: number, selection: object = { ids }, as: Somebody = who) =>
    post('/sapy/v2/refresh', { selection, expected }, as)
  const price = (amount: number | null, currency: string | null) =>
    server.db.system.query('update portal set price = $2, currency = $3 where portal_key = $1', [
      PORTAL,
      amount,
      currency,
    ])

  it('have a preview with queries, price, wait and skipped ones; then they are queried once', async () => {
    await price(1.25, 'MXN')
    await server.db.system.query('update portal set pace_ms = 2000 where portal_key = $1', [PORTAL])
    expect(await preview()).toMatchObject({
      status: 200,
      body: {
        vehicles: 3,
        questions: 3,
        waiting: 0,
        recent: 0,
        fresh: 0,
        byHand: 3,
        costs: [{ currency: 'MXN', amount: 3.75, questions: 3 }],
        seconds: 6,
        failing: [],
      },
    })
    expect(await requestedCount()).toBe(0)
    await server.db.system.query('update portal set pace_ms = 0 where portal_key = $1', [PORTAL])
    await price(null, null)
    const { status, body } = await refreshMany(3)
    expect([status, body]).toEqual([200, { questions: 3, vehicles: expect.arrayContaining(ids) }])
    expect(await requestedCount()).toBe(3)
    expect((await preview()).body).toMatchObject({ questions: 0, waiting: 3, costs: [] })
    expect(await refreshMany(3)).toMatchObject({ status: 200, body: { questions: 0, vehicles: [] } })
    expect(await work()).toBe(3)
    expect((await preview()).body).toMatchObject({ questions: 0, waiting: 0, fresh: 3 })
  })

  it('are skipped for a minute after a query without an answer', async () => {
    parsed = DOWN
    await refreshMany(3)
    await work()
    expect((await preview()).body).toMatchObject({ questions: 0, recent: 3 })
  })

  it('are not queried at all if there are more queries than the user confirmed', async () => {
    expect(await refreshMany(2)).toMatchObject({ status: 409, body: { errors: [{ path: 'expected' }] } })
    expect(await requestedCount()).toBe(0)
  })

  it('can be all of a filter except some; above the limit the request is rejected', async () => {
    const query = { vehicleClass: { vehicleAsset: { plate: 'PRO' } } }
    expect((await preview({ query, except: [ids[0]] })).body).toMatchObject({ vehicles: 2, questions: 2 })
    await server.db.system.query(
      `insert into vehicle (tenant_id, plate, vin, state_id)
       select $1, 'MUC' || lpad(n::text, 4, '0'), '3N1CN8AE1RM' || lpad(n::text, 6, '0'), 19
       from generate_series(1, 200) n`,
      [company.tenantId],
    )
    for (const answer of [
      await preview({ query: { vehicleClass: {} } }),
      await refreshMany(999, { query: { vehicleClass: {} } }),
    ])
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'selection' }] } })
  })

  it('need the permission, and must belong to the company', async () => {
    const reader = await server.somebody(company, 'lee', ['vehicles_read', 'vehicles_edit'])
    expect((await preview({ ids }, reader)).status).toBe(403)
    expect((await refreshMany(3, { ids }, reader)).status).toBe(403)
    const south = await server.company(`otro${turn}`)
    const they = await server.somebody(south, 'procesa', ['processing_admin'])
    expect((await preview({ ids }, they)).body).toMatchObject({ vehicles: 0, questions: 0 })
    expect((await refreshMany(3, { ids }, they)).body).toMatchObject({ questions: 0 })
    expect(await requestedCount()).toBe(0)
  })

  it('are recorded in the activity log, each with its query', async () => {
    await refreshMany(3)
    const main = await server.somebody(company, 'admin', ['admin'])
    const { body } = await post('/api/v2/activity', { filter: { subjectKind: 'check' } }, main)
    const { activities } = body as { activities: { subject: { name: string }; changes: object[] }[] }
    expect(activities.map(({ subject }) => subject.name).toSorted()).toEqual(['PRO1001', 'PRO1002', 'PRO1003'])
    expect(activities[0]?.changes).toMatchObject([{ field: 'Se volvió a consultar' }])
  })
})

describe('the emails', () => {
  it('reach the named recipients at the end, with the counts and a link to the screen', async () => {
    const arrived: Email[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on(
          'end',
          () =>
            void PostalMime.parse(Buffer.concat(chunks)).then((email) => {
              arrived.push(email)
              done()
            }),
        )
      },
    })
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
    const mailbox = smtpMailbox(`smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, 'avisos@padron.mx')
    const app = await appBeside(server.db, { mails: true })
    await order(FINES, who, ['ana@norte.mx', 'beto@norte.mx'], app)
    await work()
    await followOrders({ db: server.db, mailbox, now, log })
    await order(THEFT, who, ['ana@norte.mx'], app)
    const addressOf = (path: string) => `https://padron.mx${path}`
    await emailSender({ db: server.db, mailbox, log, addressOf, emailFiles: server.emailFiles }).runDue()
    mailbox.close()
    await app.close()
    await new Promise<void>((done) => smtp.close(() => done()))
    expect(arrived.map(({ to, subject }) => [to?.[0]?.address, subject]).toSorted()).toEqual([
      ['ana@norte.mx', 'Padrón: Procesamiento de Multas · Nuevo León'],
      ['ana@norte.mx', 'Padrón: Procesamiento de Reporte de robo'],
      ['beto@norte.mx', 'Padrón: Procesamiento de Multas · Nuevo León'],
    ])
    expect(arrived.find(({ subject }) => subject?.includes('Multas'))?.text).toContain(
      '3 vehículos con respuesta de la fuente',
    )
    expect(arrived[0]?.text).toContain('https://padron.mx/onDemandProcessing')
    expect(arrived.every(({ attachments }) => attachments.length === 0)).toBe(true)
  })

  it.runIf(isDrill)('are not written for a token without the permission', async () => {
    const sentEmails = async () =>
      (await server.db.system.query('select recipient from mail where tenant_id = $1', [company.tenantId])).rows
    const endWith = async (scope: readonly string[]) => {
      await order(FINES)
      const actor = JSON.stringify({ scope })
      await server.db.system.query('update queue_item set actor = actor || $1 where finished_at is null', [actor])
      await work()
      await follow()
      return sentEmails()
    }
    expect(await endWith(['queue_read'])).toEqual([])
    await server.db.system.query('update vehicle_resource set fresh_until = now() where tenant_id = $1', [
      company.tenantId,
    ])
    await server.db.system.query('update resource_order set available_at = now() where tenant_id = $1', [
      company.tenantId,
    ])
    expect(await endWith(['processing_read', 'processing_admin'])).toEqual([{ recipient: 'ana@norte.mx' }])
  })

  it.runIf(isDrill)('are not written for a user who lost the permission', async () => {
    await order(FINES)
    await server.db.system.query('update app_user set active = false where user_id = $1', [who.userId])
    await work()
    await follow()
    const { rows } = await server.db.system.query('select count(*)::int as n from mail where tenant_id = $1', [
      company.tenantId,
    ])
    expect(rows).toEqual([{ n: 0 }])
  })
})
