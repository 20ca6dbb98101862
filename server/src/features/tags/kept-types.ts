// The document types of tags that were deleted: at which version the deletion left each, so that one that somebody
// edited since is known and stays as it is.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/**
 * Another deletion of tags, or its undoing, is no edit: what was kept of these types at the version before is kept at
 * the one they have now, so that deletions can be undone in any order. Cost: the company's deletions of a day.
 * @param typeIds each of a version more than it was, in this transaction
 */
export const followTypes = async (tx: Tx, tenantId: number, typeIds: readonly number[]): Promise<void> => {
  if (typeIds.length === 0) return
  const follows = sql`d.tenant_id = k.tenant_id and d.document_type_id = any(${[...typeIds]}::bigint[])
    and d.document_type_id = (o ->> 'document_type_id')::bigint and d.row_version = (o ->> 'row_version')::integer + 1`
  await sql`
    update tag_undo k set content = jsonb_set(k.content, '{types}', (
      select jsonb_agg(case
        when d.document_type_id is null then o
        else jsonb_set(o, '{row_version}', to_jsonb(d.row_version)) end)
      from jsonb_array_elements(k.content -> 'types') o left join document_type d on ${follows}))
    where k.tenant_id = ${tenantId} and k.undone_at is null
      and exists (select from jsonb_array_elements(k.content -> 'types') o join document_type d on ${follows})`.execute(
    tx,
  )
}
