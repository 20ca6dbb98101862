// SQL for the portal that gave an answer. The connector of a resource may have changed since, so the portal's name
// comes from the answer's own run. `p` is the resource's current portal, for an answer whose run was deleted.
import { type RawBuilder, sql } from 'kysely'

type Part = RawBuilder<unknown>

const NAME = sql`select ap.portal_name from check_run ar join portal ap on ap.portal_key = ar.portal_key`

/** Cost: two key look-ups. @param runId null where there is no run */
export const portalNameOfRun = (tenantId: Part, runId: Part): Part =>
  sql`coalesce((${NAME} where ar.tenant_id = ${tenantId} and ar.run_id = ${runId}), p.portal_name)`

/**
 * For the newest good answer of a vehicle's resource. Cost: three key look-ups.
 * @param of the table that has the keys
 */
export const portalNameOfAnswer = (of: string): Part => {
  const key = (name: string) => sql.ref(`${of}.${name}`)
  const runId = sql`(select af.good_run_id from vehicle_resource af
    where af.tenant_id = ${key('tenant_id')}
      and af.vehicle_id = ${key('vehicle_id')}
      and af.resource_id = ${key('resource_id')})`
  return portalNameOfRun(key('tenant_id'), runId)
}

/**
 * For the last answer that listed debt `d`: the newest one, or an earlier one if an incomplete one left it out. A
 * cached answer listed it before its own run started. Cost: some key look-ups, or a range of the vehicle's runs.
 */
export const portalNameOfDebt = sql`coalesce((${NAME}
  join vehicle_resource af on af.tenant_id = ar.tenant_id and af.good_run_id = ar.run_id
  where af.tenant_id = d.tenant_id
    and af.vehicle_id = d.vehicle_id
    and af.resource_id = d.resource_id
    and af.good_at = d.last_seen_at), (${NAME}
  where ar.tenant_id = d.tenant_id
    and ar.vehicle_id = d.vehicle_id
    and ar.started_at <= d.last_seen_at
    and exists (select from check_result ac
    where ac.tenant_id = ar.tenant_id and ac.run_id = ar.run_id and ac.resource_id = d.resource_id)
  order by ar.started_at desc
  limit 1), p.portal_name)`
