// The screen that each user sees after signing in (spec bulk §2).
import { expect, test } from 'vitest'
import { landingFor } from './guards.ts'

const ALL = ['/', '/addVehicles', '/dashboard', '/health', '/catalogs/documents', '/catalogs/tags']

test.each([
  [['vehicles_read', 'masive_upload'], '/'],
  [['dashboard_read', 'masive_upload'], '/addVehicles'],
  [['tags_read', 'documents_read'], '/catalogs/documents'],
  ['resource_read tags_read', '/health'],
  [['admin'], '/'],
  [['queue_read'], '/'],
  [[], '/'],
])('%j', (roles, path) => {
  expect(landingFor(roles, ALL)).toBe(path)
})

test('skips a screen that the user may not open', () => {
  expect(landingFor(['masive_upload', 'tags_read'], ['/', '/catalogs/tags'])).toBe('/catalogs/tags')
})
