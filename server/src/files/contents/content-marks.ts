// Marks the contents that this installation has put into the store: before the upload, and again with their row. A
// sweep only removes contents whose mark is a day old, so it never removes one that is being uploaded. The row is the
// lock between an upload and a sweep, so neither holds a connection during the calls of the store.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { contentKey } from './content-store.ts'

export type Content = { tenantId: number; sha256: string }

/** A removal that started earlier was interrupted: the store's own timeouts are far shorter. */
const GIVEN_UP = sql`now() - interval '10 minutes'`

/** Marks a content before its upload. @returns false while a sweep removes the same content */
export const markComing = async (tx: Tx, { tenantId, sha256 }: Content): Promise<boolean> => {
  const { rows } = await sql`
    insert into content_upload (company_id, sha256) values (${tenantId}, ${sha256})
    on conflict (company_id, sha256) do update set uploaded_at = now(), removal_started_at = null
      where content_upload.removal_started_at is null or content_upload.removal_started_at < ${GIVEN_UP}
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Marks a content again after its upload, so that no sweep removes it. @returns false if a sweep removed it since */
export const markThere = async (tx: Tx, { tenantId, sha256 }: Content): Promise<boolean> => {
  const { rows } = await sql`
    update content_upload
    set uploaded_at = now()
    where company_id = ${tenantId} and sha256 = ${sha256} and removal_started_at is null
    returning 1`.execute(tx)
  return rows.length > 0
}

/**
 * Keys of contents uploaded before that time that belong to no document, nor to a deleted fleet that can be restored.
 * @param after the last key of the page before
 */
export const looseKeys = async (tx: Tx, before: Date, after: string, atMost: number): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    with loose as materialized (
      select company_id, sha256, company_id || '/' || sha256 as key
      from content_upload p
      where uploaded_at < ${before.toISOString()} and company_id || '/' || sha256 > ${after} collate "C"
        and not exists (select from document_version v where v.tenant_id = p.company_id and v.sha256 = p.sha256))
    select key
    from loose l
    where not exists (select from deleted_row d where d.tenant_id = l.company_id and d.table_name = 'document_version'
      and d.row ->> 'sha256' = l.sha256)
    order by key collate "C"
    limit ${atMost}`.execute(tx)
  return rows.map(({ key }) => key)
}

/** The keys that no row of this installation refers to. */
export const unreferencedKeys = async (tx: Tx, keys: readonly string[]): Promise<string[]> => {
  const tenants = keys.map((key) => Number(key.split('/')[0]))
  const hashes = keys.map((key) => key.split('/')[1])
  const { rows } = await sql<{ tenant_id: number; sha256: string }>`
    select tenant_id, sha256
    from unnest(${tenants}::bigint[], ${hashes}::text[]) as given(tenant_id, sha256)
    where not exists (select from stored_file s where s.tenant_id = given.tenant_id and s.sha256 = given.sha256)
      and not exists (
        select from content_upload p
        where p.company_id = given.tenant_id and p.sha256 = given.sha256)`.execute(tx)
  return rows.map(({ tenant_id, sha256 }) => contentKey(tenant_id, sha256))
}

/**
 * Deletes the content's row and marks it as being removed, unless it was uploaded again since or a document has it.
 * @returns whether its bytes are to be removed now
 */
export const beginLeaving = async (tx: Tx, { tenantId, sha256 }: Content, before: Date): Promise<boolean> => {
  const { rows } = await sql`
    insert into content_upload (company_id, sha256, uploaded_at, removal_started_at)
    select ${tenantId}::bigint, ${sha256}, to_timestamp(0), now()
    where not exists (select from document_version where tenant_id = ${tenantId} and sha256 = ${sha256})
    on conflict (company_id, sha256) do update set removal_started_at = now()
      where content_upload.uploaded_at < ${before.toISOString()}
        and (content_upload.removal_started_at is null or content_upload.removal_started_at < ${GIVEN_UP})
    returning 1`.execute(tx)
  if (rows.length === 0) return false
  await sql`delete from stored_file where tenant_id = ${tenantId} and sha256 = ${sha256}`.execute(tx)
  return true
}

/** Deletes the mark after the bytes were removed. */
export const endLeaving = (tx: Tx, { tenantId, sha256 }: Content): Promise<unknown> =>
  sql`
    delete from content_upload
    where company_id = ${tenantId} and sha256 = ${sha256} and removal_started_at is not null`.execute(tx)
