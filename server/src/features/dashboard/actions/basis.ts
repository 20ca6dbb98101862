// What a next action of which there is none rests on: of how many of the vehicles that it is about all the sources of
// its kinds of debt have a valid answer.
import type { Basis } from '@padron/contract/dashboard'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { isAmong, literals, ofTypes, statusSince } from '../../../fleet/debts.ts'
import { MISSING } from '../../../fleet/unknown-debts.ts'

type About = {
  statuses: readonly number[]
  types: readonly number[]
  /** Absent: wherever they are. */
  states?: readonly number[] | null
  /** Only answers given since the vehicle has its status count. */
  sinceStatus?: boolean
}

/** Cost: the rows of vehicle_resource of its kinds once, and the vehicles it is about. */
export const readActionBasis = async (tx: Tx, tenantId: number, about: About): Promise<Basis> => {
  const { statuses, types, states, sinceStatus = false } = about
  const vehicles = sql`vehicle v where v.tenant_id = ${tenantId} and v.asset_status_id in (${literals(statuses)})
    ${states ? sql`and v.state_id = any(${[...states]}::int[])` : sql``}`
  const { rows } = await sql<Basis>`
    with asked as materialized (
      select f.vehicle_id, bool_or(${MISSING}) as missing, min(f.good_at) as oldest from vehicle_resource f
      where f.tenant_id = ${tenantId} and f.resource_type_id in (${ofTypes(types)})
        and ${isAmong(sql`f.vehicle_id`, sql`select v.vehicle_id from ${vehicles}`)} group by 1),
    told as (
      select a.*, not a.missing ${sinceStatus ? sql`and a.oldest >= ${statusSince('v')}` : sql``} as known
      from asked a join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = a.vehicle_id)
    select count(*) filter (where known)::int as known, count(*) filter (where not known)::int as unknown,
      (select count(*)::int from ${vehicles}) - count(*)::int as unasked, min(oldest) filter (where known) as oldest
    from told`.execute(tx)
  return rows[0] ?? { known: 0, unknown: 0, unasked: 0, oldest: null }
}
