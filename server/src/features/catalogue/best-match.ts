// The search box: the ten vehicles whose plate, VIN or identifier, present or former, best match the typed text. First
// by the keys; where those find fewer, anywhere in the three fields.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { fleetVersion } from '../../db/fleet-version.ts'
import { runPrepared, type Statement } from '../../db/prepared.ts'
import type { FleetIndex } from '../../fleet/index/fleet-index.ts'

type Match = {
  plate: string
  vin: string
  customId: string | null
  vehicleAssetId: number
  former: string | null
  assetStatusId: number
  replacedBy: number | null
}

const AT_MOST = 10
/** Of matches anywhere, which come after all those by key (036-search-by-keys.sql). */
const LAST_TIER = 7

/** @param found rows of vehicle_id, tier and former */
const matchesOf = (tenantId: number, found: RawBuilder<unknown>) => sql<Match>`
  select v.plate, v.vin, v.custom_id as "customId", v.vehicle_id as "vehicleAssetId", m.former,
    v.asset_status_id as "assetStatusId", v.replaced_by as "replacedBy"
  from (select distinct on (vehicle_id) vehicle_id, tier, former from (${found}) each order by vehicle_id, tier) m
  join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = m.vehicle_id
  order by m.tier, (v.asset_status_id = 1) desc, v.plate, v.vehicle_id
  limit ${sql.lit(AT_MOST)}`

/**
 * Its text differs by how many fragments there are, one or two.
 * @param step a function of the database; `best_match` is both of its steps
 * @param fragments the text as typed and without separators: an identifier may have hyphens, a plate never does
 */
export const matchQuery = (
  tenantId: number,
  step: 'match_by_key' | 'match_anywhere' | 'best_match',
  fragments: readonly string[],
): Statement<Match> => {
  const each = fragments.map((text) => sql`select vehicle_id, tier, former from ${sql.ref(step)}(${text})`)
  return { name: `catalogue.${step}-${fragments.length}`, query: matchesOf(tenantId, sql.join(each, sql` union all `)) }
}

const matchesById = (tenantId: number, ids: readonly number[]): Statement<Match> => {
  const found = sql`
    select vehicle_id, ${sql.lit(LAST_TIER)} as tier, null::text as former
    from unnest(${ids}::bigint[]) as vehicle_id`
  return { name: 'catalogue.match-ids', query: matchesOf(tenantId, found) }
}

/** Cost: the keys' few rows; where they are fewer than ten, a search in columns or, without them, in three keys. */
export const bestMatch = async (
  tx: Tx,
  tenantId: number,
  fragments: readonly string[],
  fleets: Pick<FleetIndex, 'findByIdentifier'>,
): Promise<Match[]> => {
  const [byKey, { fieldsVersion }] = await Promise.all([
    runPrepared(tx, matchQuery(tenantId, 'match_by_key', fragments)),
    fleetVersion(tx, tenantId),
  ])
  if (byKey.length === AT_MOST) return byKey
  const ids = await fleets.findByIdentifier(tx, tenantId, fieldsVersion, fragments, AT_MOST)
  const anywhere = await runPrepared(
    tx,
    ids ? matchesById(tenantId, ids) : matchQuery(tenantId, 'match_anywhere', fragments),
  )
  const known = new Set(byKey.map(({ vehicleAssetId }) => vehicleAssetId))
  return [...byKey, ...anywhere.filter(({ vehicleAssetId: id }) => !known.has(id))].slice(0, AT_MOST)
}
