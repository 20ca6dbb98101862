// The vehicle that papers are of: one of the company's, or none.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../http/problem.ts'

/** @param lock while its papers are written it stays @throws HttpProblem 404: of another company it is one that is not there */
export const findVehicle = async (tx: Tx, tenantId: number, vehicleId: number, lock = true): Promise<void> => {
  const { rows } = await sql`select from vehicle where tenant_id = ${tenantId} and vehicle_id = ${vehicleId}
    ${lock ? sql`for key share` : sql``}`.execute(tx)
  if (rows.length === 0) throw notFound()
}
