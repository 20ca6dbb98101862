// The timeline: the entries of a vehicle and of the others in its chain of replacements, newest first.
import { assetStatusText } from '@padron/contract/assets'
import type { HistoryEntry } from '@padron/contract/vehicles'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

const AT_MOST = 500

const other = (id: string, plate: string) =>
  sql.raw(`case when ${plate} is not null then json_build_object('vehicleAssetId', ${id}, 'plate', ${plate}) end`)

/**
 * Cost: a key range of the history per vehicle of the chain, and the plates of the vehicles that entries name.
 * @returns undefined if the vehicle does not exist
 */
export const historyOf = async (tx: Tx, tenantId: number, vehicleId: number): Promise<HistoryEntry[] | undefined> => {
  const { rows: found } = await sql<{ group: string | null }>`
    select historic_group as "group"
    from vehicle
    where tenant_id = ${tenantId} and vehicle_id = ${vehicleId}`.execute(tx)
  if (!found[0]) return undefined
  const chain = found[0].group
    ? sql`(select vehicle_id from vehicle where tenant_id = ${tenantId} and historic_group = ${found[0].group})`
    : sql`(${vehicleId})`
  const { rows } = await sql<Omit<HistoryEntry, 'assetStatus'>>`
    select h.history_id as "historyId", h.at as "dateTime", h.vehicle_id as "vehicleAssetId", h.plate, h.vin,
      h.custom_id as "customId", h.asset_status_id as "assetStatusId",
      ${other('h.replaced_by', 'b.plate')} as "replacedBy", ${other('h.replacing', 'r.plate')} as replacing,
      h.former_plate as "formerPlate", h.former_vin as "formerVin", h.who, v.historic_group as "historicGroupUUID"
    from vehicle_history h
    join vehicle v on v.tenant_id = h.tenant_id and v.vehicle_id = h.vehicle_id
    left join vehicle b on b.tenant_id = h.tenant_id and b.vehicle_id = h.replaced_by
    left join vehicle r on r.tenant_id = h.tenant_id and r.vehicle_id = h.replacing
    where h.tenant_id = ${tenantId} and h.vehicle_id in ${chain}
    order by h.at desc, h.history_id desc
    limit ${AT_MOST}`.execute(tx)
  return rows.map((row) => ({ ...row, assetStatus: assetStatusText(row.assetStatusId) }))
}
