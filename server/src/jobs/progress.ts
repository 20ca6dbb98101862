// Writes a run's progress for the queue panel, and ends the run when it must stop.
import { sql } from 'kysely'
import { asTenant, type Db, type Tx } from '../db/client.ts'
import { type JobItem, type JobRun, JobStopped } from './job.ts'

const WRITE_EVERY_MS = 500

const writeProgress = async (
  tx: Tx,
  { tenantId, itemId }: JobItem,
  runId: string,
  done: number,
  total: number,
  what: string,
): Promise<boolean> => {
  const { rows } = await sql<{ cancelled: boolean }>`
    update queue_item
    set done = ${done}, total = ${total}, doing = ${what.slice(0, 200)}
    where tenant_id = ${tenantId} and queue_item_id = ${itemId} and run_id = ${runId} and finished_at is null
    returning cancel_asked_at is not null as cancelled`.execute(tx)
  if (!rows[0]) throw new JobStopped('superseded')
  return rows[0].cancelled
}

/** @returns both functions of a run; only `progress` is limited in time */
export const createProgress = (
  db: Db,
  item: JobItem,
  runId: string,
  cancellable: boolean,
  signal: AbortSignal,
): Pick<JobRun, 'progress' | 'progressIn'> => {
  // monotonic: a machine clock that is set back does not hold progress up
  let nextAt = Number.NEGATIVE_INFINITY
  const checkCancelled = (cancelled: boolean): void => {
    if (cancelled && cancellable) throw new JobStopped('cancelled')
  }
  return {
    progress: async (done, total, what) => {
      if (signal.aborted) throw new JobStopped('stopping')
      if (performance.now() < nextAt && done < total) return
      nextAt = performance.now() + WRITE_EVERY_MS
      checkCancelled(await asTenant(db, item.tenantId, (tx) => writeProgress(tx, item, runId, done, total, what)))
    },
    progressIn: async (tx, done, total, what) => {
      if (signal.aborted) throw new JobStopped('stopping')
      checkCancelled(await writeProgress(tx, item, runId, done, total, what))
    },
  }
}
