// What a connector's reading of its source rests on, as people read it.

/**
 * documented: fits what the provider publishes. client: fits what public clients of the provider show. example: rests
 * on no source that can be named; an installation compares it before it relies on it.
 */
export const PROVENANCES = {
  documented: 'Documentado por el proveedor',
  client: 'Visto en clientes del proveedor',
  example: 'Ejemplo: no se ha comparado con la fuente',
} as const
export type Provenance = keyof typeof PROVENANCES
export const PROVENANCE_KEYS = Object.keys(PROVENANCES) as [Provenance, ...Provenance[]]
