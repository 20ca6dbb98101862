// What a dead source and one that never answers cost the healthy ones: the checks per second of three healthy sources
// alone, against the same beside a source that refuses connections and one that hangs, each with as many checks due.
// The worker is a process of its own; rounds of both kinds take turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '@padron/server/bin/simulator-process'
import { enrolVehicles } from '@padron/server/checks/services/enrol'
import { asSystem, type Db } from '@padron/server/db/client'
import { DEMO_PORTALS } from '@padron/server/db/demo/companies'
import { openDatabase } from '@padron/server/db/open'
import { serveAdditional } from '@padron/server/testing/chaos/fleet'
import { startCheckWorkers } from '@padron/server/testing/check-workers'
import { sql } from 'kysely'
import type { Row } from './catalogue.ts'
import { median } from './load.ts'

const VEHICLES = Number(process.env.BENCH_ISOLATION_VEHICLES ?? 2_000)
const ROUNDS = Number(process.env.BENCH_ISOLATION_ROUNDS ?? 7)
const LIMIT = 0.95

/** Three of Colombia, each at a portal of its own. */
const HEALTHY = ['co-simit', 'co-runt', 'co-placapi-runt']
const SICK = { dead: 'mx-cdmx-adeudos', hanging: 'mx-placapi-vehiculo' }
const SICK_PORTALS = { dead: 'apitude', hanging: 'placapi-mx' }
const NOBODY = 'http://127.0.0.1:9' // the port of discard: connections are refused

/**
 * One company whose vehicles all have the five checks; the sick sources' answers would belong to none of a Colombian
 * vehicle's resources.
 */
const prepare = (db: Db, url: string): Promise<void> =>
  asSystem(db, async (tx) => {
    const company = { short_name: 'banco', company_name: 'Banco', country: 'CO', time_zone: 'America/Bogota' }
    const { tenant_id } = await tx
      .insertInto('company')
      .values(company)
      .returning('tenant_id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('catalogue_version').values({ tenant_id }).execute()
    for (const { key, path, credential } of DEMO_PORTALS)
      await tx
        .updateTable('portal')
        .set({
          base_url: key === SICK_PORTALS.dead ? NOBODY : `${url}${path}`,
          credential,
          pace_ms: 0,
          concurrency: 16,
        })
        .where('portal_key', '=', key)
        .execute()
    const { rows } = await sql<{ id: number }>`
      insert into vehicle (tenant_id, plate, vin, state_id, tax_identifier)
      select ${tenant_id}, 'RK' || lpad(i::text, 4, '0'), '3N1CN8ARK' || lpad(i::text, 8, '0'),
        (select min(state_id) from state where country = 'CO'), '900999123'
      from generate_series(1, ${VEHICLES}::int) i returning vehicle_id as id`.execute(tx)
    await enrolVehicles(
      tx,
      'CO',
      rows.map(({ id }) => id),
    )
    for (const kind of ['dead', 'hanging'] as const)
      await sql`insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at)
        select tenant_id, vehicle_id, ${SICK[kind]}, ${SICK_PORTALS[kind]}, now() from vehicle`.execute(tx)
    await sql`
      delete from due_check where connector_key <> all(${[...HEALTHY, ...Object.values(SICK)]}::text[])`.execute(tx)
  })

/** Everything due anew, the sick ones only where they are wanted, and no memory of failures. */
const makeDue = (db: Db, sick: boolean): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`update due_check set claim_id = null, claimed_until = null, attempts = 0,
      due_at = case
        when connector_key = any(${HEALTHY}::text[])
        or ${sick} then now()
        else now() + interval '1 day' end`.execute(tx)
    await sql`
      update portal set failures = 0, failing_since = null, recent = '', open_until = null, open_seconds = 0`.execute(
      tx,
    )
  })

type Opened = Awaited<ReturnType<typeof openDatabase>>

/**
 * @returns checks of healthy sources per second, from the first stored to the last, and those of the sick ones stored
 * meanwhile
 */
const round = async ({ db, addressOf }: Opened, sick: boolean): Promise<{ perSecond: number; sickStored: number }> => {
  await makeDue(db, sick)
  const wanted = VEHICLES * HEALTHY.length
  let stored = 0
  let sickStored = 0
  let first = 0
  let ended: (at: number) => void = () => undefined
  const last = new Promise<number>((done) => {
    ended = done
  })
  const workers = await startCheckWorkers(
    addressOf,
    { longestMs: 2_000, impatient: [SICK.hanging], laneWidth: 16, idleMs: 500 },
    1,
    (connector) => {
      if (!HEALTHY.includes(connector)) return void sickStored++
      stored++
      first ||= performance.now()
      if (stored === wanted) ended(performance.now())
    },
  )
  const seconds = ((await last) - first) / 1000
  await workers.kill(0)
  return { perSecond: (wanted - 1) / seconds, sickStored }
}

export const benchIsolation = async (): Promise<Row[]> => {
  process.env.SIMULATOR_ASYNC_MS = '0'
  const dataDir = mkdtempSync(join(tmpdir(), 'padron-bench-'))
  const opened = await openDatabase({ databaseUrl: undefined, dataDir })
  const simulator = await startSimulator(0)
  await serveAdditional(opened.db)
  await prepare(opened.db, simulator.url)
  await simulator.tell('/__control/faults', { portal: SICK_PORTALS.hanging, face: 'hang' })
  await round(opened, false) // the first answers are another work: statuses are written for the first time
  const rounds: { alone: number; beside: number; sick: number }[] = []
  for (let i = 0; i < ROUNDS; i++) {
    // Who goes first takes turns too: tables grow from round to round.
    const kinds = i % 2 === 0 ? [false, true] : [true, false]
    const got = new Map<boolean, Awaited<ReturnType<typeof round>>>()
    for (const sick of kinds) got.set(sick, await round(opened, sick))
    rounds.push({
      alone: got.get(false)?.perSecond ?? 0,
      beside: got.get(true)?.perSecond ?? 0,
      sick: got.get(true)?.sickStored ?? 0,
    })
  }
  await simulator.stop()
  await opened.close()
  rmSync(dataDir, { recursive: true, force: true })
  const row = (what: string, alone: number, beside: number, sick: number): Row => ({
    round: what,
    'alone/s': Math.round(alone),
    'beside a dead and a hanging source/s': Math.round(beside),
    ratio: (beside / alone).toFixed(2),
    'checks of the sick meanwhile': sick,
  })
  const middle = (of: 'alone' | 'beside' | 'sick') => median(rounds.map((each) => each[of]))
  const ratio = middle('beside') / middle('alone')
  return [
    ...rounds.map(({ alone, beside, sick }, i) => row(String(i + 1), alone, beside, sick)),
    {
      ...row('medians', middle('alone'), middle('beside'), middle('sick')),
      limit: LIMIT,
      kept: ratio >= LIMIT ? 'yes' : 'NO',
    },
  ]
}
