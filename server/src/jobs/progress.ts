// How far a run is, told to the panel; and the point at which a run hears that it must end.
import { sql } from 'kysely'
import { asTenant, type Db, type Tx } from '../db/client.ts'
import { JobEnded, type JobItem, type JobRun } from './job.ts'

const TELL_EVERY_MS = 500

const tell = async (
  tx: Tx,
  { tenantId, itemId }: JobItem,
  runId: string,
  done: number,
  total: number,
  what: string,
): Promise<boolean> => {
  const { rows } = await sql<{ cancelled: boolean }>`
    update queue_item set done = ${done}, total = ${total}, doing = ${what.slice(0, 200)}
    where tenant_id = ${tenantId} and queue_item_id = ${itemId} and run_id = ${runId} and finished_at is null
    returning cancel_asked_at is not null as cancelled`.execute(tx)
  if (!rows[0]) throw new JobEnded('superseded')
  return rows[0].cancelled
}

/** @returns the two ways to tell it, which share one clock */
export const progressOf = (
  db: Db,
  item: JobItem,
  runId: string,
  cancellable: boolean,
  signal: AbortSignal,
): Pick<JobRun, 'progress' | 'progressIn'> => {
  // of the process's own clock: where the machine's is set back, progress goes on being told
  let next = Number.NEGATIVE_INFINITY
  const heed = (cancelled: boolean): void => {
    if (cancelled && cancellable) throw new JobEnded('cancelled')
  }
  return {
    progress: async (done, total, what) => {
      if (signal.aborted) throw new JobEnded('stopping')
      if (performance.now() < next && done < total) return
      next = performance.now() + TELL_EVERY_MS
      heed(await asTenant(db, item.tenantId, (tx) => tell(tx, item, runId, done, total, what)))
    },
    progressIn: async (tx, done, total, what) => {
      if (signal.aborted) throw new JobEnded('stopping')
      heed(await tell(tx, item, runId, done, total, what))
    },
  }
}
