// Sets which vehicles need a document type, and the exceptions of single vehicles.
import type { RequiredFor } from '@padron/contract/documents/shapes'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { notFound, refuse } from '../../../errors/http-problem.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { findVehicle } from '../vehicle.ts'
import { findType } from './document-types.queries.ts'

type Required = { documentTypeId: number; version: number; required: RequiredFor; tagIds: number[] }

/** Locks tags before the type, in the same order as the deletion of tags. @returns the company's own */
const holdTags = async (tx: Tx, tenantId: number, tagIds: readonly number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select tag_id as id
    from tag
    where tenant_id = ${tenantId} and tag_id = any(${tagIds}::bigint[])
    order by tag_id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** @throws HttpProblem */
export const requireType = async (tx: Tx, { tenantId }: Session, change: Required): Promise<void> => {
  const { documentTypeId, version, required, tagIds } = change
  const known = await holdTags(tx, tenantId, tagIds)
  const stored = await findType(tx, tenantId, documentTypeId, 'update')
  if (!stored) throw notFound()
  if (stored.version !== version)
    throw refuse(409, 'Otra persona cambió este tipo de documento mientras usted lo editaba.', 'version')
  if (required === 'tags' && tagIds.length === 0) throw refuse(422, 'Elija al menos una etiqueta', 'tagIds')
  const missing = tagIds.findIndex((id) => !known.has(id))
  if (missing >= 0) throw refuse(422, 'La etiqueta elegida no existe.', `tagIds.${missing}`)
  const tags = required === 'tags' ? tagIds : []
  await sql`delete from document_type_tag where tenant_id = ${tenantId} and document_type_id = ${documentTypeId}
    and tag_id <> all(${tags}::bigint[])`.execute(tx)
  await sql`insert into document_type_tag (tenant_id, document_type_id, tag_id)
    select distinct ${tenantId}::bigint, ${documentTypeId}::bigint, g
    from unnest(${tags}::bigint[]) g
    on conflict do nothing`.execute(tx)
  await sql`update document_type set required = ${required}, row_version = row_version + 1
    where tenant_id = ${tenantId} and document_type_id = ${documentTypeId}`.execute(tx)
}

type Exception = { documentTypeId: number; vehicleAssetId: number; exception: 'required' | 'exempt' | null }

/** Idempotent. @throws HttpProblem if the type or vehicle does not exist */
export const exceptVehicle = async (tx: Tx, { tenantId }: Session, change: Exception): Promise<void> => {
  const { documentTypeId, vehicleAssetId, exception } = change
  await findVehicle(tx, tenantId, vehicleAssetId)
  if (!(await findType(tx, tenantId, documentTypeId, 'share'))) throw notFound()
  if (exception === null)
    await sql`delete from document_exception where tenant_id = ${tenantId} and document_type_id = ${documentTypeId}
      and vehicle_id = ${vehicleAssetId}`.execute(tx)
  else
    await sql`insert into document_exception as e (tenant_id, document_type_id, vehicle_id, required)
      values (${tenantId}, ${documentTypeId}, ${vehicleAssetId}, ${exception === 'required'})
      on conflict (tenant_id, document_type_id, vehicle_id) do update set required = excluded.required
      where e.required <> excluded.required`.execute(tx)
}
