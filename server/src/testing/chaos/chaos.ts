// A run of chaos: every check again and again while sources fail in every way the simulator knows, debts move, and
// workers are killed with -9. Then calm, one good round, and the oracle. Leases, retries and breakers do not wait for
// the clock here: what would come with time is brought forward.
import { sql } from 'kysely'
import { releaseAbandoned } from '../../checks/engine/claim-release.ts'
import { asSystem, type Db } from '../../db/client.ts'
import type { AddressOf } from '../../db/connect.ts'
import { type CheckWorkers, startCheckWorkers } from '../processes/check-workers.ts'
import { type Random, seededRandom } from '../random.ts'
import { type ChaosEnvironment, openChaosEnvironment, readScenarios } from './environment.ts'
import { type ChaosSize, type ChaosVehicle, makeFleet, openPortals, serveAdditional } from './fleet.ts'
import { verifyRun, verifyTheft } from './invariants.ts'
import { installRecorder } from './recorder.ts'
import type { RuleResult } from './report.ts'

export type ChaosOptions = {
  db: Db
  addressOf: AddressOf
  simulatorUrl: string
  /** `scenarios`: only the first so many. */
  size: Omit<ChaosSize, 'scenarios'> & Partial<Pick<ChaosSize, 'scenarios'>>
  workers: number
  kills: number
  /** At least so many runs before the calm. */
  runs: number
  longestMs: number
  seed: number
}
export type ChaosReport = {
  ruleResults: RuleResult[]
  checks: number
  rounds: number
  storms: number
  kills: number
  claims: number
  lost: number
  runs: number
  outcomes: Record<string, number>
}

const TICK_MS = 100
/** The share of living claims that lose their lease at each tick, as those of a process that was frozen do. */
const EARLY = 0.02

/**
 * Vehicles that every source answers of in the calm: of them a time-out is this machine's slowness, and they are
 * asked again.
 */
const answeredInCalm = (fleet: readonly ChaosVehicle[], { names }: ChaosEnvironment): number[] =>
  fleet
    .filter(({ kind, scenario }) => kind !== 'scenario' || names[scenario - 1] === 'clean')
    .map(({ vehicleId }) => vehicleId)

/**
 * Closes breakers, tops up credit, frees what the dead held and some of what the living hold, and makes due what has
 * not been asked since.
 * @param answered of these a time-out is no answer
 * @returns how many have not ended since, or are held by the dead
 */
const passTime = async (
  db: Db,
  since: string,
  dead: readonly string[],
  answered: readonly number[],
): Promise<number> => {
  const left = await asSystem(db, async (tx) => {
    await sql`
      update portal
      set failures = 0, failing_since = null, recent = '', open_until = null, open_seconds = 0
      where open_seconds > 0`.execute(tx)
    await sql`update portal set credit_out_since = null, probe_at = null where credit_out_since is not null`.execute(tx)
    await sql`update due_check d set claimed_until = now() - interval '1 second' from (
      select d.tenant_id, d.vehicle_id, d.connector_key
      from due_check d
      join seen_claim s on s.claim_id = d.claim_id and s.vehicle_id = d.vehicle_id
      where s.process = any(${dead}::text[]) or random() < ${EARLY}
      for update of d skip locked) x
      where d.tenant_id = x.tenant_id and d.vehicle_id = x.vehicle_id and d.connector_key = x.connector_key`.execute(tx)
    const unasked = sql`
      not exists (select from check_run r where r.tenant_id = d.tenant_id and r.vehicle_id = d.vehicle_id
      and r.connector_key = d.connector_key
        and r.started_at >= ${since}::timestamptz
        and (r.outcome <> 'timeout' or d.vehicle_id <> all(${answered}::bigint[])))`
    await sql`update due_check d set due_at = now() from (
      select d.tenant_id, d.vehicle_id, d.connector_key
      from due_check d
      where d.claim_id is null and d.due_at > now() and ${unasked}
      for update of d skip locked) x
      where d.tenant_id = x.tenant_id and d.vehicle_id = x.vehicle_id and d.connector_key = x.connector_key`.execute(tx)
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from due_check d where ${unasked}
      or exists (
        select from seen_claim s
        where s.claim_id = d.claim_id and s.vehicle_id = d.vehicle_id and s.process = any(${dead}::text[]))`.execute(tx)
    return rows[0]?.left ?? 0
  })
  await releaseAbandoned(db)
  return left
}

const nowOf = async (db: Db): Promise<string> =>
  String((await db.system.query(`select clock_timestamp()::text as at`)).rows[0]?.at)

type Killer = {
  countCheck: () => void
  plan: (workers: CheckWorkers) => void
  killed: () => number
  dead: string[]
  waitForDeaths: () => Promise<void>
}

/** Kills after so many stored checks, drawn by lot: nobody waits for a clock, and no moment is safe. */
const makeKiller = (kills: number, every: number, random: Random): Killer => {
  const dead: string[] = []
  const deaths: Promise<void>[] = []
  let workers: CheckWorkers | undefined
  let killed = 0
  let next = 1 + random(every)
  const countCheck = () => {
    if (!workers || killed >= kills || --next > 0) return
    next = 1 + random(2 * every)
    killed++
    const own = workers
    deaths.push(
      own.kill(random(1_000)).then((pid) => {
        dead.push(`padron:${pid}`)
        own.start()
      }),
    )
  }
  return {
    countCheck,
    plan: (all) => {
      workers = all
    },
    killed: () => killed,
    dead,
    waitForDeaths: async () => void (await Promise.all(deaths)),
  }
}

export const runChaos = async (options: ChaosOptions): Promise<ChaosReport> => {
  const { db, addressOf, simulatorUrl, size, kills, longestMs, seed } = options
  const random = seededRandom(seed)
  await serveAdditional(db)
  const scenarios = await readScenarios(simulatorUrl)
  const fleet = await makeFleet(db, { scenarios: scenarios.names.length, ...size })
  const environment = openChaosEnvironment(simulatorUrl, scenarios, fleet, random)
  await openPortals(db, simulatorUrl, 32)
  await installRecorder(addressOf('padron_owner').connectionString)
  const count = async (what: string): Promise<number> =>
    Number((await db.system.query(`select count(*)::int as n from ${what}`)).rows[0]?.n)
  const checks = await count('due_check')
  const killer = makeKiller(
    kills,
    Math.max(1, Math.floor((0.9 * Math.max(options.runs, checks)) / Math.max(1, kills))),
    random,
  )
  let workers: CheckWorkers | undefined
  let rounds = 0
  let storms = 0
  let stored = 0
  const storm = () => environment.storm(++storms)
  const onStored = () => {
    stored++
    killer.countCheck()
  }
  /** @param turns after how many checks the weather turns @param answered as of `passTime` */
  const round = async (turns: number, answered: readonly number[] = []): Promise<void> => {
    rounds++
    let next = stored + turns
    const since = await nowOf(db)
    workers ??= await startCheckWorkers(
      addressOf,
      { longestMs, checksPerPortal: 16, idleMs: 50 },
      options.workers,
      onStored,
    )
    killer.plan(workers)
    while ((await passTime(db, since, killer.dead, answered)) > 0) {
      if (stored >= next) {
        next += turns
        await storm()
      }
      await new Promise((tick) => setTimeout(tick, TICK_MS))
    }
  }
  try {
    do {
      await storm()
      await round(Math.ceil(checks / 2))
    } while (killer.killed() < kills || (await count('check_run')) < options.runs)
    await killer.waitForDeaths()
    const theft = await verifyTheft(db.system, fleet)
    await environment.calm()
    await round(Number.POSITIVE_INFINITY, answeredInCalm(fleet, environment))
    await workers?.stop()
    workers = undefined
    const ruleResults = [theft, ...(await verifyRun(db.system, fleet, environment))]
    const outcomes = Object.fromEntries(
      (await db.system.query(`select outcome, count(*)::int as n from check_run group by 1 order by 2 desc`)).rows.map(
        ({ outcome, n }) => [outcome, n],
      ),
    )
    return {
      ruleResults,
      checks,
      rounds,
      storms,
      kills: killer.killed(),
      claims: await count('seen_claim'),
      lost: (await count('seen_claim')) - (await count('check_run')),
      runs: await count('check_run'),
      outcomes,
    }
  } finally {
    await workers?.stop().catch(() => undefined)
  }
}
