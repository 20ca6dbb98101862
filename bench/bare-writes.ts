// The bare handler's inserts: the row and nothing else, and the row with the sources that a new vehicle is put down
// for, which is what our call writes. One statement each; the table's triggers work for both as they do for us.
import { type RawBuilder, sql } from 'kysely'

export type BareVehicle = Readonly<Record<string, string | number>>

const row = (vehicle: BareVehicle): RawBuilder<unknown> => sql`
  insert into vehicle (${sql.join(Object.keys(vehicle).map((column) => sql.ref(column)))})
  values (${sql.join(Object.values(vehicle).map((value) => sql`${value}`))})`

export const insertRow = (vehicle: BareVehicle): RawBuilder<unknown> => sql`${row(vehicle)} returning vehicle_id`

export const insertWithSources = (vehicle: BareVehicle): RawBuilder<unknown> => sql`
  with v as (${row(vehicle)} returning tenant_id, vehicle_id, state_id),
  r as (select r.*, v.tenant_id, v.vehicle_id
  from v
  join resource r on r.country = 'MX' and (r.state_id is null or r.state_id = v.state_id) and not r.retired),
  f as (insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id)
    select tenant_id, vehicle_id, resource_id, resource_type_id from r where purpose = 'status'),
  d as (insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at, suspended)
    select distinct on (connector_key) tenant_id, vehicle_id, connector_key, portal_key, now(), false
    from r
    where connector_key is not null)
  select vehicle_id from v`
