// The API for programs: pages that lose nothing while their rows change, changes since a time, keys that make a call
// happen once, and bulk writes with a result per row.
import type { CheckV3, DeletionV3 } from '@padron/contract/v3/resources'
import { DELETIONS_DAYS, IDEMPOTENCY_KEY_MAX, ROWS_AT_MOST, V3_TEXTS } from '@padron/contract/v3/texts'
import type { VehicleV3 } from '@padron/contract/v3/vehicles'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { asTenant, readAsTenant, type Tx } from '../../db/client.ts'
import { owe } from '../../testing/obligations.ts'
import { type Company, type Somebody, type TestServer, testServer, vinFor } from '../../testing/server.ts'
import { deleteExpiredNotices } from './delete-expired.ts'
import { listPage } from './list.ts'
import { CHECKS } from './resources.ts'

let server: TestServer
let company: Company
let main: Somebody
let reader: Somebody
let stranger: Somebody
let ids: number[]

const PLATES = ['AAA001A', 'AAA002A', 'AAA003A', 'AAA004A', 'AAA005A']

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  reader = await server.somebody(company, 'reader', ['vehicles_read'])
  stranger = await server.somebody(await server.company('sur'), 'admin', ['admin'])
})
afterAll(() => server.stop())
beforeEach(async () => {
  for (const table of ['vehicle', 'tag', 'deletion_notice', 'idempotency_key']) await system(`delete from ${table}`)
  ids = await server.vehicles(
    company,
    PLATES.map((plate) => ({ plate })),
  )
  await system(`update vehicle set changed_at = now() - interval '1 hour'`)
  await system('delete from deletion_notice')
})

const system = (text: string, values: unknown[] = []) => server.db.system.query(text, values)

type Page<Row = VehicleV3> = { data: Row[]; next: string | null; completeUntil: string }
type Problem = { title: string; errors?: { path: string; message: string }[] }

const get = (path: string, query: Record<string, string> = {}, who = main) =>
  server.ask(who, { method: 'GET', url: `/api/v3/${path}`, query })
const list = async <Row = VehicleV3>(path: string, query: Record<string, string> = {}, who = main) => {
  const { status, body } = await get(path, query, who)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as Page<Row>
}
const send = (
  method: 'POST' | 'PATCH',
  path: string,
  payload: object,
  headers: Record<string, string> = {},
  who = main,
) => server.ask(who, { method, url: `/api/v3/${path}`, payload, headers })
const problemOf = ({ body }: { body: unknown }) => body as Problem

/** Reads every page, and calls `between` between two of them. */
const readAll = async <Row = VehicleV3>(path: string, query: Record<string, string>, between = async () => {}) => {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<Row> = await list<Row>(path, { ...query, ...(cursor ? { cursor } : {}) })
    rows.push(...page.data)
    cursor = page.next
    if (cursor) await between()
  }
  return rows
}
const platesOf = (rows: readonly VehicleV3[]) => rows.map(({ plate }) => plate)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

describe('a list', () => {
  it('has every vehicle once, page by page, whatever changes meanwhile', async () => {
    const [, , , fourth] = ids
    const changes = [
      () => send('PATCH', `vehicles/${ids[0]}`, { customId: 'ECO-1' }),
      () => system('delete from vehicle where vehicle_id = $1', [fourth]),
      () => server.vehicles(company, [{ plate: 'AAA009A' }]),
    ]
    const rows = await readAll('vehicles', { limit: '1' }, async () => {
      await changes.shift()?.()
    })
    expect(platesOf(rows)).toEqual(['AAA001A', 'AAA002A', 'AAA003A', 'AAA005A', 'AAA009A'])
  })

  it('has the requested fields and the id', async () => {
    const { data } = await list('vehicles', { fields: 'plate,debtTotal,statuses', limit: '1' })
    expect(data).toEqual([{ id: ids[0], plate: 'AAA001A', debtTotal: null, statuses: expect.any(Object) }])
    const refused = await get('vehicles', { fields: 'plate,password_hash' })
    expect(refused.status).toBe(400)
    expect(problemOf(refused).errors).toEqual([{ path: 'fields', message: V3_TEXTS.noField('password_hash') }])
  })

  it('finds a vehicle by exact plate, VIN or economic number', async () => {
    await send('PATCH', `vehicles/${ids[1]}`, { customId: 'ECO 7' })
    expect(platesOf((await list('vehicles', { plate: 'aaa-002-a' })).data)).toEqual(['AAA002A'])
    expect(platesOf((await list('vehicles', { vin: vinFor('AAA003A') })).data)).toEqual(['AAA003A'])
    expect(platesOf((await list('vehicles', { customId: 'ECO 7' })).data)).toEqual(['AAA002A'])
    expect((await list('vehicles', { plate: 'AAA00' })).data).toEqual([])
    expect((await list('vehicles', { statusId: '8' })).data).toEqual([])
  })

  it.each([
    ['a limit of zero', { limit: '0' }, 'limit', V3_TEXTS.limit],
    ['a limit that is too high', { limit: `${ROWS_AT_MOST + 1}` }, 'limit', V3_TEXTS.limit],
    ['an invalid cursor', { cursor: 'abc' }, 'cursor', V3_TEXTS.cursor],
    ['a time without a zone', { updated_since: '2026-11-28T03:00:00' }, 'updated_since', V3_TEXTS.moment],
    ['a day that does not exist', { updated_since: '2026-02-30T03:00:00Z' }, 'updated_since', V3_TEXTS.moment],
  ])('rejects %s', async (_what, query, path, message) => {
    const refused = await get('vehicles', query)
    expect(refused.status).toBe(400)
    expect(problemOf(refused)).toMatchObject({ errors: [{ path, message }] })
  })

  it('rejects a cursor whose key was changed', async () => {
    const query = { limit: '2', updated_since: minutesAgo(90) }
    const { next } = await list('vehicles', query)
    const place = JSON.parse(Buffer.from(next ?? '', 'base64url').toString())
    const [moment, id] = place.key
    for (const key of [['x', id], ['2026-13-40T99:00:00Z', id], [moment, 'x'], [moment, 1.5], [moment], [id, moment]]) {
      const cursor = Buffer.from(JSON.stringify({ ...place, key })).toString('base64url')
      const refused = await get('vehicles', { ...query, cursor })
      expect([key, refused.status, problemOf(refused).errors?.[0]?.path]).toEqual([key, 400, 'cursor'])
    }
  })

  it('rejects unknown parameters, and a cursor of other parameters', async () => {
    expect((await get('vehicles', { updatedSince: minutesAgo(1) })).status).toBe(400)
    const { next } = await list('vehicles', { limit: '2' })
    expect((await get('vehicles', { limit: '3', cursor: next ?? '' })).status).toBe(200)
    const refused = await get('vehicles', { limit: '2', cursor: next ?? '', statusId: '1' })
    expect(problemOf(refused)).toMatchObject({ errors: [{ path: 'cursor', message: V3_TEXTS.cursor }] })
    expect((await get('debts', { cursor: next ?? '' })).status).toBe(400)
  })

  it('rejects them in every call, and impossible times and cursors', async () => {
    const path = `vehicles/${ids[0]}`
    for (const [method, url] of [
      ['GET', `${path}?x=1`],
      ['PATCH', `${path}?x=1`],
      ['POST', 'vehicles?dry_run=1'],
      ['POST', 'vehicles/bulk-create?x=1'],
      ['POST', 'vehicles/bulk-edit?x=1'],
      ['GET', `vehicles?updated_since=${encodeURIComponent('2026-11-28T03:00:00+16:00')}`],
    ] as const)
      expect((await server.ask(main, { method, url: `/api/v3/${url}`, payload: {} })).status, url).toBe(400)
    expect((await list('vehicles', { updated_since: '2090-11-28T03:00:00-06:00' })).data).toEqual([])
    const query = { limit: '1', updated_since: minutesAgo(120) }
    const { next } = await list('vehicles', query)
    const place = JSON.parse(Buffer.from(next ?? '', 'base64url').toString())
    const early = { ...place, key: ['0000-01-01T00:00:00Z', place.key[1]] }
    const cursor = Buffer.from(JSON.stringify(early)).toString('base64url')
    expect(problemOf(await get('vehicles', { ...query, cursor })).title).toBe(V3_TEXTS.cursor)
  })

  it('of changes rejects filters by fields that can change', async () => {
    const since = minutesAgo(30)
    for (const [path, filter, value] of [
      ['vehicles', 'statusId', '1'],
      ['vehicles', 'plate', 'AAA001A'],
      ['debts', 'status', 'open'],
    ] as const) {
      const refused = await get(path, { updated_since: since, [filter]: value })
      expect([refused.status, problemOf(refused).errors?.[0]?.path]).toEqual([400, filter])
    }
  })

  it('belongs to its company', async () => {
    expect((await list('vehicles', {}, stranger)).data).toEqual([])
    expect((await get(`vehicles/${ids[0]}`, {}, stranger)).status).toBe(404)
    expect((await send('PATCH', `vehicles/${ids[0]}`, { customId: 'X' }, {}, stranger)).status).toBe(404)
    const { body } = await send(
      'POST',
      'vehicles/bulk-edit',
      { vehicles: [{ vehicleId: ids[0], customId: 'X' }] },
      {},
      stranger,
    )
    expect(body).toMatchObject({ edited: 0, refused: 1, results: [{ problem: { status: 404 } }] })
  })
})

describe('the changes since a time', () => {
  const changed = (minutes = 30) => readAll('vehicles', { updated_since: minutesAgo(minutes), fields: 'plate' })

  it('are vehicles that were edited, added or checked with another result, and no others', async () => {
    expect(await changed()).toEqual([])
    await send('PATCH', `vehicles/${ids[2]}`, { holderName: 'TRANSPORTES EJEMPLO' })
    await system('update vehicle set ticket_status = 0, debt_total = 100 where vehicle_id = $1', [ids[4]])
    await system('update vehicle set processed_at = now() where vehicle_id = $1', [ids[0]])
    await server.vehicles(company, [{ plate: 'AAA009A' }])
    expect(platesOf(await changed())).toEqual(['AAA003A', 'AAA005A', 'AAA009A'])
  })

  it('are in the order of changes, and repeated if they change during the reading', async () => {
    for (const [i, id] of ids.entries())
      await system(`update vehicle set changed_at = now() - make_interval(mins => $2) where vehicle_id = $1`, [
        id,
        20 - i,
      ])
    let turn = 0
    const rows = await readAll('vehicles', { updated_since: minutesAgo(30), limit: '2', fields: 'plate' }, async () => {
      turn += 1
      if (turn === 1) await send('PATCH', `vehicles/${ids[0]}`, { customId: 'ECO-1' })
    })
    expect(platesOf(rows)).toEqual(['AAA001A', 'AAA002A', 'AAA003A', 'AAA004A', 'AAA005A', 'AAA001A'])
  })

  it('include what was written by a transaction that ended after the previous list', async () => {
    const [first = 0] = ids
    let seenMeanwhile: Page | undefined
    await asTenant(server.db, company.tenantId, async (tx) => {
      await tx
        .updateTable('vehicle')
        .set({ custom_id: 'ECO-1', row_version: 2 })
        .where('vehicle_id', '=', first)
        .execute()
      seenMeanwhile = await list('vehicles', { fields: 'customId' })
    })
    expect(seenMeanwhile?.data[0]).toEqual({ id: first, customId: null })
    const since = seenMeanwhile?.completeUntil ?? ''
    const { data } = await list('vehicles', { updated_since: since, fields: 'customId' })
    expect(data).toContainEqual({ id: first, customId: 'ECO-1' })
  })

  it('include debts whose content changed, not those that were only seen again', async () => {
    const debt = async (key: string) =>
      system(
        `insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, description, total,
           first_seen_at, last_seen_at)
         select tenant_id, vehicle_id, resource_id, $2, resource_type_id, 'Exceso de velocidad', 100, now(), now()
         from vehicle_resource where vehicle_id = $1 and resource_type_id = 1 limit 1`,
        [ids[0], key],
      )
    await debt('f:1')
    await debt('f:2')
    await debt('f:3')
    await debt('f:4')
    await system(`update debt set marked_paid_at = now() where debt_key = 'f:4'`)
    expect((await list('debts', { fields: 'markedPaidAt' })).data.at(-1)).toMatchObject({
      markedPaidAt: expect.any(String),
    })
    await system(`update debt set changed_at = now() - interval '1 hour'`)
    await system(`update debt set last_seen_at = now()`)
    await system(`update debt set total = 150 where debt_key = 'f:2'`)
    await system(`update debt set ended_at = now(), ended_as = 'paid' where debt_key = 'f:3'`)
    // Its source still lists it.
    await system(`update debt set mark_refuted_at = now() where debt_key = 'f:4'`)
    const { data } = await list<Record<'debtKey' | 'status' | 'total' | 'markedPaidAt', unknown>>('debts', {
      updated_since: minutesAgo(30),
      fields: 'debtKey,status,total,markedPaidAt',
    })
    const rows = data.map(({ debtKey, status, total, markedPaidAt }) => [debtKey, status, total, markedPaidAt])
    expect(rows.toSorted()).toEqual([
      ['f:2', 'open', 150, null],
      ['f:3', 'paid', 100, null],
      ['f:4', 'open', 100, null],
    ])
    const open = await list<{ debtKey: string }>('debts', {
      vehicle_id: `${ids[0]}`,
      status: 'open',
      fields: 'debtKey',
    })
    expect(open.data.map(({ debtKey }) => debtKey)).toEqual(['f:1', 'f:2', 'f:4'])
  })

  it('include checks, found part by part', async () => {
    await system(`update vehicle_resource set changed_at = now() - interval '1 hour'`)
    await system('update vehicle_resource set last_at = now() where vehicle_id = any($1)', [[ids[0], ids[4]]])
    const { rows } = await system('select 1 from vehicle_resource where vehicle_id = any($1)', [[ids[0], ids[4]]])
    const query = { updated_since: minutesAgo(30), fields: 'vehicleId', limit: '3' }
    const read = await readAll<CheckV3>('checks', query)
    expect(new Set(read.map(({ vehicleId }) => vehicleId))).toEqual(new Set([ids[0], ids[4]]))
    expect(read).toHaveLength(rows.length)
    const resource = { ...CHECKS, looksAt: 2 }
    const few = await readAsTenant(server.db, company.tenantId, async (tx) => {
      const found: CheckV3[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const parameters = { ...query, limit: 3, ...(cursor ? { cursor } : {}) }
        const page: Page<CheckV3> = await listPage(tx, 'checks', resource, parameters, sql`true`)
        found.push(...page.data)
        cursor = page.next
      }
      return found
    })
    expect(few).toEqual(read)
  })

  it('include every check, even if one is deleted while a page is read', async () => {
    const { rows } = await system('select vehicle_id, resource_id from vehicle_resource order by 1, 2')
    const [first, ...others] = rows.map(({ vehicle_id, resource_id }) => `${vehicle_id}.${resource_id}`)
    const since = minutesAgo(30)
    let results = 0
    const deleting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        results += 1 // the time, and then the page
        if (results === 2)
          await system(`delete from vehicle_resource where vehicle_id || '.' || resource_id = $1`, [first])
        return result
      },
    }
    const found = await readAsTenant(server.db, company.tenantId, async (tx) => {
      const ids: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = { limit: 3, updated_since: since, fields: 'id', ...(cursor ? { cursor } : {}) }
        const resource = { ...CHECKS, looksAt: 2 }
        const page: Page<CheckV3> = await listPage(tx.withPlugin(deleting) as Tx, 'checks', resource, query, sql`true`)
        ids.push(...page.data.map(({ id }) => id))
        cursor = page.next
      }
      return ids
    })
    expect(others.filter((id) => !found.includes(id))).toEqual([])
  })

  it('include deletions, also those with their vehicle, until the row exists again', async () => {
    await owe(server, company, [{ vehicleId: ids[0] ?? 0, key: 'k', dueOn: '2026-12-01' }])
    await owe(server, company, [{ vehicleId: ids[1] ?? 0, key: 'k', dueOn: '2026-12-01' }])
    const { data: obligations } = await list<{ id: string; vehicleId: number }>('obligations')
    await system('delete from obligation where vehicle_id = $1', [ids[0]])
    await system('delete from vehicle where vehicle_id = $1', [ids[1]])
    const deletions = await readAll<DeletionV3>('deletions', { updated_since: minutesAgo(1), limit: '1' })
    expect(deletions.map(({ kind, id, vehicleId }) => [kind, id, vehicleId])).toEqual([
      ['obligation', obligations.find(({ vehicleId }) => vehicleId === ids[0])?.id, ids[0]],
      ['vehicle', `${ids[1]}`, ids[1]],
    ])
    expect((await list('deletions', {}, stranger)).data).toEqual([])
    await owe(server, company, [{ vehicleId: ids[0] ?? 0, key: 'k', dueOn: '2026-12-01' }])
    expect((await list<DeletionV3>('deletions')).data.map(({ kind }) => kind)).toEqual(['vehicle'])
  })

  it('include checks of a state that a vehicle left, and a new source of a due date', async () => {
    const [id] = ids
    const before = await list<CheckV3>('checks', { vehicle_id: `${id}` })
    await send('PATCH', `vehicles/${id}`, { stateId: 9 })
    const after = new Set((await list<CheckV3>('checks', { vehicle_id: `${id}` })).data.map((check) => check.id))
    const gone = before.data.filter((check) => !after.has(check.id)).map((check) => check.id)
    expect(gone).not.toEqual([])
    const deletions = await readAll<DeletionV3>('deletions', { updated_since: minutesAgo(1) })
    expect(deletions.filter(({ kind }) => kind === 'check').map((each) => each.id)).toEqual(gone)
    await owe(server, company, [{ vehicleId: id ?? 0, key: 'k', dueOn: '2026-12-01' }])
    await system(`update obligation set changed_at = now() - interval '1 hour'`)
    await system(`update obligation set told_by = 'Otra fuente'`)
    const since = { updated_since: minutesAgo(30), fields: 'source' }
    expect((await list('obligations', since)).data).toMatchObject([{ source: 'Otra fuente' }])
  })

  it('are rejected with 410 if the deletions are no longer stored', async () => {
    await system('delete from vehicle where vehicle_id = $1', [ids[0]])
    await system('update deletion_notice set changed_at = now() - make_interval(days => $1)', [DELETIONS_DAYS + 1])
    await deleteExpiredNotices(server.db)
    expect((await list('deletions')).data).toEqual([])
    const since = new Date(Date.now() - (DELETIONS_DAYS + 1) * 86_400_000).toISOString()
    const refused = await get('deletions', { updated_since: since })
    expect([refused.status, problemOf(refused).title]).toEqual([410, V3_TEXTS.tooOld])
  })
})

describe('one vehicle', () => {
  it('is a 304 for a client that has it', async () => {
    const { headers } = await get(`vehicles/${ids[0]}`)
    const again = (named = String(headers.etag)) =>
      server.ask(main, {
        method: 'GET',
        url: `/api/v3/vehicles/${ids[0]}`,
        headers: { 'if-none-match': named },
      })
    expect([(await again()).status, (await again()).bytes.length]).toEqual([304, 0])
    expect((await again(`"1-x", W/${headers.etag}`)).status).toBe(304)
    // Checked again with the same result: no change in the list, but another representation.
    await system('update vehicle set processed_at = now() where vehicle_id = $1', [ids[0]])
    expect((await again()).status).toBe(200)
  })

  it('has the requested fields, under the same ETag', async () => {
    const whole = await get(`vehicles/${ids[0]}`)
    const some = await get(`vehicles/${ids[0]}`, { fields: 'plate,version' })
    expect(some).toMatchObject({ body: { id: ids[0], plate: 'AAA001A', version: 1 } })
    expect(Object.keys(some.body as object)).toHaveLength(3)
    expect(some.headers.etag).toBe(whole.headers.etag)
  })

  it('is changed by the sent fields, unless somebody changed it after it was read', async () => {
    const { headers } = await get(`vehicles/${ids[0]}`)
    const etag = String(headers.etag)
    const done = await send(
      'PATCH',
      `vehicles/${ids[0]}`,
      { holderName: 'UNO', year: 2024, versionName: 'SENSE' },
      { 'if-match': etag },
    )
    expect(done.status).toBe(200)
    expect(done.body).toMatchObject({ holderName: 'UNO', year: 2024, versionName: 'SENSE', version: 2 })
    const late = await send('PATCH', `vehicles/${ids[0]}`, { holderName: 'DOS' }, { 'if-match': etag })
    expect([late.status, problemOf(late).title]).toEqual([412, V3_TEXTS.changed])
    const strange = await send('PATCH', `vehicles/${ids[0]}`, { holderName: 'DOS' }, { 'if-match': 'x' })
    expect([strange.status, problemOf(strange).errors?.[0]?.path]).toEqual([400, 'If-Match'])
    const last = await send(
      'PATCH',
      `vehicles/${ids[0]}`,
      { holderName: null },
      { 'if-match': `W/${done.headers.etag}` }, // behind a proxy that compresses
    )
    expect(last.body).toMatchObject({ holderName: null, year: 2024, version: 3 })
  })

  it('is rejected by the names of the sent fields', async () => {
    const refused = await send('POST', 'vehicles', {
      plate: 'AAA001A',
      vin: vinFor('AAA009A'),
      stateId: 19,
      year: 1800,
      versionName: 'x'.repeat(60),
    })
    expect(refused.status).toBe(422)
    expect(
      problemOf(refused)
        .errors?.map(({ path }) => path)
        .toSorted(),
    ).toEqual(['versionName', 'year'])
    for (const [sent, status, path] of [
      [{ stateId: -1 }, 400, 'stateId'],
      [{ plate: -12345 }, 400, 'plate'],
      [{ replacedStatusId: 8 }, 422, 'replacedStatusId'],
    ] as const) {
      const vehicle = { plate: 'AAA009A', vin: vinFor('AAA009A'), stateId: 19, ...sent }
      const wrong = await send('POST', 'vehicles', vehicle)
      expect([wrong.status, problemOf(wrong).errors?.[0]?.path]).toEqual([status, path])
    }
    const twice = await send('POST', 'vehicles', { plate: 'AAA001A', vin: vinFor('AAA009A'), stateId: 19 })
    expect([twice.status, problemOf(twice).errors?.[0]?.path]).toEqual([409, 'plate'])
    expect((await send('POST', 'vehicles', { plate: 'AAA009A', vehicleAsset: {} })).status).toBe(400)
    expect((await send('POST', 'vehicles', { plate: 'AAA009A' }, {}, reader)).status).toBe(403)
  })

  it('does not name a vehicle that its editor cannot see', async () => {
    const [one, other] = ids
    await system('update vehicle set replacing = $1 where vehicle_id = $2', [other, one])
    await system('update vehicle set replaced_by = $1, state_id = 9 where vehicle_id = $2', [one, other])
    const part = await server.somebody(company, 'parte', ['vehicles_edit'])
    await system(`update app_user set vehicle_scope = '{"states":[19]}', version = version + 1 where user_id = $1`, [
      part.userId,
    ])
    const { body } = await send('PATCH', `vehicles/${one}`, { vehicleColor: 'VERDE' }, {}, part)
    expect(body).toMatchObject({ vehicleColor: 'VERDE', replacing: null })
    expect((await get(`vehicles/${one}`)).body).toMatchObject({ replacing: other })
  })

  it('has no tags without the permission to read them', async () => {
    expect(((await get(`vehicles/${ids[0]}`)).body as VehicleV3).tagIds).toEqual([])
    expect(((await get(`vehicles/${ids[0]}`, {}, reader)).body as VehicleV3).tagIds).toBeNull()
  })
})

describe('an idempotency key', () => {
  const body = { plate: 'BBB001A', vin: vinFor('BBB001A'), stateId: 19 }
  const create = (key: string, payload: object = body, who = main) =>
    send('POST', 'vehicles', payload, { 'idempotency-key': key }, who)

  it('makes a call happen once, and returns the same response again', async () => {
    const [one, two] = await Promise.all([create('k-1'), create('k-1')])
    const third = await create('k-1')
    expect([one.status, two.status, third.status]).toEqual([200, 200, 200])
    expect(two.body).toEqual(one.body)
    expect(third.body).toEqual(one.body)
    expect(third.headers['idempotency-replayed']).toBe('true')
    expect((await list('vehicles', { plate: 'BBB001A' })).data).toHaveLength(1)
  })

  it('belongs to one request and one requester', async () => {
    await create('k-1')
    const other = await create('k-1', { ...body, plate: 'BBB002A', vin: vinFor('BBB002A') })
    expect([other.status, problemOf(other).title]).toEqual([422, V3_TEXTS.otherRequest])
    expect((await create('k-1', body, stranger)).status).toBe(200)
  })

  it('is not used up by a rejected call', async () => {
    expect((await create('k-1', { ...body, year: 1800 })).status).toBe(422)
    expect((await create('k-1')).status).toBe(200)
  })

  it('is deleted after a day', async () => {
    await create('k-1')
    await system(`update idempotency_key set created_at = now() - interval '25 hours'`)
    await deleteExpiredNotices(server.db)
    expect((await create('k-1')).status).toBe(409)
  })

  it.each([
    ['too long', 'k'.repeat(IDEMPOTENCY_KEY_MAX + 1)],
    ['with a space', 'k 1'],
    ['empty', ''],
  ])('is rejected if it is %s', async (_what, key) => {
    const refused = await create(key)
    expect([refused.status, problemOf(refused).errors?.[0]?.message]).toEqual([400, V3_TEXTS.key])
  })
})

describe('bulk writes', () => {
  const vehicle = (n: number) => ({ plate: `CCC${String(n).padStart(3, '0')}A`, vin: vinFor(`CCC${n}A`), stateId: 19 })

  it('create vehicles, with a result for each', async () => {
    const sent = {
      vehicles: [
        vehicle(1),
        { ...vehicle(2), plate: 'AAA001A' },
        { ...vehicle(3), versionName: 'x'.repeat(101) },
        vehicle(4),
      ],
    }
    const first = await send('POST', 'vehicles/bulk-create', sent, { 'idempotency-key': 'm-1' })
    expect(first.body).toMatchObject({
      created: 2,
      refused: 2,
      results: [
        { index: 0, version: 1, problem: null },
        { index: 1, id: null, problem: { status: 409, errors: [{ path: 'plate' }] } },
        { index: 2, id: null, problem: { status: 422, errors: [{ path: 'versionName' }] } },
        { index: 3, version: 1, problem: null },
      ],
    })
    const again = await send('POST', 'vehicles/bulk-create', sent, { 'idempotency-key': 'm-1' })
    expect(again.body).toEqual(first.body)
    expect((await list('vehicles', { plate: 'CCC004A' })).data).toHaveLength(1)
  })

  it('edit vehicles, and check the version where it is given', async () => {
    const { body } = await send('POST', 'vehicles/bulk-edit', {
      vehicles: [
        { vehicleId: ids[0], customId: 'ECO-1', version: 1 },
        { vehicleId: ids[1], customId: 'ECO-1' },
        { vehicleId: ids[2], customId: 'ECO-3', version: 7 },
        { vehicleId: 999_999, customId: 'ECO-4' },
        { vehicleId: ids[3], statusId: 8 },
      ],
    })
    expect(body).toMatchObject({
      edited: 2,
      refused: 3,
      results: [
        { id: ids[0], version: 2, problem: null },
        { problem: { status: 409, errors: [{ path: 'customId' }] } },
        { problem: { status: 409, errors: [{ path: 'version' }] } },
        { problem: { status: 404 } },
        { id: ids[3], version: 2, problem: null },
      ],
    })
    expect((await list('vehicles', { statusId: '8' })).data.map(({ id }) => id)).toEqual([ids[3]])
  })

  it('do not block an edit of another vehicle meanwhile', async () => {
    const [one, locked, other] = ids
    const client = await server.db.system.connect()
    try {
      await client.query('begin')
      await client.query('select from vehicle where vehicle_id = $1 for update', [locked])
      const edited = send('POST', 'vehicles/bulk-edit', {
        vehicles: [one, locked].map((vehicleId) => ({ vehicleId, vehicleColor: 'ROJO' })),
      })
      await vi.waitUntil(async () => (await system('select from pg_locks where not granted')).rowCount)
      expect((await send('PATCH', `vehicles/${other}`, { vehicleColor: 'AZUL' })).status).toBe(200)
      await client.query('commit')
      expect(await edited).toMatchObject({ status: 200, body: { edited: 2 } })
    } finally {
      client.release()
    }
  })

  it('edit all vehicles except locked ones, in any order', async () => {
    const edit = (order: readonly number[], vehicleColor: string) =>
      send('POST', 'vehicles/bulk-edit', { vehicles: order.map((vehicleId) => ({ vehicleId, vehicleColor })) })
    const both = await Promise.all([edit(ids, 'ROJO'), edit(ids.toReversed(), 'AZUL')])
    expect(both.map(({ body }) => (body as { edited: number }).edited)).toEqual([5, 5])
    const client = await server.db.system.connect()
    try {
      await client.query('begin')
      await client.query('select from vehicle where vehicle_id = $1 for update', [ids[1]])
      const { body } = await edit([...ids, 999_999], 'GRIS')
      expect(body).toMatchObject({ edited: 4, refused: 2 })
      expect((body as { results: { problem: object | null }[] }).results.map(({ problem }) => problem)).toMatchObject([
        null,
        { status: 409, title: V3_TEXTS.busy },
        null,
        null,
        null,
        { status: 404 },
      ])
      await client.query('rollback')
    } finally {
      client.release()
    }
  })

  it('enrol vehicles that change their state together', async () => {
    await system('update vehicle_resource set status_id = 0')
    const vehicles = ids.map((vehicleId, i) => ({ vehicleId, ...(i < 3 ? { stateId: 9 } : { vehicleColor: 'GRIS' }) }))
    expect(await send('POST', 'vehicles/bulk-edit', { vehicles })).toMatchObject({ body: { edited: 5 } })
    const { rows } = await system(`
      select distinct v.vehicle_id
      from vehicle_resource f
      join vehicle v on v.vehicle_id = f.vehicle_id
      join resource r on r.resource_id = f.resource_id
      where r.state_id = 9 order by 1`)
    expect(rows.map((row) => row.vehicle_id)).toEqual(ids.slice(0, 3))
  })

  it('have at most a thousand rows', async () => {
    const vehicles = Array.from({ length: ROWS_AT_MOST + 1 }, () => ({ vehicleId: 1 }))
    const refused = await send('POST', 'vehicles/bulk-edit', { vehicles })
    expect(problemOf(refused).errors).toEqual([{ path: 'vehicles', message: V3_TEXTS.rows }])
    expect((await send('POST', 'vehicles/bulk-edit', { vehicles: [] })).status).toBe(400)
  })
})
