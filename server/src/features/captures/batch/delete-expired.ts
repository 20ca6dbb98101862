// Deletes batches that were not applied in time, and applied ones after a month; the sweep deletes their files.
import { BATCH_RETENTION_DAYS, BATCH_UNDO_DAYS } from '@padron/contract/captures/book'
import { DAY_MS } from '@padron/contract/days'
import { sql } from 'kysely'
import { asSystem, type Db } from '../../../db/client.ts'

const LISTED_DAYS = 30

/** A day later than promised, so that no user loses work in progress. */
export const deleteExpiredBatches = (db: Db, now: Date): Promise<void> =>
  asSystem(db, async (tx) => {
    const before = (days: number) => new Date(now.getTime() - (days + 1) * DAY_MS).toISOString()
    const idle = sql`not exists (
      select from queue_item q
      where q.tenant_id = b.tenant_id and q.queue_item_id = b.queue_item_id and q.finished_at is null)`
    await sql`
      delete from capture_batch b
      where ${idle} and case
        when b.applied_at is null then b.created_at < ${before(BATCH_RETENTION_DAYS)}
        else b.applied_at < ${before(LISTED_DAYS)} end`.execute(tx)
    await sql`
      delete from capture_batch_change c
      using capture_batch b
      where b.tenant_id = c.tenant_id and b.batch_id = c.batch_id and ${idle}
        and b.applied_at < ${before(BATCH_UNDO_DAYS)}`.execute(tx)
  })
