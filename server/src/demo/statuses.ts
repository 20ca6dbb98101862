// The statuses of the demo's vehicles: about one in eight is no longer active, and a few were replaced by a newer one
// of the same class. Deterministic: drawn from a hash of their plates.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { touchFleet } from '../db/fleet-version.ts'

/** Statuses and their shares of the fleet: an assumption based on figures of thefts and accidents. */
const SHARES = [
  [0, 0.05],
  [3, 0.005],
  [4, 0.02],
  [7, 0.005],
  [8, 0.03],
  [9, 0.01],
] as const
const REPLACEABLE: readonly number[] = [3, 8, 9]
const REPLACED_AT_MOST = 6
const REPLACED_SHARE = 0.01

type Vehicle = { vehicle_id: number; plate: string; class: string | null; year: number | null }

const drawn = (vehicles: readonly Vehicle[]): Vehicle[] => {
  const order = (plate: string) => createHash('sha256').update(plate).digest('hex')
  return vehicles.toSorted((a, b) => (order(a.plate) < order(b.plate) ? -1 : 1))
}

type Change = { vehicle_id: number; status: number; replaced_by: number | null }

const demoChanges = (vehicles: readonly Vehicle[]): Change[] => {
  const pool = drawn(vehicles)
  const gone = SHARES.flatMap(([status, share]) =>
    pool.splice(0, Math.max(1, Math.round(vehicles.length * share))).map((vehicle) => ({ vehicle, status })),
  )
  let left = Math.min(REPLACED_AT_MOST, Math.ceil(vehicles.length * REPLACED_SHARE))
  const successor = ({ vehicle, status }: (typeof gone)[number]): number | null => {
    if (left === 0 || !REPLACEABLE.includes(status)) return null
    const at = pool.findIndex(
      (other) => other.class !== null && other.class === vehicle.class && (other.year ?? 0) > (vehicle.year ?? 9999),
    )
    if (at >= 0) left--
    return at < 0 ? null : (pool.splice(at, 1)[0]?.vehicle_id ?? null)
  }
  return gone.map((one) => ({ vehicle_id: one.vehicle.vehicle_id, status: one.status, replaced_by: successor(one) }))
}

/** Applies them to the transaction's tenant. */
export const applyDemoStatuses = async (tx: Tx, tenantId: number): Promise<void> => {
  const vehicles = await tx.selectFrom('vehicle').select(['vehicle_id', 'plate', 'class', 'year']).execute()
  const changes = JSON.stringify(demoChanges(vehicles))
  await sql`
    with change as (
      select c.*, case
        when c.replaced_by is not null then md5(current_tenant() || '/' || c.vehicle_id)::uuid end as chain
      from jsonb_to_recordset(${changes}::jsonb) as c(vehicle_id bigint, status smallint, replaced_by bigint)),
    successor as (
      update vehicle v
      set acquisition_reason_id = 2, replacing = c.vehicle_id, historic_group = c.chain
      from change c
      where v.vehicle_id = c.replaced_by)
    update vehicle v
    set asset_status_id = c.status, replaced_by = c.replaced_by, historic_group = c.chain
    from change c
    where v.vehicle_id = c.vehicle_id`.execute(tx)
  await sql`
    update vehicle_history h
    set replacing = v.replacing
    from vehicle v
    where v.vehicle_id = h.vehicle_id and v.replacing is not null and h.asset_status_id = 1`.execute(tx)
  await touchFleet(tx, tenantId)
}
