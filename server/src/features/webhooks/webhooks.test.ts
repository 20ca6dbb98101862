// Webhooks from the event to the receiver: recipients, signatures that the public library verifies, one delivery per
// event whatever fails, and separation of companies. The receiver is a real HTTP server.
import type { Reply } from '@padron/contract/call'
import { WEBHOOK_DATA } from '@padron/contract/webhook-events'
import {
  type Delivery,
  type webhooks as rows,
  WEBHOOK_RETRY_SECONDS,
  WEBHOOK_TEXTS,
  WEBHOOKS_AT_MOST,
  type Webhook,
} from '@padron/contract/webhooks'
import { pino } from 'pino'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { allowPrivateSources } from '../../checks/engine/http-client.ts'
import { sendingOut } from '../../checks/engine/send-out.ts'
import { secretsOf } from '../../checks/portals/credentials.ts'
import { resealAll } from '../../db/sealed-columns.ts'
import type { LeasedWork } from '../../jobs/leased-work.ts'
import { isDrill } from '../../testing/drill.ts'
import { EVIDENCE_RESOURCE } from '../../testing/fixtures.ts'
import { appBeside } from '../../testing/identity.ts'
import { type Received, type Receiver, receiver } from '../../testing/receiver.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { deleteExpiredEvents } from './delete-expired.ts'
import { numberEvents } from './number-events.ts'
import { recordDelivery } from './record-delivery.ts'
import { webhookSender } from './webhook-sender.ts'

let server: TestServer
let company: Company
let main: Somebody
let other: Company
let stranger: Somebody
let far: Receiver
let sender: LeasedWork
/** What the clocks are ahead, the sender's and the database's. */
let ahead = 0
const aheadMs = () => ahead
const now = () => new Date(Date.now() + ahead)

const mailbox = { configured: true, domain: 'padron.test', send: async () => 'sent' as const, close: () => undefined }

beforeAll(async () => {
  allowPrivateSources(true)
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  other = await server.company('sur')
  stranger = await server.somebody(other, 'admin', ['admin'])
  far = await receiver()
  const { db, secrets } = server
  sender = webhookSender({
    db,
    mailbox,
    secrets,
    log: pino({ level: 'silent' }),
    now,
    aheadMs,
    random: () => 0.5,
  })
})
afterAll(async () => {
  await sender.stop()
  await far.stop()
  await server.stop()
  allowPrivateSources(false)
})
beforeEach(async () => {
  ahead = 0
  far.received.length = 0
  far.answers.clear()
  await system('delete from webhook_delivery')
  await system('delete from webhook_event')
  await system('delete from webhook_counter')
  await system('delete from webhook')
})

const system = (text: string, ...values: unknown[]) => server.db.system.query(text, values)
const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, who = main) =>
  server.ask(who, { method, url, ...(payload ? { payload } : {}) })

type Made = { webhook: Webhook; secret: string }
const hook = async (events: readonly string[], path = '/', who = main): Promise<Made> => {
  const { status, body } = await ask(
    'POST',
    '/api/v2/webhooks',
    { name: `Hacia ${path}`, url: far.url(path), events },
    who,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Made
}
const seen = async (webhookId: number): Promise<Webhook | undefined> =>
  ((await ask('GET', '/api/v2/webhooks')).body as { webhooks: Webhook[] }).webhooks.find(
    (each) => each.webhookId === webhookId,
  )
const deliveries = async ({ webhook }: Made, query = ''): Promise<Delivery[]> =>
  ((await ask('GET', `/api/v2/webhooks/${webhook.webhookId}/deliveries${query}`)).body as { deliveries: Delivery[] })
    .deliveries
const editOf = ({ webhook: { name, url, events, version } }: Made, change: object = {}) => ({
  name,
  url,
  events,
  version,
  ...change,
})
const wait = (seconds: number) => {
  ahead += seconds * 1000
}

let plates = 0
const plate = () => `WEB${String(plates++).padStart(3, '0')}A`
const addVehicle = async (of = company): Promise<number> => (await server.vehicles(of, [{ plate: plate() }]))[0] ?? 0
/** As the library of a receiver reads it. @throws where the signature is not right */
const verified = ({ headers, body }: Received, secret: string) =>
  new Verifier(secret).verify(body, headers as Record<string, string>) as {
    id: string
    type: string
    timestamp: string
    sequence: number | null
    previousSequence: number | null
    data: Record<string, unknown>
  }

/** What a check that was stored leaves. */
const checkEvent = (tenantId: number, vehicleId: number, row: Record<string, unknown>) => {
  const values = {
    tenant_id: tenantId,
    vehicle_id: vehicleId,
    resource_id: EVIDENCE_RESOURCE,
    resource_type_id: 1,
    at: new Date().toISOString(),
    ...row,
  }
  const json = JSON.stringify({ event_id: eventId(), run_id: eventId(), first: false, ...values })
  return system(
    'insert into check_event select * from jsonb_populate_record(null::check_event, $1::jsonb || ' +
      "jsonb_build_object('recorded_at', now()))",
    json,
  )
}
let events = 0
const eventId = () =>
  `${Date.now()
    .toString(16)
    .padStart(12, '0')
    .replace(/(.{8})(.{4})/, '$1-$2')}-7000-8000-${String(events++).padStart(12, '0')}`

describe('what happens', () => {
  it('is told in the shape that was promised, signed as the public library has it', async () => {
    const all = Object.keys(WEBHOOK_DATA).filter((event) => event !== 'webhook.test')
    const made = await hook(all)
    const vehicle = await addVehicle()
    await system(
      `update vehicle set brand_name = 'NISSAN', version_name = 'S', state_id = 9 where vehicle_id = $1`,
      vehicle,
    )
    const { tenantId } = company
    await checkEvent(tenantId, vehicle, {
      kind: 'new',
      debt_key: 'a',
      folio: 'F-1',
      description: 'Multa',
      after: 1250.5,
    })
    await checkEvent(tenantId, vehicle, { kind: 'returned', debt_key: 'b', description: 'Multa', after: null })
    await checkEvent(tenantId, vehicle, {
      kind: 'grew',
      debt_key: 'a',
      description: 'Multa',
      before: 1250.5,
      after: 1300,
    })
    await checkEvent(tenantId, vehicle, { kind: 'paid', debt_key: 'a', description: 'Multa', before: 1300 })
    await checkEvent(tenantId, vehicle, { kind: 'status', status_before: 3, status_after: 4 })
    await checkEvent(tenantId, vehicle, { kind: 'new', debt_key: 'z', description: 'Estaba ya', after: 1, first: true })
    await checkEvent(tenantId, vehicle, { kind: 'status', status_before: null, status_after: 4, first: true })
    await system(
      `
        insert into queue_item (tenant_id, queue_item_id, queue_id, queue_name, description, payload)
        values ($1, $2, 5, 'Reporte', 'Reporte de vehículos', '{}')`,
      tenantId,
      eventId(),
    )
    await system(
      'update queue_item set finished_at = now(), success_message = $2 where tenant_id = $1',
      tenantId,
      'Listo',
    )
    await sender.runDue()
    const bodies = far.received.map((each) => verified(each, made.secret))
    expect(bodies.map(({ type }) => type).toSorted()).toEqual([
      'debt.changed',
      'debt.found',
      'debt.found',
      'debt.found',
      'debt.settled',
      'job.finished',
      'status.changed',
      'status.changed',
      'vehicle.created',
      'vehicle.updated',
    ])
    for (const { type, data } of bodies)
      expect(
        () => z.strictObject((WEBHOOK_DATA[type as keyof typeof WEBHOOK_DATA] as z.ZodMiniObject).shape).parse(data),
        type,
      ).not.toThrow()
    const of = (type: string) => bodies.find((body) => body.type === type)?.data
    expect(of('debt.settled')).toMatchObject({
      how: 'paid',
      before: 1300,
      vehicle: { vehicleAssetId: vehicle },
      source: { resourceId: EVIDENCE_RESOURCE },
    })
    expect(of('vehicle.updated')).toMatchObject({ fields: ['stateId', 'brandName', 'version'], version: 1 })
    expect(of('job.finished')).toMatchObject({ queueId: 5, succeeded: true, title: 'Reporte de vehículos' })
    // What a new vehicle owes is in the first answer about it.
    expect(bodies.find(({ data }) => data.description === 'Estaba ya')?.data).toMatchObject({
      first: true,
      debtKey: 'z',
      folio: null,
      returned: false,
    })
    expect(of('debt.changed')).toMatchObject({ first: false, debtKey: 'a' })
    for (const { headers, body } of far.received) {
      expect(headers['webhook-id']).toBe((JSON.parse(body) as { id: string }).id)
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
    }
    expect(await seen(made.webhook.webhookId)).toMatchObject({ deliveries: { delivered: 10, waiting: 0, failed: 0 } })
  })

  it('is told to nobody who did not ask for it, to no webhook that is off, and to no other company’s', async () => {
    const wanted = await hook(['vehicle.updated'])
    const off = await hook(['vehicle.created'], '/apagado')
    await ask('PUT', `/api/v2/webhooks/${off.webhook.webhookId}`, editOf(off, { active: false }))
    await hook(['vehicle.created', 'vehicle.updated', 'debt.found'], '/ajeno', stranger)
    const vehicle = await addVehicle()
    await checkEvent(company.tenantId, vehicle, { kind: 'new', debt_key: 'a', description: 'Multa', after: 1 })
    await system(`update vehicle set ticket_status = 0, debt_total = 5 where vehicle_id = $1`, vehicle)
    await system(`update vehicle set brand_name = brand_name where vehicle_id = $1`, vehicle)
    await sender.runDue()
    expect(far.received).toEqual([])
    expect((await system('select from webhook_delivery')).rowCount).toBe(0)
    await system(`update vehicle set brand_name = 'KIA' where vehicle_id = $1`, vehicle)
    await sender.runDue()
    expect(far.received.map(({ path }) => path)).toEqual(['/'])
    expect(
      (await ask('GET', `/api/v2/webhooks/${wanted.webhook.webhookId}/deliveries`, undefined, stranger)).status,
    ).toBe(404)
  })

  it('to documents, days, captures, sources and vehicles that are deleted is told too', async () => {
    const all = ['vehicle.deleted', 'document.changed', 'obligation.changed', 'capture.saved', 'source.changed']
    const made = await hook(all)
    await hook(all, '/ajeno', stranger)
    const vehicle = await addVehicle()
    const { tenantId } = company
    const [type] = (
      await system(
        `insert into document_type (tenant_id, type_name) values ($1, 'Póliza' || random()) returning document_type_id as id`,
        tenantId,
      )
    ).rows
    const [document] = (
      await system(
        `insert into document (tenant_id, vehicle_id, document_type_id, document_name)
        values ($1, $2, $3, 'poliza.pdf') returning document_id as id`,
        tenantId,
        vehicle,
        type?.id,
      )
    ).rows
    const change = (set: string) =>
      system(`update document set ${set}, row_version = row_version + 1 where document_id = $1`, document?.id)
    for (const set of ['current_version = 2', `document_name = 'otra.pdf'`, 'removed_at = now()', 'removed_at = null'])
      await change(set)
    await system('update document set expires_on = current_date where document_id = $1', document?.id)
    const day = (on: string) =>
      system(
        `insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, resource_id, told_at, told_by)
        values ($1, $2, 'r:1', 'insurance', $3, 'SOAT', $4, now(), 'Fuente')
        on conflict (tenant_id, vehicle_id, source_key) do update set due_on = excluded.due_on, told_at = now()`,
        tenantId,
        vehicle,
        on,
        EVIDENCE_RESOURCE,
      )
    for (const on of ['2027-01-01', '2027-01-01', '2028-01-01']) await day(on)
    const known = (await ask('GET', `/api/v2/obligations?vehicleAssetId=${vehicle}`)).body as { obligations?: object[] }
    await system('delete from obligation where vehicle_id = $1', vehicle)
    await system(
      `insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
        duration_ms, outcome, origin, captured_by, captured_resource)
      values ($1, $2, $3, 'x', 'apitude', 1, now(), 0, 'ok', 'capture', '{"id": 1, "name": "ana"}', $4)`,
      tenantId,
      eventId(),
      vehicle,
      EVIDENCE_RESOURCE,
    )
    await system(
      `insert into tenant_queue (tenant_id, portal_key, next_at) values ($1, 'apitude', now()) on conflict do nothing`,
      tenantId,
    )
    await system(`insert into source_outage (portal_key, began_at, outcome) values ('apitude', now(), 'timeout')`)
    await system('update source_outage set ended_at = now()')
    await system('delete from source_outage')
    await system('delete from vehicle where vehicle_id = $1', vehicle)
    await sender.runDue()
    expect(far.received.filter(({ path }) => path === '/ajeno')).toEqual([])
    const bodies = far.received
      .map((each) => verified(each, made.secret))
      .toSorted((a, b) => Number(a.sequence) - Number(b.sequence))
    expect(bodies.map(({ type: event, data }) => [event, data.change ?? data.dueOn ?? data.isDown])).toEqual([
      ['document.changed', 'added'],
      ['document.changed', 'replaced'],
      ['document.changed', 'edited'],
      ['document.changed', 'removed'],
      ['document.changed', 'restored'],
      ['obligation.changed', '2027-01-01'],
      ['obligation.changed', '2028-01-01'],
      ['obligation.changed', undefined],
      ['capture.saved', undefined],
      ['source.changed', true],
      ['source.changed', false],
      ['vehicle.deleted', undefined],
    ])
    for (const { type: event, data } of bodies)
      expect(
        () => z.strictObject((WEBHOOK_DATA[event as keyof typeof WEBHOOK_DATA] as z.ZodMiniObject).shape).parse(data),
        event,
      ).not.toThrow()
    expect(bodies[4]?.data).toMatchObject({ document: { documentName: 'otra.pdf' }, version: 5 })
    expect(bodies[6]?.data).toMatchObject({
      before: '2027-01-01',
      kind: 'insurance',
      vehicle: { vehicleAssetId: vehicle },
    })
    expect(bodies[7]?.data).toMatchObject({ before: '2028-01-01', dueOn: null })
    expect(bodies[8]?.data).toMatchObject({ by: 'ana', source: { resourceId: EVIDENCE_RESOURCE } })
    expect(JSON.stringify(known)).toContain(String(bodies[6]?.data.obligationId))
  })

  it('before a webhook was added is not told to it', async () => {
    const early = await hook(['vehicle.created'], '/antes')
    await addVehicle()
    const late = await hook(['vehicle.created'], '/después')
    await sender.runDue()
    expect(await deliveries(early)).toHaveLength(1)
    expect(await deliveries(late)).toEqual([])
  })

  it('in a transaction that fails did not happen', async () => {
    await hook(['vehicle.created'])
    const client = await server.db.system.connect()
    await client.query('begin')
    await client.query(
      `insert into vehicle (tenant_id, plate, vin, state_id) values ($1, 'NADA01A', '3N1CN8AE1RLNADA01', 19)`,
      [company.tenantId],
    )
    await client.query('rollback')
    client.release()
    await sender.runDue()
    expect(far.received).toEqual([])
  })

  it('to many vehicles at once is as many events, each told once', async () => {
    const many = isDrill ? 500 : 60
    const made = await hook(['vehicle.created'])
    await system(`delete from vehicle where tenant_id = $1 and plate like 'M%'`, company.tenantId)
    await system(
      `insert into vehicle (tenant_id, plate, vin, state_id)
      select $1, 'M' || lpad(i::text, 6, '0'), '3N1CN8AE1RM' || lpad(i::text, 6, '0'), 19
      from generate_series(1, $2) i`,
      company.tenantId,
      many,
    )
    await sender.runDue()
    expect(far.received).toHaveLength(many)
    expect(new Set(far.received.map(({ headers }) => headers['webhook-id'])).size).toBe(many)
    expect(await seen(made.webhook.webhookId)).toMatchObject({ deliveries: { delivered: many, waiting: 0 } })
  }, 60_000)
})

describe('a vehicle whose version rises', () => {
  type Update = { fields: string[]; version: number }
  const readUpdates = async (): Promise<Update[]> =>
    (await system(`select data from webhook_event where event = 'vehicle.updated' order by log_id`)).rows.map(
      ({ data: { fields, version } }) => ({ fields, version }),
    )
  const versionOf = async (vehicleId: number): Promise<number> =>
    (await system('select row_version as v from vehicle where vehicle_id = $1', vehicleId)).rows[0]?.v

  it('is told with it and with what changed, once an edit, whichever way it was made', async () => {
    await hook(['vehicle.created', 'vehicle.updated'])
    const tagIds = (
      await system(
        `with c as (insert into tag_category (tenant_id, category_name, color) values ($1, 'Uso', 'blue')
          returning tag_category_id)
        insert into tag (tenant_id, tag_category_id, tag_name)
        select $1, tag_category_id, n from c, unnest(array['reparto', 'norte']) n returning tag_id as id`,
        company.tenantId,
      )
    ).rows.map(({ id }) => Number(id))
    const [tagId] = tagIds
    const vehicle = await addVehicle()
    const bulk = async (change: object): Promise<string> => {
      const payload = { selection: { ids: [vehicle] }, change, expected: 1 }
      return ((await ask('POST', '/api/v2/vehicle/bulk', payload)).body as { bulkId: string }).bulkId
    }
    const undo = (bulkId: string) => ask('POST', `/api/v2/vehicle/bulk/${bulkId}/undo`)
    const edit = (vehicleAsset: object, tags?: readonly number[]) => {
      const vehicleClass = { vehicleAsset, ...(tags && { tags: tags.map((id) => ({ tagId: id })) }) }
      return ask('PUT', '/api/v2/vehicle', { vehicleClass })
    }
    let bulkId = ''
    const writes: readonly [name: string, write: () => Promise<unknown>, fields: readonly string[]][] = [
      ['the form', () => edit({ vehicleAssetId: vehicle, plate: plate(), version: 1 }, tagIds), ['tags', 'plate']],
      ['tags alone', () => edit({ vehicleAssetId: vehicle }, []), ['tags']],
      [
        'out',
        () => ask('PUT', '/api/v2/vehicle/status', { VehicleAssetId: vehicle, VehicleStatusId: 8 }),
        ['asset_status_id'],
      ],
      ['back', () => bulk({ status: 1 }), ['asset_status_id']],
      ['many: holder', () => bulk({ field: 'rfcName', value: 'NUEVA SA' }), ['rfc_name']],
      [
        'many: tags',
        async () => {
          bulkId = await bulk({ tags: { add: [tagId] } })
        },
        ['tags'],
      ],
      ['undone', () => undo(bulkId), ['tags']],
      [
        'whatever else',
        () => system('update vehicle set row_version = row_version + 1 where vehicle_id = $1', vehicle),
        [],
      ],
    ]
    const expected: Update[] = []
    for (const [name, write, fields] of writes) {
      const before = await versionOf(vehicle)
      const answer = await write()
      expect(await versionOf(vehicle), `${name} ${JSON.stringify(answer)}`).toBe(before + 1)
      expected.push({ fields: [...fields], version: before + 1 })
      expect(await readUpdates(), name).toEqual(expected)
    }
    // A tag that is deleted is a change of the vehicles that had it, though of no version of theirs.
    await edit({ vehicleAssetId: vehicle }, tagIds)
    await system('delete from tag where tag_id = $1', tagId)
    expect((await readUpdates()).slice(-2)).toEqual([
      { fields: ['tags'], version: 10 },
      { fields: ['tags'], version: 10 },
    ])
    await system('delete from tag where tenant_id = $1', company.tenantId)
  })
})

describe('the number of an event', () => {
  const numbers = () =>
    far.received
      .map(({ body, path }) => ({ path, ...(JSON.parse(body) as { sequence: number; previousSequence: number }) }))
      .map(({ path, sequence, previousSequence }) => ({ path, sequence, previousSequence }))
      .toSorted((a, b) => a.sequence - b.sequence)

  it('follows the commits, without a gap and without one that waits for another', async () => {
    await hook(['vehicle.created'])
    const slow = await server.db.system.connect()
    await slow.query('begin')
    await slow.query(
      `insert into vehicle (tenant_id, plate, vin, state_id) values ($1, 'LENTO1A', '3N1CN8AE1RLLENT1A', 19)`,
      [company.tenantId],
    )
    await addVehicle()
    await sender.runDue()
    expect(numbers().map(({ sequence }) => sequence)).toEqual([1])
    await slow.query('commit')
    slow.release()
    await sender.runDue()
    expect(numbers().map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(JSON.parse(far.received[1]?.body ?? '')).toMatchObject({ data: { vehicle: { plate: 'LENTO1A' } } })
  })

  it('is given once, however many processes number at once', async () => {
    await hook(['vehicle.created'])
    const writes = Promise.all(Array.from({ length: 40 }, () => addVehicle()))
    for (let i = 0; i < 5; i++) await Promise.all(Array.from({ length: 4 }, () => numberEvents(server.db)))
    await writes
    await numberEvents(server.db)
    const { rows } = await system('select sequence from webhook_event order by log_id')
    expect(rows.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1),
    )
    expect((await system('select distinct event_id from webhook_delivery')).rowCount).toBe(40)
  })

  it('comes with the one before it of what the webhook asks for, also where that was not sent', async () => {
    const made = await hook(['vehicle.created'], '/uno')
    await hook(['vehicle.updated'], '/otro')
    const vehicle = await addVehicle()
    await system(`update vehicle set brand_name = 'KIA' where vehicle_id = $1`, vehicle)
    await addVehicle()
    await sender.runDue()
    const url = `/api/v2/webhooks/${made.webhook.webhookId}`
    await ask('PUT', url, editOf(made, { active: false }))
    await addVehicle()
    await sender.runDue()
    await ask('PUT', url, editOf(made, { version: 2 }))
    await addVehicle()
    await sender.runDue()
    expect(numbers()).toEqual([
      { path: '/uno', sequence: 1, previousSequence: null },
      { path: '/otro', sequence: 2, previousSequence: null },
      { path: '/uno', sequence: 3, previousSequence: 1 },
      { path: '/uno', sequence: 5, previousSequence: 4 },
    ])
  })
})

describe('a missed stretch', () => {
  type Page = Reply<typeof rows.events>
  const page = async (query: string, who = main): Promise<Page> =>
    (await ask('GET', `/api/v2/webhooks/events${query}`, undefined, who)).body as Page
  const tokenOf = async (permissions: readonly string[]): Promise<Somebody> => {
    const payload = { name: permissions.join(' '), permissions, days: 1 }
    return { ...main, token: ((await ask('POST', '/api/v2/tokens', payload)).body as { token: string }).token }
  }

  it('is read again by number, as it was told, by whoever may see it', async () => {
    const made = await hook(['vehicle.created', 'job.finished'])
    await ask('PUT', `/api/v2/webhooks/${made.webhook.webhookId}`, editOf(made, { active: false }))
    await addVehicle()
    const job = eventId()
    await system(
      `insert into queue_item (tenant_id, queue_item_id, queue_id, queue_name, description, payload)
      values ($1, $2, 5, 'Reporte', 'Reporte de vehículos', '{}')`,
      company.tenantId,
      job,
    )
    await system('update queue_item set finished_at = now() where queue_item_id = $1', job)
    await addVehicle()
    await sender.runDue()
    await ask('PUT', `/api/v2/webhooks/${made.webhook.webhookId}`, editOf(made, { version: 2 }))
    await addVehicle()
    await sender.runDue()
    const delivered = verified(far.received[0] as Received, made.secret)
    expect(delivered).toMatchObject({ sequence: 4, previousSequence: 3 })
    const all = await page('')
    expect(all.events.map(({ sequence, type }) => [sequence, type])).toEqual([
      [1, 'vehicle.created'],
      [2, 'job.finished'],
      [3, 'vehicle.created'],
      [4, 'vehicle.created'],
    ])
    expect(all).toMatchObject({ next: 4, hasMore: false, oldest: 1, newest: 4 })
    const { previousSequence, ...same } = delivered
    expect(all.events[3]).toEqual(same)
    expect(await page('?after=1&limit=2&types=vehicle.created')).toMatchObject({
      events: [{ sequence: 3 }],
      next: 3,
      hasMore: true,
    })
    expect(await page('?after=4')).toMatchObject({ events: [], next: 4, hasMore: false })
    expect((await page('?after=1&limit=1', await tokenOf(['vehicles_read']))).events).toEqual([])
    expect((await page('', await tokenOf(['queue_read']))).events.map(({ sequence }) => sequence)).toEqual([2])
    expect((await ask('GET', '/api/v2/webhooks/events', undefined, await tokenOf(['tags_read']))).status).toBe(403)
    expect(await page('', stranger)).toEqual({ events: [], next: 0, hasMore: false, oldest: null, newest: 0 })
    for (const query of ['?after=-1', '?limit=501', '?limit=0', '?types=nada', '?desde=1'])
      expect((await ask('GET', `/api/v2/webhooks/events${query}`)).status, query).toBe(400)
  })

  it('is kept thirty days, and says from where on; numbers go on where they were', async () => {
    await hook(['vehicle.created'])
    await addVehicle()
    await addVehicle()
    await numberEvents(server.db)
    await system(`update webhook_event set created_at = now() - interval '31 days'`)
    await addVehicle()
    await numberEvents(server.db)
    await deleteExpiredEvents(server.db)
    expect(await page('')).toMatchObject({ events: [{ sequence: 3 }], oldest: 3, newest: 3 })
    await system('delete from webhook_event')
    await addVehicle()
    await numberEvents(server.db)
    expect(await page('?after=3')).toMatchObject({ events: [{ sequence: 4 }], oldest: 4 })
  })
})

describe('a receiver that does not take it', () => {
  it('is tried again as promised, under the same id, until it does', async () => {
    const made = await hook(['vehicle.created'])
    far.answers.set('/', 503)
    await addVehicle()
    await sender.runDue()
    expect(await deliveries(made)).toMatchObject([
      { status: 'waiting', attempts: 1, answered: 503, problem: 'Respondió 503' },
    ])
    await sender.runDue()
    expect(far.received).toHaveLength(1)
    wait(WEBHOOK_RETRY_SECONDS[0])
    await sender.runDue()
    expect(far.received).toHaveLength(2)
    far.answers.clear()
    wait(WEBHOOK_RETRY_SECONDS[1])
    await sender.runDue()
    const [first, , third] = far.received
    expect(far.received).toHaveLength(3)
    expect(third?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(third?.body).toBe(first?.body)
    expect(await deliveries(made)).toMatchObject([
      { status: 'delivered', attempts: 3, answered: 204, problem: null, nextAt: null },
    ])
    expect(await seen(made.webhook.webhookId)).toMatchObject({
      lastFailedAt: expect.any(String),
      lastDeliveredAt: expect.any(String),
    })
  })

  it('for two seconds is one that failed once, however many deliveries were on their way', async () => {
    const made = await hook(['vehicle.created'])
    for (let i = 0; i < 30; i++) await addVehicle()
    far.answers.set('/', 503)
    await sender.runDue()
    wait(2)
    far.answers.clear()
    far.received.length = 0
    const nextAfter = async (): Promise<number> => {
      for (let seconds = 1; seconds <= 300; seconds++) {
        wait(1)
        await sender.runDue()
        if (far.received.length > 0) return seconds
      }
      return Number.POSITIVE_INFINITY
    }
    expect(await nextAfter()).toBeLessThanOrEqual(5)
    wait(10)
    await sender.runDue()
    expect(await seen(made.webhook.webhookId)).toMatchObject({ deliveries: { delivered: 30, waiting: 0 } })
  })

  it('is given up after the last try, and can be sent again by hand', async () => {
    const made = await hook(['vehicle.created'])
    far.answers.set('/', 500)
    await addVehicle()
    await sender.runDue()
    for (const seconds of WEBHOOK_RETRY_SECONDS) {
      wait(seconds)
      await sender.runDue()
    }
    expect(far.received).toHaveLength(WEBHOOK_RETRY_SECONDS.length + 1)
    const [failed] = await deliveries(made, '?status=failed')
    expect(failed).toMatchObject({ status: 'failed', attempts: WEBHOOK_RETRY_SECONDS.length + 1, nextAt: null })
    far.answers.clear()
    expect(
      (await ask('POST', `/api/v2/webhooks/${made.webhook.webhookId}/deliveries/${failed?.deliveryId}/again`, {}))
        .status,
    ).toBe(200)
    await sender.runDue()
    expect(far.received.at(-1)?.headers['webhook-id']).toBe(failed?.eventId)
    expect(await deliveries(made)).toMatchObject([{ status: 'delivered' }])
  })

  it('for three days is switched off, and whoever saved it is written to', async () => {
    const owner = await server.somebody(company, 'duena', ['users_admin', 'vehicles_read'])
    await system(`update app_user set email = 'duena@ejemplo.mx' where user_id = $1`, owner.userId)
    const made = await hook(['vehicle.created'], '/mudo', owner)
    far.answers.set('/mudo', 500)
    await addVehicle()
    await sender.runDue()
    wait(3 * 86_400)
    await addVehicle()
    await sender.runDue()
    expect(await seen(made.webhook.webhookId)).toMatchObject({
      active: false,
      offReason: WEBHOOK_TEXTS.off,
      deliveries: { waiting: 0 },
    })
    const { rows } = await system(
      `select recipient, content from mail where tenant_id = $1 and kind = 'webhook'`,
      company.tenantId,
    )
    expect(rows).toMatchObject([
      { recipient: 'duena@ejemplo.mx', content: { subject: 'Padrón puso en pausa el webhook «Hacia /mudo»' } },
    ])
    await addVehicle()
    expect((await system(`select from webhook_delivery where status = 'waiting'`)).rowCount).toBe(0)
    const on = editOf({ ...made, webhook: (await seen(made.webhook.webhookId)) ?? made.webhook }, { active: true })
    expect(await ask('PUT', `/api/v2/webhooks/${made.webhook.webhookId}`, on)).toMatchObject({
      status: 200,
      body: { active: true, offReason: null },
    })
  })

  it('and says that it is gone is switched off at once', async () => {
    const made = await hook(['vehicle.created'])
    far.answers.set('/', 410)
    await addVehicle()
    await sender.runDue()
    const gone = 'Se puso en pausa porque quien recibe respondió que ya no existe (410)'
    expect(await seen(made.webhook.webhookId)).toMatchObject({ active: false, offReason: gone })
    expect(await deliveries(made)).toMatchObject([{ status: 'failed', answered: 410 }])
  })

  it('but leads elsewhere is not followed', async () => {
    const made = await hook(['vehicle.created'])
    far.answers.set('/', (response) => response.writeHead(307, { location: far.url('/otra') }).end())
    await addVehicle()
    await sender.runDue()
    expect(far.received.map(({ path }) => path)).toEqual(['/'])
    const problem = 'Respondió con una redirección; escriba la dirección final'
    expect(await deliveries(made)).toMatchObject([{ status: 'waiting', answered: 307, problem }])
  })

  it.runIf(isDrill)(
    'and never ends its answer, or answers nothing, holds up nobody else',
    async () => {
      const endless = await hook(['vehicle.created'], '/infinito')
      const silent = await hook(['vehicle.created'], '/callado')
      const good = await hook(['vehicle.created'], '/bueno')
      far.answers.set('/infinito', (response) => {
        response.writeHead(200)
        const write = (): void => {
          if (response.destroyed) return
          response.write('x'.repeat(65_536))
          setImmediate(write)
        }
        write()
      })
      far.answers.set('/callado', 'silence')
      const { db, secrets } = server
      const out = sendingOut({ deadlineMs: 1_500 })
      const quick = webhookSender({
        db,
        mailbox,
        secrets,
        log: pino({ level: 'silent' }),
        now,
        aheadMs,
        random: () => 0.5,
        out,
      })
      for (let i = 0; i < 20; i++) await addVehicle()
      await quick.runDue()
      expect(await seen(good.webhook.webhookId)).toMatchObject({ deliveries: { delivered: 20 } })
      expect(await seen(endless.webhook.webhookId)).toMatchObject({ deliveries: { delivered: 20 } })
      // After its first handful the one that keeps silent is left in peace.
      expect(far.received.filter(({ path }) => path === '/callado').length).toBeLessThan(12)
      expect((await deliveries(silent)).find(({ attempts }) => attempts > 0)).toMatchObject({
        answered: null,
        problem: 'No respondió a tiempo',
      })
      await quick.stop()
    },
    60_000,
  )

  it('because the address leads inside is not asked', async () => {
    const made = await hook(['vehicle.created'])
    await system(
      `update webhook set url = 'http://nombre.ejemplo/', host = 'nombre.ejemplo' where webhook_id = $1`,
      made.webhook.webhookId,
    )
    await addVehicle()
    allowPrivateSources(false)
    const { db, secrets } = server
    const out = sendingOut({
      resolve: (_name, _options, answered) => answered(null, [{ address: '10.0.0.8', family: 4 }]),
    })
    const strict = webhookSender({
      db,
      mailbox,
      secrets,
      log: pino({ level: 'silent' }),
      now,
      aheadMs,
      out,
    })
    await strict.runDue()
    expect(await deliveries(made)).toMatchObject([{ answered: null, problem: WEBHOOK_TEXTS.privateUrl }])
    await system('update webhook set url = $1', far.url())
    wait(10)
    await strict.runDue()
    await strict.stop()
    allowPrivateSources(true)
    expect(far.received).toEqual([])
  })
})

describe('a process that dies', () => {
  it('that dies loses no delivery: it is claimed again after the lease, and a late result does not count', async () => {
    const made = await hook(['vehicle.created'])
    await addVehicle()
    const underWay = { webhooks: {}, companies: {}, hosts: {} }
    const [dead] = await claimDeliveries(server.db, { free: 10, underWay })
    if (!dead) throw new Error('nothing was claimed')
    await sender.runDue()
    expect(far.received).toEqual([])
    wait(61)
    await sender.runDue()
    expect(far.received.map(({ headers }) => headers['webhook-id'])).toEqual([dead.eventId])
    const failed = { is: 'never', answered: 500, problem: 'x', tookMs: 1, countsForReceiver: true } as const
    await recordDelivery({ db: server.db, mailbox, aheadMs: ahead, random: 0 }, dead, failed)
    expect(await deliveries(made)).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })

  it.runIf(isDrill)('beside another shares the work: each delivery is one’s', async () => {
    await hook(['vehicle.created'])
    await Promise.all(Array.from({ length: 30 }, () => addVehicle()))
    const { db, secrets } = server
    const second = webhookSender({ db, mailbox, secrets, log: pino({ level: 'silent' }), now, aheadMs })
    await Promise.all([sender.runDue(), second.runDue()])
    await second.stop()
    const ids = far.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(30)
    expect(new Set(ids).size).toBe(30)
  })
})

describe('the secret', () => {
  it('once changed signs beside the former one for a day, and then alone', async () => {
    const made = await hook(['vehicle.created'])
    const { body } = await ask('POST', `/api/v2/webhooks/${made.webhook.webhookId}/secret`, {})
    const { secret } = body as { secret: string }
    expect(secret).not.toBe(made.secret)
    await addVehicle()
    await sender.runDue()
    const [both] = far.received
    if (!both) throw new Error('nothing came')
    expect(both.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2)
    verified(both, secret)
    verified(both, made.secret)
    wait(86_401)
    await addVehicle()
    await sender.runDue()
    const alone = far.received[1]
    const at = Number(alone?.headers['webhook-timestamp'])
    const expected = new Verifier(secret).sign(
      String(alone?.headers['webhook-id']),
      new Date(at * 1000),
      alone?.body ?? '',
    )
    expect(alone?.headers['webhook-signature']).toBe(expected)
  })

  it('changed twice in a day signs beside both former ones, and is not changed a third time', async () => {
    const made = await hook(['vehicle.created'])
    const change = () => ask('POST', `/api/v2/webhooks/${made.webhook.webhookId}/secret`, {})
    const second = (await change()).body as { secret: string }
    // The first one's day ends before the second one's.
    await system(`update webhook set old_until = old_until - interval '1 hour'`)
    const third = (await change()).body as { secret: string }
    const signatures = async (): Promise<Received> => {
      far.received.length = 0
      await addVehicle()
      await sender.runDue()
      const [received] = far.received
      if (!received) throw new Error('nothing came')
      return received
    }
    const all = await signatures()
    for (const secret of [made.secret, second.secret, third.secret]) verified(all, secret)
    expect(await change()).toMatchObject({ status: 409, body: { title: WEBHOOK_TEXTS.changedTwice } })
    wait(83_000)
    const two = await signatures()
    expect(two.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2)
    wait(3_500)
    expect((await signatures()).headers['webhook-signature']?.toString().split(' ')).toHaveLength(1)
    await system(`update webhook set older_until = now() - interval '1 second'`)
    expect((await change()).status).toBe(200)
    ahead = 0
    verified(await signatures(), third.secret)
  })

  it('lies sealed, is in no answer but the one that made it, and is sealed anew under a new key', async () => {
    const made = await hook(['vehicle.created'])
    const { rows } = await system('select secrets from webhook')
    expect(JSON.stringify(rows)).not.toContain(made.secret.slice(6))
    expect(JSON.stringify((await ask('GET', '/api/v2/webhooks')).body)).not.toMatch(/whsec_|sealed/)
    const fresh = secretsOf([Buffer.alloc(32, 7).toString('base64')])
    expect(await resealAll(server.db, fresh)).toMatchObject([{ names: [made.webhook.name] }])
    expect((await system('select secrets from webhook')).rows).toEqual(rows)
    const [newest] = fresh
    expect(await resealAll(server.db, [newest, ...server.secrets])).toEqual([])
    await addVehicle()
    await sender.runDue()
    const problem = 'El secreto del webhook no se puede abrir; cámbielo'
    expect(await deliveries(made)).toMatchObject([{ status: 'failed', attempts: 1, problem }])
    expect(far.received).toEqual([])
  })
})

describe('who may be told', () => {
  it('is decided by whoever saved it last, as they are when it is sent', async () => {
    const owner = await server.somebody(company, 'jefe', ['users_admin', 'vehicles_read'])
    const made = await hook(['vehicle.created'], '/jefe', owner)
    await system(`update app_user set role_ids = '{112}' where user_id = $1`, owner.userId)
    await addVehicle()
    await sender.runDue()
    expect(far.received).toEqual([])
    const problem = 'Quien guardó el webhook ya no tiene permiso de ver esto; guárdelo alguien que lo tenga'
    expect(await deliveries(made)).toMatchObject([{ status: 'failed', problem }])
    // They see that there was something, not what, and can neither keep it nor point it elsewhere; only switch it off.
    const [hidden] = (
      (await ask('GET', `/api/v2/webhooks/${made.webhook.webhookId}/deliveries`, undefined, owner)).body as {
        deliveries: Delivery[]
      }
    ).deliveries
    expect(JSON.parse(hidden?.body ?? '')).toMatchObject({ type: 'vehicle.created', data: {} })
    const url = `/api/v2/webhooks/${made.webhook.webhookId}`
    const { version } = (await seen(made.webhook.webhookId)) ?? { version: 0 }
    expect(await ask('PUT', url, editOf(made, { version, events: ['job.finished'] }), owner)).toMatchObject({
      status: 403,
      body: { title: WEBHOOK_TEXTS.notHeld },
    })
    expect(
      await ask('POST', '/api/v2/webhooks', { name: 'x', url: far.url(), events: ['vehicle.created'] }, owner),
    ).toMatchObject({ status: 403 })
    expect((await ask('PUT', url, editOf(made, { version, active: false }), owner)).status).toBe(200)
  })

  it('is nobody while the company is suspended: it waits', async () => {
    await hook(['vehicle.created'])
    await addVehicle()
    await system('update company set suspended_at = now() where tenant_id = $1', company.tenantId)
    await sender.runDue()
    expect(far.received).toEqual([])
    await system('update company set suspended_at = null where tenant_id = $1', company.tenantId)
    await sender.runDue()
    expect(far.received).toHaveLength(1)
  })
})

describe('setting one up', () => {
  it('refuses addresses that lead inside, and too many of them', async () => {
    const { db, secrets } = server
    const app = await appBeside(db, { webhooks: { secrets, privateAddresses: false } })
    const create = async (url: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v2/webhooks',
        headers: { authorization: `Bearer ${main.token}` },
        payload: { name: 'x', url, events: ['vehicle.created'] },
      })
    for (const [url, title] of [
      [far.url(), WEBHOOK_TEXTS.url],
      ['https://10.0.0.1/', WEBHOOK_TEXTS.privateUrl],
      ['https://a:b@ejemplo.mx/', WEBHOOK_TEXTS.credentials],
    ] as const) {
      const answer = await create(url)
      expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: 'url', message: title }]])
    }
    const all = await Promise.all(Array.from({ length: WEBHOOKS_AT_MOST + 1 }, () => create('https://ejemplo.mx/')))
    expect(all.map(({ statusCode }) => statusCode).filter((status) => status === 422)).toHaveLength(1)
    await app.close()
  })

  it('can be tried while it is off, and what was tried is recorded with its changes', async () => {
    const made = await hook(['vehicle.created'], '/prueba')
    const url = `/api/v2/webhooks/${made.webhook.webhookId}`
    expect((await ask('PUT', url, editOf(made, { active: false, name: 'Otro' }))).status).toBe(200)
    expect(await ask('PUT', url, editOf(made))).toMatchObject({ status: 409 })
    const { body } = await ask('POST', `${url}/test`, {})
    await sender.runDue()
    const [received] = far.received
    if (!received) throw new Error('nothing came')
    expect(verified(received, made.secret)).toMatchObject({
      type: 'webhook.test',
      data: { message: 'Prueba de Padrón' },
    })
    const [testDelivery] = await deliveries(made)
    expect(testDelivery).toMatchObject({
      ...(body as object),
      event: 'webhook.test',
      status: 'delivered',
      answered: 204,
    })
    expect(testDelivery?.body).toBe(received.body)
    const again = `${url}/deliveries/${testDelivery?.deliveryId}/again`
    expect(await ask('POST', again, {})).toMatchObject({ status: 409 })
    const list = await ask('POST', '/api/v2/activity', { filter: { subjectKind: 'webhook', text: 'otro' } })
    const [changed] = (list.body as { activities: { changes: unknown[] }[] }).activities
    expect(changed?.changes).toEqual([
      { field: 'Nombre', before: 'Hacia /prueba', after: 'Otro' },
      { field: 'Activo', before: 'Sí', after: 'No' },
    ])
  })

  it('and removed takes its deliveries with it; those of thirty days ago are forgotten', async () => {
    const made = await hook(['vehicle.created'])
    const remaining = await hook(['vehicle.created'], '/queda')
    await addVehicle()
    await sender.runDue()
    await addVehicle()
    await sender.runDue()
    await system(
      `
        update webhook_delivery
        set created_at = now() - interval '31 days'
        where delivery_id = (select min(delivery_id) from webhook_delivery where webhook_id = $1)`,
      remaining.webhook.webhookId,
    )
    expect((await ask('DELETE', `/api/v2/webhooks/${made.webhook.webhookId}`)).status).toBe(200)
    await deleteExpiredEvents(server.db)
    expect((await system('select from webhook_delivery where webhook_id = $1', made.webhook.webhookId)).rowCount).toBe(
      0,
    )
    expect(await deliveries(remaining)).toHaveLength(1)
  })

  it('shows deliveries fifty at a time, the newest first, and how many there are', async () => {
    const made = await hook(['vehicle.created'])
    const { webhookId } = made.webhook
    await system(
      `insert into webhook_delivery (tenant_id, webhook_id, event_id, event, at, data, status)
      select $1, $2, gen_random_uuid(), 'vehicle.created', now(), '{}',
        (array['waiting', 'delivered', 'failed'])[1 + i % 3]
      from generate_series(1, 120) i`,
      company.tenantId,
      webhookId,
    )
    const page = async (query: string) =>
      (await ask('GET', `/api/v2/webhooks/${webhookId}/deliveries${query}`)).body as {
        deliveries: Delivery[]
        total: number
      }
    const first = await page('')
    expect([first.total, first.deliveries.length]).toEqual([120, 50])
    const second = await page(`?before=${first.deliveries.at(-1)?.deliveryId}`)
    const third = await page(`?before=${second.deliveries.at(-1)?.deliveryId}`)
    const ids = [first, second, third].flatMap((each) => each.deliveries.map(({ deliveryId }) => deliveryId))
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(new Set(ids).size).toBe(120)
    expect((await page('?status=failed')).total).toBe(40)
  })
})
