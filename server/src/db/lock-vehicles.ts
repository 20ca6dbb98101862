// The order of locks: whoever writes rows of vehicles locks the vehicles first and by id, so that two writers of the
// same vehicles wait for each other before they hold a lock that the other needs.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './client.ts'

/** @param vehicleIds or a query that selects them; in any order, and those that do not exist are passed over */
export const lockVehicles = async (
  tx: Tx,
  tenantId: number,
  vehicleIds: readonly number[] | RawBuilder<unknown>,
): Promise<void> => {
  const ids = 'execute' in vehicleIds ? sql`array(${vehicleIds})` : sql`${[...vehicleIds]}::bigint[]`
  await sql`
    select count(*)
    from (
      select from vehicle
      where tenant_id = ${tenantId} and vehicle_id = any(${ids})
      order by vehicle_id
      for no key update) locked`.execute(tx)
}
