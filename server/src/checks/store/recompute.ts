// Works out anew how vehicles stand, after resources were added to them or taken away.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { type Standing, writeStandings } from './vehicle-status.ts'

const AT_ONCE = 5_000
type Row = {
  vehicleId: number
  typeId: number
  statusId: number
  answered: boolean
  total: number | null
  withoutAmount: number
}

const standingsOf = async (tx: Tx, tenantId: number, vehicleIds: readonly number[]) => {
  const { rows } = await sql<Row>`
    select f.vehicle_id as "vehicleId", f.resource_type_id as "typeId", f.status_id as "statusId",
      f.good_at is not null as answered, f.debt_total::float8 as total, f.debt_without_amount as "withoutAmount"
    from vehicle_resource f
    where f.tenant_id = ${tenantId} and f.vehicle_id = any(${[...vehicleIds]}::bigint[])`.execute(tx)
  const byVehicle = Map.groupBy(rows, ({ vehicleId }) => vehicleId)
  return vehicleIds.map((vehicleId) => ({ vehicleId, resources: (byVehicle.get(vehicleId) ?? []).map(asStanding) }))
}

const asStanding = ({ typeId, statusId, answered, total, withoutAmount }: Row): Standing => ({
  typeId,
  statusId,
  answered,
  debt: { total, withoutAmount },
})

/** @returns whether a status or a debt of theirs changed: the caller then says so of the fleet, last */
export const restand = async (tx: Tx, tenantId: number, vehicleIds: readonly number[]): Promise<boolean> => {
  let changed = false
  for (let at = 0; at < vehicleIds.length; at += AT_ONCE) {
    const standings = await standingsOf(tx, tenantId, vehicleIds.slice(at, at + AT_ONCE))
    changed = (await writeStandings(tx, tenantId, standings)) || changed
  }
  return changed
}
