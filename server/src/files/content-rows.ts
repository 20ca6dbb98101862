// The row that says a company has a content, and the lock under which the row and the bytes come and go together.
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { refuse } from '../http/problem.ts'
import { contentKey } from './content-store.ts'
import type { TakenFile } from './take-in.ts'

/** Until the transaction ends nobody else keeps or removes the content. */
export const lockContent = (tx: Tx, key: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('stored_file ' || ${key}, 0))`.execute(tx)

/** Until the transaction ends nobody else adds to what the company has. */
const lockSum = (tx: Tx, tenantId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('stored_file of ' || ${String(tenantId)}::text, 0))`.execute(tx)

const UNITS = ['KB', 'MB', 'GB', 'TB']
const number = new Intl.NumberFormat('es-MX', { maximumFractionDigits: 1 })
export const sizeText = (bytes: number): string => {
  const step = Math.min(Math.max(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), 1), UNITS.length)
  return `${number.format(bytes / 1024 ** step)} ${UNITS[step - 1]}`
}

export type Sized = { tenantId: number; sha256: string; size: number }

/** What is there already takes no more room. @throws HttpProblem 422 where it does not fit */
export const refuseFull = async (tx: Tx, { tenantId, sha256, size }: Sized, quotaBytes: number): Promise<void> => {
  const { rows } = await sql<{ used: number; there: boolean }>`
    select coalesce(sum(size), 0)::bigint as used, coalesce(bool_or(sha256 = ${sha256}), false) as there
    from stored_file where tenant_id = ${tenantId}`.execute(tx)
  const { used = 0, there = false } = rows[0] ?? {}
  if (there || used + size <= quotaBytes) return
  const room = `Su empresa usa ${sizeText(used)} de los ${sizeText(quotaBytes)} que tiene para documentos`
  throw refuse(422, `${room}; este archivo pesa ${sizeText(size)} y no cabe.`, 'file')
}

/** Writes that the company has it; its bytes must be there. The content's lock is held. @throws HttpProblem 422 */
export const keepRow = async (tx: Tx, tenantId: number, taken: TakenFile, quotaBytes: number): Promise<void> => {
  const { sha256, size, mediaType, scan } = taken
  await lockSum(tx, tenantId)
  await refuseFull(tx, { tenantId, sha256, size }, quotaBytes)
  await sql`
    insert into stored_file (tenant_id, sha256, size, media_type, scan)
    values (${tenantId}, ${sha256}, ${size}, ${mediaType}, ${scan})
    on conflict (tenant_id, sha256) do update set media_type = excluded.media_type, kept_at = now(),
      scan = case when stored_file.scan = 'clean' then 'clean' else excluded.scan end`.execute(tx)
}

/** Of these rows older than then, those that no document has, nor a deleted fleet that can be brought back. */
export const looseRows = async (tx: Tx, before: Date, after: string, atMost: number): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    with loose as materialized (
      select tenant_id, sha256, tenant_id || '/' || sha256 as key from stored_file s
      where kept_at < ${before.toISOString()} and tenant_id || '/' || sha256 > ${after} collate "C"
        and not exists (select from document_version v where v.tenant_id = s.tenant_id and v.sha256 = s.sha256))
    select key from loose l
    where not exists (select from deleted_row d where d.tenant_id = l.tenant_id and d.table_name = 'document_version'
      and d.row ->> 'sha256' = l.sha256)
    order by key collate "C" limit ${atMost}`.execute(tx)
  return rows.map(({ key }) => key)
}

/** Of these keys, those that no row speaks of. */
export const nobodys = async (tx: Tx, keys: readonly string[]): Promise<string[]> => {
  const tenants = keys.map((key) => Number(key.split('/')[0]))
  const hashes = keys.map((key) => key.split('/')[1])
  const { rows } = await sql<{ tenant_id: number; sha256: string }>`
    select tenant_id, sha256 from unnest(${tenants}::bigint[], ${hashes}::text[]) as given(tenant_id, sha256)
    where not exists (select from stored_file s where s.tenant_id = given.tenant_id and s.sha256 = given.sha256)`.execute(
    tx,
  )
  return rows.map(({ tenant_id, sha256 }) => contentKey(tenant_id, sha256))
}

/** Removes the row where it is old and no document has it. The content's lock is held. @returns whether no row is left */
export const dropRow = async (tx: Tx, { tenantId, sha256 }: Omit<Sized, 'size'>, before: Date): Promise<boolean> => {
  const { rows } = await sql<{ left: boolean }>`
    with gone as (
      delete from stored_file s where tenant_id = ${tenantId} and sha256 = ${sha256} and kept_at < ${before.toISOString()}
        and not exists (select from document_version v where v.tenant_id = s.tenant_id and v.sha256 = s.sha256) returning 1)
    select exists (select from stored_file where tenant_id = ${tenantId} and sha256 = ${sha256})
      and not exists (select from gone) as "left"`.execute(tx)
  return rows[0]?.left === false
}
