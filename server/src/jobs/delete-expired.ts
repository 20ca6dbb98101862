// Deletes what is too old: results past their date, items that are no longer shown, emails, deleted fleets that can no
// longer be restored, and files that no row names (their run died, or their company was erased). Ends items whose job
// is lost.
import { DAY_MS } from '@padron/contract/days'
import { DELETED_RETENTION_DAYS, RESULT_RETENTION_DAYS } from '@padron/contract/exports'
import { sql } from 'kysely'
import { asSystem, type Db } from '../db/client.ts'
import type { FileStore } from '../files/contents/file-store.ts'
import { CHECK_ORDERS } from './job.ts'

const ITEM_RETENTION_DAYS = 90
const EMAIL_RETENTION_DAYS = 90

/** The row is updated first: a file that cannot be removed then has no row and is removed later. */
const deleteResults = async (db: Db, files: FileStore): Promise<void> => {
  const paths = await asSystem(db, async (tx) => {
    const { rows } = await sql<{ path: string }>`
      with old as (select tenant_id, queue_item_id, file_path
      from queue_item
      where file_path is not null and file_until < now())
      update queue_item q
      set file_path = null
      from old
      where q.tenant_id = old.tenant_id and q.queue_item_id = old.queue_item_id
      returning old.file_path as path`.execute(tx)
    return rows.map(({ path }) => path)
  })
  for (const path of paths) await files.remove(path)
}

const LOST = 'El trabajo no se pudo hacer a tiempo y ya no está en la cola. Pídalo de nuevo si aún lo necesita.'

/**
 * Ends items without a job: pg-boss deleted it or gave up, and the item is older than a run may take. Such an item
 * would block the next of its kind. Orders of checks have no job; the engine ends them.
 */
const endLostItems = (db: Db): Promise<unknown> =>
  asSystem(db, (tx) =>
    sql`update queue_item q set finished_at = now(), error_message = ${LOST}, doing = null
      where q.finished_at is null
        and q.queue_id <> ${sql.lit(CHECK_ORDERS)}
        and coalesce(q.started_at, q.created_at) < now() - interval '1 day'
        and not exists (
          select from pgboss.job j
          where j.id = q.queue_item_id and j.state in ('created', 'retry', 'active'))`.execute(tx),
  )

export const deleteExpiredJobs = async (db: Db, files: FileStore, now: Date): Promise<void> => {
  await endLostItems(db)
  await deleteResults(db, files)
  await files.removeOlder(new Date(now.getTime() - (RESULT_RETENTION_DAYS + 1) * DAY_MS))
  await asSystem(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      delete from queue_item
      where finished_at < now() - make_interval(days => ${ITEM_RETENTION_DAYS}) and file_path is null`.execute(tx)
    await sql`delete from mail where created_at < now() - make_interval(days => ${EMAIL_RETENTION_DAYS})`.execute(tx)
    await sql`delete from deletion where at < now() - make_interval(days => ${DELETED_RETENTION_DAYS})`.execute(tx)
  })
}
