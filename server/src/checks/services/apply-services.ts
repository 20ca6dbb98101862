// Writes who serves each resource, a small transaction. Where that changed, every company is put down to be enrolled
// anew, which enrol-again.ts then does in batches. Checks under way of what is served otherwise now write nothing,
// from this commit on.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Connector } from '../connectors/connector.ts'
import { RESOURCES } from './catalogue.ts'
import { type Decision, servedResources } from './services.ts'

/** What decides who is checked by what, as one text to compare. */
const textOfServices = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(concat_ws(' ', resource_id, connector_key, portal_key, retired, purpose), ','
    order by resource_id),
      '') as text
    from resource`.execute(tx)
  return rows[0]?.text ?? ''
}

/**
 * As the system. Once it is committed, `enrolAnew` follows.
 * @param connectors all this installation knows
 * @returns whether anything changed
 */
export const writeServices = async (tx: Tx, connectors: readonly Connector[]): Promise<boolean> => {
  const before = await textOfServices(tx)
  const decisions: Decision[] = await tx
    .selectFrom('resource_service')
    .select(['resource_id', 'connector_key'])
    .execute()
  const rows = servedResources(RESOURCES, decisions, connectors)
  await sql`
    with declared as (
      select *
      from json_to_recordset(${JSON.stringify(rows)}) as r("resourceId" int, key text, name text, type int,
        country text, "stateId" int, portal text, mode text, inputs text[], connector text, retired boolean,
        purpose text, wall text)),
    gone as (update resource
    set retired = true
    where resource_id not in (select "resourceId" from declared) and not retired)
    insert into resource (resource_id, resource_key, resource_name, resource_type_id, country, state_id, portal_key,
    mode, inputs, connector_key,
      retired, purpose, wall)
    select * from declared
    on conflict (resource_id) do update set resource_name = excluded.resource_name, portal_key = excluded.portal_key,
      mode = excluded.mode, inputs = excluded.inputs, connector_key = excluded.connector_key,
      retired = excluded.retired, purpose = excluded.purpose, wall = excluded.wall`.execute(tx)
  const changed = before !== (await textOfServices(tx))
  if (changed)
    await sql`insert into enrolment (tenant_id) select tenant_id from company order by tenant_id
      on conflict (tenant_id) do update set done_to = 0`.execute(tx)
  return changed
}
