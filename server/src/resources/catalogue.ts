// The resource catalogue: every public resource that exists for a vehicle, who answers for it, and which connector asks,
// if any may. 32 states × the types of a state portal, the national ones, and Colombia's. Ids are stable: state × 100 +
// type in Mexico; 5000 + type for the whole of Mexico; 6000 + type for Colombia.
import type { Country } from '@padron/contract/countries'
import { type ResourceTypeId, typeName } from '@padron/contract/resources'
import { stateName } from '@padron/contract/states'
import { STATE_PORTALS } from './mx/state-portals.ts'

export type Portal = { key: string; name: string; owner: string; country: Country; url: string | null }
export type Resource = {
  resourceId: number
  key: string
  name: string
  type: ResourceTypeId
  country: Country
  stateId: number | null
  portal: string
  mode: string
  inputs: readonly string[]
  connector: string | null
}

// Sources under contract, and the national portals that people consult by hand.
// biome-ignore format: a table to be read by columns
const NATIONAL: readonly Portal[] = [
  { key: 'nubarium',      name: 'REPUVE (Nubarium)',             owner: 'SESNSP, por Nubarium',        country: 'MX', url: 'https://www2.repuve.gob.mx:8443/ciudadania/' },
  { key: 'msla',          name: 'OCRA y fiscalías (MSLA IDV)',   owner: 'AMIS, por MSLA',              country: 'MX', url: 'https://www.ocra.com.mx' },
  { key: 'verifik-mx',    name: 'Registro vehicular (Verifik)',  owner: 'Entidades, por Verifik',      country: 'MX', url: null },
  { key: 'apitude',       name: 'Adeudos CDMX (Apitude)',        owner: 'SAF y SEDEMA, por Apitude',   country: 'MX', url: 'https://data.finanzas.cdmx.gob.mx/consulta_adeudos' },
  { key: 'amis',          name: 'Seguro vehicular (AMIS)',       owner: 'AMIS',                        country: 'MX', url: null },
  { key: 'verifik-simit', name: 'SIMIT (Verifik)',               owner: 'Federación Colombiana de Municipios, por Verifik', country: 'CO', url: 'https://www.fcm.org.co/simit/' },
  { key: 'verifik-runt',  name: 'RUNT (Verifik)',                owner: 'Ministerio de Transporte, por Verifik', country: 'CO', url: 'https://portalpublico.runt.gov.co' },
]

// State portals whose connector has a key of its own; the rest are `mx-{stateId}`.
const NAMED: Readonly<Record<number, string>> = { 5: 'coahuila', 19: 'nl-icv' }
const portalOf = (stateId: number): string => NAMED[stateId] ?? `mx-${stateId}`

export const PORTALS: readonly Portal[] = [
  ...NATIONAL,
  ...STATE_PORTALS.map(({ stateId, owner, url }): Portal => ({
    key: portalOf(stateId), name: `Portal vehicular de ${stateName(stateId)}`, owner: `${owner}, ${stateName(stateId)}`, country: 'MX', url,
  })),
] // biome-ignore format: one row

/** What a state's own portal answers: tenencia, fines, other debts, refrendo and possible tenencia debts. */
const STATE_TYPES = [0, 1, 6, 8, 10] as const satisfies readonly ResourceTypeId[]

/** Which connector serves a state's types; what is not here needs a person (manual capture). */
const STATE_CONNECTORS: Readonly<
  Record<number, { connector: string; portal: string; types: readonly ResourceTypeId[] }>
> = {
  5: { connector: 'mx-coahuila-pagafacil', portal: 'coahuila', types: [0, 8, 10] },
  9: { connector: 'mx-cdmx-adeudos', portal: 'apitude', types: [0, 1, 3, 7] },
  19: { connector: 'mx-nl-estado-cuenta', portal: 'nl-icv', types: [0, 1, 6, 8] },
}

const stateResource = (stateId: number, type: ResourceTypeId): Resource => {
  const place = STATE_PORTALS.find((portal) => portal.stateId === stateId)
  const served = STATE_CONNECTORS[stateId]
  const automatic = served?.types.includes(type) ? served : undefined
  return {
    resourceId: stateId * 100 + type,
    key: `mx-${stateId}-${type}`,
    name: `${typeName(type, 'MX')} · ${stateName(stateId)}`,
    type,
    country: 'MX',
    stateId,
    portal: automatic?.portal ?? portalOf(stateId),
    mode: automatic ? 'licensed' : (place?.mode ?? 'manual'),
    inputs: place?.inputs ?? ['plate'],
    connector: automatic?.connector ?? null,
  }
}

const wide = (
  country: Country,
  type: ResourceTypeId,
  portal: string,
  connector: string | null,
  inputs: readonly string[],
): Resource => ({
  resourceId: (country === 'MX' ? 5000 : 6000) + type,
  key: `${country.toLowerCase()}-${type}`,
  name: typeName(type, country),
  type,
  country,
  stateId: null,
  portal,
  mode: 'licensed',
  inputs,
  connector,
})

export const RESOURCES: readonly Resource[] = [
  ...STATE_PORTALS.flatMap(({ stateId }) => STATE_TYPES.map((type) => stateResource(stateId, type))),
  // Only Mexico City's source reports the circulation card; environmental fines exist in the capital and its neighbour.
  stateResource(9, 3),
  stateResource(9, 7),
  stateResource(15, 7),
  wide('MX', 2, 'nubarium', 'mx-repuve', ['vin']),
  wide('MX', 4, 'msla', 'mx-robo', ['vin']),
  wide('MX', 14, 'verifik-mx', 'mx-placa', ['plate']),
  wide('MX', 9, 'apitude', 'mx-cdmx-adeudos', ['plate']), // plates of any state are fined in Mexico City
  wide('MX', 5, 'amis', null, ['plate', 'vin']),
  wide('CO', 1, 'verifik-simit', 'co-simit', ['plate']),
  wide('CO', 13, 'verifik-simit', 'co-simit', ['plate']),
  wide('CO', 5, 'verifik-runt', 'co-runt', ['plate', 'taxIdentifier']),
  wide('CO', 12, 'verifik-runt', 'co-runt', ['plate', 'taxIdentifier']),
]

/** The resources a vehicle is checked against: its country's own and its state's. */
export const resourcesFor = (country: Country, stateId: number): readonly Resource[] =>
  RESOURCES.filter(
    (resource) => resource.country === country && (resource.stateId === null || resource.stateId === stateId),
  )
