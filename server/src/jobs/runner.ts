// The worker of jobs: takes them from the queue in the database, a few at a time and not all of one company's, for as
// long as this process lives. Any number of processes may run it; a killed one's jobs are taken up by another some
// ten seconds later.
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { JOB_SCHEMA, WORK } from '../db/job-schema.ts'
import type { JobKind } from './job.ts'
import { type RunOptions, runItem } from './run-item.ts'

const AT_ONCE = 3
const AT_ONCE_OF_A_COMPANY = 2
const LOOK_EVERY_SECONDS = 0.5
const SUPERVISE_EVERY_SECONDS = 5
const STOP_AT_MOST_MS = 2_500

/**
 * The library's statements on our pool. Some are whole transactions: one that fails in the middle must not leave its
 * connection inside.
 */
const onPool = (pool: pg.Pool): NonNullable<ConstructorOptions['db']> => ({
  executeSql: async (text, values) => {
    const client = await pool.connect()
    try {
      const result = await client.query(text, values as unknown[])
      client.release()
      return result
    } catch (error) {
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
      throw error
    }
  },
})

const quietly = (log: FastifyBaseLogger) => (error: unknown) => log.error({ err: error }, 'the queue of jobs failed')

/** @returns how to stop: running jobs end at their next step and go on later, here or elsewhere */
export const startJobs = async (
  options: Omit<RunOptions, 'kinds'> & { kinds: readonly JobKind[] },
): Promise<() => Promise<void>> => {
  const { db, log } = options
  const kinds = new Map(options.kinds.map((kind) => [kind.queueId as number, kind]))
  const stopping = new AbortController()
  const boss = new PgBoss({
    db: onPool(db.system),
    schema: JOB_SCHEMA,
    migrate: false, // the owner of the tables does, at the start
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: SUPERVISE_EVERY_SECONDS,
    monitorIntervalSeconds: SUPERVISE_EVERY_SECONDS,
  })
  boss.on('error', quietly(log))
  await boss.start()
  const settings = {
    localConcurrency: AT_ONCE,
    groupConcurrency: AT_ONCE_OF_A_COMPANY,
    pollingIntervalSeconds: LOOK_EVERY_SECONDS,
  }
  await boss.work<{ tenantId: number }>(WORK, settings, async ([job]) => {
    if (!job) return
    const signal = AbortSignal.any([job.signal, stopping.signal])
    await runItem({ ...options, kinds }, { tenantId: job.data.tenantId, itemId: job.id }, signal)
  })
  return async () => {
    stopping.abort()
    await boss.stop({ graceful: true, timeout: STOP_AT_MOST_MS, close: false })
  }
}
