// The settings of an installation with many processes: retention, capacity, and monitoring.
import { z } from 'zod/mini'

const isDatabase = (text: string): boolean => ['postgres:', 'postgresql:'].includes(URL.parse(text)?.protocol ?? '')
const isCollector = (text: string): boolean => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')
const whole = (name: string, least: number, most: number, otherwise: number) =>
  z._default(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (text) => /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most,
            `${name} debe ser un número entero entre ${least} y ${most}`,
          ),
        ),
      z.transform(Number),
    ),
    otherwise,
  )

export const runningSettings = {
  PADRON_REPLICA_URL: z.optional(
    z.string().check(z.refine(isDatabase, 'PADRON_REPLICA_URL debe ser postgresql://usuario:clave@servidor/base')),
  ),
  PADRON_DB_CONNECTIONS: whole('PADRON_DB_CONNECTIONS', 2, 200, 10),
  PADRON_PLACES: whole('PADRON_PLACES', 1, 1_000, 1),
  PADRON_KEEP_RUNS_MONTHS: whole('PADRON_KEEP_RUNS_MONTHS', 1, 600, 24),
  PADRON_KEEP_EVENTS_MONTHS: whole('PADRON_KEEP_EVENTS_MONTHS', 13, 600, 60),
  PADRON_KEEP_ACTIVITY_MONTHS: whole('PADRON_KEEP_ACTIVITY_MONTHS', 12, 600, 60),
  PADRON_METRICS_HOST: z._default(
    z.string().check(z.minLength(1, 'PADRON_METRICS_HOST no puede estar vacío')),
    '127.0.0.1',
  ),
  PADRON_OTLP_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isCollector,
          'PADRON_OTLP_URL debe ser la dirección http o https de un colector, como http://colector:4318',
        ),
      ),
  ),
  PADRON_USER_RATE: whole('PADRON_USER_RATE', 10, 1_000_000, 1_200),
  PADRON_ADDRESS_RATE: whole('PADRON_ADDRESS_RATE', 10, 1_000_000, 6_000),
  PADRON_ADDRESS_CONNECTIONS: whole('PADRON_ADDRESS_CONNECTIONS', 10, 1_000_000, 1_000),
  PADRON_DRAIN_MS: whole('PADRON_DRAIN_MS', 0, 60_000, 0),
  PADRON_OLD_POSTGRES: z.optional(z.string()),
}

export type RunningSettings = {
  /** A read replica, for reads that may be some seconds old; undefined: the primary is read. */
  replicaUrl: string | undefined
  /** Connections of a process for calls; sign-in, jobs and checks have others. */
  connections: number
  /** Installations that query the same sources: each takes an equal share of their limits. */
  places: number
  /** Retention in months of answers of sources, of their changes, and of the activity log. */
  keepMonths: { runs: number; events: number; activity: number }
  /** The address on which the metrics are served. */
  metricsHost: string
  /** Where traces are sent, by OTLP over HTTP; undefined: no traces. */
  otlpUrl: string | undefined
  /** Maximum calls a minute to a process, per user and per address. */
  rates: { user: number; address: number }
  /** Maximum open connections to a process per address; trusted proxies have no limit. */
  connectionsPerAddress: number
  /** How long a process that must stop still answers calls, reported as not ready, until balancers stop sending. */
  drainMs: number
  /** The folder with the programs of an older PostgreSQL, to upgrade an embedded database of that version. */
  oldPostgres: string | undefined
}

type Read = z.output<z.ZodMiniObject<typeof runningSettings>>
export const runningOf = (read: Read): RunningSettings => ({
  replicaUrl: read.PADRON_REPLICA_URL,
  connections: read.PADRON_DB_CONNECTIONS,
  places: read.PADRON_PLACES,
  keepMonths: {
    runs: read.PADRON_KEEP_RUNS_MONTHS,
    events: read.PADRON_KEEP_EVENTS_MONTHS,
    activity: read.PADRON_KEEP_ACTIVITY_MONTHS,
  },
  metricsHost: read.PADRON_METRICS_HOST,
  otlpUrl: read.PADRON_OTLP_URL,
  rates: { user: read.PADRON_USER_RATE, address: read.PADRON_ADDRESS_RATE },
  connectionsPerAddress: read.PADRON_ADDRESS_CONNECTIONS,
  drainMs: read.PADRON_DRAIN_MS,
  oldPostgres: read.PADRON_OLD_POSTGRES,
})
