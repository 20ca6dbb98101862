// The definition of a kind of job. A job runs with the company's and the requester's permissions. If its process is
// killed, it runs again from the beginning, so that everything it does must be idempotent.
import type { Permission, Role } from '@padron/contract/permissions'
import { QUEUE_ID, type QueueId } from '@padron/contract/queue'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor, Db, Tx } from '../db/client.ts'
import type { FileStore, StoredFile } from '../files/contents/file-store.ts'
import type { Mailbox } from '../mail/mailbox.ts'
import type { Needs } from './requester.ts'

/** The queue of orders of checks. They are not jobs: the engine runs them, and the ordering feature ends them. */
export const CHECK_ORDERS = QUEUE_ID.orders

export type JobItem = {
  tenantId: number
  itemId: string
  queueId: number
  payload: unknown
  recipients: readonly string[]
  createdAt: string
  /** The progress of an earlier run. */
  done: number
  actor: Actor
}

/** Tools of every run. */
export type JobTools = {
  db: Db
  /** Results of jobs. */
  files: FileStore
  /** Files of scheduled emails, stored longer. */
  emailFiles: FileStore
  /** Files that prove an answer; without this store PDFs list them and do not show them. */
  evidence?: FileStore | undefined
  mailbox: Mailbox
  log: FastifyBaseLogger
  now: () => Date
}

export type JobRun = JobTools & {
  /** As the requester sees it. For a user who sees a part of the fleet, it reads that part and cannot write. */
  db: Db
  /** The database without the part's limits, for what a job with `ofPart` writes. */
  wholeDb: Db
  /** The name of the files that this run writes. */
  runId: string
  item: JobItem
  /** The requester's permissions when this run began. */
  roles: ReadonlySet<Role>
  /** Aborted if this process stops or pg-boss gives the job to another run. */
  signal: AbortSignal
  /**
   * Reports the progress; writes it at most twice a second.
   * @throws JobStopped if the run must end: the job was cancelled, another run has it, or the process stops
   */
  progress: (done: number, total: number, what: string) => Promise<void>
  /** The same within a transaction of the job, which then commits only while the job belongs to this run. */
  progressIn: (tx: Tx, done: number, total: number, what: string) => Promise<void>
}

export type JobResult = {
  /** Spanish, shown in the queue panel. */
  message: string
  file?: StoredFile & {
    name: string
    type: string
    /**
     * Permissions of the requester, beyond those of the kind, that added content to the file. Opening it needs them.
     */
    shapedBy: readonly Permission[]
  }
  /**
   * The email to its recipients, and the screen that it links to if there is no file. A job with a file sends one in
   * any case, a job without a file only with this.
   */
  email?: { lines: readonly string[]; link?: { text: string; path: string } }
  /** Runs in the transaction that ends the job. */
  onEnd?: (tx: Tx) => Promise<void>
}

export type FailureEmail = NonNullable<JobResult['email']> & {
  /** Different from the subject of success. */
  subject: string
}

export type JobKind = {
  queueId: QueueId
  /** Permissions that the requester needs when the job runs, and every user who opens its file. */
  needs: Needs
  /** Whether a stopped run leaves nothing unfinished. */
  cancellable: boolean
  /**
   * Allowed for users who see a part of the fleet: then `db` is the database as they see it. Otherwise the job is
   * refused to them.
   */
  ofPart?: true
  /** The items that can no longer be cancelled, because their main work is committed. */
  pastCancelling?: (tx: Tx, itemIds: readonly string[]) => Promise<readonly string[]>
  /**
   * The email to its recipients if the job fails; without it they get none.
   * @param error the reason, one sentence
   */
  failureEmail?: (tx: Tx, item: JobItem, error: string) => Promise<FailureEmail>
  run: (job: JobRun) => Promise<JobResult>
}

/** The run must end; not an error of the job. */
export class JobStopped extends Error {
  readonly why: 'cancelled' | 'superseded' | 'stopping'
  constructor(why: JobStopped['why']) {
    super(why)
    this.why = why
  }
}

/** Part of the job must run again; the job itself limits how often. */
export class JobRetry extends Error {}

/** The job cannot be done, with a sentence for its requester. */
export class JobRefused extends Error {}
