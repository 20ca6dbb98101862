// Captures as programs read them: among the runs of checks, page by page, since a time, and those that were undone.
import type { CaptureV3, DeletionV3 } from '@padron/contract/v3/resources'
import { V3_TEXTS } from '@padron/contract/v3/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { applyCapture } from '../../checks/store/capture.ts'
import { asTenant, readAsTenant } from '../../db/client.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../../testing/server.ts'
import { listPage } from './list.ts'
import { CAPTURES } from './resources.ts'

let server: TestServer
let company: Company
let main: Somebody
let stranger: Somebody
let ids: number[]
let resourceId: number
const CLEAR = 4

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  main = await server.somebody(company, 'admin', ['admin'])
  stranger = await server.somebody(await server.company('sur'), 'admin', ['admin'])
})
afterAll(() => server.stop())
beforeEach(async () => {
  for (const table of ['vehicle', 'deletion_notice']) await system(`delete from ${table}`)
  ids = await server.vehicles(company, [{ plate: 'AAA001A' }, { plate: 'AAA002A' }, { plate: 'AAA003A' }])
  const { rows } = await system('select min(resource_id) as id from vehicle_resource where resource_type_id = 0')
  resourceId = rows[0].id
})

const system = (text: string, values: unknown[] = []) => server.db.system.query(text, values)
const get = (path: string, query: Record<string, string> = {}, who = main) =>
  server.ask(who, { method: 'GET', url: `/api/v3/${path}`, query })
type Page<Row> = { data: Row[]; next: string | null; completeUntil: string }
const list = async <Row = CaptureV3>(path: string, query: Record<string, string> = {}, who = main) => {
  const { status, body } = await get(path, query, who)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Page<Row>
}
const SEEN_AT = '2026-11-20T18:00:00Z'
const capture = (vehicleId: number | undefined) =>
  asTenant(server.db, company.tenantId, (tx) =>
    applyCapture(tx, {
      tenantId: company.tenantId,
      vehicleId: vehicleId ?? 0,
      resourceId,
      at: new Date(SEEN_AT),
      finding: { type: 0, status: CLEAR, results: [] },
      raw: {},
      by: { id: main.userId, name: 'ana' },
    }),
  )
/** Adds a run of a source, before and after the captures. */
const check = (vehicleId: number | undefined) =>
  system(
    `insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
       duration_ms, outcome)
     select $1, uuidv7(), $2, 'x', portal_key, 1, now(), 5, 'ok' from resource where resource_id = $3`,
    [company.tenantId, vehicleId, resourceId],
  )

it('a capture has its status, its user and the time when they saw it', async () => {
  const id = await capture(ids[0])
  await system(
    `insert into evidence_file (tenant_id, file_id, vehicle_id, resource_id, run_id, file_name, media_type, size, sha256,
       path)
     values ($1, gen_random_uuid(), $2, $3, $4, 'a.pdf', 'application/pdf', 1, 'x', 'x')`,
    [company.tenantId, ids[0], resourceId, id],
  )
  const { data } = await list('captures')
  expect(data).toEqual([
    {
      id,
      vehicleId: ids[0],
      resourceId,
      resourceTypeId: 0,
      source: expect.any(String),
      statusId: CLEAR,
      seenAt: SEEN_AT,
      capturedBy: 'ana',
      proofs: 1,
      changedAt: expect.any(String),
    },
  ])
  expect((await list('captures', { fields: 'seenAt' })).data).toEqual([{ id, seenAt: SEEN_AT }])
  expect((await list('captures', {}, stranger)).data).toEqual([])
})

it('the list finds captures among the runs of sources, page by page', async () => {
  const captured: string[] = []
  for (const id of ids) {
    await check(id)
    captured.push(await capture(id))
    await check(id)
  }
  const resource = { ...CAPTURES, looksAt: 2 }
  const found = await readAsTenant(server.db, company.tenantId, async (tx) => {
    const rows: CaptureV3[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = { limit: 1, ...(cursor ? { cursor } : {}) }
      const page: Page<CaptureV3> = await listPage(tx, 'captures', resource, query, sql`true`)
      rows.push(...page.data)
      cursor = page.next
    }
    return rows
  })
  expect(found.map(({ id }) => id)).toEqual(captured)
  expect((await list('captures', { vehicle_id: `${ids[1]}` })).data.map(({ id }) => id)).toEqual([captured[1]])
})

it('the list since a time includes a capture whose transaction ended after the previous list', async () => {
  const first = await capture(ids[0])
  await system('delete from check_result')
  await system(
    `update check_run set run_id = (overlay(run_id::text placing '01900000-0000' from 1 for 13))::uuid
     where run_id = $1`,
    [first],
  )
  let completeUntil = ''
  let late = ''
  await asTenant(server.db, company.tenantId, async (tx) => {
    await sql`select now()`.execute(tx)
    completeUntil = (await list('captures')).completeUntil
    late = await applyCapture(tx, {
      tenantId: company.tenantId,
      vehicleId: ids[1] ?? 0,
      resourceId,
      at: new Date(SEEN_AT),
      finding: { type: 0, status: CLEAR, results: [] },
      raw: {},
      by: { id: main.userId, name: 'ana' },
    })
    expect((await list('captures')).data).toHaveLength(1)
  })
  expect((await list('captures', { updated_since: completeUntil })).data.map(({ id }) => id)).toEqual([late])
})

it('captures and their deletions need the permission to read captures', async () => {
  await system(
    `insert into deletion_notice (tenant_id, kind, resource_key, vehicle_id)
     values ($1, 'capture', 'x', $2)`,
    [company.tenantId, ids[0]],
  )
  const reader = await server.somebody(company, 'reader', ['vehicles_read'])
  expect((await get('captures', {}, reader)).status).toBe(403)
  expect((await list<DeletionV3>('deletions')).data.map(({ kind }) => kind)).toEqual(['capture'])
  expect((await list('deletions', {}, reader)).data).toEqual([])
  const cursor = await get('captures', { cursor: 'abc' })
  expect(cursor.body).toMatchObject({ errors: [{ path: 'cursor', message: V3_TEXTS.cursor }] })
})
