// A worker is killed with SIGKILL at thirty moments while it applies a batch: all of it is stored, or nothing.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystem } from '../../../db/client.ts'
import { PDF } from '../../../testing/files/proof-files.ts'
import { resultFolder } from '../../../testing/processes/worker.ts'
import { type TestServer, testServer } from '../../../testing/server.ts'
import { batchCalls, zipOf } from './testing/batches.ts'

const KILLS = 30
const COUNT = 300
/** Each kill is later by this; a whole run takes about thirty times as long. */
const LATER_MS = 60

let server: TestServer
const { folder, remove } = resultFolder()
const children: ChildProcess[] = []
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await server.stop()
  remove()
})

const one = async <T>(query: string, ...values: unknown[]): Promise<T> =>
  (await server.db.system.query(query, values)).rows[0] as T
const startWorker = async (): Promise<ChildProcess> => {
  const addresses = JSON.stringify({
    padron_app: server.addressOf('padron_app'),
    padron_system: server.addressOf('padron_system'),
  })
  const program = join(import.meta.dirname, '../../../testing/processes/worker-process.ts')
  const child = spawn(process.execPath, [program, addresses, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

it('a batch is stored completely or not at all, at whichever moment its worker is killed', async () => {
  const { rows } = await asSystem(server.db, (tx) =>
    sql<{ name: string }>`
      select portal_name as name from portal join resource using (portal_key) where resource_id = 1900`.execute(tx),
  )
  const portal = rows[0]?.name ?? ''
  const seenAt = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const plates = Array.from({ length: COUNT }, (_, i) => `MAT${String(i).padStart(4, '0')}`)
  const zip = await zipOf(Object.fromEntries(plates.map((plate) => [`${plate}.pdf`, PDF])))
  const outcomes = { nothing: 0, all: 0 }
  for (let kill = 0; kill < KILLS; kill++) {
    const company = await server.company(`muerte${kill}`)
    const who = await server.somebody(company, 'captura', ['processing_admin', 'vehicles_read'])
    await server.vehicles(
      company,
      plates.map((plate) => ({ plate })),
    )
    const { send, proofs, apply } = batchCalls(server, () => who)
    const answers = { 't0.description': 'Tenencia', 't0.total': 10, 't1.status': 'Sin adeudo' }
    const { batch } = await send(plates.map((plate) => ({ plate, portal, seenAt, ...answers })))
    await proofs(batch.batchId, zip)
    const child = await startWorker()
    expect((await apply(batch.batchId)).status).toBe(200)
    const started = () =>
      one<{ started: boolean }>(
        'select started_at is not null as started from queue_item where tenant_id = $1',
        company.tenantId,
      )
    while (!(await started()).started) await pause(5)
    await pause(kill * LATER_MS)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const found = await one<{ runs: number; proofs: number; debts: number; changes: number; state: string }>(
      `select (select count(*)::int from check_run where tenant_id = $1) as runs,
         (select count(*)::int from evidence_file where tenant_id = $1) as proofs,
         (select count(*)::int from debt where tenant_id = $1) as debts,
         (select count(*)::int from capture_batch_change where tenant_id = $1) as changes,
         (select state from capture_batch where tenant_id = $1) as state`,
      company.tenantId,
    )
    const isApplied = found.state === 'applied'
    const times = isApplied ? COUNT : 0
    expect(found).toEqual({
      runs: 2 * times,
      proofs: 2 * times,
      debts: times,
      changes: 2 * times,
      state: isApplied ? 'applied' : 'queued',
    })
    outcomes[isApplied ? 'all' : 'nothing'] += 1
  }
  process.stdout.write(`${JSON.stringify(outcomes)}\n`)
  expect(outcomes.nothing).toBeGreaterThan(0)
}, 900_000)
