// The basis of a next action that found nothing: for how many of its vehicles all sources of its kinds of debt have a
// valid answer.
import type { Basis } from '@padron/contract/dashboard'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { isAmong, literals, ofTypes, statusSince } from '../../../fleet/debts.ts'
import { MISSING } from '../../../fleet/unknown-debts.ts'

type About = {
  statuses: readonly number[]
  types: readonly number[]
  /** Absent: all states. */
  states?: readonly number[] | null
  /** Counts only answers given since the vehicle has its status. */
  sinceStatus?: boolean
}

/** Cost: the vehicle_resource rows of these kinds once, and the vehicles. */
export const readActionBasis = async (tx: Tx, tenantId: number, about: About): Promise<Basis> => {
  const { statuses, types, states, sinceStatus = false } = about
  const vehicles = sql`vehicle v where v.tenant_id = ${tenantId} and v.asset_status_id in (${literals(statuses)})
    ${states ? sql`and v.state_id = any(${[...states]}::int[])` : sql``}`
  const { rows } = await sql<Basis>`
    with answers as materialized (
      select f.vehicle_id, bool_or(${MISSING}) as missing, min(f.good_at) as oldest
      from vehicle_resource f
      where f.tenant_id = ${tenantId} and f.resource_type_id in (${ofTypes(types)})
        and ${isAmong(sql`f.vehicle_id`, sql`select v.vehicle_id from ${vehicles}`)} group by 1),
    rated as (
      select a.*, not a.missing ${sinceStatus ? sql`and a.oldest >= ${statusSince('v')}` : sql``} as known
      from answers a
      join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = a.vehicle_id)
    select count(*) filter (where known)::int as known, count(*) filter (where not known)::int as unknown,
      (select count(*)::int from ${vehicles}) - count(*)::int as unasked, min(oldest) filter (where known) as oldest
    from rated`.execute(tx)
  return rows[0] ?? { known: 0, unknown: 0, unasked: 0, oldest: null }
}
