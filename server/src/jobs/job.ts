// What a kind of job is. A job runs as the company that ordered it and as the person who did; it may be killed at any
// point and is then run again from its beginning, so whatever it does, it can do twice with one effect.
import type { Permission, Role } from '@padron/contract/permissions'
import type { QueueId } from '@padron/contract/queue'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor, Db, Tx } from '../db/client.ts'
import type { FileStore, KeptFile } from '../files/contents/file-store.ts'
import type { Mailbox } from '../mail/mailbox.ts'
import type { Needs } from './orderer.ts'

export type JobItem = {
  tenantId: number
  itemId: string
  queueId: number
  payload: unknown
  recipients: readonly string[]
  createdAt: string
  /** How far an earlier run came. */
  done: number
  actor: Actor
}

/** What every run may use. */
export type JobTools = {
  db: Db
  /** Results of jobs. */
  files: FileStore
  /** What scheduled letters carry or lead to, kept longer. */
  emailFiles: FileStore
  /** The files that prove an answer; without it PDFs name them and do not draw them. */
  evidence?: FileStore | undefined
  mailbox: Mailbox
  log: FastifyBaseLogger
  now: () => Date
}

export type JobRun = JobTools & {
  /** Names what this run writes. */
  runId: string
  item: JobItem
  /** What whoever ordered it may do, as it was when this run began. */
  roles: ReadonlySet<Role>
  /** Aborted where this process stops or another run has taken the job over. */
  signal: AbortSignal
  /**
   * Says how far the work is; at most twice a second reaches the database.
   * @throws JobEnded where the run must end: cancelled,
   * taken over, or the process stops
   */
  progress: (done: number, total: number, what: string) => Promise<void>
  /** The same inside a transaction of the job's own, which then commits only while the job is still this run's. */
  progressIn: (tx: Tx, done: number, total: number, what: string) => Promise<void>
}

export type JobResult = {
  /** Spanish, shown in the queue panel. */
  message: string
  file?: KeptFile & {
    name: string
    type: string
    /**
     * What put more into it than its kind needs: rights of whoever ordered it, as they were. Nobody has it without
     * them.
     */
    shapedBy: readonly Permission[]
  }
  /**
   * What the letters to its recipients say, and the screen that they open where there is no file. A job with a file
   * writes to them without it, a job without one only with it.
   */
  letter?: { lines: readonly string[]; link?: { text: string; path: string } }
  /** Written in the transaction that ends the job. */
  also?: (tx: Tx) => Promise<void>
}

export type FailureLetter = NonNullable<JobResult['letter']> & {
  /** Its own: nobody takes it for the letter of success. */
  subject: string
}

export type JobKind = {
  queueId: QueueId
  /** What whoever ordered it must still be allowed when it runs, and when its file is given out. */
  needs: Needs
  /** Whether stopping half way leaves nothing half done. */
  cancellable: boolean
  /** Of these items, those that are past calling off: what they do is done, but for what follows from it. */
  pastCancelling?: (tx: Tx, itemIds: readonly string[]) => Promise<readonly string[]>
  /**
   * The letter to its recipients where it could not be done; without it they get none.
   * @param error why, one sentence
   */
  failureLetter?: (tx: Tx, item: JobItem, error: string) => Promise<FailureLetter>
  run: (job: JobRun) => Promise<JobResult>
}

/** The run must end, and why; not an error of the job. */
export class JobEnded extends Error {
  readonly why: 'cancelled' | 'superseded' | 'stopping'
  constructor(why: JobEnded['why']) {
    super(why)
    this.why = why
  }
}

/** Part of it must be run again; how often is the job's own to say. */
export class JobAgain extends Error {}

/** A job that cannot be done, in a sentence for whoever ordered it. */
export class JobRefused extends Error {}
