// Enrols vehicles in their checks: one row per resource, which the screens read, and one due check per connector.
// Set-based, because a fleet may have fifty thousand vehicles. A history source is queried too but has no resource row,
// because it decides no status.
import type { Country } from '@padron/contract/places/countries'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { lockCompaniesSql } from '../../db/company-lock.ts'
import type { Statement } from '../../db/prepared.ts'

/**
 * The enrolment's statements, in order. First checks are due at once, in the order of the fleet; the pace of each
 * portal spreads them.
 */
const statements = (country: Country, vehicleIds: readonly number[]) => [
  lockCompaniesSql(vehicleIds), // for callers that have not locked their company
  sql`
    insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id)
    select v.tenant_id, v.vehicle_id, r.resource_id, r.resource_type_id
    from vehicle v
    join resource r on r.country = ${country}
      and (r.state_id is null or r.state_id = v.state_id)
      and not r.retired
      and r.purpose = 'status'
    where v.vehicle_id = any(${vehicleIds}::bigint[])
    on conflict do nothing`,
  sql`
    insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at, suspended)
    select distinct on (v.vehicle_id, r.connector_key) v.tenant_id, v.vehicle_id, r.connector_key, r.portal_key,
      now(), c.suspended_at is not null
    from vehicle v
    join company c on c.tenant_id = v.tenant_id
    join resource r on r.country = ${country} and (r.state_id is null or r.state_id = v.state_id) and not r.retired
    where v.vehicle_id = any(${vehicleIds}::bigint[]) and r.connector_key is not null
    on conflict do nothing`,
]

/** @param vehicleIds the tenant's new vehicles, or those whose state changed */
export const enrolVehicles = async (tx: Tx, country: Country, vehicleIds: readonly number[]): Promise<void> => {
  for (const statement of statements(country, vehicleIds)) await statement.execute(tx)
}

type Enrolled = { tenantId: number; vehicleId: number; stateId: number; country: Country }
/**
 * The same as a statement, for one vehicle that this transaction created with its company locked: no row can exist yet,
 * and one read of the resources serves both inserts.
 */
export const vehicleEnrolled = ({ tenantId, vehicleId, stateId, country }: Enrolled): Statement => ({
  name: 'enrol.one',
  query: sql`
    with matching as (
      select *
      from resource r
      where r.country = ${country} and (r.state_id is null or r.state_id = ${stateId}) and not r.retired),
    shown as (
      insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id)
      select ${tenantId}::bigint, ${vehicleId}::bigint, resource_id, resource_type_id
      from matching
      where purpose = 'status')
    insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at, suspended)
    select distinct on (a.connector_key) c.tenant_id, ${vehicleId}::bigint, a.connector_key, a.portal_key, now(),
      c.suspended_at is not null
    from matching a
    join company c on c.tenant_id = ${tenantId}
    where a.connector_key is not null`,
})

/**
 * Queues new vehicles for enrolment in batches after the commit (enrol-again.ts): fifty thousand have half a million
 * resources, and the caller need not wait. Until then they read "no procesado".
 * @param first the lowest of their ids
 */
export const queueEnrolment = async (tx: Tx, tenantId: number, first: number): Promise<void> => {
  await sql`
    insert into pending_enrolment (tenant_id, cursor) values (${tenantId}, ${first - 1})
    on conflict (tenant_id) do update set cursor = least(pending_enrolment.cursor, excluded.cursor)`.execute(tx)
}
