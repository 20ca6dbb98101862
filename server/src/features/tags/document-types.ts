// Tracks the version at which a deletion left each document type, so that a type edited since is not overwritten by
// undo.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/**
 * A deletion of tags or its undo does not count as an edit: stored versions of these types are raised with it, so that
 * deletions can be undone in any order. Cost: the company's deletions of a day.
 * @param typeIds types whose version this transaction raised by one
 */
export const followTypes = async (tx: Tx, tenantId: number, typeIds: readonly number[]): Promise<void> => {
  if (typeIds.length === 0) return
  const follows = sql`d.tenant_id = k.tenant_id and d.document_type_id = any(${[...typeIds]}::bigint[])
    and d.document_type_id = (o ->> 'document_type_id')::bigint and d.row_version = (o ->> 'row_version')::integer + 1`
  await sql`
    update tag_undo k
    set content = jsonb_set(k.content, '{types}', (
      select jsonb_agg(case
        when d.document_type_id is null then o
        else jsonb_set(o, '{row_version}', to_jsonb(d.row_version)) end)
      from jsonb_array_elements(k.content -> 'types') o
      left join document_type d on ${follows}))
    where k.tenant_id = ${tenantId} and k.undone_at is null
      and exists (select from jsonb_array_elements(k.content -> 'types') o join document_type d on ${follows})`.execute(
    tx,
  )
}
