// Writes the reference lists the code declares (states, roles, portals, resources) into their tables at every migration:
// what is new is added, what changed is updated, what is gone is retired, and an installation's own settings stay.
import { ROLES } from '@padron/contract/permissions'
import { STATES } from '@padron/contract/states'
import type { ClientBase } from 'pg'
import { PORTALS, RESOURCES } from '../resources/catalogue.ts'

export const writeReference = async (client: ClientBase): Promise<void> => {
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
    `insert into role (role_id, role_type_id, level, role_name)
     select * from json_to_recordset($1) as r(role_id int, role_type_id int, level int, role_name text)
     on conflict (role_id) do update set role_name = excluded.role_name, level = excluded.level`,
    [
      JSON.stringify(
        ROLES.map(({ roleId, roleTypeId, level, name }) => ({
          role_id: roleId,
          role_type_id: roleTypeId,
          level,
          role_name: name,
        })),
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
}
