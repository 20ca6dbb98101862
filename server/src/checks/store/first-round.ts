// The event that a vehicle's first round of checks is complete: every source that is queried for it answered or failed
// at least once. Adding a source starts another round.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { serviceSql, withService } from '../services/services.ts'
import type { ResourceChange } from './resources.ts'

/** `not-applicable`: the source has no data about this kind of vehicle, which counts as an answer. */
const isUnanswered = sql`f.good_at is null and f.last_outcome is distinct from 'not-applicable'`

/**
 * Writes `vehicle.checked` if one of these changes completes a round. The transaction holds the vehicles' locks, so if
 * two sources complete a round at once exactly one of them writes the event.
 */
export const recordFirstRounds = async (
  tx: Tx,
  tenantId: number,
  changes: readonly ResourceChange[],
): Promise<void> => {
  const vehicleIds = new Set(
    changes.filter(({ queriedBefore }) => !queriedBefore).map(({ result }) => result.vehicle.vehicleId),
  )
  if (vehicleIds.size === 0) return
  await sql`
    insert into webhook_event (tenant_id, event_id, event, at, vehicle_id, data)
    select v.tenant_id, gen_random_uuid(), 'vehicle.checked', now(), v.vehicle_id, jsonb_build_object(
      'vehicle', jsonb_build_object('vehicleAssetId', v.vehicle_id, 'plate', v.plate, 'vin', v.vin,
        'customId', v.custom_id),
      'sources', round.sources, 'unanswered', round.unanswered, 'at', as_instant(now()))
    from vehicle v
    cross join lateral (
      select count(*)::int as sources, count(*) filter (where f.last_at is null) as left_to_query,
        coalesce(jsonb_agg(jsonb_build_object('resourceId', r.resource_id, 'resourceTypeId', r.resource_type_id,
          'name', r.resource_name) order by r.resource_id) filter (where ${isUnanswered}), '[]') as unanswered
      from vehicle_resource f
      join resource r on r.resource_id = f.resource_id
      join due_check d on d.tenant_id = f.tenant_id
        and d.vehicle_id = f.vehicle_id
        and d.connector_key = r.connector_key
        and not d.suspended ${withService}
      where f.tenant_id = v.tenant_id
        and f.vehicle_id = v.vehicle_id
        and not r.retired
        and ${serviceSql} = 'automatic') round
    where v.tenant_id = ${tenantId}
      and v.vehicle_id = any(${[...vehicleIds]}::bigint[])
      and round.sources > 0
      and round.left_to_query = 0
      and exists (
        select
        from webhook w
        where w.tenant_id = v.tenant_id and w.events && '{vehicle.checked}')`.execute(tx)
}
