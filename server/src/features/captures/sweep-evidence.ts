// Deletes evidence files that no capture used, and files whose row was deleted with its vehicle or company. Files of a
// deletion that can still be undone stay.
import { DAY_MS } from '@padron/contract/days'
import { sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'
import type { FileStore } from '../../files/contents/file-store.ts'

const AT_ONCE = 500

/** Deletes the row first: a file that cannot be removed is deleted by the next sweep. */
const deleteUnusedRows = (db: Db, before: Date): Promise<string[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ path: string }>`
      delete from evidence_file
      where run_id is null and uploaded_at < ${before.toISOString()}
      returning path`.execute(tx)
    return rows.map(({ path }) => path)
  })

/** Files without a row. Cost: one scan of evidence_file per batch of files older than a day. */
const pathsWithoutRow = (db: Db, paths: readonly string[]): Promise<string[]> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ path: string }>`
      select path
      from unnest(${[...paths]}::text[]) as given(path)
      except select path from evidence_file where path = any(${[...paths]}::text[])
      except select path from capture_batch_file where path = any(${[...paths]}::text[])
      except select path from capture_reading where path = any(${[...paths]}::text[])
      except select d.row->>'path' from deletion x join deleted_row d
        on d.tenant_id = x.tenant_id and d.deletion_id = x.deletion_id and d.table_name = 'evidence_file'`.execute(tx)
    return rows.map(({ path }) => path)
  })

export const sweepEvidence = async (db: Db, store: FileStore, now: Date, stopping?: AbortSignal): Promise<void> => {
  const before = new Date(now.getTime() - DAY_MS)
  // Another row may refer to the same file: a statement's proof has a row per answer.
  for (const path of await pathsWithoutRow(db, await deleteUnusedRows(db, before))) await store.remove(path)
  const old = await store.olderThan(before)
  for (let from = 0; from < old.length && !stopping?.aborted; from += AT_ONCE)
    for (const path of await pathsWithoutRow(db, old.slice(from, from + AT_ONCE))) await store.remove(path)
}
