// The demo's companies, people and portals. All of it is public and opens nothing but a demo: the password is in the README.
import type { Country } from '@padron/contract/countries'
import type { Role } from '@padron/contract/permissions'

export const DEMO_PASSWORD = 'Padron-demo-2026'

export type DemoAccount = {
  shortName: string
  title: string
  country: Country
  timeZone: string
  users: readonly { user: string; roles: readonly Role[] }[]
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    shortName: 'norte',
    title: 'Transportes del Norte Ficticio',
    country: 'MX',
    timeZone: 'America/Monterrey',
    users: [
      {
        user: 'operador',
        roles: [
          'vehicles_report',
          'tags_admin',
          'documents_admin',
          'processing_admin',
          'dashboard_read',
          'queue_read',
          'resource_read',
        ],
      },
      { user: 'consulta', roles: ['vehicles_read', 'tags_read'] },
    ],
  },
  {
    shortName: 'sureste',
    title: 'Distribuciones del Sureste Ficticio',
    country: 'MX',
    timeZone: 'America/Merida',
    users: [],
  },
  { shortName: 'andina', title: 'Flotas Andinas Ficticias', country: 'CO', timeZone: 'America/Bogota', users: [] },
]

/** Portal, path in the simulator, credential the simulator takes. */
// biome-ignore format: a table to be read by columns
export const DEMO_PORTALS: readonly { key: string; path: string; credential: string | null }[] = [
  { key: 'nubarium',      path: '/nubarium', credential: 'demo:demo' },
  { key: 'msla',          path: '/msla',     credential: 'demo-msla' },
  { key: 'verifik-mx',    path: '/verifik',  credential: 'demo-verifik' },
  { key: 'verifik-simit', path: '/verifik',  credential: 'demo-verifik' },
  { key: 'verifik-runt',  path: '/verifik',  credential: 'demo-verifik' },
  { key: 'apitude',       path: '/apitude',  credential: 'demo-apitude' },
  { key: 'nl-icv',        path: '/nl',       credential: null },
  { key: 'coahuila',      path: '/coahuila', credential: null },
]
