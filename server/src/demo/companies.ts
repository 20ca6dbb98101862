// The demo's companies, users and portals. All of it is public and gives access only to a demo: the password is in the
// README.
import type { Role } from '@padron/contract/permissions'
import type { Country } from '@padron/contract/places/countries'

export const DEMO_PASSWORD = 'Padron-demo-2026'

type Person = {
  user: string
  profile: string
  firstName: string
  lastName: string
  customId?: string
  email?: string
  phone?: string
}
export type DemoAccount = {
  shortName: string
  title: string
  country: Country
  timeZone: string
  profiles: readonly { name: string; roles: readonly Role[] }[]
  users: readonly Person[]
}

const OPERATION: readonly Role[] = [
  'vehicles_report',
  'tags_admin',
  'documents_admin',
  'processing_admin',
  'dashboard_read',
  'queue_read',
  'resource_read',
  'programReports_read',
]
const READING: readonly Role[] = ['vehicles_read', 'tags_read']
const PEOPLE: readonly Role[] = ['users_admin', 'presets-admin', 'vehicles_read', 'tags_read']

// Names, emails and telephones are invented; such telephone numbers are not assigned (555-01 in Mexico, 601-555 in
// Colombia).
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    shortName: 'norte',
    title: 'Transportes del Norte Ficticio',
    country: 'MX',
    timeZone: 'America/Monterrey',
    profiles: [
      { name: 'Operación de flota', roles: OPERATION },
      { name: 'Consulta', roles: READING },
      { name: 'Recursos humanos', roles: PEOPLE },
    ],
    users: [
      {
        user: 'operador',
        profile: 'Operación de flota',
        firstName: 'Rosalía',
        lastName: 'Treviño Peña',
        customId: 'N-014',
        email: 'rosalia.trevino@norte.example',
        phone: '8155501014',
      },
      {
        user: 'consulta',
        profile: 'Consulta',
        firstName: 'Íñigo',
        lastName: 'Garza',
        customId: 'N-022',
        email: 'inigo.garza@norte.example',
        phone: '8155501022',
      },
      {
        user: 'personal',
        profile: 'Recursos humanos',
        firstName: 'María Fernanda',
        lastName: 'Cantú Núñez',
        customId: 'N-003',
        email: 'mf.cantu@norte.example',
        phone: '8155501003',
      },
    ],
  },
  {
    shortName: 'sureste',
    title: 'Distribuciones del Sureste Ficticio',
    country: 'MX',
    timeZone: 'America/Merida',
    profiles: [{ name: 'Consulta', roles: READING }],
    users: [],
  },
  {
    shortName: 'andina',
    title: 'Flotas Andinas Ficticias',
    country: 'CO',
    timeZone: 'America/Bogota',
    profiles: [
      { name: 'Operación de flota', roles: OPERATION },
      { name: 'Consulta', roles: READING },
    ],
    users: [],
  },
]

/** Portal, path in the simulator, and the credential that the simulator accepts. */
export const DEMO_PORTALS: readonly { key: string; path: string; credential: string | null }[] = [
  { key: 'nubarium', path: '/nubarium', credential: 'demo:demo' },
  { key: 'verifik-mx', path: '/verifik', credential: 'demo-verifik' },
  { key: 'verifik-simit', path: '/verifik', credential: 'demo-verifik' },
  { key: 'verifik-runt', path: '/verifik', credential: 'demo-verifik' },
  { key: 'apitude', path: '/apitude', credential: 'demo-apitude' },
  { key: 'apitude-runt', path: '/apitude', credential: 'demo-apitude' },
  { key: 'rapidapi', path: '/rapidapi', credential: 'demo-rapidapi' },
  { key: 'placapi', path: '/placapi', credential: 'demo-placapi' },
  { key: 'placapi-runt', path: '/placapi', credential: 'demo-placapi' },
  { key: 'placapi-mx', path: '/placapi', credential: 'demo-placapi' },
  { key: 'datos-gov-co', path: '/socrata', credential: null },
  { key: 'avit-medellin', path: '/avit', credential: 'anonimo:demo' },
]
