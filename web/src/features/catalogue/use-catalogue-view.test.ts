// Compares a saved view with the list on the screen.
import type { ViewDefinition } from '@padron/contract/views'
import { expect, test } from 'vitest'
import { sameView } from './use-catalogue-view.ts'

const VIEW: ViewDefinition = {
  vehicleClass: { vehicleAsset: { plate: 'A', ticketStatus: [0] }, assetHistoric: { assetStatusId: [1] } },
  sortBy: 'vin',
  sortFilterOrder: 'asc',
  columns: [{ key: 'plate' }, { key: 'vin', width: 90 }],
}

test('views are equal in any order of keys, and an absent key equals undefined', () => {
  const again: ViewDefinition = {
    columns: [{ key: 'plate' }, { width: 90, key: 'vin' }],
    sortFilterOrder: 'asc',
    sortBy: 'vin',
    dateFilters: undefined,
    vehicleClass: { assetHistoric: { assetStatusId: [1] }, vehicleAsset: { ticketStatus: [0], plate: 'A' } },
  }
  expect(sameView(VIEW, again)).toBe(true)
})

test.each([
  { vehicleClass: {} },
  { sortFilterOrder: 'desc' as const },
  { columns: [{ key: 'vin', width: 90 }, { key: 'plate' }] },
  { columns: [{ key: 'plate' }, { key: 'vin' }] },
  { columns: null },
])('changed: %j', (change) => {
  expect(sameView(VIEW, { ...VIEW, ...change })).toBe(false)
})
