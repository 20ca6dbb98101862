// The state of one vehicle for each document type.
import type { DocumentTypeState } from '@padron/contract/documents/shapes'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { OBLIGED } from '../../../fleet/obligations.ts'
import { inForce, isRequired } from './missing.queries.ts'

const TYPE = { id: sql`t.document_type_id`, required: sql`t.required` }

type Row = Omit<DocumentTypeState, 'standing' | 'exception'> & {
  exception: boolean | null
  /** It has a valid document; it has any document. */
  hasValid: boolean
  hasAny: boolean
}

const stateOf = ({ asked, exception, hasValid, hasAny }: Row): DocumentTypeState['standing'] => {
  if (hasValid) return 'present'
  if (exception === false) return 'exempt'
  if (hasAny) return 'expired'
  return asked ? 'missing' : 'optional'
}

/** The document that expires last counts; one without a date never expires. Cost: by key per type. */
export const documentStatesOf = async (
  tx: Tx,
  tenantId: number,
  vehicleId: number,
  today: string,
): Promise<DocumentTypeState[]> => {
  const those = (
    which: RawBuilder<unknown>,
  ) => sql`from document d where d.tenant_id = ${tenantId} and d.vehicle_id = ${vehicleId}
    and d.document_type_id = t.document_type_id and ${which}`
  const any = sql`d.removed_at is null`
  const { rows } = await sql<Row>`
    select t.document_type_id as "documentTypeId", t.type_name as "documentTypeName", ${OBLIGED}
      and ${isRequired(tenantId, TYPE)} as asked,
        (select e.required
        from document_exception e
        where e.tenant_id = t.tenant_id and e.document_type_id = t.document_type_id
        and e.vehicle_id = v.vehicle_id) as exception,
      exists (select ${those(inForce(today))}) as "hasValid", exists (select ${those(any)}) as "hasAny",
      (select d.expires_on ${those(any)} order by d.expires_on desc nulls first limit 1) as "expiresOn"
    from vehicle v
    join document_type t on t.tenant_id = v.tenant_id
    where v.tenant_id = ${tenantId} and v.vehicle_id = ${vehicleId}
    order by fold(t.type_name), t.document_type_id`.execute(tx)
  return rows.map((row) => {
    const { documentTypeId, documentTypeName, expiresOn, exception, asked } = row
    const exceptionName = exception === null ? null : exception ? ('required' as const) : ('exempt' as const)
    return {
      documentTypeId,
      documentTypeName,
      standing: stateOf(row),
      asked: asked && exception !== false,
      exception: exceptionName,
      expiresOn,
    }
  })
}
