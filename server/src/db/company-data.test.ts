// A company's export when its output or the database fails midway, and its erasure beside a company that cannot be
// erased.
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixtures } from '../testing/fixtures.ts'
import { tenantRowHashes } from '../testing/rows.ts'
import { type Company, type TestServer, testServer } from '../testing/server.ts'
import { bulkAsTenant } from './client.ts'
import { eraseDue, exportCompany } from './company-data.ts'

let server: TestServer
let company: Company
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  const [vehicleId] = await server.vehicles(company, [{ plate: 'RKA123A' }])
  // Larger than every buffer on the way, so that COPY is still in progress when the failure comes.
  await server.db.system.query(
    `
     insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
       duration_ms, outcome, raw)
     select $1, gen_random_uuid(), $2, 'x', 'apitude', 1, now(), 1, 'ok',
       (select string_agg(decode(md5(n::text || m::text), 'hex'), '') from generate_series(1, 40000) m)
     from generate_series(1, 25) n`,
    [company.tenantId, vehicleId],
  )
})
afterAll(() => server.stop())

/** Visible only to the same role. */
const copying = `from pg_stat_activity where datname = current_database() and state <> 'idle' and query like 'copy%'`

/** Accepts this many bytes, then runs the given function. */
const takes = (bytes: number, then: (done: (error?: Error) => void) => void) => {
  let received = 0
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received < bytes) done()
      else then(done)
    },
  })
}

/** Each of the pool's three connections works, and none is left in a transaction. */
const poolWorks = async () => {
  const one = () => bulkAsTenant(server.db, company.tenantId, (_tx, client) => client.query('select 1 as n'))
  expect((await Promise.all([one(), one(), one()])).map(({ rows }) => rows)).toEqual([
    [{ n: 1 }],
    [{ n: 1 }],
    [{ n: 1 }],
  ])
  // The server's process outlives its connection for a while, longer where the machine is busy.
  await expect.poll(async () => (await server.db.bulk.query(`select ${copying}`)).rowCount, { timeout: 15_000 }).toBe(0)
}

test('an output that fails midway ends the export and its connection at once', { timeout: 30_000 }, async () => {
  const full = new Error('ENOSPC')
  await expect(
    exportCompany(
      server.db,
      company.tenantId,
      takes(1e6, (done) => done(full)),
    ),
  ).rejects.toThrow(full)
  await poolWorks()
})

test('a connection that ends midway fails the export, and no error is unhandled', { timeout: 30_000 }, async () => {
  // Awaited below: the connection may close before its owner gets the error.
  let killed = Promise.resolve(false)
  const kill = async () => (await server.db.bulk.query(`select pg_terminate_backend(pid) ${copying}`)).rowCount !== 0
  const into = takes(1e6, async (done) => {
    killed = killed.then((already) => already || kill())
    await killed
    done()
  })
  await expect(exportCompany(server.db, company.tenantId, into)).rejects.toThrow()
  expect(await killed).toBe(true)
  expect(into.destroyed).toBe(true)
  await poolWorks()
})

test('a company that cannot be erased is reported, and the next one is erased', async () => {
  const [stuck, gone] = [await server.company('trabada'), await server.company('ida')]
  await server.db.system.query(
    `update company set erase_at = now() - interval '1 h' * (short_name = 'trabada')::int
    where tenant_id in ($1, $2)`,
    [stuck.tenantId, gone.tenantId],
  )
  const owner = await server.db.system.connect()
  const erased: number[] = []
  const failed: number[] = []
  await owner.query('begin')
  await owner.query(`update catalogue_version set version = 9 where tenant_id = $1`, [stuck.tenantId])
  const cancel = setInterval(
    () =>
      void server.db.system.query(`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`),
    50,
  )
  await eraseDue(
    server.db,
    server.evidence,
    (id) => erased.push(id),
    (_error, id) => failed.push(id),
  )
  clearInterval(cancel)
  await owner.query('rollback')
  owner.release()
  expect([erased, failed]).toEqual([[gone.tenantId], [stuck.tenantId]])
})

test('the files of an erased company are deleted, and no others', async () => {
  const store = server.evidence
  const [gone, stays] = [await server.company('cerrada'), await server.company('abierta')]
  const fileOf = (id: string) => store.write(id, new Date(), async (into) => void into.end('x'))
  const paths: string[][] = []
  const carriedPaths: string[] = []
  for (const { tenantId } of [gone, stays]) {
    const [sent, made] = [await fileOf(randomUUID()), await fileOf(randomUUID())]
    await server.db.system.query(
      `
       insert into vehicle_import (tenant_id, import_id, kind, file_name, file_path, file_size, content_hash, user_id,
         who, state, judged)
       values ($1, gen_random_uuid(), 'add', 'flota.xlsx', $2, 1, 'x', 1, 'ana', 'checked', '{}')`,
      [tenantId, sent.path],
    )
    await server.db.system.query(
      `
       insert into queue_item (tenant_id, queue_item_id, queue_id, queue_name, description, payload, file_path,
         file_until, finished_at)
       values ($1, gen_random_uuid(), 5, 'x', 'x', '{}', $2, now() + interval '7 days', now())`,
      [tenantId, made.path],
    )
    const carried = await server.emailFiles.write(randomUUID(), new Date(), async (into) => void into.end('x'))
    await server.db.system.query(
      `
        insert into report_file (tenant_id, file_id, path, file_name, media_type, size, until)
        values ($1, gen_random_uuid(), $2, 'x', 'x', 1, now())`,
      [tenantId, carried.path],
    )
    paths.push([sent.path, made.path])
    carriedPaths.push(carried.path)
  }
  await server.db.system.query('update company set erase_at = now() where tenant_id = $1', [gone.tenantId])
  const failed: unknown[] = []
  await eraseDue(
    server.db,
    store,
    () => undefined,
    (error) => failed.push(error),
    server.emailFiles,
  )
  expect(failed).toEqual([])
  const emails = await Promise.all(carriedPaths.map(async (path) => (await server.emailFiles.read(path)) !== undefined))
  expect(emails).toEqual([false, true])
  const left = await Promise.all(
    paths.map((company) => Promise.all(company.map(async (path) => (await store.read(path)) !== undefined))),
  )
  expect(left).toEqual([
    [false, false],
    [true, true],
  ])
})

test('a company with rows in every table is erased completely', async () => {
  const full = await server.company('completa')
  await createFixtures(server, full, 'COMPLETA')
  await server.db.system.query(
    `
      insert into document_exception (tenant_id, document_type_id, vehicle_id, required)
      select tenant_id, document_type_id, vehicle_id, true
      from document
      where tenant_id = $1`,
    [full.tenantId],
  )
  await server.db.system.query('update company set erase_at = now() where tenant_id = $1', [full.tenantId])
  const erased: number[] = []
  await eraseDue(
    server.db,
    server.evidence,
    (id) => erased.push(id),
    () => undefined,
  )
  expect(erased).toEqual([full.tenantId])
  expect(new Set(Object.values(await tenantRowHashes(server.db, full.tenantId)))).toEqual(new Set(['0 ']))
})
