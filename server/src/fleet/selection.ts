// The vehicles that a user selected in the list: by their ids, or all of a filter but some.
import type { Selection } from '@padron/contract/vehicles'
import { type RawBuilder, sql } from 'kysely'
import type { Session } from '../http/sessions.ts'
import { refuseHidden } from './access.ts'
import { whereOf } from './where.ts'

/** A condition on `v`. @throws 403 where they may not ask for these */
export const selectedVehicles = ({ ids, query, except = [] }: Selection, session: Session): RawBuilder<unknown> => {
  if (ids) return sql`v.tenant_id = ${session.tenantId} and v.vehicle_id = any(${ids}::bigint[])`
  const filter = query ?? { vehicleClass: {} }
  refuseHidden(session.roles, filter)
  const where = whereOf(filter, session)
  return except.length > 0 ? sql`${where} and v.vehicle_id <> all(${except}::bigint[])` : where
}
