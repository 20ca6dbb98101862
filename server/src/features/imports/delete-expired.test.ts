// Which imports, rows and files are deleted after their retention period, and which stay.
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup } from '../../backup/backup.ts'
import { asTenant } from '../../db/client.ts'
import { deleteExpiredJobs } from '../../jobs/delete-expired.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { resultFolder } from '../../testing/processes/worker.ts'
import { type Company, type TestServer, testServer } from '../../testing/server.ts'
import { deleteExpiredImports } from './delete-expired.ts'
import { applyStaged, stageImport } from './testing/staged.ts'

let server: TestServer
let company: Company
const { files, folder, remove } = resultFolder()
const now = new Date()
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
})
afterAll(async () => {
  await server.stop()
  remove()
})

const run = (query: string, ...values: unknown[]) => server.db.system.query(query, values)
let count = 0
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

const made = async (name: string, days: number, done: boolean): Promise<string> => {
  const [target = 0] = await server.vehicles(company, [{ plate: `FOR${String(++count).padStart(4, '0')}` }])
  const importId = await stageImport(server, company, 'edit', [{ target, values: { vehicleColor: 'ROJO' } }])
  if (done) await applyStaged(server, company, 'edit', importId)
  const { path } = await files.write(importId, new Date('2026-11-21'), async (into) => void into.end('x'))
  utimesSync(join(folder, path), daysAgo(days), daysAgo(days))
  await run(
    `update vehicle_import set file_name = $2, state = case when $4 then 'applied' else 'checked' end, created_at = $3,
      applied_at = case when $4 then $3::timestamptz end where import_id = $1`,
    importId,
    name,
    daysAgo(days),
    done,
  )
  return importId
}
const left = async () =>
  (
    await run(`
      select file_name as name,
        (select count(*)::int from vehicle_import_row r where r.import_id = i.import_id) as rows,
        (select count(*)::int from vehicle_import_change d where d.import_id = i.import_id) as done
      from vehicle_import i order by 1`)
  ).rows
const onDisk = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).length

test('an import that can be neither applied nor undone loses rows and file, and is deleted in a month', async () => {
  await made('aplicado hoy', 0, true)
  await made('aplicado viejo', 9, true)
  await made('revisado hoy', 0, false)
  await made('revisado viejo', 9, false)
  await made('muy viejo', 31, true)
  const working = await made('en curso', 9, false)
  const itemId = await asTenant(server.db, company.tenantId, (tx) =>
    enqueue(tx, { queueId: 3, description: 'x', payload: {} }),
  )
  await run('update vehicle_import set queue_item_id = $1 where import_id = $2', itemId, working)
  await deleteExpiredImports(server.db, files, now)
  expect(await left()).toEqual([
    { name: 'aplicado hoy', rows: 1, done: 1 },
    { name: 'aplicado viejo', rows: 0, done: 0 },
    { name: 'en curso', rows: 1, done: 0 },
    { name: 'revisado hoy', rows: 1, done: 0 },
    { name: 'revisado viejo', rows: 0, done: 0 },
  ])
  expect(onDisk()).toBe(3)
  await deleteExpiredImports(server.db, files, now)
  expect(await left()).toHaveLength(5)
})

/** What a backup taken now lacks; it is written to a folder of its own, so that no test counts it among the files. */
const missing = async () => {
  const away = resultFolder()
  const stores = {
    jobResults: files,
    emailFiles: server.emailFiles,
    evidence: server.evidence,
    documents: server.documents.contents,
  }
  const owner = server.addressOf('padron_owner')
  try {
    return (await backup({ owner, stores, file: join(away.folder, 'x.padron'), documents: true })).missing
  } finally {
    away.remove()
  }
}

test('a backup does not report a workbook as missing after retention deleted it', async () => {
  const late = await made('aplicado tarde', 9, true)
  await run('update vehicle_import set applied_at = $2 where import_id = $1', late, daysAgo(3))
  const bare = await made('sin renglones', 9, true)
  for (const table of ['row', 'done']) await run(`delete from vehicle_import_${table} where import_id = $1`, bare)
  await made('aplicado', 9, true)
  await deleteExpiredImports(server.db, files, now)
  await deleteExpiredJobs(server.db, files, now)
  expect(await missing()).toEqual({ count: 0, first: [] })
  const lost = await made('perdido', 1, true)
  await files.remove(`2026/11/${lost}`)
  expect((await missing()).count).toBe(1)
})

test('an import without a file, from the command line or expired, is deleted after a month as well', async () => {
  const bare = await made('sin archivo', 31, true)
  await run(`update vehicle_import set file_path = '' where import_id = $1`, bare)
  await deleteExpiredImports(server.db, files, now)
  expect((await left()).map(({ name }) => name)).not.toContain('sin archivo')
})
