// The manifest of a feature, declared in features/<name>/index.ts: its calls, other routes, jobs, schedules, and the
// retention of its data. app.ts, job-kinds.ts and bin/ loop over features/index.ts.
import type { Call } from '@padron/contract/call'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Connector } from './checks/connectors/connector.ts'
import type { Db, Tx } from './db/client.ts'
import type { AddressOf } from './db/connect.ts'
import type { ChannelOrigins } from './env/env.ts'
import type { FileStores } from './files/contents/file-stores.ts'
import type { GeneratedFiles } from './files/generated-files.ts'
import type { SignedLinks } from './files/signed-links.ts'
import type { DocumentTools } from './files/store-document.ts'
import type { FleetIndex } from './fleet/index/fleet-index.ts'
import type { Directory } from './http/access/place.ts'
import { type Handlers, type Kit, serve } from './http/serve.ts'
import type { ProviderTools } from './identity/company-sign-in/identity-provider.ts'
import type { PasswordStep } from './identity/passwords/password-keys.ts'
import type { RelyingParty } from './identity/second-factor/passkeys.ts'
import type { JobKind } from './jobs/job.ts'
import type { LeasedWork } from './jobs/leased-work.ts'
import type { QueueLive } from './jobs/live.ts'
import type { Needs } from './jobs/requester.ts'
import type { Schedule } from './jobs/schedule.ts'
import type { Mailbox } from './mail/mailbox.ts'
import type { Secrets } from './secrets/sealing.ts'

/** Parses answers that sources send later. */
export type SourceReading = {
  connectors: () => Promise<readonly Connector[]>
  openCredential: (owner: string, stored: string) => string
}

/** Whether this process accepts requests yet, and whether a portal of the installation is simulated. */
export type Readiness = { ready: boolean; simulated: boolean }

/** An order that is not a job, because its own worker runs it: it is also in the queue, and can be cancelled there. */
type OrderKind = {
  queueId: number
  /** The permissions that its requester needs. */
  needs: Needs
  cancel: (tx: Tx, tenantId: number, itemId: string) => Promise<void>
}

/** What the queue needs to know of every kind of job. */
export type JobKinds = {
  /** The permissions that its requester needs. */
  needsOf: (queueId: number) => Needs
  isCancellable: (queueId: number) => boolean
  /** Those of these items that can no longer be cancelled. Cost: one statement per kind among them. */
  pastCancelling: (tx: Tx, items: readonly { id: string; queueId: number }[]) => Promise<ReadonlySet<string>>
  /** Cancels an order that is not a job, by its queue. */
  cancelOrder: Readonly<Record<number, (tx: Tx, tenantId: number, itemId: string) => Promise<void>>>
}

/** The dependencies of an installation's set-up, in the server and on the command line. */
export type SetupTools = { db: Db; secrets: Secrets; addressOf: AddressOf }

/** The dependencies of calls and routes. */
export type AppContext = Kit & {
  /** The stores of scheduled emails' files, results of jobs and evidence. */
  stores: FileStores & { documents: DocumentTools; generated: GeneratedFiles }
  links: SignedLinks
  step: PasswordStep
  fleets: FleetIndex
  jobKinds: JobKinds
  state: Readiness
  publicUrl: string | undefined
  /** The relying party of passkeys; undefined: no passkeys. */
  rp: RelyingParty | undefined
  /** The installations of other companies. */
  directory: Directory
  /** Whether this installation sends emails. */
  mails: boolean
  live: QueueLive | undefined
  draining: AbortSignal | undefined
  hooks: SourceReading | undefined
  webhooks: { secrets: Secrets; privateAddresses: boolean }
  channelOrigins: ChannelOrigins
  bounceSecret: string | undefined
  /** Sends requests to companies' identity providers. */
  provider: ProviderTools
  /** The dependencies of the first set-up; undefined: its calls answer 404. */
  setup: SetupTools | undefined
}

/** The dependencies of scheduled and leased work. */
export type WorkTools = {
  db: Db
  mailbox: Mailbox
  secrets: Secrets
  channelOrigins: ChannelOrigins
  publicUrl: string | undefined
  log: FastifyBaseLogger
  now: () => Date
}

/** The dependencies of retention. */
type RetentionTools = { db: Db; stores: FileStores; stopping: AbortSignal }

type Mount = (app: FastifyInstance, context: AppContext) => void

export type Feature = {
  /** Rows of the contract with their handlers. */
  calls?: (context: AppContext) => readonly Mount[]
  /** The same, but every process answers them, whatever its part. */
  always?: (context: AppContext) => readonly Mount[]
  /** Routes without a row: signed files, streams, hooks. */
  routes?: Mount
  jobs?: readonly JobKind[]
  orders?: readonly OrderKind[]
  /** Work that every worker process repeats. */
  schedules?: (tools: WorkTools) => readonly Schedule[]
  /** Rows that every worker process claims and works on. */
  leased?: (tools: WorkTools) => readonly LeasedWork[]
  /** Each runs at the start of a worker process and every hour, possibly in several processes at once. */
  retention?: (tools: RetentionTools) => readonly ((now: Date) => Promise<unknown>)[]
}

/** Does not compile if a row has no handler or a handler returns another shape. */
export const answers =
  <T extends Record<string, Call>>(rows: T, handlers: Handlers<T>): Mount =>
  (app, context) =>
    serve(app, context, rows, handlers)
