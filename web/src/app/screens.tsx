// The table of screens, from which the routes and the guards are created; menu.ts lists them in the menu, guards.ts
// selects the screen after a sign-in.
import { holds, type Permission } from '@padron/contract/permissions'
import type { RouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'
import { z } from 'zod/mini'
import { ignoreLoadFailure } from '../api/new-release.ts'
import { ActivitySearch } from '../features/activity/search.ts'
import { AlertsSearch } from '../features/alerts/search.ts'
import { CapturesSearch } from '../features/captures/search.ts'
import { CatalogueSearch } from '../features/catalogue/search.ts'
import { ChannelsSearch } from '../features/channels/search.ts'
import { DashboardSearch } from '../features/dashboard/search.ts'
import { DocumentTypesSearch } from '../features/documents/search.ts'
import { HealthSearch } from '../features/health/search.ts'
import { ImportsSearch } from '../features/imports/search.ts'
import { MailboxSearch } from '../features/mailbox/search.ts'
import { ObligationsSearch, RemindersSearch } from '../features/obligations/search.ts'
import { PendingSearch } from '../features/pending/search.ts'
import { ProcessingSearch } from '../features/processing/search.ts'
import { ProfilesSearch } from '../features/profiles/search.ts'
import { ReportsSearch } from '../features/reports/search.ts'
import { TagsSearch } from '../features/tags/search.ts'
import { TokensSearch } from '../features/tokens/search.ts'
import { UsersSearch } from '../features/users/search.ts'
import { DifferencesSearch } from '../features/vehicles/search.ts'
import { WebhooksSearch } from '../features/webhooks/search.ts'
import type { User } from '../session/session.ts'
import type { IconName } from '../ui/icons.tsx'

export type Screen = {
  path: `/${string}`
  /** Any permission of a list; `session`: every signed-in user. */
  needs: Permission | readonly Permission[] | 'session'
  title: string
  icon: IconName
  search: z.ZodMiniType
  screen: RouteComponent
  /** Also for users who see a part of the fleet. */
  ofPart?: true
  /** Loads the screen's chunks in advance. */
  ahead?: () => void
}

const catalogue = () => import('./CataloguePage.tsx').then((m) => ({ default: m.CataloguePage }))

const differences = () =>
  import('../features/vehicles/DifferencesScreen.tsx').then((m) => ({ default: m.DifferencesScreen }))
const obligations = () =>
  import('../features/obligations/ObligationsScreen.tsx').then((m) => ({ default: m.ObligationsScreen }))
const pending = () => import('../features/pending/PendingScreen.tsx').then((m) => ({ default: m.PendingScreen }))
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
    .catch(ignoreLoadFailure)
}
const reports = () => import('../features/reports/ReportsScreen.tsx').then((m) => ({ default: m.ReportsScreen }))
const notices = () => import('./notices/NoticesScreen.tsx').then((m) => ({ default: m.NoticesScreen }))
const alerts = () => import('../features/alerts/AlertsScreen.tsx').then((m) => ({ default: m.AlertsScreen }))
const channels = () => import('../features/channels/ChannelsScreen.tsx').then((m) => ({ default: m.ChannelsScreen }))
const reminders = () =>
  import('../features/obligations/RemindersScreen.tsx').then((m) => ({ default: m.RemindersScreen }))
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
const companySignIn = () =>
  import('../features/company/CompanySignInScreen.tsx').then((m) => ({ default: m.CompanySignInScreen }))
const tokens = () => import('../features/tokens/TokensScreen.tsx').then((m) => ({ default: m.TokensScreen }))
const account = () => import('../features/account/AccountScreen.tsx').then((m) => ({ default: m.AccountScreen }))

type Load = () => Promise<{ default: RouteComponent }>
const screen = (
  path: Screen['path'],
  needs: Screen['needs'],
  title: string,
  icon: IconName,
  search: z.ZodMiniType,
  load: Load,
  more: Pick<Screen, 'ahead' | 'ofPart'> = {},
): Screen => ({ path, needs, title, icon, search, screen: lazy(load), ...more })

const OF_PART = { ofPart: true } as const

/** The specification's screens in its order (core §2), then those that it does not have. */
export const SCREENS: readonly Screen[] = [
  screen('/', 'vehicles_read', 'Vehículos', 'car', CatalogueSearch, catalogue, OF_PART),
  screen('/addVehicles', 'masive_upload', 'Alta de vehículos', 'plus', ImportsSearch, imports('AddVehicles')),
  screen('/editVehicles', 'masive_edit', 'Edición de vehículos', 'edit', ImportsSearch, imports('EditVehicles')),
  screen(
    '/replaceVehicles',
    'masive_replace',
    'Remplazo de vehículos',
    'refresh',
    ImportsSearch,
    imports('ReplaceVehicles'),
  ),
  screen('/onDemandProcessing', 'processing_read', 'Procesamiento', 'play', ProcessingSearch, processing),
  screen('/dashboard', 'dashboard_read', 'Dashboard general', 'chart', DashboardSearch, dashboard('GeneralDashboard'), {
    ahead,
    ...OF_PART,
  }),
  screen(
    '/dashboard/tickets',
    'dashboard_read',
    'Dashboard de multas',
    'ticket',
    DashboardSearch,
    dashboard('TicketsDashboard'),
    { ahead, ...OF_PART },
  ),
  screen(
    '/dashboard/tenencias',
    'dashboard_read',
    'Dashboard de tenencias',
    'coin',
    DashboardSearch,
    dashboard('TenenciasDashboard'),
    { ahead, ...OF_PART },
  ),
  screen('/reports', 'programReports_read', 'Reportes programados', 'mail', ReportsSearch, reports, OF_PART),
  screen('/health', 'resource_read', 'Salud de recursos', 'pulse', HealthSearch, health),
  screen('/roles', 'users_read', 'Usuarios', 'users', UsersSearch, users),
  screen('/catalogs/roles', 'presets-read', 'Perfiles', 'levels', ProfilesSearch, profiles),
  screen('/catalogs/tags', 'tags_read', 'Etiquetas', 'tag', TagsSearch, tags),
  screen('/catalogs/documents', 'documents_read', 'Tipos de documento', 'file', DocumentTypesSearch, documents),
  screen('/differences', 'vehicles_read', 'Datos por conciliar', 'compare', DifferencesSearch, differences, OF_PART),
  screen('/pending', 'vehicles_read', 'Pendientes', 'check', PendingSearch, pending, OF_PART),
  screen('/calendar', 'vehicles_read', 'Vencimientos', 'calendar', ObligationsSearch, obligations, OF_PART),
  screen('/captures', 'processing_read', 'Captura manual', 'camera', CapturesSearch, captures),
  screen('/activity', 'users_admin', 'Actividad', 'history', ActivitySearch, activity),
  screen('/notices', ['programReports_read', 'vehicles_read', 'users_admin'], 'Avisos', 'bell', z.object({}), notices),
  screen('/alerts', 'programReports_read', 'Alertas', 'bell', AlertsSearch, alerts),
  screen('/reminders', 'vehicles_read', 'Recordatorios', 'mail', RemindersSearch, reminders, OF_PART),
  screen('/channels', 'programReports_read', 'Canales', 'send', ChannelsSearch, channels),
  screen('/webhooks', 'users_admin', 'Webhooks', 'send', WebhooksSearch, webhooks),
  screen('/companySignIn', 'users_admin', 'Acceso de empresa', 'key', z.object({}), companySignIn),
  screen('/mailbox', 'programReports_admin', 'Buzón local', 'mail', MailboxSearch, mailbox),
  screen('/account', 'session', 'Mi cuenta', 'user', z.object({}), account, OF_PART),
  screen('/tokens', 'session', 'Tokens de acceso', 'key', TokensSearch, tokens, OF_PART),
]

/** Whether the user may open the screen. */
export const opens = (
  { needs, ofPart }: Pick<Screen, 'needs' | 'ofPart'>,
  { role, vehicleScope }: Pick<User, 'role' | 'vehicleScope'>,
): boolean => (needs === 'session' || holds(role, needs)) && (ofPart === true || vehicleScope === undefined)

/** The paths of the screens that the user may open. */
export const openPaths = (user: Pick<User, 'role' | 'vehicleScope'>): readonly string[] =>
  SCREENS.filter((screen) => opens(screen, user)).map(({ path }) => path)
