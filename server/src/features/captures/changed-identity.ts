// A corrected plate or VIN makes a vehicle another one for the sources: what somebody looked up or uploaded before is
// not its answer. What counts is when the work began, not the day that the person names, which may be long before.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { refuse } from '../../errors/http-problem.ts'
import type { Session } from '../../http/access/sessions.ts'

/** Whether the vehicle got another plate or VIN at that moment or later; not if the moment is null. */
export const identityChangedSince = (
  tenantId: number,
  vehicleId: RawBuilder<unknown>,
  moment: RawBuilder<unknown>,
) => sql`
  exists (
    select from vehicle_history h
    where h.tenant_id = ${tenantId} and h.vehicle_id = ${vehicleId} and h.at >= ${moment}
      and (h.former_plate is not null or h.former_vin is not null))`

const CHANGED =
  'La placa o el VIN del vehículo cambió desde que empezó esta captura: ciérrela, consulte la fuente con los datos ' +
  'actuales y suba la prueba de nuevo.'

/**
 * A capture began when its first proof was uploaded or its author's lease began.
 * @param tx with the vehicle locked
 * @throws HttpProblem if the vehicle got another plate or VIN since
 */
export const refuseChangedIdentity = async (
  tx: Tx,
  { tenantId, userId }: Session,
  { vehicleAssetId, fileIds }: { vehicleAssetId: number; fileIds: readonly string[] },
  now: Date,
): Promise<void> => {
  const began = sql`
    least(
      (
        select min(uploaded_at)
        from evidence_file
        where tenant_id = ${tenantId} and file_id = any(${[...fileIds]}::uuid[])),
      (
        select since
        from capture_lease
        where tenant_id = ${tenantId} and vehicle_id = ${vehicleAssetId} and user_id = ${userId}
          and until > ${now.toISOString()}::timestamptz))`
  const { rows } = await sql<{ changed: boolean }>`
    select ${identityChangedSince(tenantId, sql`${vehicleAssetId}::bigint`, began)} as changed`.execute(tx)
  if (rows[0]?.changed) throw refuse(409, CHANGED)
}
