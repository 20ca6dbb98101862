// The screens are those of the specification (core §2), and each is reached by the menu or from the user's menu.
import { expect, test } from 'vitest'
import { MENU, menuOf, tabsOf } from './menu.ts'
import { opens, SCREENS } from './screens.tsx'

const SPECIFIED = [
  ['/', 'vehicles_read'],
  ['/addVehicles', 'masive_upload'],
  ['/editVehicles', 'masive_edit'],
  ['/replaceVehicles', 'masive_replace'],
  ['/onDemandProcessing', 'processing_read'],
  ['/dashboard', 'dashboard_read'],
  ['/dashboard/tickets', 'dashboard_read'],
  ['/dashboard/tenencias', 'dashboard_read'],
  ['/reports', 'programReports_read'],
  ['/health', 'resource_read'],
  ['/roles', 'users_read'],
  ['/catalogs/roles', 'presets-read'],
  ['/catalogs/tags', 'tags_read'],
  ['/catalogs/documents', 'documents_read'],
]
const UNLISTED = ['/mailbox', '/account', '/tokens']

/** The menu of a user with these permissions. */
const shown = (roles: string[]) =>
  menuOf(SCREENS.filter((screen) => opens(screen, { role: roles }))).map(({ title, entries }) => [
    title,
    ...entries.map((entry) => entry.title),
  ])

test('the specification’s screens come first, in its order, each with its permission', () => {
  expect(SCREENS.slice(0, SPECIFIED.length).map(({ path, needs }) => [path, needs])).toEqual(SPECIFIED)
})

test('every screen is in the menu once, or is reached in another known way', () => {
  const listed = MENU.flatMap(({ entries }) =>
    entries.flatMap((entry) => (typeof entry === 'string' ? [entry] : entry.tabs.map(([path]) => path))),
  )
  expect([...listed, ...UNLISTED].toSorted()).toEqual(SCREENS.map(({ path }) => path).toSorted())
})

test('a group has the screens that the user may open; a single screen of a family has its own entry', () => {
  expect(shown(['vehicles_read', 'masive_upload', 'masive_edit', 'dashboard_read'])).toEqual([
    ['Flota', 'Vehículos', 'Datos por conciliar'],
    ['Pendientes', 'Pendientes', 'Vencimientos'],
    ['Análisis', 'Dashboards'],
    ['Cargas', 'Cargas'],
    ['Avisos', 'Avisos'],
  ])
  expect(shown(['masive_edit'])).toEqual([['Cargas', 'Edición de vehículos']])
})

test('an entry links to the first of its tabs', () => {
  const paths = menuOf(SCREENS.filter((screen) => opens(screen, { role: ['vehicles_read', 'programReports_read'] })))
    .flatMap(({ entries }) => entries)
    .find(({ title }) => title === 'Avisos')?.paths
  expect(paths).toEqual(['/notices', '/reports', '/alerts', '/reminders', '/channels'])
})

test('a family has tabs for the screens that the user may open, and none if there is only one', () => {
  const open = (...roles: string[]) => SCREENS.filter((screen) => opens(screen, { role: roles }))
  const names = (family: ReturnType<typeof tabsOf>) => family?.tabs.map(([, name]) => name)
  expect(names(tabsOf(open('dashboard_read'), '/dashboard/tickets', 'MX'))).toEqual(['General', 'Multas', 'Tenencias'])
  expect(names(tabsOf(open('dashboard_read'), '/dashboard', 'CO'))).toEqual(['General', 'Multas', 'Comparendos'])
  expect(names(tabsOf(open('masive_upload', 'masive_replace'), '/addVehicles', 'MX'))).toEqual(['Alta', 'Remplazo'])
  expect(names(tabsOf(open('vehicles_read'), '/reminders', 'MX'))).toEqual(['Resumen', 'Recordatorios'])
  expect(names(tabsOf(open('users_admin'), '/webhooks', 'MX'))).toEqual(['Resumen', 'Webhooks'])
  expect(tabsOf(open('masive_upload'), '/addVehicles', 'MX')).toBeUndefined()
  expect(tabsOf(open('dashboard_read'), '/health', 'MX')).toBeUndefined()
})

test('a user with part of the fleet opens only screens that support it, whatever their permissions', () => {
  const open = SCREENS.filter((screen) => opens(screen, { role: ['admin'], vehicleScope: 'a' })).map(({ path }) => path)
  expect(open).toEqual([
    '/',
    '/dashboard',
    '/dashboard/tickets',
    '/dashboard/tenencias',
    '/reports',
    '/differences',
    '/pending',
    '/calendar',
    '/reminders',
    '/account',
    '/tokens',
  ])
})
