// THE table of screens, in the menu's order: it makes the routes, the guards and the menu. Only what exists is listed. Where
// one lands after signing in is landing.ts.

import type { Country } from '@padron/contract/countries'
import { holds, type Permission } from '@padron/contract/permissions'
import type { RouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'
import { z } from 'zod/mini'
import { nobodyAsked } from '../api/new-release.ts'
import { ActivitySearch } from '../features/activity/search.ts'
import { CapturesSearch } from '../features/captures/search.ts'
import { CatalogueSearch } from '../features/catalogue/search.ts'
import { DashboardSearch } from '../features/dashboard/search.ts'
import { DocumentTypesSearch } from '../features/documents/search.ts'
import { HealthSearch } from '../features/health/search.ts'
import { ImportsSearch } from '../features/imports/search.ts'
import { MailboxSearch } from '../features/mailbox/search.ts'
import { ObligationsSearch } from '../features/obligations/search.ts'
import { ProcessingSearch } from '../features/processing/search.ts'
import { ProfilesSearch } from '../features/profiles/search.ts'
import { ReportsSearch } from '../features/reports/search.ts'
import { TagsSearch } from '../features/tags/search.ts'
import { TokensSearch } from '../features/tokens/search.ts'
import { UsersSearch } from '../features/users/search.ts'
import { DifferencesSearch } from '../features/vehicles/search.ts'
import { WebhooksSearch } from '../features/webhooks/search.ts'
import type { IconName } from '../ui/icons.tsx'

export type Screen = {
  path: `/${string}`
  /** `session`: whoever is signed in. */
  needs: Permission | 'session'
  title: string | Readonly<Record<Country, string>>
  icon: IconName
  /** Reached by another way than the menu. */
  unlisted?: true
  search: z.ZodMiniType
  screen: RouteComponent
  /** Fetches its pieces before it is opened: of a screen that would be waited for. */
  ahead?: () => void
}

const catalogue = () =>
  import('../features/catalogue/CatalogueScreen.tsx').then((m) => ({ default: m.CatalogueScreen }))

const differences = () =>
  import('../features/vehicles/DifferencesScreen.tsx').then((m) => ({ default: m.DifferencesScreen }))
const obligations = () =>
  import('../features/obligations/ObligationsScreen.tsx').then((m) => ({ default: m.ObligationsScreen }))
const captures = () => import('../features/captures/CapturesScreen.tsx').then((m) => ({ default: m.CapturesScreen }))
const processing = () =>
  import('../features/processing/ProcessingScreen.tsx').then((m) => ({ default: m.ProcessingScreen }))
const health = () => import('../features/health/HealthScreen.tsx').then((m) => ({ default: m.HealthScreen }))
const dashboards = () => import('../features/dashboard/DashboardScreen.tsx')
const dashboard = (name: 'GeneralDashboard' | 'TicketsDashboard' | 'TenenciasDashboard') => () =>
  dashboards().then((m) => ({ default: m[name] }))
const ahead = (): void => {
  void dashboards()
    .then(({ fetchCharts }) => fetchCharts())
    .catch(nobodyAsked)
}
const reports = () => import('../features/reports/ReportsScreen.tsx').then((m) => ({ default: m.ReportsScreen }))
const imports = (kind: 'AddVehicles' | 'EditVehicles' | 'ReplaceVehicles') => () =>
  import('../features/imports/ImportsScreen.tsx').then((m) => ({ default: m[kind] }))
const users = () => import('../features/users/UsersScreen.tsx').then((m) => ({ default: m.UsersScreen }))
const profiles = () => import('../features/profiles/ProfilesScreen.tsx').then((m) => ({ default: m.ProfilesScreen }))
const documents = () =>
  import('../features/documents/DocumentTypesScreen.tsx').then((m) => ({ default: m.DocumentTypesScreen }))
const tags = () => import('../features/tags/TagsScreen.tsx').then((m) => ({ default: m.TagsScreen }))
const activity = () => import('../features/activity/ActivityScreen.tsx').then((m) => ({ default: m.ActivityScreen }))
const mailbox = () => import('../features/mailbox/MailboxScreen.tsx').then((m) => ({ default: m.MailboxScreen }))
const webhooks = () => import('../features/webhooks/WebhooksScreen.tsx').then((m) => ({ default: m.WebhooksScreen }))
const tokens = () => import('../features/tokens/TokensScreen.tsx').then((m) => ({ default: m.TokensScreen }))
const account = () => import('../features/account/AccountScreen.tsx').then((m) => ({ default: m.AccountScreen }))

// biome-ignore format: a table to be read by columns
export const SCREENS: readonly Screen[] = [
  { path: '/',                   needs: 'vehicles_read',   title: 'Vehículos',           icon: 'car',     search: CatalogueSearch,   screen: lazy(catalogue) },
  { path: '/differences',        needs: 'vehicles_read',   title: 'Datos por conciliar', icon: 'compare', search: DifferencesSearch, screen: lazy(differences) },
  { path: '/calendar',           needs: 'vehicles_read',   title: 'Vencimientos',        icon: 'calendar', search: ObligationsSearch, screen: lazy(obligations) },
  { path: '/addVehicles',        needs: 'masive_upload',   title: 'Alta de vehículos',     icon: 'plus',    search: ImportsSearch,     screen: lazy(imports('AddVehicles')) },
  { path: '/editVehicles',       needs: 'masive_edit',     title: 'Edición de vehículos',  icon: 'edit',    search: ImportsSearch,     screen: lazy(imports('EditVehicles')) },
  { path: '/replaceVehicles',    needs: 'masive_replace',  title: 'Remplazo de vehículos', icon: 'refresh', search: ImportsSearch,     screen: lazy(imports('ReplaceVehicles')) },
  { path: '/onDemandProcessing', needs: 'processing_read', title: 'Procesamiento',       icon: 'play',    search: ProcessingSearch,  screen: lazy(processing) },
  { path: '/captures',           needs: 'processing_read', title: 'Captura manual',      icon: 'camera',  search: CapturesSearch,    screen: lazy(captures) },
  { path: '/dashboard',          needs: 'dashboard_read',  title: 'Dashboard general',   icon: 'chart',   search: DashboardSearch,   screen: lazy(dashboard('GeneralDashboard')), ahead },
  { path: '/dashboard/tickets',  needs: 'dashboard_read',  title: 'Dashboard de multas', icon: 'ticket',  search: DashboardSearch,   screen: lazy(dashboard('TicketsDashboard')), ahead },
  { path: '/dashboard/tenencias', needs: 'dashboard_read', title: { MX: 'Dashboard de tenencias', CO: 'Dashboard de comparendos' }, icon: 'coin', search: DashboardSearch, screen: lazy(dashboard('TenenciasDashboard')), ahead },
  { path: '/health',             needs: 'resource_read',   title: 'Salud de recursos',   icon: 'pulse',   search: HealthSearch,      screen: lazy(health) },
  { path: '/reports',            needs: 'programReports_read', title: 'Reportes programados', icon: 'mail', search: ReportsSearch,   screen: lazy(reports) },
  { path: '/roles',              needs: 'users_read',      title: 'Usuarios',            icon: 'users',   search: UsersSearch,       screen: lazy(users) },
  { path: '/catalogs/roles',     needs: 'presets-read',    title: 'Perfiles',            icon: 'levels',  search: ProfilesSearch,    screen: lazy(profiles) },
  { path: '/catalogs/documents', needs: 'documents_read',  title: 'Tipos de documento',  icon: 'file',    search: DocumentTypesSearch, screen: lazy(documents) },
  { path: '/catalogs/tags',      needs: 'tags_read',       title: 'Etiquetas',           icon: 'tag',     search: TagsSearch,        screen: lazy(tags) },
  { path: '/activity',           needs: 'users_admin',     title: 'Actividad',           icon: 'history', search: ActivitySearch,    screen: lazy(activity) },
  { path: '/webhooks',           needs: 'users_admin',     title: 'Webhooks',            icon: 'send',    search: WebhooksSearch,    screen: lazy(webhooks) },
  { path: '/mailbox',            needs: 'programReports_admin', title: 'Buzón local',         icon: 'mail',    search: MailboxSearch,     screen: lazy(mailbox), unlisted: true },
  { path: '/account',            needs: 'session',         title: 'Mi cuenta',           icon: 'user',    search: z.object({}),      screen: lazy(account), unlisted: true },
  { path: '/tokens',             needs: 'session',         title: 'Tokens de acceso',    icon: 'key',     search: TokensSearch,      screen: lazy(tokens), unlisted: true },
]

export const PATHS: readonly string[] = SCREENS.map(({ path }) => path)

/** Whether these roles open the screen. */
export const opens = ({ needs }: Pick<Screen, 'needs'>, roles: string | readonly string[]): boolean =>
  needs === 'session' || holds(roles, needs)
