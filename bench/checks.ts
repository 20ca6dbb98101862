// Measures checks per second through the whole path (claim, HTTP, parse, store) against the simulator without pacing,
// and the processor time of each process. The vehicles are in Nuevo León, Coahuila and Mexico City, and each is checked
// at the three Mexican sources that answer by default. The asynchronous source answers at once and no source fails:
// otherwise the figures would include its delay, and the two minutes of the circuit breaker.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SimulatorProcess, startSimulator } from '@padron/server/bin/simulator-process'
import { CONNECTORS } from '@padron/server/checks/connectors/registry'
import { startWorker } from '@padron/server/checks/engine/worker'
import { enrolVehicles } from '@padron/server/checks/services/enrol'
import { asSystem, type Db } from '@padron/server/db/client'
import { DEMO_PORTALS } from '@padron/server/demo/companies'
import { openDatabase } from '@padron/server/installation/open'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import type { Row } from './catalogue.ts'
import { childrenCpu, databaseCpu } from './processor.ts'

const VEHICLES = Number(process.env.BENCH_CHECK_VEHICLES ?? 1500)

/** The database server with its backends, and the simulator. */
const cpuOfParts = (dataDir: string) => ({
  database: databaseCpu(dataDir),
  simulator: childrenCpu('simulator/src/main.ts'),
})

/** The distribution of each source's answers, in percent. */
const ANSWERS = { clean: 60, 'one-debt': 30, 'many-debts': 10 }

const CONCURRENCY = 64 // so that the waiting for sources, above all the asynchronous one, is not measured

/** Enrols vehicles of three Mexican states. @returns the number of due checks */
export const checkFleet = (db: Db, simulatorUrl: string, name: string, first: string, vehicles: number) =>
  asSystem(db, async (tx) => {
    const company = { short_name: name, company_name: 'Banco', country: 'MX', time_zone: 'America/Mexico_City' }
    const { tenant_id } = await tx
      .insertInto('company')
      .values(company)
      .returning('tenant_id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('catalogue_version').values({ tenant_id }).execute()
    for (const { key, path, credential } of DEMO_PORTALS) {
      await tx
        .updateTable('portal')
        .set({ base_url: `${simulatorUrl}${path}`, credential, pace_ms: 0, concurrency: CONCURRENCY })
        .where('portal_key', '=', key)
        .execute()
    }
    const { rows } = await sql<{ vehicle_id: number }>`
      insert into vehicle (tenant_id, plate, vin, state_id)
      select ${tenant_id}, ${first} || lpad(i::text, 5, '0'), '3N1CN8A' || ${first} || lpad(i::text, 8, '0'),
        (array[19, 5, 9])[1 + i % 3]
      from generate_series(1, ${vehicles}::int) i
      returning vehicle_id`.execute(tx)
    await enrolVehicles(
      tx,
      'MX',
      rows.map(({ vehicle_id }) => vehicle_id),
    )
    return (
      await tx
        .selectFrom('due_check')
        .where('claim_id', 'is', null)
        .where('due_at', '<=', sql<string>`now()`)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
  })

export const analyze = async (owner: string): Promise<void> => {
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

type Used = { worker: number; database: number; simulator: number }

/** Makes every due check once. @returns their number, the duration, and the processor time of each part, in seconds */
export const checkAll = async (db: Db, dataDir: string, due: number): Promise<{ seconds: number; used: Used }> => {
  const before = cpuOfParts(dataDir)
  const cpu = process.cpuUsage()
  const start = performance.now()
  let done = 0
  const worker = await new Promise<ReturnType<typeof startWorker>>((finished) => {
    const started = startWorker({
      db,
      log: pino({ level: 'silent' }),
      connectors: CONNECTORS,
      checksPerPortal: CONCURRENCY,
      onStored: () => void (++done >= due && finished(started)),
    })
  })
  const seconds = (performance.now() - start) / 1000
  const own = process.cpuUsage(cpu)
  await worker.stop()
  const after = cpuOfParts(dataDir)
  const used = {
    worker: (own.user + own.system) / 1e6,
    database: after.database - before.database,
    simulator: after.simulator - before.simulator,
  }
  return { seconds, used }
}

const line = (what: string, checks: number, { seconds, used }: { seconds: number; used: Used }): Row => {
  const engine = used.worker + used.database
  return {
    what,
    checks,
    seconds: seconds.toFixed(1),
    'checks/s': Math.round(checks / seconds),
    'checks per core second (worker + database)': Math.round(checks / engine),
    'database share': `${Math.round((100 * used.database) / engine)} %`,
    'worker s': used.worker.toFixed(1),
    'database s': used.database.toFixed(1),
    'simulator s': used.simulator.toFixed(1),
    cores: Number(execFileSync('nproc').toString()),
  }
}

export const answerWithoutFailures = async ({ url, control }: SimulatorProcess): Promise<void> => {
  const { portals } = (await (await fetch(`${url}/__control/scenarios`)).json()) as { portals: string[] }
  for (const portal of portals)
    for (const [scenario, percent] of Object.entries(ANSWERS))
      await control('/__control/faults', { portal, scenario, percent })
}

/** The first round writes every status for the first time; the later ones represent normal operation. */
export const benchChecks = async (): Promise<Row[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  process.env.SIMULATOR_ASYNC_MS = '0'
  const { db, addressOf, close } = await openDatabase({ databaseUrl: undefined, dataDir })
  const simulator = await startSimulator(0)
  await answerWithoutFailures(simulator)
  // Uses the database before the measurement: plans for empty tables are not representative.
  await checkAll(db, dataDir, await checkFleet(db, simulator.url, 'antes', 'RA', 60))
  await analyze(addressOf('padron_owner').connectionString)
  const due = await checkFleet(db, simulator.url, 'banco', 'RK', VEHICLES)
  const rows = [line('first answers', due, await checkAll(db, dataDir, due))]
  for (const what of ['again', 'and again']) {
    await analyze(addressOf('padron_owner').connectionString)
    await db.system.query(`update due_check set due_at = now(), attempts = 0`)
    rows.push(line(what, due, await checkAll(db, dataDir, due)))
  }
  await simulator.stop()
  await close()
  rmSync(dataDir, { recursive: true, force: true })
  return rows
}
