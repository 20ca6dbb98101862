// Runs jobs with pg-boss: a few at once in a process, and not all of one company. If a process is killed, another runs
// its jobs some ten seconds later.
import type pg from 'pg'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { JOB_SCHEMA, WORK } from '../db/job-schema.ts'
import type { JobKind } from './job.ts'
import { type RunOptions, runItem } from './run-item.ts'

const CONCURRENCY = 3
const CONCURRENCY_PER_COMPANY = 2
const POLL_SECONDS = 0.5
const SUPERVISE_SECONDS = 5
const STOP_TIMEOUT_MS = 2_500

/**
 * Runs pg-boss's statements on our pool. Some are whole transactions: after a failure the connection is rolled back.
 */
const usePool = (pool: pg.Pool): NonNullable<ConstructorOptions['db']> => ({
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

/** @returns a function that stops it: running jobs end at their next step and run again later, in any process */
export const startJobs = async (
  options: Omit<RunOptions, 'kinds'> & { kinds: readonly JobKind[] },
): Promise<() => Promise<void>> => {
  const { db, log } = options
  const kinds = new Map(options.kinds.map((kind) => [kind.queueId as number, kind]))
  const stopping = new AbortController()
  const boss = new PgBoss({
    db: usePool(db.system),
    schema: JOB_SCHEMA,
    migrate: false, // the owner of the tables migrates at the start
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the queue of jobs failed'))
  await boss.start()
  const settings = {
    localConcurrency: CONCURRENCY,
    groupConcurrency: CONCURRENCY_PER_COMPANY,
    pollingIntervalSeconds: POLL_SECONDS,
  }
  await boss.work<{ tenantId: number }>(WORK, settings, async ([job]) => {
    if (!job) return
    const signal = AbortSignal.any([job.signal, stopping.signal])
    await runItem({ ...options, kinds }, { tenantId: job.data.tenantId, itemId: job.id }, signal)
  })
  return async () => {
    stopping.abort()
    await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS, close: false })
  }
}
