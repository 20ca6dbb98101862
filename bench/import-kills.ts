// Workbooks of twenty thousand vehicles whose worker is killed with -9 while it applies or undoes them, fifty times at moments drawn by
// lot; another worker goes on. What is there afterwards is compared row by row with what was judged: nothing lost, nothing doubled.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '@padron/server/app'
import { JOB_SCHEMA } from '@padron/server/db/job-schema'
import { type OpenDatabase, openDatabase } from '@padron/server/db/open'
import { fileStore } from '@padron/server/files/store'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import type { Row } from './catalogue.ts'
import { writeBook } from './import-book.ts'
import { ask, check, type Site, until } from './import-calls.ts'
import { appliedRules, judgeRules, undoneRules, type Verdict } from './import-rules.ts'
import { openCompany, type Who } from './import-site.ts'

const ROWS = Number(process.env.BENCH_IMPORT_KILL_ROWS ?? 20_000)
const KILLS = Number(process.env.BENCH_IMPORT_KILLS ?? 50)
const SEED = Number(process.env.BENCH_IMPORT_SEED ?? 1)
const UNDO_EVERY = 4 // after so many applied ones, one is undone
/** Every other moment is drawn from the writing alone, which is a small part of the whole; others from all of it and some time after. */
const BEYOND = { writing: 1.2, whole: 1.1 }

const WORKER = join(import.meta.dirname, '../server/src/testing/worker-process.ts')
const diceOf = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor(seed / 65_536) / 32_768
}

type Yard = Site & OpenDatabase & { owner: pg.Client; boss: PgBoss; folder: string; stop: () => Promise<void> }

const openYard = async (): Promise<Yard> => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const opened = await openDatabase({ databaseUrl: undefined, dataDir: join(folder, 'data'), fast: true })
  const owner = new pg.Client({ connectionString: opened.addressOf('padron_owner').connectionString })
  await owner.connect()
  const db = { executeSql: (text: string, values?: unknown[]) => opened.db.system.query(text, values) }
  const boss = new PgBoss({ db, schema: JOB_SCHEMA, migrate: false, schedule: false, supervise: false })
  await boss.start()
  const app = await buildApp({
    db: opened.db,
    log: pino({ level: 'silent' }),
    state: { ready: true, simulated: false },
    publicUrl: undefined,
    parts: new Set(['api', 'identity']),
    files: fileStore(join(folder, 'results')),
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const stop = async () => {
    await app.close()
    await boss.stop({ graceful: false, close: false })
    await owner.end()
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...opened, base, owner, boss, folder, stop }
}

/** The workbook is judged once; every round begins with a copy of what came of it. */
const judgeOnce = async (yard: Yard): Promise<void> => {
  const path = join(yard.folder, 'book.xlsx')
  await writeBook(path, { rows: ROWS })
  const { value } = await check(yard, await openCompany(yard.db, 'molde'), 'add', path)
  if (value.import.counts.new !== ROWS) throw new Error(`not as it should be: ${JSON.stringify(value)}`)
  await yard.owner.query('create table bench_import as table vehicle_import; create table bench_row as table vehicle_import_row')
  await yard.owner.query('grant select on bench_row to padron_system')
} // biome-ignore format: one condition

type Begun = { who: Who; importId: string }

/** Nothing but a new company with its judged import. */
const beginAnew = async ({ db, owner }: Yard, round: number): Promise<Begun> => {
  await owner.query('truncate company cascade; truncate vehicle_import_row, vehicle_import_done; delete from pgboss.job')
  const who = await openCompany(db, `banco${round}`)
  const importId = randomUUID()
  for (const [table, copy] of [['vehicle_import', 'bench_import'], ['vehicle_import_row', 'bench_row']])
    await owner.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(b) || jsonb_build_object('tenant_id', $1::bigint, 'import_id', $2::uuid))).* from ${copy} b`,
      [who.tenantId, importId],
    )
  return { who, importId }
} // biome-ignore format: two pairs

const workers = new Set<ChildProcess>()
const startWorker = async ({ addressOf, folder }: Yard): Promise<ChildProcess> => {
  const addresses = JSON.stringify({ padron_app: addressOf('padron_app'), padron_system: addressOf('padron_system') })
  const child = spawn(process.execPath, [WORKER, addresses, join(folder, 'results')], { stdio: ['ignore', 'pipe', 'inherit'] })
  workers.add(child)
  await once(child.stdout, 'data')
  return child
} // biome-ignore format: one call
const kill = async (child: ChildProcess): Promise<void> => {
  workers.delete(child)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

type Told = { begun: boolean; ended: boolean; over: boolean; state: string; runs: number }
/** `over`: the queue knows, too. */
const look = async ({ db }: Yard, job: string): Promise<Told> => {
  const { rows } = await db.system.query<Told>(
    `select q.started_at is not null as begun, q.finished_at is not null as ended, q.runs, i.state,
       exists (select from pgboss.job j where j.id = q.queue_item_id and j.state in ('completed', 'failed')) as over
     from queue_item q join vehicle_import i on q.queue_item_id in (i.queue_item_id, i.undo_item_id) where q.queue_item_id = $1`,
    [job],
  )
  return rows[0] ?? { begun: false, ended: false, over: false, state: '', runs: 0 }
}

type Step = 'apply' | 'undo'
const order = async (yard: Yard, { who, importId }: Begun, step: Step): Promise<string> => {
  const path = `/api/v2/vehicle/imports/${importId}/${step}`
  return (await ask<{ queueItemId: string }>(yard, who, path, { notifyTo: 'banco@ejemplo.mx' })).queueItemId
}

/** A dead worker's silence, which is only time, and the look at it that some living worker takes every few seconds. */
const passTime = async ({ owner, boss }: Yard): Promise<void> => {
  await owner.query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'`)
  await owner.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null')
  await boss.supervise()
}

/** How long it usually takes from its beginning: until what is said by `state` is so, and until it ends. */
type Usual = { writing: number; whole: number }
const undisturbed = async (yard: Yard, begun: Begun, step: Step): Promise<Usual> => {
  const worker = await startWorker(yard)
  const job = await order(yard, begun, step)
  const at = async (what: string, so: (told: Told) => boolean): Promise<number> => {
    await until(what, async () => so(await look(yard, job)))
    return performance.now()
  }
  const from = await at('it begins', (told) => told.begun)
  const written = await at('it is written', ({ state }) => state === 'applied' || state === 'undone')
  const ended = await at('it ends', (told) => told.over)
  await kill(worker)
  return { writing: written - from, whole: ended - from }
}

type Killed = { struck: string; runs: number; job: string }

/** @param after so many milliseconds from the beginning of the job */
const interrupted = async (yard: Yard, begun: Begun, step: Step, after: number): Promise<Killed> => {
  const first = await startWorker(yard)
  const job = await order(yard, begun, step)
  await until('it begins', async () => (await look(yard, job)).begun)
  await pause(after)
  await kill(first)
  const { state, ended } = await look(yard, job)
  await passTime(yard)
  const second = await startWorker(yard)
  await until('it ends', async () => (await look(yard, job)).over)
  const { runs } = await look(yard, job)
  await kill(second)
  return { struck: `${step}: ${ended ? 'after its end' : state === 'applied' ? 'enrolling' : 'writing'}`, runs, job }
}

type Tally = { broken: Map<string, number>; struck: Map<string, number>; again: number }
const count = (counts: Map<string, number>, key: string, more = 1) => counts.set(key, (counts.get(key) ?? 0) + more)

const judge = async (yard: Yard, { importId }: Begun, step: Step, { struck, runs, job }: Killed, tally: Tally): Promise<void> => {
  const rules = step === 'apply' ? appliedRules(ROWS) : undoneRules(ROWS)
  const verdicts: Verdict[] = await judgeRules(yard.db.system, rules, importId, job)
  count(tally.struck, struck)
  if (runs > 1) tally.again++
  for (const { rule, broken } of verdicts) {
    count(tally.broken, `${step}: ${rule}`, broken)
    if (broken > 0) process.stdout.write(`broken: ${rule}: ${broken} (${struck}, ${importId})\n`)
  }
} // biome-ignore format: the signature

const runAll = async (yard: Yard, tally: Tally): Promise<void> => {
  const dice = diceOf(SEED)
  const usualBegun = await beginAnew(yard, 0)
  const usual = { apply: await undisturbed(yard, usualBegun, 'apply'), undo: await undisturbed(yard, usualBegun, 'undo') }
  const words = Object.entries(usual).map(([step, { writing, whole }]) => `${step} ${Math.round(writing)} ms, ${Math.round(whole)} to its end`)
  process.stdout.write(`undisturbed: ${words.join('; ')}\n`)
  const moment = (step: Step, n: number): number =>
    dice() * (n % 2 === 0 ? BEYOND.writing * usual[step].writing : BEYOND.whole * usual[step].whole)
  for (let kills = 0, round = 1; kills < KILLS; round++) {
    const begun = await beginAnew(yard, round)
    await judge(yard, begun, 'apply', await interrupted(yard, begun, 'apply', moment('apply', round)), tally)
    kills++
    if (round % UNDO_EVERY !== 0 || kills >= KILLS) continue
    await judge(yard, begun, 'undo', await interrupted(yard, begun, 'undo', moment('undo', round / UNDO_EVERY)), tally)
    kills++
  }
} // biome-ignore format: the steps of a round

export const benchImportKills = async (): Promise<Row[]> => {
  const yard = await openYard()
  const started = performance.now()
  const tally: Tally = { broken: new Map(), struck: new Map(), again: 0 }
  try {
    await judgeOnce(yard)
    await runAll(yard, tally)
  } finally {
    for (const child of workers) child.kill('SIGKILL')
    await yard.stop()
  }
  const struck = [...tally.struck].map(([where, times]) => `${where} ${times}`).toSorted()
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  process.stdout.write(`kills ${KILLS} (${struck.join(', ')}), taken up again ${tally.again}, rows ${ROWS}, seconds ${seconds}\n`)
  if ([...tally.broken.values()].some((broken) => broken > 0)) process.exitCode = 1
  return [...tally.broken].map(([rule, broken]) => ({ rule, broken, wanted: 0 }))
} // biome-ignore format: one line
