// The whole product in one process, in the order in which each part needs the one before it: settings → database →
// server → demo → worker. `start.ts` runs it for an operator, the tests run it as it is.
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { type AddressOf, asSystem, connect, type Db, ownConnection } from '../db/client.ts'
import { eraseDue } from '../db/company-data.ts'
import { demoRegister, isDemoComplete, loadDemo } from '../db/demo/load.ts'
import type { PaperRoom } from '../db/demo/papers.ts'
import { openDatabase } from '../db/open.ts'
import type { Env } from '../env.ts'
import { startAlerts } from '../features/alerts/look.ts'
import { sweepEvidence } from '../features/captures/sweep-evidence.ts'
import { startStatistics } from '../features/dashboard/start-statistics.ts'
import { purgeRemoved } from '../features/documents/change.ts'
import { forgetImports } from '../features/imports/forget.ts'
import { forgetReminders } from '../features/obligations/reminders.queries.ts'
import { startReminders } from '../features/obligations/reminders.ts'
import { startFollowing } from '../features/processing/follow-orders.ts'
import { forgetLetterFiles } from '../features/reports/letter-files.ts'
import { startReports } from '../features/reports/start-reports.ts'
import { forgetTagUndos } from '../features/tags/undo-tags.ts'
import { forgetBulk } from '../features/vehicles/forget-bulk.ts'
import { documentTools, spoolRoom } from '../files/document-tools.ts'
import { signedLinks } from '../files/signed-links.ts'
import { keepSwept } from '../files/spool.ts'
import { type FileStore, fileStore } from '../files/store.ts'
import { refuseOthers } from '../files/store-owner.ts'
import { sweepContents } from '../files/sweep-contents.ts'
import type { DocumentTools } from '../files/take-in.ts'
import { forgetTheOld } from '../identity/housekeeping.ts'
import { JOB_KINDS } from '../job-kinds.ts'
import { forgetJobs } from '../jobs/housekeeping.ts'
import { startQueueLive } from '../jobs/live.ts'
import { startJobs } from '../jobs/runner.ts'
import { noMailbox, smtpMailbox } from '../mail/mailbox.ts'
import { startOutbox } from '../mail/start-outbox.ts'
import { type Metrics, makeMetrics } from '../metrics/metrics.ts'
import { serveMetrics } from '../metrics/metrics-server.ts'
import { allowPrivateSources, closeDoor } from '../resources/door.ts'
import { loadConnectors } from '../resources/registry.ts'
import { credentialOpener, sealPlain, unopenable } from '../resources/sealed.ts'
import { readSecrets } from '../resources/secret-file.ts'
import { startSlots } from '../resources/slots-upkeep.ts'
import { startWorker } from '../resources/worker.ts'
import { startSimulator } from './simulator-process.ts'

export type Product = { address: string; simulator: string | undefined; db: Db; stop: () => Promise<void> }

const PARTS: Record<Env['role'], readonly ('api' | 'identity')[]> = {
  all: ['api', 'identity'],
  api: ['api'],
  identity: ['identity'],
  worker: [],
}
const works = (role: Env['role']) => role === 'all' || role === 'worker'

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

type Step = () => Promise<unknown>

const HOUSE_EVERY_MS = 3_600_000

type House = {
  db: Db
  files: FileStore
  letterFiles: FileStore
  evidence: FileStore
  documents: DocumentTools
  log: FastifyBaseLogger
}

/** What falls due by itself: what is too old to keep, companies whose waiting to be erased is over. @returns how to stop */
const keepHouse = ({ db, files, letterFiles, evidence, documents: { contents }, log }: House): Step => {
  const told = (tenantId: number, rows: number) =>
    log.warn({ tenantId, rows }, 'a company was erased, as had been asked')
  const failed = (error: unknown, tenantId?: number) => log.error({ err: error, tenantId }, 'housekeeping failed')
  const keep = async () => {
    await forgetTheOld(db).catch(failed)
    await forgetBulk(db).catch(failed)
    await forgetJobs(db, files, new Date()).catch(failed)
    await forgetLetterFiles(db, letterFiles, new Date()).catch(failed)
    await forgetTagUndos(db, new Date()).catch(failed)
    await forgetReminders(db, new Date()).catch(failed)
    await forgetImports(db, files, new Date()).catch(failed)
    await sweepEvidence(db, evidence, new Date()).catch(failed)
    await purgeRemoved(db, new Date()).catch(failed)
    await eraseDue(db, files, told, failed, letterFiles).catch(failed)
  }
  const sweep = () => sweepContents(db, contents, new Date()).catch(failed)
  let running = keep()
  const timer = setInterval(() => {
    running = running
      .then(keep)
      .then(sweep)
      .then(() => undefined) // not at the start: an operator may see a wrong setting first
  }, HOUSE_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Not waited for: a store that does not answer keeps nobody from starting. */
const tellOthersStore = (db: Db, { contents }: DocumentTools, log: FastifyBaseLogger): void =>
  void refuseOthers(db, contents).catch((error: unknown) =>
    log.error({ err: error }, 'the store of documents is not as it should be'),
  )

type Work = { db: Db; files: FileStore; letterFiles: FileStore; evidence: FileStore; env: Env; log: FastifyBaseLogger }

const together =
  (steps: readonly Step[]): Step =>
  async () => {
    const ends = await Promise.allSettled(steps.map((step) => step()))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

/** Jobs and the letters that tell of them. @returns how to stop them */
const startWork = async ({ db, files, letterFiles, evidence, env, log }: Work): Promise<Step> => {
  const now = () => new Date()
  const links = await signedLinks(db, now)
  const mailbox = env.mail ? smtpMailbox(env.mail.smtpUrl, env.mail.from, { bounces: env.mail.bounces }) : noMailbox
  // Only files are opened without a session.
  const addressOf = (path: string, until: Date) =>
    `${env.publicUrl ?? ''}${path.startsWith('/files/') ? links.signUntil(path, until) : path}`
  const stopLetters = startOutbox({ db, mailbox, log, letterFiles, addressOf })
  const stopFollowing = startFollowing({ db, mailbox, log })
  const stopReminders = startReminders({ db, mailbox, now, log })
  const stopReports = startReports({ db, mailbox, now, log })
  const stopAlerts = startAlerts({ db, mailbox, now, log })
  const stopStatistics = startStatistics({ db, now, log })
  const stopJobs = await startJobs({ db, files, letterFiles, evidence, mailbox, log, now, kinds: JOB_KINDS })
  // None needs another: they take as long to stop as the slowest of them.
  return together([stopLetters, stopFollowing, stopReminders, stopReports, stopAlerts, stopStatistics, stopJobs])
}

/** Stops the parts in the reverse order of their start; one that fails does not keep the others from stopping. */
const stopAll = async (steps: Step[], log: FastifyBaseLogger): Promise<void> => {
  for (const step of steps.splice(0).reverse()) {
    await step().catch((error: unknown) => log.error({ err: error }, 'a part did not stop in order'))
  }
}

const CLOSE_PATIENCE_MS = 3_000

/** Lets requests under way finish for a while, then ends their connections: a stalled one must not hold up the stop. */
const closeServer = async (app: FastifyInstance): Promise<void> => {
  const impatient = setTimeout(() => app.server.closeAllConnections(), CLOSE_PATIENCE_MS)
  await app.close()
  clearTimeout(impatient)
}

/** @param stopping aborted when a signal came during the start @throws Error with a sentence for the operator */
export const startProduct = async (env: Env, log: FastifyBaseLogger, stopping: AbortSignal): Promise<Product> => {
  const steps: Step[] = []
  const stop = () => stopAll(steps, log)
  try {
    const { db, addressOf, close } = await openDatabase(env, (line) => log.debug({ part: 'postgres' }, line))
    steps.push(close)
    const state = { ready: false, simulated: false }
    const { publicUrl, trustedProxies } = env
    const files = fileStore(join(env.dataDir, 'results'))
    const letterFiles = fileStore(join(env.dataDir, 'letters'))
    const evidence = fileStore(join(env.dataDir, 'evidence'))
    const documents = documentTools(env.documents, env.dataDir)
    const spool = spoolRoom(env.documents, env.dataDir)
    tellOthersStore(db, documents, log)
    if (PARTS[env.role].includes('api') || works(env.role))
      steps.push(keepSwept(spool.folder, (error) => log.error({ err: error }, 'files that were left behind stay')))
    const secrets = await readSecrets(env)
    const openCredential = credentialOpener(secrets)
    const leftOut = (key: string, faults: readonly { path: string; message: string }[]) =>
      log.error({ connector: key, faults }, 'a stored connector is not valid and is left out')
    const connectors = () => loadConnectors(db, leftOut)
    const parts = new Set(PARTS[env.role])
    const live = startQueueLive({ addressOf, log })
    steps.push(live.close)
    const app = await buildApp({
      db,
      log,
      state,
      publicUrl,
      trustedProxies,
      parts,
      mails: env.mail !== undefined,
      files,
      letterFiles,
      evidence,
      documents,
      spool,
      live,
      hooks: { connectors, openCredential },
      bounceSecret: env.bounceSecret,
    })
    steps.push(() => closeServer(app))
    const address = await app.listen({ port: env.port, host: env.host }).catch((error) => {
      throw listenError(error, env)
    })
    const simulator = await prepareDemo({
      db,
      addressOf,
      env,
      log,
      papers: { tools: documents, room: spool },
      state,
      steps,
      stopping,
    })
    if (works(env.role)) {
      allowPrivateSources(env.privateSources)
      for (const portal of await sealPlain(db, secrets)) log.error(unopenable(portal))
      const callbackBase = publicUrl ?? (env.role === 'all' ? address : '')
      const onStored = await startMetrics({ db, env, log, steps })
      const worker = startWorker({ db, log, connectors, openCredential, evidence, callbackBase, onStored })
      steps.push(
        closeDoor,
        () => worker.stop(),
        keepHouse({ db, files, letterFiles, evidence, documents, log }),
        startSlots({ db, log }),
      )
      // Jobs have connections of their own: they hold some for minutes, and no request waits for them.
      const jobsDb = connect(addressOf)
      steps.push(jobsDb.close)
      steps.push(await startWork({ db: jobsDb, files, letterFiles, evidence, env, log }))
    }
    state.ready = true
    return { address, simulator, db, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @returns who wants to know of each stored check */
const startMetrics = async ({ db, env, log, steps }: Pick<Start, 'db' | 'env' | 'log' | 'steps'>): Promise<Metrics['checkEnded']> => {
  if (env.metricsPort === undefined) return () => undefined
  const metrics = makeMetrics(db)
  steps.push((await serveMetrics(metrics, env.metricsPort, log)).stop)
  return metrics.checkEnded
} // biome-ignore format: one condition

type Start = {
  db: Db
  addressOf: AddressOf
  env: Env
  log: FastifyBaseLogger
  papers: PaperRoom
  state: { simulated: boolean }
  steps: Step[]
  stopping: AbortSignal
}

/**
 * Loads the demo fleets into an empty installation, unless PADRON_DEMO is 0, and runs the simulated portals while any
 * portal is one of them. Of many processes one does it, for as long as it lives; the others wait for the fleets, and one
 * of them takes the post over if that process dies first.
 */
/** @returns where the simulated portals are, if this process runs them */
const prepareDemo = async (start: Start): Promise<string | undefined> => {
  const { db, addressOf, env, log, state, stopping } = start
  const { empty, simulated } = await demoState(db)
  state.simulated = simulated || (empty && env.demo)
  if (!state.simulated) return undefined
  let told = false
  for (;;) {
    const post = works(env.role) ? await takePost(addressOf) : undefined
    if (post) return runDemo(start, post)
    if (await isDemoComplete(db)) return undefined
    if (!told) log.warn('waiting for a worker to load the demo fleets')
    told = true
    stopping.throwIfAborted()
    await new Promise((again) => setTimeout(again, 250))
  }
}

const runDemo = async ({ db, env, log, papers, steps }: Start, leave: Step): Promise<string> => {
  steps.push(leave)
  const simulator = await startSimulator(env.simulatorPort, (line) => log.warn({ part: 'simulator' }, line))
  steps.push(simulator.stop)
  await loadDemo(db, { simulatorUrl: simulator.url, papers, log: (line) => log.info({ part: 'demo' }, line) })
  // Real registers know these vehicles; the simulated ones learn of them.
  await simulator.tell('/__control/register', { vehicles: await demoRegister(db) })
  return simulator.url
}

const DEMO_LOCK = 7_236_105

/** The one process that runs the simulator holds a lock of the database; it goes with the process. */
const takePost = async (addressOf: AddressOf): Promise<Step | undefined> => {
  const client = await ownConnection(addressOf)
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [DEMO_LOCK])
  if (rows[0]?.mine) return () => client.end()
  await client.end()
  return undefined
}

const listenError = (error: NodeJS.ErrnoException, { port, host }: Env): Error => {
  if (error.code === 'EADDRINUSE') return new Error(`El puerto ${port} ya está en uso. Elija otro con PORT.`)
  if (error.code === 'EACCES') return new Error(`No hay permiso para usar el puerto ${port}. Elija otro con PORT.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`HOST: ${host} no es una dirección de esta máquina.`)
  return error
}
