// Who serves each resource in this installation: the connector that the catalogue declares, or the one that the
// installation decided on. `writeServices` stores the result; `serviceSql` reads it.
import type { Service } from '@padron/contract/processing'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import type { Connector } from '../connectors/connector.ts'
import { RESOURCES } from './catalogue.ts'
import type { Resource } from './resource.ts'

/** A decision of the installation; without a connector a person captures the resource. */
export type Decision = { resource_id: number; connector_key: string | null }
export type Served = Resource & { retired: boolean }

/** Why a connector cannot serve a resource, in Spanish; undefined where it can. */
export function unfitFor(resource: Resource, connector: Connector): string | undefined {
  const { type, country, stateId, purpose } = resource
  if (connector.country !== country) return `El conector es de otro país (${connector.country}).`
  if (!connector.types.includes(type))
    return `El conector no responde el tipo ${type}; responde ${connector.types.join(', ')}.`
  if ((connector.purpose ?? 'status') !== purpose)
    return purpose === 'history'
      ? 'El recurso es historia y el conector no.'
      : 'El conector sólo da historia: no decide estados.'
  if (connector.states && (stateId === null || !connector.states.includes(stateId)))
    return 'El conector responde sólo por algunas entidades, y el recurso no es de una de ellas.'
  return undefined
}

/** If the decision's connector was removed or no longer fits, the resource has no connector. */
function served(
  resource: Resource,
  decision: Decision | undefined,
  connectors: ReadonlyMap<string, Connector>,
): Served {
  if (!decision) {
    const own = connectors.get(resource.connector ?? '')
    return { ...resource, inputs: own?.inputs ?? resource.inputs, retired: resource.additional }
  }
  const found = connectors.get(decision.connector_key ?? '')
  const connector = found && !unfitFor(resource, found) ? found : undefined
  if (!connector) return { ...resource, connector: null, retired: false }
  return {
    ...resource,
    connector: connector.key,
    portal: connector.portal,
    mode: connector.mode,
    inputs: connector.inputs,
    retired: false,
  }
}

export const servedResources = (
  resources: readonly Resource[],
  decisions: readonly Decision[],
  connectors: readonly Connector[],
): Served[] => {
  const byId = new Map(decisions.map((decision) => [decision.resource_id, decision]))
  const byKey = new Map(connectors.map((connector) => [connector.key, connector]))
  return resources.map((resource) => served(resource, byId.get(resource.resourceId), byKey))
}

/** The columns that decide which connector checks which resource, as one text to compare. */
const textOfServices = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(concat_ws(' ', resource_id, connector_key, portal_key, retired, purpose), ','
    order by resource_id),
      '') as text
    from resource`.execute(tx)
  return rows[0]?.text ?? ''
}

/**
 * Runs as the system. The caller runs `enrolAgain` after the commit.
 * @param connectors all of this installation
 * @returns whether a service changed
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
    select *
    from declared
    on conflict (resource_id) do update set resource_name = excluded.resource_name, portal_key = excluded.portal_key,
      mode = excluded.mode, inputs = excluded.inputs, connector_key = excluded.connector_key,
      retired = excluded.retired, purpose = excluded.purpose, wall = excluded.wall`.execute(tx)
  const changed = before !== (await textOfServices(tx))
  if (changed)
    await sql`insert into pending_enrolment (tenant_id) select tenant_id from company order by tenant_id
      on conflict (tenant_id) do update set cursor = 0`.execute(tx)
  return changed
}

/** `r` is the resource, `p` its portal, `s` the installation's decision, which may be absent. */
export const serviceSql = sql<Service>`case
  when s.resource_id is not null and s.connector_key is null then 'manual'
  when r.connector_key is null and r.mode = 'manual' then 'manual'
  when r.connector_key is not null and p.base_url is not null then 'automatic' else 'none' end`

/** The joins that `serviceSql` needs. */
export const withService = sql`
  join portal p on p.portal_key = r.portal_key
  left join resource_service s on s.resource_id = r.resource_id`
