// The order of locks: whoever writes rows of vehicles locks the vehicles first and by id, so that two writers of the
// same vehicles wait for each other before they hold a lock that the other needs.
import { sql } from 'kysely'
import type { Tx } from './client.ts'

/** @param vehicleIds in any order; those that do not exist are passed over */
export const lockVehicles = (tx: Tx, tenantId: number, vehicleIds: readonly number[]): Promise<unknown> =>
  sql`
    select count(*)
    from (
      select from vehicle
      where tenant_id = ${tenantId} and vehicle_id = any(${[...vehicleIds]}::bigint[])
      order by vehicle_id
      for no key update) locked`.execute(tx)
