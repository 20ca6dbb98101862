// Counters of a process: one line at each event (`count.refused('user-rate')`), read by metrics.ts. One registry per
// process. Labels are closed lists or names of the product: never a company, a person or an address.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export const PROCESS_REGISTRY = new Registry()
const registers = [PROCESS_REGISTRY]
const counter = <T extends string>(name: string, help: string, labelNames: T[] = []): Counter<T> =>
  new Counter({ name, help, labelNames, registers })

/** Each bucket is a series per route: thirteen are enough to distinguish 300 ms from a second. */
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5, 10, 30]
const WAIT_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10]
const JOB_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600]

/** Why a call was refused before it was handled. */
export type Refusal =
  | 'user-rate'
  | 'token-rate'
  | 'address-rate'
  | 'service-address'
  | 'address-connections'
  | 'overload'
  | 'pool'
  | 'company-writes'
export type JobEnd = 'done' | 'refused' | 'failed' | 'cancelled' | 'again' | 'superseded' | 'stopped'
export type EmailOutcome = 'sent' | 'again' | 'failed'
export type WebhookEnd = 'delivered' | 'again' | 'failed'

const calls = counter('padron_http_requests_total', 'Calls answered', ['method', 'route', 'status'])
const callSeconds = new Histogram({
  name: 'padron_http_request_duration_seconds',
  help: 'From the head of a call to the end of its answer; without streams',
  labelNames: ['method', 'route'],
  buckets: CALL_SECONDS,
  registers,
})
const inFlight = new Gauge({
  name: 'padron_http_in_flight',
  help: 'Calls under way, open streams among them',
  registers,
})
const refusals = counter('padron_http_refused_total', 'Calls refused before they were taken up', ['why'])
const waitSeconds = new Histogram({
  name: 'padron_database_wait_seconds',
  help: 'How long a transaction waited for its connection',
  labelNames: ['pool'],
  buckets: WAIT_SECONDS,
  registers,
})
const failures = counter('padron_database_failed_total', 'Transactions that failed', ['class'])
const jobs = counter('padron_jobs_total', 'Runs of jobs that ended', ['kind', 'outcome'])
const jobSeconds = new Histogram({
  name: 'padron_job_duration_seconds',
  help: 'One run of a job',
  labelNames: ['kind'],
  buckets: JOB_SECONDS,
  registers,
})
const emails = counter('padron_emails_total', 'Tries to deliver an email', ['outcome'])
const bounces = counter('padron_emails_bounced_total', 'Emails that came back')
const webhooks = counter('padron_webhooks_total', 'Tries to deliver an event', ['outcome'])

export type Call = { method: string; route: string; status: number; seconds: number; streamed: boolean }

export const count = {
  callBegun: (): void => inFlight.inc(),
  /** @param call `route` is our route's pattern, 'none' where no route matched */
  callEnded: ({ method, route, status, seconds, streamed }: Call): void => {
    inFlight.dec()
    calls.inc({ method, route, status: `${Math.trunc(status / 100)}xx` })
    if (!streamed) callSeconds.observe({ method, route }, seconds)
  },
  /** Refused before it was handled: rate limit, overload or shutdown. */
  refused: (why: Refusal): void => refusals.inc({ why }),
  connectionAcquired: (pool: string, seconds: number): void => waitSeconds.observe({ pool }, seconds),
  transactionFailed: (error: unknown): void => failures.inc({ class: classOf(error) }),
  jobEnded: (kind: string, outcome: JobEnd, seconds: number): void => {
    jobs.inc({ kind, outcome })
    jobSeconds.observe({ kind }, seconds)
  },
  email: (outcome: EmailOutcome): void => emails.inc({ outcome }),
  bounced: (): void => bounces.inc(),
  webhook: (outcome: WebhookEnd): void => webhooks.inc({ outcome }),
} as const

const CLASSES: Readonly<Record<string, string>> = {
  '08': 'connection',
  '22': 'data',
  '23': 'constraint',
  '25': 'read-only',
  '40': 'conflict',
  '42': 'statement',
  '53': 'resources',
  '54': 'limit',
  '55': 'lock',
  '57': 'cancelled',
  '58': 'system',
  XX: 'internal',
}

/** A hung transaction that the server ended; the rest of class 25 is about writes in a read-only transaction. */
const IDLE_IN_TRANSACTION = '25P03'

/**
 * The class of PostgreSQL's error (SQLSTATE, first two characters); 'refused' for a refusal of ours inside a
 * transaction.
 */
const classOf = (error: unknown): string => {
  const { code, status } = (error ?? {}) as { code?: unknown; status?: unknown }
  if (code === IDLE_IN_TRANSACTION) return 'cancelled'
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return CLASSES[code.slice(0, 2)] ?? 'other'
  if (typeof code === 'string') return 'connection'
  return typeof status === 'number' ? 'refused' : 'other'
}

/** Registers a gauge that is read with the metrics. A second registration replaces the first. */
export const measure = (name: string, help: string, read: () => number): void => {
  PROCESS_REGISTRY.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read())
    },
  })
}
