// Writes the reference lists the code declares (states, portals, resources) into their tables at every migration:
// what is new is added, what changed is updated, what is gone is retired, and an installation's own settings stay.
import { STATES } from '@padron/contract/states'
import type { ClientBase } from 'pg'
import { PORTALS, RESOURCES } from '../resources/catalogue.ts'

/** @returns after the vehicles of every company are enrolled in resources that are new, and rid of checks nobody makes */
export const writeReference = async (client: ClientBase): Promise<void> => {
  const before = await connectorsOf(client)
  await client.query(
    `insert into state (state_id, country, state_name)
     select * from json_to_recordset($1) as s(state_id int, country text, state_name text)
     on conflict (state_id) do update set state_name = excluded.state_name`,
    [
      JSON.stringify(
        STATES.map(({ stateId, country, stateName }) => ({ state_id: stateId, country, state_name: stateName })),
      ),
    ],
  )
  await client.query(
    `insert into portal (portal_key, portal_name, owner_name, country, portal_url)
     select * from json_to_recordset($1) as p(key text, name text, owner text, country text, url text)
     on conflict (portal_key) do update set portal_name = excluded.portal_name, owner_name = excluded.owner_name, portal_url = excluded.portal_url`,
    [JSON.stringify(PORTALS)],
  )
  await client.query(
    `with declared as (
       select * from json_to_recordset($1) as r("resourceId" int, key text, name text, type int, country text, "stateId" int,
         portal text, mode text, inputs text[], connector text)),
     retired as (update resource set retired = true where resource_id not in (select "resourceId" from declared) and not retired)
     insert into resource (resource_id, resource_key, resource_name, resource_type_id, country, state_id, portal_key, mode, inputs, connector_key)
     select * from declared
     on conflict (resource_id) do update set resource_name = excluded.resource_name, portal_key = excluded.portal_key,
       mode = excluded.mode, inputs = excluded.inputs, connector_key = excluded.connector_key, retired = false`,
    [JSON.stringify(RESOURCES)],
  )
  if (before !== (await connectorsOf(client))) await enrolEverybody(client)
}

/** What decides who is checked by what, as one text to compare. */
const connectorsOf = async (client: ClientBase): Promise<string> => {
  const { rows } = await client.query<{ text: string }>(
    `select coalesce(string_agg(concat_ws(' ', resource_id, connector_key, retired), ',' order by resource_id), '') as text from resource`,
  )
  return rows[0]?.text ?? ''
}

/** The owner of the tables sees no company's rows; the system's role does. */
const enrolEverybody = async (client: ClientBase): Promise<void> => {
  await client.query('begin')
  await client.query('set local role padron_system')
  await client.query(`
    insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id)
    select v.tenant_id, v.vehicle_id, r.resource_id, r.resource_type_id
    from vehicle v join company c on c.tenant_id = v.tenant_id
    join resource r on r.country = c.country and (r.state_id is null or r.state_id = v.state_id) and not r.retired
    on conflict do nothing`)
  await client.query('select from company for share') // as enrolVehicles does
  await client.query(`
    insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at, suspended)
    select distinct f.tenant_id, f.vehicle_id, r.connector_key, r.portal_key, now(), c.suspended_at is not null
    from vehicle_resource f join resource r on r.resource_id = f.resource_id join company c on c.tenant_id = f.tenant_id
    where r.connector_key is not null and not r.retired
    on conflict do nothing`)
  await client.query(`
    delete from due_check where connector_key not in (select connector_key from resource where connector_key is not null and not retired)`)
  await client.query('commit')
}
