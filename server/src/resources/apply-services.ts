// Writes who serves each resource, and where that changed: every vehicle is enrolled in what applies to it now and rid of checks
// that nobody makes any more, those under way too, whose answer then writes nothing.
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'
import { touchChecks } from '../db/fleet-version.ts'
import { RESOURCES } from './catalogue.ts'
import type { Connector } from './connector.ts'
import { restand } from './restand.ts'
import { type Decision, servedResources } from './services.ts'

/** What decides who is checked by what, as one text to compare. */
const textOfServices = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(concat_ws(' ', resource_id, connector_key, portal_key, retired, purpose), ',' order by resource_id), '') as text
    from resource`.execute(tx)
  return rows[0]?.text ?? ''
}

/** As the system, in one transaction. @param connectors all this installation knows @returns whether anything changed */
export const applyServices = async (tx: Tx, connectors: readonly Connector[]): Promise<boolean> => {
  const before = await textOfServices(tx)
  const decisions: Decision[] = await tx
    .selectFrom('resource_service')
    .select(['resource_id', 'connector_key'])
    .execute()
  const rows = servedResources(RESOURCES, decisions, connectors)
  await sql`
    with declared as (
      select * from json_to_recordset(${JSON.stringify(rows)}) as r("resourceId" int, key text, name text, type int, country text, "stateId" int,
        portal text, mode text, inputs text[], connector text, retired boolean, purpose text, wall text)),
    gone as (update resource set retired = true where resource_id not in (select "resourceId" from declared) and not retired)
    insert into resource (resource_id, resource_key, resource_name, resource_type_id, country, state_id, portal_key, mode, inputs, connector_key,
      retired, purpose, wall)
    select * from declared
    on conflict (resource_id) do update set resource_name = excluded.resource_name, portal_key = excluded.portal_key,
      mode = excluded.mode, inputs = excluded.inputs, connector_key = excluded.connector_key, retired = excluded.retired,
      purpose = excluded.purpose, wall = excluded.wall`.execute(tx)
  const changed = before !== (await textOfServices(tx))
  if (changed) await enrolEverybody(tx)
  return changed
}

type Vehicle = { tenant_id: number; vehicle_id: number }

/** What applies to a vehicle: `v` is the vehicle, `c` its company. */
const APPLIES = sql`r.country = c.country and (r.state_id is null or r.state_id = v.state_id) and not r.retired`

const enrolEverybody = async (tx: Tx): Promise<void> => {
  await sql`select from company for share`.execute(tx) // as enrolVehicles does
  const { rows: left } = await sql<Vehicle>`
    delete from vehicle_resource f using resource r where r.resource_id = f.resource_id and (r.retired or r.purpose <> 'status')
    returning f.tenant_id, f.vehicle_id`.execute(tx)
  const { rows: joined } = await sql<Vehicle>`
    insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id)
    select v.tenant_id, v.vehicle_id, r.resource_id, r.resource_type_id
    from vehicle v join company c on c.tenant_id = v.tenant_id join resource r on ${APPLIES} and r.purpose = 'status'
    on conflict do nothing returning tenant_id, vehicle_id`.execute(tx)
  await sql`
    delete from due_check d using vehicle v, company c
    where v.tenant_id = d.tenant_id and v.vehicle_id = d.vehicle_id and c.tenant_id = d.tenant_id
      and not exists (select from resource r where r.connector_key = d.connector_key and r.portal_key = d.portal_key and ${APPLIES})`.execute(
    tx,
  )
  await sql`
    insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at, suspended)
    select distinct v.tenant_id, v.vehicle_id, r.connector_key, r.portal_key, now(), c.suspended_at is not null
    from vehicle v join company c on c.tenant_id = v.tenant_id join resource r on ${APPLIES} and r.connector_key is not null
    on conflict do nothing`.execute(tx)
  await restandAll(tx, [...left, ...joined])
}

const restandAll = async (tx: Tx, touched: readonly Vehicle[]): Promise<void> => {
  const byCompany = Map.groupBy(touched, ({ tenant_id }) => tenant_id)
  for (const tenantId of [...byCompany.keys()].toSorted((a, b) => a - b)) {
    const ids = [...new Set(byCompany.get(tenantId)?.map(({ vehicle_id }) => vehicle_id))]
    if (
      await restand(
        tx,
        tenantId,
        ids.toSorted((a, b) => a - b),
      )
    )
      await touchChecks(tx, tenantId)
  }
}
