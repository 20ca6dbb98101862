// What is deleted when it expires, and what stays.
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asTenant } from '../db/client.ts'
import { resultFolder, testWorker } from '../testing/processes/worker.ts'
import { type Company, type TestServer, testServer } from '../testing/server.ts'
import { deleteExpiredJobs } from './delete-expired.ts'
import { enqueue } from './enqueue.ts'
import type { JobRun } from './job.ts'

let server: TestServer
let company: Company
const { files, folder, remove } = resultFolder()
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
})
afterAll(async () => {
  await server.stop()
  remove()
})

const onDisk = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((each) => (each.isFile() ? [each.name] : []))
const run = (query: string) => server.db.system.query(query)

test('deletes expired results with their files, and files without a row; keeps current results', async () => {
  const kinds = [
    {
      queueId: 5 as const,
      needs: [],
      cancellable: true,
      run: async ({ files: store, runId, item }: JobRun) => {
        const file = await store.write(runId, new Date(item.createdAt), async (into) => void into.end('x'))
        return { message: 'Hecho.', file: { ...file, name: 'a', type: 'text/plain', shapedBy: [] } }
      },
    },
  ]
  const worker = await testWorker(server, files, { kinds })
  const order = (n: number) =>
    asTenant(server.db, company.tenantId, (tx) => enqueue(tx, { queueId: 5, description: 'x', payload: { n } }))
  const [old, recent] = [await order(1), await order(2)]
  await Promise.all([worker.ended(old), worker.ended(recent)])
  await worker.stop()
  const orphan = join(folder, 'huérfano')
  writeFileSync(orphan, 'x')
  const longAgo = new Date(Date.now() - 9 * 86_400_000)
  utimesSync(orphan, longAgo, longAgo)
  await run(`update queue_item set file_until = now() - interval '1 second' where queue_item_id = '${old}'`)
  expect(onDisk()).toHaveLength(3)
  await deleteExpiredJobs(server.db, files, new Date())
  expect(onDisk()).toHaveLength(1)
  const { rows } = await run(
    'select queue_item_id as id, file_path is not null as has from queue_item order by created_at',
  )
  expect(rows).toEqual([
    { id: old, has: false },
    { id: recent, has: true },
  ])
})

test('deletes old jobs, emails and deleted fleets, but no unfinished job', async () => {
  await run(`delete from queue_item`)
  await run(`
    insert into queue_item (tenant_id, queue_item_id, queue_id, queue_name, description, payload, created_at,
      finished_at)
    values
      (${company.tenantId}, gen_random_uuid(), 5, 'x', 'terminado', '{}', now() - interval '100 days',
      now() - interval '91 days'),
      (${company.tenantId}, gen_random_uuid(), 5, 'x', 'en espera', '{}', now() - interval '100 days', null)`)
  await run(`
    insert into mail (tenant_id, kind, subject_id, recipient, content, state, created_at) values
      (${company.tenantId}, 'x', gen_random_uuid(), 'vieja', '{}', 'sent', now() - interval '91 days'),
      (${company.tenantId}, 'x', gen_random_uuid(), 'nueva', '{}', 'sent', now() - interval '89 days')`)
  await run(`
    insert into deletion (tenant_id, deletion_id, at, who) values
      (${company.tenantId}, gen_random_uuid(), now() - interval '31 days', 'viejo'),
      (${company.tenantId}, gen_random_uuid(), now() - interval '29 days', 'nuevo')`)
  await run(
    `
      insert into deleted_row (tenant_id, deletion_id, table_name, row)
      select tenant_id, deletion_id, 'vehicle', '{}'
      from deletion`,
  )
  await deleteExpiredJobs(server.db, files, new Date())
  const { rows } = await run(`
    select (select string_agg(description, ',') from queue_item) as items,
      (select string_agg(recipient, ',') from mail) as emails,
      (select string_agg(who, ',') from deletion) as deletions, (select count(*)::int from deleted_row) as archived`)
  expect(rows).toEqual([{ items: 'en espera', emails: 'nueva', deletions: 'nuevo', archived: 1 }])
})

test('ends an item whose job is lost with an explanation, so that it can be enqueued again', async () => {
  await run(`delete from queue_item`)
  const main = () =>
    asTenant(server.db, company.tenantId, (tx) =>
      enqueue(tx, { queueId: 8, description: 'x', payload: {}, alone: true }),
    )
  const lost = await main()
  const waiting = await asTenant(server.db, company.tenantId, (tx) =>
    enqueue(tx, { queueId: 5, description: 'y', payload: {} }),
  )
  await run(`update queue_item set created_at = now() - interval '31 days'`)
  await run(`delete from pgboss.job where id = '${lost}'`)
  await expect(main()).rejects.toMatchObject({ status: 409 })
  await deleteExpiredJobs(server.db, files, new Date())
  const { rows } = await run(
    `
      select queue_item_id as id, error_message as error, finished_at is not null as ended
      from queue_item
      order by queue_id desc`,
  )
  expect(rows).toEqual([
    { id: lost, error: expect.stringContaining('no se pudo hacer a tiempo'), ended: true },
    { id: waiting, error: null, ended: false },
  ])
  expect(await main()).not.toBe(lost)
})
