// The providers whose contract the set-up accepts: facts from their pages in docs/providers, and the product's
// connectors for each.
import type { SetupProvider } from '@padron/contract/setup'
import type { Connector } from '../../checks/connectors/connector.ts'
import { CONNECTORS } from '../../checks/connectors/registry.ts'

export type Provider = Pick<SetupProvider, 'key' | 'name' | 'url' | 'credential' | 'charges' | 'price' | 'currency'> & {
  paceMs: number
  /** Several portals share its account; otherwise its key is that of its portal. */
  account: boolean
}

export const PROVIDERS: readonly Provider[] = [
  {
    key: 'verifik',
    name: 'Verifik',
    url: 'https://api.verifik.co',
    credential: 'El token, sin «Bearer». Vale 30 días.',
    charges: 'Se vio a 0.40 USD la consulta de SIMIT o RUNT y a 0.30 USD la de México (lista pública de 2026-08).',
    price: 0.4,
    currency: 'USD',
    paceMs: 500,
    account: true,
  },
  {
    key: 'placapi',
    name: 'PlacApi',
    url: 'https://placapi.com/api',
    credential: 'La llave, que empieza con pk_live_.',
    charges: 'Se vio a 349 COP el crédito (2026-11-23), que se compra antes; un crédito por respuesta con datos.',
    price: 349,
    currency: 'COP',
    paceMs: 200,
    account: true,
  },
  {
    key: 'apitude',
    name: 'Apitude',
    url: 'https://apitude.co',
    credential: 'La llave, que se envía como x-api-key.',
    charges: 'Por contrato: escriba el precio del suyo.',
    price: null,
    currency: 'MXN',
    paceMs: 500,
    account: true,
  },
  {
    key: 'nubarium',
    name: 'Nubarium',
    url: 'https://api.nubarium.com',
    credential: 'usuario:contraseña',
    charges: 'Por contrato: escriba el precio del suyo.',
    price: null,
    currency: 'MXN',
    paceMs: 500,
    account: false,
  },
  {
    key: 'rapidapi',
    name: 'Información vehículos de México (RapidAPI)',
    url: 'https://informacion-vehiculos-de-mexico.p.rapidapi.com',
    credential: 'La llave de RapidAPI.',
    charges: 'Por plan de RapidAPI: escriba lo que le cuesta una consulta.',
    price: null,
    currency: 'USD',
    paceMs: 2_000,
    account: false,
  },
]

export const connectorsOf = ({ key, account }: Provider): readonly Connector[] =>
  CONNECTORS.filter(
    ({ portal, purpose }) => purpose !== 'history' && (portal === key || (account && portal.startsWith(`${key}-`))),
  )
