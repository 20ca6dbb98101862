// The provenance of a connector's parser, in words.

/**
 * documented: follows the provider's published documentation. client: follows public clients of the provider. example:
 * without a citable source; an installation must verify it before relying on it.
 */
export const PROVENANCES = {
  documented: 'Documentado por el proveedor',
  client: 'Visto en clientes del proveedor',
  example: 'Ejemplo: no se ha comparado con la fuente',
} as const
export type Provenance = keyof typeof PROVENANCES
export const PROVENANCE_KEYS = Object.keys(PROVENANCES) as [Provenance, ...Provenance[]]
