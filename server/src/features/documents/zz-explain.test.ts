import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { asTenant } from '../../db/client.ts'
import { papersOf } from '../../testing/papers.ts'
import { testServer } from '../../testing/server.ts'
import { lackingOf, missingOfTypes } from './missing.queries.ts'
it('x', { timeout: 200_000 }, async () => {
  const server = await testServer()
  const c = await server.company('grande')
  const main = await server.somebody(c, 'admin', ['admin'])
  const q = (t: string) => server.db.system.query(t)
  await q(`set statement_timeout=0; insert into vehicle (tenant_id, plate, vin, state_id) select ${c.tenantId}, 'M' || lpad(i::text, 6, '0'), 'M' || lpad(i::text, 16, '0'), 19 from generate_series(1, 50000) i`)
  await q(`insert into document_type (tenant_id, type_name, required) select ${c.tenantId}, 'T' || n, 'all' from generate_series(1, 10) n`)
  await q(`insert into document (tenant_id, vehicle_id, document_type_id, document_name, expires_on) select ${c.tenantId}, v.vehicle_id, t.document_type_id, 'x', case when random() < 0.5 then '2027-01-01' else '2026-01-01' end::date from vehicle v, document_type t where random() < 0.9`)
  await q('analyze')
  const { rows } = await q('select min(document_type_id) as id, count(*) as n from document')
  console.log(rows)
  const p = papersOf(server, main)
  for (let i = 0; i < 3; i++) {
    let t = performance.now()
    const r = await p.ask('GET', '/api/v2/documentType')
    console.log('list', r.status, performance.now() - t)
    t = performance.now()
    const m = await p.ask('GET', `/api/v2/documentType/${rows[0].id}/missing?page=900`)
    console.log('missing', m.status, (m.body as {totalCount: number}).totalCount, performance.now() - t)
    t = performance.now()
    await p.ask('GET', `/api/v2/documentType/papers/${(await q('select max(vehicle_id) as v from vehicle')).rows[0].v}`)
    console.log('papers', performance.now() - t)
  }
  for (const f of [(tx: never) => missingOfTypes(tx, c.tenantId, '2026-11-21'), (tx: never) => lackingOf(tx, c.tenantId, { documentTypeId: rows[0].id, page: 1, today: '2026-11-21' })])
    await asTenant(server.db, c.tenantId, async (tx) => {
      const spy = new Proxy(tx, { get: (target, key) => Reflect.get(target, key) })
      const executor = tx.getExecutor()
      const orig = executor.executeQuery.bind(executor)
      ;(executor as unknown as { executeQuery: unknown }).executeQuery = async (cq: { sql: string; parameters: unknown[] }) => {
        const out = await orig({ ...cq, sql: `explain (analyze, costs off, timing on) ${cq.sql}` } as never)
        console.log((out.rows as Record<string, string>[]).map((r) => r['QUERY PLAN']).join('\n'))
        return { rows: [] }
      }
      await f(tx as never)
      void spy
    })
  void sql
  await server.stop()
  expect(1).toBe(1)
})
