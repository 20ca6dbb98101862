// What a feature brings, declared once in features/<name>/index.ts: the calls it answers, its other addresses, its
// jobs, what it does by itself, and what it deletes when that is too old. app.ts, job-kinds.ts and bin/ loop over
// features/index.ts.
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
import type { PasswordStep } from './identity/passwords/password-keys.ts'
import type { ProviderTools } from './identity/provider.ts'
import type { RelyingParty } from './identity/second-factor/passkeys.ts'
import type { JobKind } from './jobs/job.ts'
import type { LeasedWork } from './jobs/leased-work.ts'
import type { QueueLive } from './jobs/live.ts'
import type { Needs } from './jobs/requester.ts'
import type { Schedule } from './jobs/schedule.ts'
import type { Mailbox } from './mail/mailbox.ts'
import type { Secrets } from './secrets/sealing.ts'

/** What answers that sources send later are read with. */
export type SourceReading = {
  connectors: () => Promise<readonly Connector[]>
  openCredential: (owner: string, stored: string) => string
}

/** Whether this process may be sent requests yet, and whether a portal of the installation is simulated. */
export type Readiness = { ready: boolean; simulated: boolean }

/** An order that is no job, because its own worker runs it: it is in the queue too, and can be cancelled there. */
type OrderKind = {
  queueId: number
  /** The permissions that its requester needs. */
  needs: Needs
  cancel: (tx: Tx, tenantId: number, itemId: string) => Promise<void>
}

/** Every kind of job, as the queue asks about them. */
export type JobKinds = {
  /** The permissions that its requester needs. */
  needsOf: (queueId: number) => Needs
  isCancellable: (queueId: number) => boolean
  /** Of these items, those that can no longer be cancelled. Cost: one statement a kind that has items here. */
  pastCancelling: (tx: Tx, items: readonly { id: string; queueId: number }[]) => Promise<ReadonlySet<string>>
  /** How an order that is no job is cancelled, by its queue. */
  cancelOrder: Readonly<Record<number, (tx: Tx, tenantId: number, itemId: string) => Promise<void>>>
}

/** What the set-up of an installation works with, in the server and on the command line. */
export type SetupTools = { db: Db; secrets: Secrets; addressOf: AddressOf }

/** What calls and routes are answered with. */
export type AppContext = Kit & {
  /** Where scheduled emails' files, results of jobs and evidence are. */
  stores: FileStores & { documents: DocumentTools; generated: GeneratedFiles }
  links: SignedLinks
  step: PasswordStep
  fleets: FleetIndex
  jobKinds: JobKinds
  state: Readiness
  publicUrl: string | undefined
  /** Whom passkeys are made for; undefined: there are none. */
  rp: RelyingParty | undefined
  /** Where companies of other installations live. */
  directory: Directory
  /** Whether this installation sends emails. */
  mails: boolean
  live: QueueLive | undefined
  draining: AbortSignal | undefined
  hooks: SourceReading | undefined
  webhooks: { secrets: Secrets; privateAddresses: boolean }
  channelOrigins: ChannelOrigins
  bounceSecret: string | undefined
  /** Asks companies' identity providers. */
  provider: ProviderTools
  /** What the first start of an installation is set up with; undefined: its calls are not found. */
  setup: SetupTools | undefined
}

/** What work that goes on by itself is done with. */
export type WorkTools = {
  db: Db
  mailbox: Mailbox
  secrets: Secrets
  channelOrigins: ChannelOrigins
  publicUrl: string | undefined
  log: FastifyBaseLogger
  now: () => Date
}

/** What old rows and files are deleted with. */
type RetentionTools = { db: Db; stores: FileStores; stopping: AbortSignal }

type Mount = (app: FastifyInstance, context: AppContext) => void

export type Feature = {
  /** Rows of the contract with their handlers. */
  calls?: (context: AppContext) => readonly Mount[]
  /** The same, answered by every process, whatever its part. */
  always?: (context: AppContext) => readonly Mount[]
  /** Addresses that are no row: signed files, streams, hooks. */
  routes?: Mount
  jobs?: readonly JobKind[]
  orders?: readonly OrderKind[]
  /** What every worker process repeats. */
  schedules?: (tools: WorkTools) => readonly Schedule[]
  /** Rows that every worker process claims and works on. */
  leased?: (tools: WorkTools) => readonly LeasedWork[]
  /** Each is run at the start of a working process and every hour, in any number of processes at once. */
  retention?: (tools: RetentionTools) => readonly ((now: Date) => Promise<unknown>)[]
}

/** Does not compile while a row has no handler or a handler replies another shape. */
export const answers =
  <T extends Record<string, Call>>(rows: T, handlers: Handlers<T>): Mount =>
  (app, context) =>
    serve(app, context, rows, handlers)
