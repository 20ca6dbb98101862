// Loads the demo fleets into an empty installation if the settings allow it, and runs the simulated portals while any
// portal uses them. One process does both for as long as it lives; the others wait until the fleets are loaded, and
// another worker takes over when that process dies.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { type AddressOf, ownConnection } from '../db/connect.ts'
import { installedDemo, isDemoWanted } from '../demo/demo-state.ts'
import { demoRegister, isDemoComplete, loadDemo } from '../demo/load.ts'
import type { Env } from '../env/env.ts'
import { runsWorker } from './roles.ts'
import { type Step, stopAll } from './shutdown.ts'
import { startSimulator } from './simulator-process.ts'
import type { Stores } from './stores.ts'

export type DemoStart = {
  db: Db
  addressOf: AddressOf
  env: Env
  log: FastifyBaseLogger
  stores: Stores
  state: { simulated: boolean }
  steps: Step[]
  stopping: AbortSignal
}

const DEMO_LOCK = 7_236_105
const LOOK_EVERY_MS = 250
const TAKEOVER_RETRY_MS = 3_000

/** @returns the address of the simulated portals, if this process runs them */
export const prepareDemo = async (start: DemoStart): Promise<string | undefined> => {
  const { db, addressOf, env, log, state, stopping } = start
  const installed = await installedDemo(db)
  const isWanted = await isDemoWanted(db, env.demo)
  // A demo company that real portals check has real answers; the session tells its users.
  state.simulated = isWanted || (installed?.portals.length ?? 0) > 0
  if (!state.simulated) return undefined
  let warned = false
  for (;;) {
    const post = runsWorker(env.role) ? await takePost(addressOf) : undefined
    if (post) return runDemo(start, post)
    if (await isDemoComplete(db)) {
      if (runsWorker(env.role)) start.steps.push(takeOverWhenFree(start))
      return undefined
    }
    if (!warned) log.warn('waiting for a worker to load the demo fleets')
    warned = true
    stopping.throwIfAborted()
    await pause(LOOK_EVERY_MS)
  }
}

const runDemo = async ({ db, env, log, stores, steps }: DemoStart, leave: Step): Promise<string> => {
  steps.push(leave)
  const documents = { tools: stores.documents, room: stores.spool, evidence: stores.evidence }
  const simulator = await startSimulator(env.simulatorPort, (line) => log.warn({ part: 'simulator' }, line))
  steps.push(simulator.stop)
  await loadDemo(db, {
    simulatorUrl: simulator.url,
    documents,
    log: (line) => log.info({ part: 'demo' }, line),
  })
  // The simulated registries must know these vehicles, as real ones would.
  await simulator.control('/__control/register', { vehicles: await demoRegister(db) })
  return simulator.url
}

/**
 * Runs the simulator once the process that runs it has ended, so that the portals survive a worker's end.
 * @returns a function that stops it
 */
const takeOverWhenFree = (start: DemoStart): Step => {
  const { addressOf, log } = start
  const leaving = new AbortController()
  const steps: Step[] = []
  const tryIt = async (): Promise<boolean> => {
    const post = await takePost(addressOf)
    if (!post) return false
    await runDemo({ ...start, steps }, post)
    return true
  }
  const wait = async (): Promise<void> => {
    while (!leaving.signal.aborted) {
      await pause(TAKEOVER_RETRY_MS, undefined, { signal: leaving.signal }).catch(() => undefined)
      if (leaving.signal.aborted) return
      const tookOver = await tryIt().catch(async (error: unknown) => {
        log.debug({ err: error }, 'taking over the simulated portals failed')
        await stopAll(steps, log) // the database is unavailable, or the port is still in use: try again
        return false
      })
      if (tookOver) return log.warn('this process took over the simulated portals')
    }
  }
  const waiting = wait()
  return async () => {
    leaving.abort()
    await waiting
    await stopAll(steps, log)
  }
}

/** The lock that the one process with the simulator holds; it ends with the process. */
const takePost = async (addressOf: AddressOf): Promise<Step | undefined> => {
  const client = await ownConnection(addressOf)
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [DEMO_LOCK])
  if (rows[0]?.mine) return () => client.end()
  await client.end()
  return undefined
}
