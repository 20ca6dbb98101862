// Events: which webhook gets which, in the documented shape, numbered without a gap, and read again by number.
import type { Reply } from '@padron/contract/call'
import { WEBHOOK_DATA } from '@padron/contract/webhook-events'
import type { webhooks as rows } from '@padron/contract/webhooks'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { isDrill } from '../../testing/drill.ts'
import { EVIDENCE_RESOURCE } from '../../testing/fixtures.ts'
import type { Somebody } from '../../testing/server.ts'
import type { Received } from '../../testing/services/receiver.ts'
import { deleteExpiredEvents } from './delete-expired.ts'
import { numberEvents } from './number-events.ts'
import {
  addVehicle,
  ask,
  checkEvent,
  company,
  deliveries,
  editOf,
  eventId,
  far,
  hook,
  main,
  plate,
  seen,
  sender,
  server,
  setUpWebhooks,
  stranger,
  system,
  verified,
} from './testing/webhooks.ts'

setUpWebhooks()

describe('an event', () => {
  it('is sent in the documented shape, with a signature that the public library accepts', async () => {
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
    // The debts of a new vehicle are in the first answer about it.
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

  it('is not sent to webhooks that did not select it, are paused, or belong to another company', async () => {
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

  it('is also sent for documents, due dates, captures, sources and deleted vehicles', async () => {
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

  it('from before a webhook was added is not sent to it', async () => {
    const early = await hook(['vehicle.created'], '/antes')
    await addVehicle()
    const late = await hook(['vehicle.created'], '/después')
    await sender.runDue()
    expect(await deliveries(early)).toHaveLength(1)
    expect(await deliveries(late)).toEqual([])
  })

  it('of a transaction that fails does not exist', async () => {
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

  it('exists once for each of many vehicles that change at once', async () => {
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

describe('a vehicle.updated event', () => {
  type Update = { fields: string[]; version: number }
  const readUpdates = async (): Promise<Update[]> =>
    (await system(`select data from webhook_event where event = 'vehicle.updated' order by log_id`)).rows.map(
      ({ data: { fields, version } }) => ({ fields, version }),
    )
  const versionOf = async (vehicleId: number): Promise<number> =>
    (await system('select row_version as v from vehicle where vehicle_id = $1', vehicleId)).rows[0]?.v

  it('has the new version and the changed fields, once per edit, whichever way it was made', async () => {
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
    // Deleting a tag changes the vehicles that had it, without raising their version.
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

  it('follows the order of commits, without a gap, and does not wait for an open transaction', async () => {
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

  it('is assigned once, even if several processes number at once', async () => {
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

  it('is sent with the previous number of the selected events, even if that one was not sent', async () => {
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

describe('a missed range of events', () => {
  type Page = Reply<typeof rows.events>
  const page = async (query: string, who = main): Promise<Page> =>
    (await ask('GET', `/api/v2/webhooks/events${query}`, undefined, who)).body as Page
  const tokenOf = async (permissions: readonly string[]): Promise<Somebody> => {
    const payload = { name: permissions.join(' '), permissions, days: 1 }
    return { ...main, token: ((await ask('POST', '/api/v2/tokens', payload)).body as { token: string }).token }
  }

  it('can be read again by number, as it was sent, with the permission to see it', async () => {
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

  it('is stored for thirty days with its oldest number; new numbers continue', async () => {
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
    for (const after of ['', '?after=1'])
      expect(await page(after)).toMatchObject({ events: [], next: 3, hasMore: false, oldest: null, newest: 3 })
    await addVehicle()
    await numberEvents(server.db)
    expect(await page('?after=3')).toMatchObject({ events: [{ sequence: 4 }], oldest: 4 })
  })
})
