// A view against what is on screen.
import { expect, test } from 'vitest'
import { grouped, type Shown, sameView } from './view-state.ts'

const VIEW: Shown = {
  vehicleClass: { vehicleAsset: { plate: 'A', ticketStatus: [0] }, assetHistoric: { assetStatusId: [1] } },
  sortBy: 'vin',
  sortFilterOrder: 'asc',
  columns: [{ key: 'plate' }, { key: 'vin', width: 90 }],
}

test('the same whatever the order of its keys; absent is like undefined', () => {
  const again: Shown = {
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

test('one’s own apart from those of others, by name', () => {
  const one = (name: string, mine: boolean) => ({ name, mine })
  const { own, shared } = grouped([one('zeta', true), one('Árbol', false), one('álamo', true), one('b', false)])
  expect(own.map(({ name }) => name)).toEqual(['álamo', 'zeta'])
  expect(shared.map(({ name }) => name)).toEqual(['Árbol', 'b'])
})
