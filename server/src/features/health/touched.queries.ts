// A company's part of a source's health: how many of its vehicles the source is queried for, and which ones had no
// answer at the last attempt.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** The condition of the index vehicle_resource_touched. */
const TOUCHED = sql.raw("f.last_outcome not in ('ok', 'partial', 'not-applicable')")

export type AffectedVehicle = {
  vehicleAssetId: number
  plate: string
  vin: string
  lastGood: string | null
  lastAttempt: string | null
  lastOutcome: string
}

export const countAffected = async (tx: Tx, tenantId: number, resourceId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from vehicle_resource f
    where f.tenant_id = ${tenantId} and f.resource_id = ${resourceId}::bigint and ${TOUCHED}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Cost: the resource's part of an index. */
export const countUntried = async (tx: Tx, tenantId: number, resourceId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from vehicle_resource f
    where f.tenant_id = ${tenantId} and f.resource_id = ${resourceId}::bigint and f.last_outcome is null`.execute(tx)
  return rows[0]?.count ?? 0
}

const countVehicles = async (tx: Tx, tenantId: number, resourceId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from vehicle_resource f
    where f.tenant_id = ${tenantId} and f.resource_id = ${resourceId}::bigint`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The resources for which the company has vehicles. Cost: one index probe for each resource of the country. */
export const fleetResources = async (
  tx: Tx,
  { tenantId, country }: { tenantId: number; country: string },
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select r.resource_id as id
    from resource r
    where r.country = ${country}
      and exists (
        select from vehicle_resource f
        where f.tenant_id = ${tenantId} and f.resource_id = r.resource_id)`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

type CachedCount = { version: string; at: number; count: number }
const CACHE_MS = 600_000
const CACHE_SIZE = 2000

/**
 * Counts the company's vehicles of a resource. Cached while the fleet's fields are unchanged, ten minutes at most. Cost
 * of a count: the resource's part of an index, some 30 ms for a hundred thousand vehicles of a busy table.
 */
export const vehicleCounter = () => {
  const counts = new Map<string, CachedCount>()
  return async (tx: Tx, tenantId: number, resourceId: number, now: Date): Promise<number> => {
    const { rows } = await sql<{ version: string }>`
      select fields_version::text as version
      from catalogue_version
      where tenant_id = ${tenantId}`.execute(tx)
    const version = rows[0]?.version ?? ''
    const key = `${tenantId} ${resourceId}`
    const known = counts.get(key)
    if (known?.version === version && now.getTime() - known.at < CACHE_MS) return known.count
    const count = await countVehicles(tx, tenantId, resourceId)
    if (counts.size >= CACHE_SIZE) counts.clear()
    counts.set(key, { version, at: now.getTime(), count })
    return count
  }
}

/** Above this many it is quicker to walk the plates and check each vehicle than to sort the affected ones. */
const MANY = 20_000
const COLUMNS = sql.raw(
  'v.vehicle_id as "vehicleAssetId", v.plate, v.vin, f.good_at as "lastGood", f.last_at as "lastAttempt", ' +
    'f.last_outcome as "lastOutcome"',
)

export type AffectedPage = {
  tenantId: number
  resourceId: number
  after: string | undefined
  size: number
  total: number
}

/**
 * @param page `after` is the last vehicle of the previous page, `plate-id`; one more than `size` is read, to detect a
 * next page
 */
export const affectedPage = async (
  tx: Tx,
  { tenantId, resourceId, after, size, total }: AffectedPage,
): Promise<AffectedVehicle[]> => {
  const separatorAt = after?.lastIndexOf('-') ?? 0
  const beyond =
    after === undefined
      ? sql`true`
      : sql`(v.plate, v.vehicle_id) > (${after.slice(0, separatorAt)}, ${Number(after.slice(separatorAt + 1))})`
  const own = sql`
    f.tenant_id = v.tenant_id
      and f.vehicle_id = v.vehicle_id
      and f.resource_id = ${resourceId}::bigint
      and ${TOUCHED}`
  const found =
    total > MANY
      ? sql`vehicle v cross join lateral (select * from vehicle_resource f where ${own} limit 1) f`
      : sql`vehicle v join vehicle_resource f on ${own} and f.tenant_id = ${tenantId}`
  const { rows } = await sql<AffectedVehicle>`
    select ${COLUMNS}
    from ${found}
    where v.tenant_id = ${tenantId} and ${beyond}
    order by v.plate, v.vehicle_id
    limit ${size + 1}`.execute(tx)
  return rows
}
