// The search box: the ten vehicles whose plate, VIN or identifier, present or former, best match the typed text.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { runPrepared, type Statement } from '../../db/prepared.ts'

type Match = {
  plate: string
  vin: string
  customId: string | null
  vehicleAssetId: number
  former: string | null
  assetStatusId: number
  replacedBy: number | null
}

/**
 * Its text differs by how many fragments there are, one or two.
 * @param fragments the text as typed and without separators: an identifier may have hyphens, a plate never does
 */
export const bestMatchQuery = (tenantId: number, fragments: readonly string[]): Statement<Match> => {
  const found = sql.join(
    fragments.map((fragment) => sql`select vehicle_id, tier, former from best_match(${fragment})`),
    sql` union all `,
  )
  const query = sql<Match>`
    select v.plate, v.vin, v.custom_id as "customId", v.vehicle_id as "vehicleAssetId", m.former,
      v.asset_status_id as "assetStatusId", v.replaced_by as "replacedBy"
    from (select distinct on (vehicle_id) vehicle_id, tier, former from (${found}) each order by vehicle_id, tier) m
    join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = m.vehicle_id
    order by m.tier, (v.asset_status_id = 1) desc, v.plate, v.vehicle_id limit 10`
  return { name: `catalogue.match-${fragments.length}`, query }
}

export const bestMatch = async (tx: Tx, tenantId: number, fragments: readonly string[]): Promise<Match[]> =>
  runPrepared(tx, bestMatchQuery(tenantId, fragments))
