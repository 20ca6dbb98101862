import { afterAll, beforeAll, it } from 'vitest'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'
let server: TestServer
let ana: Somebody
let tenantId = 0
beforeAll(async () => {
  server = await testServer()
  const c = await server.company('norte')
  tenantId = c.tenantId
  ana = await server.somebody(c, 'ana', ['tags_admin', 'vehicles_read'])
  const t0 = performance.now()
  await server.db.system.query(`insert into tag_category (tenant_id, category_name, color) values ($1, 'Z', 'red')`, [tenantId])
  await server.db.system.query(`insert into tag (tenant_id, tag_category_id, tag_name) select tenant_id, tag_category_id, 't' || n from tag_category, generate_series(1, 20) n`)
  await server.db.system.query(`insert into vehicle (tenant_id, plate, vin, state_id, asset_status_id) select $1, 'P' || lpad(n::text, 6, '0'), 'V' || lpad(n::text, 16, '0'), 19, 1 from generate_series(1, 50000) n`, [tenantId])
  await server.db.system.query(`insert into vehicle_tag (tenant_id, tag_id, vehicle_id) select $1, t.tag_id, v.vehicle_id from vehicle v, (select tag_id from tag order by 1 limit 3) t`, [tenantId])
  await server.db.system.query('analyze').catch(() => 0)
  process.stderr.write(`SETUP ${performance.now() - t0}\n`)
}, 120_000)
afterAll(() => server.stop())
it('measures', async () => {
  const time = async (what: string, work: () => Promise<{ status: number; body: unknown }>) => {
    const t = performance.now()
    const r = await work()
    process.stderr.write(`TIME ${what}: ${Math.round(performance.now() - t)} ms ${r.status} ${JSON.stringify(r.body).slice(0, 120)}\n`)
    return r
  }
  const cats = await time('categories', () => server.ask(ana, { url: '/api/v2/tags/categories' }))
  const cat = (cats.body as any).categories[0]
  const tag = cat.tags.find((t: any) => t.vehicles > 0)
  await time('rename', () => server.ask(ana, { method: 'PUT', url: '/api/v2/tags', payload: { tagId: tag.tagId, tagName: 'otro', expected: tag.tagName } }))
  const p = time('remove one', () => server.ask(ana, { method: 'DELETE', url: '/api/v2/tags', payload: { tags: [{ tagId: tag.tagId }] } }))
  const look = setInterval(async () => {
    const { rows } = await server.db.system.query(`select pid, state, wait_event, left(query, 150) q from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`)
    process.stderr.write(`LOOK ${JSON.stringify(rows)}\n`)
  }, 4000)
  const one = await p
  await time('undo one', () => server.ask(ana, { method: 'POST', url: '/api/v2/tags/undo', payload: { undoId: (one.body as any).undoId } }))
  clearInterval(look)
}, 60_000)
