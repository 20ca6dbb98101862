// A worker is killed with SIGKILL in the middle of a deletion and of a report. The short cases are
// delete-all.test.ts, where a run dies between two batches, and features/queue/queue.test.ts, where a process releases
// its job.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resultFolder, type TestWorker, testWorker } from '../../testing/processes/worker.ts'
import { type Somebody, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let worker: TestWorker
const { files, folder, remove } = resultFolder()
const children: ChildProcess[] = []

beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await worker?.stop()
  await server.stop()
  remove()
})

const erase = (as: Somebody) =>
  server.ask(as, { method: 'DELETE', url: '/api/v2/vehicleAsset', payload: { confirmation: 'BORRAR TODO' } })
const idOf = ({ body }: { body: unknown }) => (body as { queueItemId: string }).queueItemId
const one = async <T>(query: string, ...values: unknown[]): Promise<T> =>
  (await server.db.system.query(query, values)).rows[0] as T
const until = async (happened: () => Promise<boolean>) => {
  while (!(await happened())) await new Promise((tick) => setTimeout(tick, 10))
}

it('another worker finishes a deletion and a report whose worker was killed, each with one result', async () => {
  const company = await server.company('matada')
  const main = await server.somebody(company, 'admin', ['admin'])
  await server.db.system.query(
    `
      insert into vehicle (tenant_id, plate, vin, state_id)
      select $1, 'M' || lpad(i::text, 6, '0'), 'M' || lpad(i::text, 16, '0'), 19
      from generate_series(1, 8000) i`,
    [company.tenantId],
  )
  const addresses = JSON.stringify({
    padron_app: server.addressOf('padron_app'),
    padron_system: server.addressOf('padron_system'),
  })
  /** Requests the job with one worker, kills it half way, and lets another finish. */
  const interrupted = async (order: () => Promise<{ body: unknown }>, begun: 'total' | 'done'): Promise<string> => {
    const program = join(import.meta.dirname, '../../testing/processes/worker-process.ts')
    const child = spawn(process.execPath, [program, addresses, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    await once(child.stdout, 'data')
    const id = idOf(await order())
    const progress = () =>
      one<{ done: number; total: number; ended: boolean }>(
        'select done, total, finished_at is not null as ended from queue_item where queue_item_id = $1',
        id,
      )
    await until(async () => (await progress())[begun] > 0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await progress()).toMatchObject({ total: 8_000, ended: false })
    worker = await testWorker(server, files)
    await worker.ended(id)
    return id
  }
  const report = { method: 'POST', url: '/api/v2/vehiclesReport', payload: { mails: ['ana@norte.mx'] } } as const
  // A report of this size takes less than a second: its worker is killed as soon as the total is known.
  const reported = await interrupted(() => server.ask(main, report), 'total')
  const result = await one<{ path: string; runs: number }>(
    'select file_path as path, runs from queue_item where queue_item_id = $1',
    reported,
  )
  expect(result.runs).toBe(2)
  const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  expect(left.map(({ name }) => name)).toEqual([basename(result.path)])
  expect((await one<{ n: number }>(`select count(*)::int as n from mail where subject_id = $1`, reported)).n).toBe(1)

  await worker.stop()
  const id = await interrupted(() => erase(main), 'done')
  const item = await one<object>(
    'select runs, done, total, success_message, error_message from queue_item where queue_item_id = $1',
    id,
  )
  expect(item).toMatchObject({
    runs: 2,
    done: 8_000,
    total: 8_000,
    error_message: null,
    success_message: expect.stringMatching(/^8,000 /),
  })
  const archived = await one<object>(
    `
      select count(*)::int as rows, count(distinct row->>'vehicle_id')::int as vehicles
      from deleted_row
      where deletion_id = $1 and table_name = 'vehicle'`,
    id,
  )
  expect(archived).toEqual({ rows: 8_000, vehicles: 8_000 })
  expect((await server.db.system.query('select from vehicle')).rowCount).toBe(0)
})
