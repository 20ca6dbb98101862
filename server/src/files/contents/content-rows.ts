// The rows of a company's stored contents, and its storage quota.
import { numberText } from '@padron/contract/texts/count-of'
import { sql } from 'kysely'
import { type Db, readAsTenant, type Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'

/** A file that was inspected and may be stored. */
export type AcceptedFile = {
  sha256: string
  size: number
  /** By its content, not its name. */
  mediaType: string
  /** Cleaned for display and download. */
  fileName: string
  scan: 'clean' | 'unchecked'
}

/** Until the transaction ends no other transaction can add to the company's total. */
const lockSum = (tx: Tx, tenantId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('stored_file of ' || ${String(tenantId)}::text, 0))`.execute(tx)

const UNITS = ['KB', 'MB', 'GB', 'TB']
export const sizeText = (bytes: number): string => {
  const step = Math.min(Math.max(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), 1), UNITS.length)
  return `${numberText(Math.round((bytes / 1024 ** step) * 10) / 10)} ${UNITS[step - 1]}`
}

/** Without a hash: a content whose hash is not known yet. */
export type Sized = { tenantId: number; sha256?: string; size: number }

/** Content that is stored already needs no space. @throws HttpProblem 422 if the quota would be exceeded */
export const refuseFull = async (tx: Tx, { tenantId, sha256 = '', size }: Sized, quotaBytes: number): Promise<void> => {
  const { rows } = await sql<{ used: number; there: boolean }>`
    select coalesce(sum(size), 0)::bigint as used, coalesce(bool_or(sha256 = ${sha256}), false) as there
    from stored_file
    where tenant_id = ${tenantId}`.execute(tx)
  const { used = 0, there = false } = rows[0] ?? {}
  if (there || used + size <= quotaBytes) return
  const room = `Su empresa usa ${sizeText(used)} de los ${sizeText(quotaBytes)} que tiene para documentos`
  throw refuse(422, `${room}; este archivo pesa ${sizeText(size)} y no cabe.`, 'file')
}

/** Writes the row of a content whose bytes are stored. @throws HttpProblem 422 */
export const saveFileRow = async (tx: Tx, tenantId: number, file: AcceptedFile, quotaBytes: number): Promise<void> => {
  const { sha256, size, mediaType, scan } = file
  await lockSum(tx, tenantId)
  await refuseFull(tx, { tenantId, sha256, size }, quotaBytes)
  await sql`
    insert into stored_file (tenant_id, sha256, size, media_type, scan)
    values (${tenantId}, ${sha256}, ${size}, ${mediaType}, ${scan})
    on conflict (tenant_id, sha256) do update set media_type = excluded.media_type, kept_at = now(),
      scan = case when stored_file.scan = 'clean' then 'clean' else excluded.scan end`.execute(tx)
}

/** Checks the quota before a file arrives, when it is unknown whether its content is stored already. */
export const quotaCheck =
  (db: Db, quotaBytes: number) =>
  (tenantId: number, size: number): Promise<void> =>
    readAsTenant(db, tenantId, (tx) => refuseFull(tx, { tenantId, size }, quotaBytes))
