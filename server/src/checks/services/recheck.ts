// After an edit of a field that sources are queried by (plate, VIN, holder, state), older answers belong to another
// vehicle: they are removed (runs stay as history), and the sources are queried at once.
import type { Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { STATUS_SQL } from '../../db/status-columns.ts'
import { readStatuses, statusRow } from '../store/vehicle-status.ts'
import { enrolVehicles } from './enrol.ts'

export type ChangedInput = 'plate' | 'vin' | 'stateId' | 'taxIdentifier'

/** The inputs that depend on the changed fields. */
const inputsOf = (changed: readonly ChangedInput[]): string[] => [
  ...changed,
  ...(changed.includes('vin') ? ['vinLast5'] : []),
]

/**
 * Cost: ten statements, whatever the number of vehicles.
 * @param changed the fields that changed in all of them
 */
export const recheckVehicles = async (
  tx: Tx,
  { country, tenantId }: { country: Country; tenantId: number },
  vehicleIds: readonly number[],
  changed: readonly ChangedInput[],
): Promise<void> => {
  if (vehicleIds.length === 0 || changed.length === 0) return
  const ids = sql`any(${[...vehicleIds]}::bigint[])`
  const inputs = sql`${inputsOf(changed)}::text[]`
  await sql`
    delete from due_check d using vehicle v
    where d.tenant_id = ${tenantId}
      and d.vehicle_id = ${ids}
      and v.tenant_id = d.tenant_id
      and v.vehicle_id = d.vehicle_id
      and d.connector_key in (select r.connector_key
      from resource r
      where r.inputs && ${inputs} or r.state_id <> v.state_id)`.execute(tx)
  await sql`
    delete from vehicle_resource f using resource r, vehicle v
    where f.tenant_id = ${tenantId} and f.vehicle_id = ${ids} and r.resource_id = f.resource_id
      and v.tenant_id = f.tenant_id and v.vehicle_id = f.vehicle_id
      and (r.inputs && ${inputs} or r.state_id <> v.state_id)`.execute(tx)
  await sql`
    delete from vehicle_record h using resource r
    where h.tenant_id = ${tenantId}
      and h.vehicle_id = ${ids}
      and r.resource_id = h.resource_id
      and r.inputs && ${inputs}`.execute(tx)
  // Debts of another plate are not this vehicle's, and a pending callback would bring an answer about another one.
  await sql`
    delete from debt b using resource r, vehicle v
    where b.tenant_id = ${tenantId} and b.vehicle_id = ${ids} and r.resource_id = b.resource_id
      and v.tenant_id = b.tenant_id
        and v.vehicle_id = b.vehicle_id
        and (r.inputs && ${inputs} or r.state_id <> v.state_id)`.execute(tx)
  await sql`
    delete from obligation o using resource r, vehicle v
    where o.tenant_id = ${tenantId} and o.vehicle_id = ${ids} and r.resource_id = o.resource_id
      and v.tenant_id = o.tenant_id
        and v.vehicle_id = o.vehicle_id
        and (r.inputs && ${inputs} or r.state_id <> v.state_id)`.execute(tx)
  await sql`
    update pending_callback
    set ended_at = now()
    where tenant_id = ${tenantId} and vehicle_id = ${ids} and ended_at is null`.execute(tx)
  await enrolVehicles(tx, country, vehicleIds)
  const vehicles = (await readStatuses(tx, tenantId, vehicleIds)).map(statusRow)
  const names = Object.values(STATUS_SQL)
  await sql`
    update vehicle v
    set ${sql.raw(names.map((name) => `${name} = s.${name}`).join(', '))}, debt_total = s.total,
      debt_without_amount = s.without_amount,
      processed_at = (select max(f.good_at)
      from vehicle_resource f
      where f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id)
    from jsonb_to_recordset(${JSON.stringify(vehicles)}::jsonb)
      as s(vehicle_id bigint, total numeric, without_amount int,
      ${sql.raw(names.map((name) => `${name} smallint`).join(', '))})
    where v.tenant_id = ${tenantId} and v.vehicle_id = s.vehicle_id
      and ((v.debt_total, v.debt_without_amount,
        ${sql.raw(names.map((name) => `v.${name}`).join(', '))}) is distinct from
        (s.total, s.without_amount, ${sql.raw(names.map((name) => `s.${name}`).join(', '))})
        or v.processed_at is distinct from (select max(f.good_at)
        from vehicle_resource f
        where f.tenant_id = v.tenant_id and f.vehicle_id = v.vehicle_id))`.execute(tx)
}
