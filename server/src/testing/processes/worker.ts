// A job worker beside the test server: it reports when an item ends, so that a test waits for exactly that.
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { connect } from '../../db/connect.ts'
import { type FileStore, fileStore } from '../../files/contents/file-store.ts'
import { JOB_KINDS } from '../../job-kinds.ts'
import type { JobKind } from '../../jobs/job.ts'
import { startJobs } from '../../jobs/runner.ts'
import { type Mailbox, noMailbox } from '../../mail/mailbox.ts'
import type { TestServer } from '../server.ts'

export type TestWorker = {
  /** Resolves when the item has ended, also where it had before. */
  ended: (itemId: string) => Promise<void>
  /** Once, however often it is asked for. */
  stop: () => Promise<void>
}

/** A folder of results, removed at the end. */
export const resultFolder = (): { files: FileStore; folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'padron-results-'))
  return { files: fileStore(folder), folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const testWorker = async (
  server: TestServer,
  files: FileStore,
  {
    kinds = JOB_KINDS,
    mailbox = noMailbox,
    emailFiles = server.emailFiles,
    log = pino({ level: process.env.PADRON_LOG ?? 'silent' }),
  }: { kinds?: readonly JobKind[]; mailbox?: Mailbox; emailFiles?: FileStore; log?: FastifyBaseLogger } = {},
): Promise<TestWorker> => {
  const db = connect(server.addressOf)
  const endings = new EventEmitter()
  endings.setMaxListeners(0)
  const known = new Set<string>()
  const onEnded = (itemId: string) => {
    known.add(itemId)
    endings.emit(itemId)
  }
  const { evidence } = server
  const stores = { files, emailFiles, evidence }
  const stopJobs = await startJobs({ db, ...stores, mailbox, log, now: () => new Date(), kinds, onEnded })
  let stopped: Promise<void> | undefined
  return {
    ended: async (itemId) => {
      if (!known.has(itemId)) await once(endings, itemId)
    },
    stop: () => {
      stopped ??= stopJobs().finally(() => db.close())
      return stopped
    },
  }
}
