// Writes the values of a document's fields. An emptied field keeps its row; an empty field without a row gets none.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Sent } from './values.rules.ts'

export const writeValues = async (
  tx: Tx,
  tenantId: number,
  documentId: number,
  values: readonly Sent[],
): Promise<void> => {
  await sql`
    insert into document_value as v (tenant_id, document_id, document_field_id, value)
    select ${tenantId}, ${documentId}, g.field, g.value
    from unnest(${values.map(({ fieldId }) => fieldId)}::bigint[],
      ${values.map(({ value }) => value)}::text[]) as g(field, value)
    where g.value <> '' or exists (select from document_value x
      where x.tenant_id = ${tenantId} and x.document_id = ${documentId} and x.document_field_id = g.field)
    on conflict (tenant_id, document_id, document_field_id) do update
    set value = excluded.value
    where v.value <> excluded.value`.execute(tx)
}
