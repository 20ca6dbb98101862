// Who serves each resource in this installation: what the catalogue declares, or what somebody decided instead. Pure:
// the decisions and the connectors come in, the rows of the table go out.

import type { Connector } from '../connectors/connector.ts'
import type { Resource } from './catalogue.ts'

/** A decision of the installation; no connector: a person captures it. */
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

/**
 * A decision for a connector that is gone or no longer fits leaves the resource without one: nobody is asked in its
 * name.
 */
function served(
  resource: Resource,
  decision: Decision | undefined,
  connectors: ReadonlyMap<string, Connector>,
): Served {
  if (!decision) {
    const own = connectors.get(resource.connector ?? '')
    return { ...resource, inputs: own?.inputs ?? resource.inputs, retired: resource.further }
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
