// The whole product in one process, in the order in which each part needs the one before it: settings → database →
// server → demo → worker. `start.ts` runs it for an operator, the tests run it as it is.
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from '../app.ts'
import { asSystem, type Db } from '../db/client.ts'
import { isDemoComplete, loadDemo } from '../db/demo/load.ts'
import { openDatabase } from '../db/open.ts'
import type { Env } from '../env.ts'
import { closeDoor } from '../resources/door.ts'
import { CONNECTORS } from '../resources/registry.ts'
import { startWorker } from '../resources/worker.ts'
import { startSimulator } from './simulator-process.ts'

export type Product = { address: string; db: Db; simulatorUrl: string | undefined; stop: () => Promise<void> }

const PARTS: Record<Env['role'], readonly ('api' | 'identity')[]> = {
  all: ['api', 'identity'],
  api: ['api'],
  identity: ['identity'],
  worker: [],
}
const works = (role: Env['role']) => role === 'all' || role === 'worker'

/** An installation without companies gets the demo; one with simulated portals keeps them running. */
const demoState = (db: Db) =>
  asSystem(db, async (tx) => {
    const company = await tx.selectFrom('company').select('tenant_id').limit(1).executeTakeFirst()
    const simulated = await tx
      .selectFrom('portal')
      .select('portal_key')
      .where('simulated', '=', true)
      .limit(1)
      .executeTakeFirst()
    return { empty: !company, simulated: simulated !== undefined }
  })

/** @throws Error with a sentence for the operator */
export const startProduct = async (env: Env, log: FastifyBaseLogger): Promise<Product> => {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    const { db, close } = await openDatabase(env, (line) => log.debug({ part: 'postgres' }, line))
    stops.push(close)
    const state = { ready: false, simulated: false }
    const app = await buildApp({ db, log, state, publicUrl: env.publicUrl, parts: new Set(PARTS[env.role]) })
    stops.push(() => app.close())
    const address = await app.listen({ port: env.port, host: env.host }).catch((error) => {
      throw listenError(error, env)
    })
    const simulatorUrl = env.demo ? await prepareDemo(db, env, log, state, stops) : undefined
    if (works(env.role)) {
      const worker = startWorker({ db, log, connectors: CONNECTORS })
      stops.push(closeDoor, () => worker.stop())
    }
    state.ready = true
    return { address, db, simulatorUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Loads the demo fleets into an empty database and runs the simulated portals while any portal is one of them. Of many
 * processes one does it, for as long as it lives; the others wait until the fleets are there.
 */
const prepareDemo = async (
  db: Db,
  env: Env,
  log: FastifyBaseLogger,
  state: { simulated: boolean },
  stops: (() => Promise<unknown>)[],
) => {
  const { empty, simulated } = await demoState(db)
  state.simulated = empty || simulated
  if (!state.simulated) return undefined
  const post = works(env.role) ? await takePost(db) : undefined
  if (!post) return waitForDemo(db)
  stops.push(post.leave)
  const simulator = await startSimulator(env.simulatorPort)
  stops.push(simulator.stop)
  await loadDemo(db, { simulatorUrl: simulator.url, log: (line) => log.info({ part: 'demo' }, line) })
  return simulator.url
}

const DEMO_LOCK = 7_236_105

/** The one process that runs the simulator holds a lock of the database; it goes with the process. */
const takePost = async (db: Db): Promise<{ leave: () => Promise<void> } | undefined> => {
  const client = await db.bulk.connect()
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [DEMO_LOCK])
  if (rows[0]?.mine) return { leave: async () => client.release(true) }
  client.release()
  return undefined
}

const waitForDemo = async (db: Db): Promise<undefined> => {
  while (!(await isDemoComplete(db))) await new Promise((again) => setTimeout(again, 250))
}

const listenError = (error: NodeJS.ErrnoException, { port, host }: Env): Error => {
  if (error.code === 'EADDRINUSE') return new Error(`El puerto ${port} ya está en uso. Elija otro con PORT.`)
  if (error.code === 'EACCES') return new Error(`No hay permiso para usar el puerto ${port}. Elija otro con PORT.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`HOST: ${host} no es una dirección de esta máquina.`)
  return error
}
