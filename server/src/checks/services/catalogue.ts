// The resource catalogue: every public resource of a vehicle, its portal, and the connector that queries it. Ids are
// stable: state × 100 + type in Mexico, 5000 + type for all of Mexico, 6000 + type for Colombia; 51xx and 61xx are in
// additional-sources.ts.
import type { Country } from '@padron/contract/places/countries'
import { stateName } from '@padron/contract/places/states'
import { RESOURCE_TYPES, type ResourceTypeId, typeName } from '@padron/contract/resources'
import { ADDITIONAL_PORTALS, ADDITIONAL_RESOURCES } from './additional-sources.ts'
import type { Portal, Resource } from './resource.ts'
import { STATE_PORTALS, WALLS } from './state-portals.ts'

// Sources under contract, and the national portals that people query manually.
const NATIONAL: readonly Portal[] = [
  {
    key: 'nubarium',
    name: 'REPUVE (Nubarium)',
    owner: 'SESNSP, por Nubarium',
    country: 'MX',
    url: 'https://www2.repuve.gob.mx:8443/ciudadania/',
  },
  {
    key: 'msla',
    name: 'OCRA y fiscalías (MSLA IDV)',
    owner: 'AMIS, por MSLA',
    country: 'MX',
    url: 'https://www.ocra.com.mx',
  },
  {
    key: 'verifik-mx',
    name: 'Registro vehicular (Verifik)',
    owner: 'Entidades, por Verifik',
    country: 'MX',
    url: null,
  },
  {
    key: 'apitude',
    name: 'Adeudos CDMX (Apitude)',
    owner: 'SAF y SEDEMA, por Apitude',
    country: 'MX',
    url: 'https://data.finanzas.cdmx.gob.mx/consulta_adeudos',
  },
  {
    key: 'placas',
    name: 'Estado de placa (portal de cada entidad)',
    owner: 'Secretarías de finanzas de las entidades',
    country: 'MX',
    url: null,
  },
  { key: 'amis', name: 'Seguro vehicular (AMIS)', owner: 'AMIS', country: 'MX', url: null },
  {
    key: 'verifik-simit',
    name: 'SIMIT (Verifik)',
    owner: 'Federación Colombiana de Municipios, por Verifik',
    country: 'CO',
    url: 'https://www.fcm.org.co/simit/',
  },
  {
    key: 'verifik-runt',
    name: 'RUNT (Verifik)',
    owner: 'Ministerio de Transporte, por Verifik',
    country: 'CO',
    url: 'https://portalpublico.runt.gov.co',
  },
  {
    key: 'rapidapi',
    name: 'Información de vehículos (RapidAPI)',
    owner: 'SESNSP, por RapidAPI',
    country: 'MX',
    url: 'https://rapidapi.com',
  },
  {
    key: 'placapi',
    name: 'SIMIT (PlacApi)',
    owner: 'Federación Colombiana de Municipios, por PlacApi',
    country: 'CO',
    url: 'https://placapi.com',
  },
  {
    key: 'datos-gov-co',
    name: 'Datos abiertos (datos.gov.co)',
    owner: 'Gobierno de Colombia',
    country: 'CO',
    url: 'https://www.datos.gov.co',
  },
]

// State portals with a key of their own; the rest are `mx-{stateId}`.
const NAMED: Readonly<Record<number, string>> = { 5: 'coahuila', 19: 'nl-icv' }
const portalOf = (stateId: number): string => NAMED[stateId] ?? `mx-${stateId}`

export const PORTALS: readonly Portal[] = [
  ...NATIONAL,
  ...STATE_PORTALS.map(
    ({ stateId, owner, url }): Portal => ({
      key: portalOf(stateId),
      name: `Portal vehicular de ${stateName(stateId)}`,
      owner: `${owner}, ${stateName(stateId)}`,
      country: 'MX',
      url,
    }),
  ),
  ...ADDITIONAL_PORTALS,
]

/** What a state's own portal answers: tenencia, fines, other debts, refrendo and possible tenencia debts. */
const STATE_TYPES = [0, 1, 6, 8, 10] as const satisfies readonly ResourceTypeId[]

/** The connector that serves a state's types; other types need a person (manual capture). */
const STATE_CONNECTORS: Readonly<
  Record<number, { connector: string; portal: string; types: readonly ResourceTypeId[] }>
> = {
  9: { connector: 'mx-cdmx-adeudos', portal: 'apitude', types: [0, 1, 3, 7] },
}

const stateResource = (stateId: number, type: ResourceTypeId): Resource => {
  const place = STATE_PORTALS.find((portal) => portal.stateId === stateId)
  const served = STATE_CONNECTORS[stateId]
  const automatic = served?.types.includes(type) ? served : undefined
  const isWalled = place !== undefined && place.wall !== 'unknown'
  return {
    resourceId: stateId * 100 + type,
    key: `mx-${stateId}-${type}`,
    name: `${typeName(type, 'MX')} · ${stateName(stateId)}`,
    type,
    country: 'MX',
    stateId,
    portal: automatic?.portal ?? portalOf(stateId),
    mode: automatic ? 'licensed' : isWalled ? 'manual' : 'manual-until-checked',
    inputs: place?.inputs ?? ['plate'],
    connector: automatic?.connector ?? null,
    wall: WALLS[place?.wall ?? 'unknown'] ?? place?.wall ?? null,
    purpose: 'status',
    additional: false,
  }
}

const wide = (
  country: Country,
  type: ResourceTypeId,
  portal: string,
  connector: string | null,
  inputs: readonly string[],
  wall: string,
): Resource => ({
  resourceId: (country === 'MX' ? 5000 : 6000) + type,
  key: `${country.toLowerCase()}-${type}`,
  name: typeName(type, country),
  type,
  country,
  stateId: null,
  portal,
  mode: connector ? 'licensed' : 'manual',
  inputs,
  connector,
  wall,
  purpose: 'status',
  additional: false,
})

const SIMIT_WALL = 'Captcha de prueba de trabajo en SIMIT'
const RUNT_WALL = 'Cortafuegos y captcha en RUNT; pide el documento del propietario'

export const RESOURCES: readonly Resource[] = [
  ...STATE_PORTALS.flatMap(({ stateId }) => STATE_TYPES.map((type) => stateResource(stateId, type))),
  ...RESOURCE_TYPES.flatMap((type) =>
    'states' in type ? type.states.map((stateId) => stateResource(stateId, type.id)) : [],
  ),
  wide('MX', 2, 'nubarium', 'mx-repuve', ['vin', 'plate'], 'reCAPTCHA y consulta cifrada en REPUVE'),
  wide('MX', 4, 'placapi-mx', 'mx-placapi-vehiculo', ['plate'], 'reCAPTCHA y consulta cifrada en REPUVE'),
  { ...wide('MX', 14, 'placas', null, ['plate'], 'Captcha en los portales de las entidades'), mode: 'manual' },
  // plates of any state are fined in Mexico City
  wide('MX', 9, 'apitude', 'mx-cdmx-adeudos', ['plate'], 'Captcha en el portal de la ciudad'),
  wide('MX', 5, 'amis', null, ['plate', 'vin'], 'No hay consulta abierta; se captura de la póliza'),
  wide('CO', 1, 'verifik-simit', 'co-simit', ['plate'], SIMIT_WALL),
  wide('CO', 13, 'verifik-simit', 'co-simit', ['plate'], SIMIT_WALL),
  wide('CO', 5, 'verifik-runt', 'co-runt', ['plate', 'taxIdentifier'], RUNT_WALL),
  wide('CO', 12, 'verifik-runt', 'co-runt', ['plate', 'taxIdentifier'], RUNT_WALL),
  ...ADDITIONAL_RESOURCES,
]
