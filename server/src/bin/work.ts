// The background work of a worker process: checks, jobs, emails and the features' schedules. Several processes may run
// it at once.
import type { FastifyBaseLogger } from 'fastify'
import { closeHttpClient } from '../checks/engine/http-client.ts'
import { startWorker } from '../checks/engine/worker.ts'
import { statsSchedule } from '../checks/health/stats-schedule.ts'
import { sealPlain, unopenable } from '../checks/portals/credentials.ts'
import { unitAmountsSchedule } from '../checks/store/recompute-unit-amounts.ts'
import type { Db } from '../db/client.ts'
import { type AddressOf, connect } from '../db/connect.ts'
import type { Env } from '../env/env.ts'
import type { SourceReading, WorkTools } from '../feature.ts'
import { FEATURES } from '../features/index.ts'
import { signedLinks } from '../files/signed-links.ts'
import { JOB_KINDS } from '../job-kinds.ts'
import { startJobs } from '../jobs/runner.ts'
import { startSchedule } from '../jobs/schedule.ts'
import { emailSender } from '../mail/email-sender.ts'
import { type Mailbox, noMailbox, smtpMailbox } from '../mail/mailbox.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { allowPrivateAddresses } from '../outgoing/agent.ts'
import { resealAll } from '../secrets/sealed-columns.ts'
import { openSealed, type Secrets } from '../secrets/sealing.ts'
import { startRetention } from './retention.ts'
import { limitStep, runInParallel, type Step } from './shutdown.ts'
import type { Stores } from './stores.ts'

export type Work = {
  db: Db
  addressOf: AddressOf
  stores: Stores
  env: Env
  log: FastifyBaseLogger
  secrets: Secrets
  /** Parses the answers of sources. */
  reading: SourceReading
  /** The base address for sources that answer later; empty: none can. */
  callbackBase: string
  onStored: Metrics['checkEnded']
  now: () => Date
}

const CLOSES_WITHIN_MS = 1_000

const mailboxOf = ({ mail }: Env): Mailbox =>
  mail ? smtpMailbox(mail.smtpUrl, mail.from, { bounces: mail.bounces }) : noMailbox

/** Jobs and the emails that report them. */
const startJobsAndEmails = async ({ db, stores, env, log, secrets, now }: Work): Promise<Step> => {
  const { files, emailFiles, evidence } = stores
  const mailbox = mailboxOf(env)
  const links = await signedLinks(db, now, env.place)
  // Only files are opened without a session.
  const addressOf = (path: string, until: Date) =>
    `${env.publicUrl ?? ''}${path.startsWith('/files/') ? links.signUntil(path, until) : path}`
  const openCode = (owner: string, sealed: string) => openSealed(secrets, owner, sealed)
  const { channelOrigins, publicUrl } = env
  const tools: WorkTools = { db, mailbox, secrets, channelOrigins, publicUrl, log, now }
  const leased = [
    ...(mailbox.configured ? [emailSender({ db, mailbox, log, emailFiles, addressOf, openCode, now })] : []),
    ...FEATURES.flatMap((feature) => feature.leased?.(tools) ?? []),
  ]
  const schedules = FEATURES.flatMap((feature) => feature.schedules?.(tools) ?? [])
  return runInParallel([
    ...leased.map((work) => work.start()),
    ...schedules.map((schedule) => startSchedule(schedule, log)),
    await startJobs({ db, files, emailFiles, evidence, mailbox, log, now, kinds: JOB_KINDS }),
  ])
}

/** @param steps receives the stop function of each part as soon as it runs */
export const startWork = async (work: Work, steps: Step[]): Promise<void> => {
  const { db, addressOf, stores, env, log, secrets, reading, callbackBase, onStored, now } = work
  allowPrivateAddresses(env.privateSources)
  for (const owner of await sealPlain(db, secrets)) log.error(unopenable(owner))
  for (const { column, names } of await resealAll(db, secrets))
    log.error({ table: column.table, rows: names.length }, column.texts.log)
  const { places } = env.running
  const worker = startWorker({ db, log, ...reading, evidence: stores.evidence, callbackBase, places, onStored, now })
  steps.push(startRetention({ db, addressOf, keep: env.running.keepMonths, stores, log }), closeHttpClient)
  // Jobs have a pool of their own: they hold connections for minutes, and requests must not wait for them.
  const jobsDb = { ...connect(addressOf, undefined, 'jobs'), replica: db.replica }
  // a long statement of a job may still hold a connection: it ends with the process
  steps.push(limitStep(CLOSES_WITHIN_MS, jobsDb.close))
  let stopJobs: Step = async () => {}
  // Claimed checks are released in parallel with the jobs' end.
  const schedules = [statsSchedule({ db, log, now }), unitAmountsSchedule({ db: jobsDb, log })]
  steps.push(
    runInParallel([() => worker.stop(), ...schedules.map((each) => startSchedule(each, log)), () => stopJobs()]),
  )
  stopJobs = await startJobsAndEmails({ ...work, db: jobsDb })
}
