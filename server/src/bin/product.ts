// The whole product in one process. Its parts start in the order of their dependencies: settings → database → files →
// server → demo → work. `start.ts` runs it for an operator, and tests run it directly. The files beside it contain the
// parts; `work.ts` starts the background work.
import { SETUP_CODE_MINUTES } from '@padron/contract/setup'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from '../app.ts'
import { loadConnectors } from '../checks/connectors/registry.ts'
import { credentialOpener, unopenable } from '../checks/portals/credentials.ts'
import { asSystem, type Db } from '../db/client.ts'
import { installationNotice } from '../demo/demo-state.ts'
import type { Env } from '../env/env.ts'
import { readMergedEnv, readSettingsVersion } from '../env/env-stored.ts'
import { newSetupCode, setupAddress } from '../features/setup/setup.access.ts'
import { createFleetIndex } from '../fleet/index/fleet-index.ts'
import { addressAt } from '../http/access/place.ts'
import { drain } from '../http/overload/drain.ts'
import { relyingPartyOf } from '../identity/second-factor/passkeys.ts'
import { openDatabase } from '../installation/open.ts'
import { startQueueLive } from '../jobs/live.ts'
import { startSchedule } from '../jobs/schedule.ts'
import { settingOwner } from '../secrets/owners.ts'
import { readSecrets } from '../secrets/secret-file.ts'
import { startClock } from './clock.ts'
import { prepareDemo } from './demo.ts'
import { listenAt } from './listening.ts'
import { startMonitoring, startTraces } from './monitoring.ts'
import { partsForRole, runsWorker } from './roles.ts'
import { type Step, stopAll } from './shutdown.ts'
import { maintainStores, openStores } from './stores.ts'
import { startWork } from './work.ts'

const LOOK_EVERY_MS = 3_000

/**
 * Polls whether the stored settings have changed since this process read them at its start.
 * @param version of the settings at the start
 * @param onChanged called once
 * @returns a function that stops it
 */
const watchSettings = (db: Db, log: FastifyBaseLogger, version: number, onChanged: () => void): Step => {
  let changed = false
  const run = async () => {
    if (changed || (await asSystem(db, readSettingsVersion)) === version) return
    changed = true
    onChanged()
  }
  return startSchedule({ everyMs: LOOK_EVERY_MS, run, failure: 'the stored settings could not be read' }, log)
}

/** `notice`: a message for the operator about what this installation holds. */
type Started = {
  address: string
  publicUrl: string | undefined
  simulator: string | undefined
  notice: string | undefined
  db: Db
}
export type Product = Started & {
  /** Resolves when the stored settings have changed: the process must restart to read them. */
  settingsChanged: Promise<void>
  stop: () => Promise<void>
}

/** `draining`: aborts when this process begins to drain its connections. */
type Start = {
  env: Env
  log: FastifyBaseLogger
  stopping: AbortSignal
  draining: AbortSignal
  onSettingsChanged: () => void
  steps: Step[]
}

/** @param stopping aborted by a signal during the start @throws Error with a message for the operator */
export const startProduct = async (env: Env, log: FastifyBaseLogger, stopping: AbortSignal): Promise<Product> => {
  const steps: Step[] = []
  const leaving = new AbortController()
  const stop = () => {
    leaving.abort()
    return stopAll(steps, log)
  }
  const { promise: settingsChanged, resolve: onSettingsChanged } = Promise.withResolvers<void>()
  try {
    const parts = await startParts({ env, log, stopping, draining: leaving.signal, onSettingsChanged, steps })
    return { ...parts, settingsChanged, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const startParts = async (start: Start): Promise<Started> => {
  const { env: given, log, stopping, draining, onSettingsChanged, steps } = start
  steps.push(await startTraces(given))
  const { db, addressOf, close } = await openDatabase(
    given,
    (line) => log.debug({ part: 'postgres' }, line),
    (line) => log.info({ part: 'migration' }, line),
    (line) => log.error({ part: 'replica' }, line),
  )
  steps.push(close)
  const secrets = await readSecrets(given)
  const settingsVersion = await asSystem(db, readSettingsVersion)
  const { env, unopened } = await readMergedEnv(db, secrets)
  for (const name of unopened) log.error(unopenable(settingOwner(name)))
  const clock = await startClock(db, log)
  steps.push(clock.stop)
  const onStored = await startMonitoring({ db, env, log }, steps)
  const state = { ready: false, simulated: false }
  const stores = openStores(db, env)
  steps.push(maintainStores(db, stores, env, log))
  const reading = {
    connectors: () => loadConnectors(db, ...connectorReports(log)),
    openCredential: credentialOpener(secrets),
  }
  const live = startQueueLive({ addressOf, log })
  steps.push(live.close)
  const fleets = createFleetIndex(db, draining)
  const app = await buildApp({
    db,
    log,
    now: clock.now,
    fleets,
    state,
    publicUrl: env.publicUrl,
    // Without a public address people use this machine's own; browsers create no passkeys for an IP address.
    rp: relyingPartyOf(env.publicUrl ?? `http://localhost:${env.port}`),
    place: env.place,
    directory: env.directory,
    passwordKeys: env.passwordKeys,
    trustedProxies: env.trustedProxies,
    parts: partsForRole(env.role),
    mails: env.mail !== undefined,
    stores,
    spool: stores.spool,
    live,
    hooks: reading,
    webhooks: { secrets, privateAddresses: env.privateSources },
    channelOrigins: env.channelOrigins,
    bounceSecret: env.bounceSecret,
    setup: { db, secrets, addressOf },
    rates: env.running.rates,
    connections: env.running.connectionsPerAddress,
    draining,
  })
  steps.push(drain(app, draining, env.running.drainMs))
  const address = await listenAt(app, env)
  const simulator = await prepareDemo({ db, addressOf, env, log, stores, state, steps, stopping })
  if (runsWorker(env.role)) {
    const base = env.publicUrl ?? (env.role === 'all' ? address : '')
    const callbackBase = base && `${base}${addressAt(env.place, '')}`
    await startWork(
      { db, addressOf, stores, env, log, secrets, reading, callbackBase, onStored, now: clock.now },
      steps,
    )
  }
  if (partsForRole(env.role).has('api'))
    fleets.warmUp().catch((error) => log.warn(error, 'the warm-up failed; fleets are read on first use'))
  const notice = (await installationNotice(db)) ?? (await setupNotice(db, env, address))
  steps.push(watchSettings(db, log, settingsVersion, onSettingsChanged))
  state.ready = true
  return { address, publicUrl: env.publicUrl, simulator, notice, db }
}

/**
 * The message with the only address at which an installation without companies is set up; processes that serve no users
 * have none.
 */
const setupNotice = async (db: Db, env: Env, reached: string): Promise<string | undefined> => {
  const code = partsForRole(env.role).has('api') ? await newSetupCode(db, new Date()) : undefined
  if (code === undefined) return undefined
  return (
    `Todavía no hay empresas. Ponga en marcha la instalación en ${setupAddress(env, code, reached)}\n` +
    `La dirección vale ${SETUP_CODE_MINUTES} minutos y una sola vez; otra: padron init --address. En la terminal: ` +
    'padron init. Con PADRON_DEMO=1 se carga la demostración.'
  )
}

type ConnectorReport = NonNullable<Parameters<typeof loadConnectors>[1]>
/** The log entries for a stored connector that is left out, and for one that is used with a warning. */
const connectorReports = (log: FastifyBaseLogger): [ConnectorReport, ConnectorReport] => [
  (connector, faults) => log.error({ connector, faults }, 'a stored connector is not valid and is left out'),
  (connector, warnings) => log.warn({ connector, warnings }, 'a stored connector has settings that are probably wrong'),
]
