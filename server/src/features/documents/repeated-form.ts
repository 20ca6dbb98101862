// Detects a form that arrives twice: a button pressed twice, or a retry after a lost answer.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { AcceptedFile } from '../../files/contents/content-rows.ts'
import type { Session } from '../../http/access/sessions.ts'
import type { Sent } from './values.rules.ts'

const SAME_FOR_MS = 120_000

export type FormSent = {
  vehicleId: number
  typeId: number
  name: string
  values: readonly Sent[]
  stored: AcceptedFile
}

/**
 * Finds the document that the same form created: by the same user within two minutes, with the same content, vehicle,
 * type, name and values, and neither changed nor removed since. With other values, another name or another user it is
 * a new document. The caller holds the lock on the count of the vehicle's documents.
 * @returns its id, or undefined
 */
export const findRepeatedForm = async (
  tx: Tx,
  { tenantId, userId }: Session,
  sent: FormSent,
  now: Date,
): Promise<number | undefined> => {
  const written = sent.values.filter(({ value }) => value !== '').map(({ fieldId, value }) => [fieldId, value] as const)
  const { rows } = await sql<{ id: number }>`
    select d.document_id as id
    from document d
    join document_version x on x.tenant_id = d.tenant_id and x.document_id = d.document_id and x.version = 1
    where d.tenant_id = ${tenantId} and d.vehicle_id = ${sent.vehicleId} and d.document_type_id = ${sent.typeId}
      and d.document_name = ${sent.name} and d.row_version = 1 and d.removed_at is null
      and d.created_at >= ${new Date(now.getTime() - SAME_FOR_MS).toISOString()}
        and x.user_id = ${userId}
        and x.sha256 = ${sent.stored.sha256}
      and (select coalesce(jsonb_object_agg(v.document_field_id, v.value), '{}') from document_value v
        where v.tenant_id = d.tenant_id
          and v.document_id = d.document_id) = ${JSON.stringify(Object.fromEntries(written))}::jsonb
    order by d.document_id
    limit 1`.execute(tx)
  return rows[0]?.id
}
