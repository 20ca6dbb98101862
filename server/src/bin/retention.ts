// Deletes expired data, and companies whose waiting period has passed: at the start of a worker and every hour,
// possibly in several processes at once. Each feature's manifest defines its retention.
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { eraseDue } from '../db/company-data.ts'
import type { AddressOf } from '../db/connect.ts'
import { type KeepMonths, maintainPeriods, type PeriodChanges } from '../db/periods/period-retention.ts'
import { FEATURES } from '../features/index.ts'
import { sweepContents } from '../files/contents/sweep-contents.ts'
import { deleteExpiredSignIns } from '../identity/delete-expired.ts'
import { deleteExpiredJobs } from '../jobs/delete-expired.ts'
import { startSchedule } from '../jobs/schedule.ts'
import { timeOf } from './clock.ts'
import type { Step } from './shutdown.ts'
import type { Stores } from './stores.ts'

const EVERY_MS = 3_600_000

type Task = (now: Date) => Promise<unknown>
type RetentionOptions = { db: Db; addressOf: AddressOf; keep: KeepMonths; stores: Stores; log: FastifyBaseLogger }

/** @returns how to stop */
export const startRetention = ({ db, addressOf, keep: months, stores, log }: RetentionOptions): Step => {
  const { files, emailFiles, documents } = stores
  const logErased = (tenantId: number, rows: number) =>
    log.warn({ tenantId, rows }, 'a company was erased as requested')
  const logFailure = (error: unknown, tenantId?: number) => log.error({ err: error, tenantId }, 'retention failed')
  const logPeriods = (periods: PeriodChanges | undefined) => {
    if (periods && (periods.made.length > 0 || periods.dropped.length > 0 || periods.deleted > 0))
      log.info(
        { createdPartitions: periods.made, deletedPartitions: periods.dropped, deleted: periods.deleted },
        'partitions created and deleted',
      )
  }
  const stop = new AbortController()
  const stopping = stop.signal
  const tasks: readonly Task[] = [
    () => deleteExpiredSignIns(db),
    (now) => deleteExpiredJobs(db, files, now),
    ...FEATURES.flatMap(({ retention }) => retention?.({ db, stores, stopping }) ?? []),
    () => eraseDue(db, files, logErased, logFailure, emailFiles, stopping),
    (now) => maintainPeriods(addressOf, db, months, now, stopping).then(logPeriods),
  ]
  // The database's clock is read before each task: a machine whose clock is ahead would delete current data.
  const runAll = async (all: readonly Task[]) => {
    for (const task of all) if (!stopping.aborted) await timeOf(db).then(task).catch(logFailure)
  }
  const sweep: Task = (now) => sweepContents(db, documents.contents, now, stopping)
  let isFirst = true
  const run = () => {
    // no sweep at the start: an operator may notice a wrong setting first
    const due = isFirst ? tasks : [...tasks, sweep]
    isFirst = false
    return runAll(due)
  }
  const stopSchedule = startSchedule({ everyMs: EVERY_MS, run, failure: 'retention failed' }, log)
  return () => {
    stop.abort() // long tasks check this signal; another process continues
    return stopSchedule()
  }
}
