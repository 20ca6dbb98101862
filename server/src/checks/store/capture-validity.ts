// How long a manual capture is current: the company's days by type, or the default
// (contract/src/captures/validity.ts).
import { CAPTURED_TYPES, type CaptureInterval, defaultInterval } from '@padron/contract/captures/validity'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** The intervals of all types that can be captured, in the order of the types. */
export const readCaptureIntervals = async (tx: Tx, tenantId: number): Promise<CaptureInterval[]> => {
  const { rows } = await sql<CaptureInterval>`
    select resource_type_id as "resourceTypeId", days, season_days as "seasonDays"
    from capture_interval
    where tenant_id = ${tenantId}`.execute(tx)
  const stored = new Map(rows.map((row) => [row.resourceTypeId, row]))
  return CAPTURED_TYPES.map((type) => stored.get(type) ?? defaultInterval(type))
}

/** The moment when the day is over in both countries, as `endOf` of checks/engine/check-rules.ts. */
const OVER = sql`o.due_on::timestamp at time zone 'UTC' + interval '32 hours'`

/**
 * Applies the intervals to stored captures; a payment line's day, if sooner, still ends them. Answers with a last day
 * of their own, such as a policy's, keep it; one that was over at the capture ends nothing.
 * Cost: the company's captured answers of the types, or those of the vehicles.
 */
export const applyCaptureIntervals = async (
  tx: Tx,
  tenantId: number,
  intervals: readonly CaptureInterval[],
  vehicleIds?: readonly number[],
): Promise<void> => {
  const among = vehicleIds ? sql`and f.vehicle_id = any(${[...vehicleIds]}::bigint[])` : sql``
  await sql`
    with captured as (
      select f.vehicle_id, f.resource_id, f.good_at, case
          when extract(month from f.good_at at time zone 'UTC') <= 3 then i."seasonDays"
          else i.days end as days
      from vehicle_resource f
      join json_to_recordset(${JSON.stringify(intervals)}::json) as i("resourceTypeId" int, days int,
        "seasonDays" int) on i."resourceTypeId" = f.resource_type_id
      where f.tenant_id = ${tenantId} and f.captured_at is not null and f.good_at is not null ${among}
        and not exists (
          select from obligation o
          where o.tenant_id = f.tenant_id and o.vehicle_id = f.vehicle_id and o.source_key = 'r:' || f.resource_id
            and ${OVER} > f.good_at))
    update vehicle_resource f
    set fresh_until = least(c.good_at + make_interval(days => c.days), (
      select min(${OVER})
      from obligation o
      where o.tenant_id = ${tenantId} and o.vehicle_id = c.vehicle_id and o.resource_id = c.resource_id
        and o.kind = 'payment' and ${OVER} > c.good_at))
    from captured c
    where f.tenant_id = ${tenantId} and f.vehicle_id = c.vehicle_id and f.resource_id = c.resource_id`.execute(tx)
}
