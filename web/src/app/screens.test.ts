// The menu is the specification's, in its order (core §2); the screens that it does not have come after it.
import { expect, test } from 'vitest'
import { SCREENS } from './screens.tsx'

const MENU = [
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

test('the menu is in the specification’s order, and ours comes after it', () => {
  const listed = SCREENS.filter(({ unlisted }) => !unlisted).map(({ path, needs }) => [path, needs])
  expect(listed.slice(0, MENU.length)).toEqual(MENU)
  expect(listed.length).toBeGreaterThan(MENU.length)
})
