// The vehicle that papers are of: one of the company's, or none.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../http/problem.ts'

/**
 * @param lock while its papers are written it stays
 * @throws HttpProblem 404: of another company it is one that is not there
 */
export const findVehicle = async (tx: Tx, tenantId: number, vehicleId: number, lock = true): Promise<void> => {
  const { rows } = await sql`select from vehicle where tenant_id = ${tenantId} and vehicle_id = ${vehicleId}
    ${lock ? sql`for key share` : sql``}`.execute(tx)
  if (rows.length === 0) throw notFound()
}

/**
 * The vehicles of a type's documents stay while their dates are written. Taken before the type, as whoever writes one
 * document does: who deletes vehicles holds them and then looks for their documents.
 */
export const holdVehiclesOfType = async (tx: Tx, tenantId: number, documentTypeId: number): Promise<void> => {
  await sql`
    select from vehicle v where v.tenant_id = ${tenantId} and v.vehicle_id in (select d.vehicle_id from document d
      where d.tenant_id = ${tenantId} and d.document_type_id = ${documentTypeId} and d.removed_at is null)
    order by v.vehicle_id for key share`.execute(tx)
}
