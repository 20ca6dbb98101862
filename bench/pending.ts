// Measures the to-do list of a company with 200,000 vehicles (BENCH_VEHICLES) that have debts, payment lines,
// insurances, captures, differences and a required document: pages, filters, sums, a user's own items, and assignments.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@padron/server/installation/open'
import pg from 'pg'
import { Pool } from 'undici'
import type { Row } from './catalogue.ts'
import { startChild } from './child.ts'
import { addWork } from './dashboard-fleet.ts'
import { makeFleet } from './fleet.ts'
import { quantile } from './load.ts'

const SIZE = Number(process.env.BENCH_VEHICLES ?? 200_000)
const REPEATS = Number(process.env.BENCH_SHOTS ?? 20)
const MINE = 2_000

type Item = { kind: string; vehicleAssetId: number; ref: string }
type Reply = { total?: number; items?: Item[]; next?: string }

/** One vehicle in ten waits for a capture, one in twenty differs, one in ten lacks the document. */
const addOthers = async (owner: string, tenantId: number): Promise<void> => {
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  for (const statement of [
    `update app_user set role_ids = '{0}' where tenant_id = ${tenantId}`,
    `update vehicle_resource set manual_since = now() - interval '1 day'
     where tenant_id = ${tenantId} and resource_type_id = 5 and vehicle_id % 10 = 0`,
    `insert into vehicle_registry (tenant_id, vehicle_id, found_by, resource_id, run_id, at, fields, differing)
     select tenant_id, vehicle_id, 'vin', 5002, gen_random_uuid(), now(), '{"brandName": "X"}', '{brandName}'
     from vehicle
     where tenant_id = ${tenantId} and vehicle_id % 20 = 0`,
    `insert into document_type (tenant_id, type_name, required) values (${tenantId}, 'Póliza', 'all')`,
    `insert into document (tenant_id, vehicle_id, document_type_id, document_name)
     select v.tenant_id, v.vehicle_id, t.document_type_id, 'Póliza'
     from vehicle v
     join document_type t on t.tenant_id = v.tenant_id
     where v.tenant_id = ${tenantId} and v.vehicle_id % 10 > 0`,
    `insert into task_assignment (tenant_id, vehicle_id, kind, ref, user_id, due_on, assigned_by, assigned_at)
     select o.tenant_id, o.vehicle_id, o.kind, o.source_key || '@' || o.due_on, o.tenant_id, current_date + 5, 'banco',
       now()
     from obligation o
     where o.tenant_id = ${tenantId}
     order by o.due_on, o.vehicle_id
     limit ${MINE}`,
    'vacuum analyze',
  ])
    await client.query(statement)
  await client.end()
}

export const benchPending = async (): Promise<Row[]> => {
  const dataDir = process.env.BENCH_FLEET_DIR ?? mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const { db, addressOf, close } = await openDatabase({ databaseUrl: undefined, dataDir })
  const urls = Object.fromEntries(
    (['padron_app', 'padron_system', 'padron_owner'] as const).map((role) => [role, addressOf(role).connectionString]),
  )
  const owner = urls.padron_owner ?? ''
  const { tenantId, token } = await makeFleet(db, owner, SIZE)
  await addWork(owner, tenantId)
  await addOthers(owner, tenantId)
  const api = await startChild('api-server.ts', [JSON.stringify({ urls })])
  const pool = new Pool(api.url, { connections: 1, pipelining: 1 })
  const ask = async (path: string, body?: unknown) => {
    const sent = performance.now()
    const answer = await pool.request({
      path: `/api/v2/pending${path}`,
      method: body ? 'PUT' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const reply = JSON.parse(await answer.body.text()) as Reply
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${JSON.stringify(reply)}`)
    return { ms: performance.now() - sent, reply }
  }
  const measure = async (operation: string, path: string, times = REPEATS): Promise<Row> => {
    const first = await ask(path)
    const all: number[] = []
    for (let i = 0; i < times; i++) all.push((await ask(path)).ms)
    const sorted = all.toSorted((a, b) => a - b)
    const { total, items } = first.reply
    return {
      operation,
      items: total ?? items?.length ?? '',
      'first ms': first.ms.toFixed(0),
      'p50 ms': quantile(sorted, 0.5).toFixed(1),
      'p95 ms': quantile(sorted, 0.95).toFixed(1),
    }
  }
  try {
    const rows: Row[] = []
    const { reply } = await ask('?limit=200')
    const deep = Buffer.from(JSON.stringify([null, 'fine', 100_000, '0'])).toString('base64url')
    rows.push(await measure('first page', ''))
    rows.push(await measure('200 rows', '?limit=200'))
    rows.push(await measure('second page', `?after=${reply.next}`))
    rows.push(await measure('a page without days, deep', `?after=${deep}`))
    rows.push(await measure('one kind: fines', '?kinds=fine'))
    rows.push(await measure('one kind: missing documents', '?kinds=missing'))
    rows.push(await measure('of nobody', '?whose=none'))
    rows.push(await measure('mine', '?whose=mine'))
    rows.push(await measure('how many are mine', '/mine'))
    rows.push(await measure('of a state', '?stateId=9'))
    rows.push(await measure('of a holder', '?holder=TRANSPORTES%207'))
    rows.push(await measure('by plate', '?like=AB1'))
    rows.push(await measure('a week', '?from=2026-11-28&to=2026-12-05'))
    rows.push(await measure('sums of all', '/summary', 3))
    rows.push(await measure('sums of fines', '/summary?kinds=fine', 3))
    const { items = [] } = reply
    const next = (userId: number | null) => ({
      assignments: items.map(({ kind, vehicleAssetId, ref }) => ({ kind, vehicleAssetId, ref, userId })),
    })
    rows.push({ operation: '200 assigned', 'first ms': (await ask('/assignments', next(tenantId))).ms.toFixed(0) })
    rows.push({ operation: '200 taken back', 'first ms': (await ask('/assignments', next(null))).ms.toFixed(0) })
    return rows
  } finally {
    api.stop()
    await close()
    if (!process.env.BENCH_FLEET_DIR) rmSync(dataDir, { recursive: true, force: true })
  }
}
