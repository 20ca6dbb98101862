// Which items match the typed text.
import { expect, test } from 'vitest'
import { matchNotes } from '../../lib/match-texts.ts'
import { type Item, inGroups, matchingItems } from './palette-items.ts'

const item = (group: Item['group'], label: string): Item => ({ key: label, group, label, icon: 'car', run: () => {} })
const ITEMS = [item('Pantallas', 'Vehículos'), item('Vistas', 'Multas Jalisco'), item('Acciones', 'Agregar vehículo…')]
const labels = (items: readonly Item[]) => items.map(({ label }) => label)

test('every typed word must match, without accents, in any order; the group’s name counts too', () => {
  expect(labels(matchingItems(ITEMS, [], ''))).toHaveLength(3)
  expect(labels(matchingItems(ITEMS, [], 'VEHICULO'))).toEqual(['Vehículos', 'Agregar vehículo…'])
  expect(labels(matchingItems(ITEMS, [], 'jal mul'))).toEqual(['Multas Jalisco'])
  expect(labels(matchingItems(ITEMS, [], 'vistas'))).toEqual(['Multas Jalisco'])
  expect(matchingItems(ITEMS, [], 'zzz')).toEqual([])
})

test('found vehicles come first, whatever their name', () => {
  const found = [item('Vehículos', 'RKA123B')]
  const matches = matchingItems(ITEMS, found, 'jalisco')
  expect(labels(matches)).toEqual(['RKA123B', 'Multas Jalisco'])
  expect([...inGroups(matches)].map(([group, items]) => [group, items.map(({ at }) => at)])).toEqual([
    ['Vehículos', [0]],
    ['Vistas', [1]],
  ])
})

test('a found vehicle shows why it matches, and its status', () => {
  const active = { former: null, matchedBy: 'plate', holder: null, assetStatusId: 1, replacedBy: null } as const
  const sold = { ...active, former: 'RKA123B', matchedBy: 'former', assetStatusId: 8, replacedBy: 5 } as const
  expect(matchNotes(sold, 'rka')).toEqual(['antes RKA123B', 'Vendido', 'Reemplazado'])
  expect(matchNotes({ ...active, matchedBy: 'vinEnd' }, '12-34 56')).toEqual(['VIN termina en 123456'])
  const holder = 'Fletes del Bajío'
  expect(matchNotes({ ...active, matchedBy: 'holder', holder }, 'bajio')).toEqual(['titular Fletes del Bajío'])
  expect(matchNotes(active, 'rka')).toEqual([])
})
