// The side menu: its groups and their entries. Related screens share an entry and are each other's tabs, with an
// address each. Screens that are not listed are reached in another way.
import { FAMILIES as DEBTS } from '@padron/contract/dashboard/rules'
import type { Country } from '@padron/contract/places/countries'
import type { IconName } from '../ui/icons.tsx'
import type { Screen } from './screens.tsx'

type Path = Screen['path']
/** Screens that share an entry, with the names of their tabs. */
type Family = { title: string; icon: IconName; tabs: readonly (readonly [path: Path, name: string])[] }

const DASHBOARDS: Family = {
  title: 'Dashboards',
  icon: 'chart',
  tabs: [
    ['/dashboard', 'General'],
    ['/dashboard/tickets', 'Multas'],
    ['/dashboard/tenencias', 'Tenencias'],
  ],
}
const UPLOADS: Family = {
  title: 'Cargas',
  icon: 'upload',
  tabs: [
    ['/addVehicles', 'Alta'],
    ['/editVehicles', 'Edición'],
    ['/replaceVehicles', 'Remplazo'],
  ],
}
const NOTICES: Family = {
  title: 'Avisos',
  icon: 'bell',
  tabs: [
    ['/notices', 'Resumen'],
    ['/reports', 'Reportes'],
    ['/alerts', 'Alertas'],
    ['/reminders', 'Recordatorios'],
    ['/webhooks', 'Webhooks'],
    ['/channels', 'Canales'],
  ],
}
const FAMILIES = [DASHBOARDS, UPLOADS, NOTICES]

export const MENU: readonly { title: string; entries: readonly (Path | Family)[] }[] = [
  { title: 'Flota', entries: ['/', '/differences'] },
  { title: 'Pendientes', entries: ['/pending', '/calendar', '/captures', '/onDemandProcessing'] },
  { title: 'Análisis', entries: [DASHBOARDS, '/health'] },
  { title: 'Cargas', entries: [UPLOADS] },
  { title: 'Avisos', entries: [NOTICES] },
  {
    title: 'Administración',
    entries: ['/roles', '/catalogs/roles', '/catalogs/tags', '/catalogs/documents', '/companySignIn', '/activity'],
  },
]

export type MenuEntry = Pick<Screen, 'title' | 'icon'> & {
  ahead: Screen['ahead'] | undefined
  /** In the order of its tabs. The entry links to the first, and is current on all of them. */
  paths: readonly Path[]
}
export type MenuGroup = { title: string; entries: readonly MenuEntry[] }

const entryOf = (entry: Path | Family, open: readonly Screen[]): readonly MenuEntry[] => {
  const paths = typeof entry === 'string' ? [entry] : entry.tabs.map(([path]) => path)
  const screens = paths.flatMap((path) => open.find((screen) => screen.path === path) ?? [])
  const [first] = screens
  if (!first) return []
  const { title, icon } = typeof entry === 'string' || screens.length === 1 ? first : entry
  return [{ title, icon, ahead: first.ahead, paths: screens.map(({ path }) => path) }]
}

/** @param open the screens that the user may open; a family with only one of them is listed as that screen */
export const menuOf = (open: readonly Screen[]): readonly MenuGroup[] =>
  MENU.map(({ title, entries }) => ({ title, entries: entries.flatMap((entry) => entryOf(entry, open)) })).filter(
    ({ entries }) => entries.length > 0,
  )

/** The tabs above the screen of an address; undefined if its entry has no other screen that the user may open. */
export const tabsOf = (open: readonly Screen[], path: string, country: Country): Family | undefined => {
  const family = FAMILIES.find(({ tabs }) => tabs.some(([tab]) => tab === path))
  const tabs = family?.tabs.filter(([tab]) => open.some((screen) => screen.path === tab)) ?? []
  const named = tabs.map(
    ([tab, name]) => [tab, tab === '/dashboard/tenencias' ? DEBTS[country].tenencias.title : name] as const,
  )
  return family && tabs.length > 1 ? { ...family, tabs: named } : undefined
}
