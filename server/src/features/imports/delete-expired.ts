// Deletes expired import data: rows that nobody applied, undo data that can no longer be used, and after a month the
// import itself.
import { DAY_MS } from '@padron/contract/days'
import { IMPORT_RETENTION_DAYS, IMPORT_UNDO_DAYS } from '@padron/contract/imports'
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import type { FileStore } from '../../files/contents/file-store.ts'

/** Days that an import is listed. */
export const LISTED_DAYS = 30

type Expired = { tenantId: number; importId: string; path: string; listed: boolean }

/**
 * Waits a day longer than promised, so that a user can finish in the last hour; an undo that stopped half way can be
 * finished while the import is listed. Never selects an import with a running job.
 */
const expiredImports = (db: Db, now: Date): Promise<Expired[]> =>
  asSystem(db, async (tx) => {
    const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
    const { rows } = await sql<Expired>`
      select i.tenant_id as "tenantId", i.import_id as "importId", i.file_path as path,
        i.created_at >= ${before(LISTED_DAYS)} as listed
      from vehicle_import i
      where case
        when i.applied_at is null then i.created_at < ${before(IMPORT_RETENTION_DAYS + 1)}
        when i.state = 'undoing' then i.created_at < ${before(LISTED_DAYS)}
        else i.applied_at < ${before(IMPORT_UNDO_DAYS + 1)} end
        and not exists (select
        from queue_item q
        where q.tenant_id = i.tenant_id and q.queue_item_id in (i.queue_item_id, i.undo_item_id)
          and q.finished_at is null)
        and (i.created_at < ${before(LISTED_DAYS)} or i.file_path <> ''
          or exists (select from vehicle_import_row r where r.tenant_id = i.tenant_id and r.import_id = i.import_id)
          or exists (select from vehicle_import_change d where d.tenant_id = i.tenant_id and d.import_id = i.import_id))
      order by 1, 2`.execute(tx)
    return rows
  })

/** One import per transaction: each may have fifty thousand rows. */
const deleteExpired = (db: Db, { tenantId, importId, listed }: Expired): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const own = sql`where tenant_id = ${tenantId} and import_id = ${importId}`
    await sql`delete from vehicle_import_row ${own}`.execute(tx)
    await sql`delete from vehicle_import_change ${own}`.execute(tx)
    await (listed
      ? sql`update vehicle_import set file_path = '' ${own}`
      : sql`delete from vehicle_import ${own}`
    ).execute(tx)
  })

/** Deletes an import and all its rows; the caller deletes the file. */
export const deleteImport = (tx: Tx, tenantId: number, importId: string): Promise<unknown> =>
  sql`
    with rows as (delete from vehicle_import_row where tenant_id = ${tenantId} and import_id = ${importId}),
      done as (delete from vehicle_import_change where tenant_id = ${tenantId} and import_id = ${importId})
    delete from vehicle_import where tenant_id = ${tenantId} and import_id = ${importId}`.execute(tx)

/** Deletes files first: a row with a file is visited again, a file without a row is not. */
export const deleteExpiredImports = async (db: Db, files: FileStore, now: Date): Promise<void> => {
  for (const each of await expiredImports(db, now)) {
    if (each.path) await files.remove(each.path)
    await deleteExpired(db, each)
  }
}
