// Where imports are interrupted: a database with one company at a time, the server that orders, and workers of jobs
// in processes of their own, killed with -9.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '@padron/server/app'
import { type OpenDatabase, openDatabase } from '@padron/server/db/open'
import { fileStore } from '@padron/server/files/contents/file-store'
import pg from 'pg'
import { pino } from 'pino'
import { writeBook } from './import-book.ts'
import { ask, check, type Site } from './import-calls.ts'
import { openCompany, type Who } from './import-site.ts'

const WORKER = join(import.meta.dirname, '../server/src/testing/worker-process.ts')
export type Yard = Site & OpenDatabase & { owner: pg.Client; folder: string; stop: () => Promise<void> }

export const openYard = async (): Promise<Yard> => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const opened = await openDatabase({ databaseUrl: undefined, dataDir: folder, fast: true })
  const owner = new pg.Client({ connectionString: opened.addressOf('padron_owner').connectionString })
  await owner.connect()
  const app = await buildApp({
    db: opened.db,
    log: pino({ level: 'silent' }),
    state: { ready: true, simulated: false },
    publicUrl: undefined,
    parts: new Set(['api', 'identity']),
    stores: { files: fileStore(join(folder, 'results')) },
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const stop = async () => {
    await app.close()
    await owner.end()
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...opened, base, owner, folder, stop }
}

/** The workbook is judged once; every round begins with a copy of what came of it. */
export const judgeOnce = async (yard: Yard, rows: number): Promise<void> => {
  const path = join(yard.folder, 'book.xlsx')
  await writeBook(path, { rows })
  const { value } = await check(yard, await openCompany(yard.db, 'molde'), 'add', path)
  if (value.import.counts.new !== rows) throw new Error(`not as it should be: ${JSON.stringify(value)}`)
  await yard.owner.query(
    'create table bench_import as table vehicle_import; create table bench_row as table vehicle_import_row',
  )
  await yard.owner.query('grant select on bench_row to padron_system')
}

export type Begun = { who: Who; importId: string }

/** The copies' other columns, comma between. */
const restOf = async (owner: pg.Client, table: string): Promise<string> => {
  const { rows } = await owner.query<{ rest: string }>(
    `select string_agg(attname, ', ' order by attnum) as rest from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname not in ('tenant_id', 'import_id')`,
    [table],
  )
  return rows[0]?.rest ?? ''
}

/** Nothing but a new company with its judged import. */
export const beginAnew = async ({ db, owner }: Yard, round: number): Promise<Begun> => {
  await owner.query(
    'truncate company cascade; truncate vehicle_import_row, vehicle_import_done; delete from pgboss.job',
  )
  const who = await openCompany(db, `banco${round}`)
  const importId = randomUUID()
  for (const [table = '', copy = ''] of [
    ['vehicle_import', 'bench_import'],
    ['vehicle_import_row', 'bench_row'],
  ]) {
    const rest = await restOf(owner, copy)
    await owner.query(`insert into ${table} (tenant_id, import_id, ${rest}) select $1, $2, ${rest} from ${copy}`, [
      who.tenantId,
      importId,
    ])
  }
  return { who, importId }
}

export const workers = new Set<ChildProcess>()
export const startWorker = async ({ addressOf, folder }: Yard): Promise<ChildProcess> => {
  const addresses = JSON.stringify({ padron_app: addressOf('padron_app'), padron_system: addressOf('padron_system') })
  const child = spawn(process.execPath, [WORKER, addresses, join(folder, 'results')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  workers.add(child)
  await once(child.stdout, 'data')
  return child
}
export const kill = async (child: ChildProcess): Promise<void> => {
  workers.delete(child)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

export type Told = { begun: boolean; ended: boolean; over: boolean; state: string; runs: number }
/** `over`: the queue knows, too. */
export const look = async ({ db }: Yard, job: string): Promise<Told> => {
  const { rows } = await db.system.query<Told>(
    `select q.started_at is not null as begun, q.finished_at is not null as ended, q.runs, i.state,
       exists (select from pgboss.job j where j.id = q.queue_item_id and j.state in ('completed', 'failed')) as over
     from queue_item q
     join vehicle_import i on q.queue_item_id in (i.queue_item_id, i.undo_item_id)
     where q.queue_item_id = $1`,
    [job],
  )
  return rows[0] ?? { begun: false, ended: false, over: false, state: '', runs: 0 }
}

export type Step = 'apply' | 'undo'
export const order = async (yard: Yard, { who, importId }: Begun, step: Step): Promise<string> => {
  const path = `/api/v2/vehicle/imports/${importId}/${step}`
  return (await ask<{ queueItemId: string }>(yard, who, path, { notifyTo: 'banco@ejemplo.mx' })).queueItemId
}

/** A dead worker's silence, which is only time; the next worker looks for it a few seconds after its start. */
export const passTime = async ({ owner }: Yard): Promise<void> => {
  await owner.query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'`)
  await owner.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null')
}
