// Finds and locks the vehicle of documents.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors/http-problem.ts'

/**
 * @param lock keeps the vehicle from being deleted while its documents are written
 * @throws HttpProblem 404, also for a vehicle of another company
 */
export const findVehicle = async (tx: Tx, tenantId: number, vehicleId: number, lock = true): Promise<void> => {
  const { rows } = await sql`select from vehicle where tenant_id = ${tenantId} and vehicle_id = ${vehicleId}
    ${lock ? sql`for key share` : sql``}`.execute(tx)
  if (rows.length === 0) throw notFound()
}

/**
 * Locks the vehicles of a type's documents while their dates are written. Call it before locking the type, in the same
 * order as writers of one document: a deletion of vehicles locks them and then looks for their documents.
 */
export const holdVehiclesOfType = async (tx: Tx, tenantId: number, documentTypeId: number): Promise<void> => {
  await sql`
    select from vehicle v
    where v.tenant_id = ${tenantId} and v.vehicle_id in (select d.vehicle_id from document d
      where d.tenant_id = ${tenantId} and d.document_type_id = ${documentTypeId} and d.removed_at is null)
    order by v.vehicle_id for key share`.execute(tx)
}
