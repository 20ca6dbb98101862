// A user's columns: visible, ordered, resized, and restored.
import { Columns } from '@padron/contract/views'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { arrange, type Choosable, moveColumn, setColumnWidths, storedColumns, toggleColumn } from './column-layout.ts'

const column = (key: string, byDefault: boolean, more: Partial<Choosable> = {}): Choosable => ({
  key,
  title: key,
  width: 100,
  byDefault,
  ...more,
})
const ALL = [
  column('plate', true, { head: true }),
  column('fines', true),
  column('vin', false),
  column('brand', true),
  column('actions', true, { fixed: true }),
]
const keys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key).join(' ')

test('without a layout of the user, the default columns', () => {
  expect(keys(arrange(ALL, null))).toBe('plate fines brand actions')
  expect(storedColumns(arrange(ALL, null))).toEqual([{ key: 'plate' }, { key: 'fines' }, { key: 'brand' }])
})

test('the user’s order and widths; unknown and duplicate columns are skipped', () => {
  const visible = arrange(ALL, [{ key: 'brand', width: 300 }, { key: 'gone' }, { key: 'plate' }, { key: 'brand' }])
  expect(keys(visible)).toBe('brand plate actions')
  expect(visible[0]).toMatchObject({ width: 300, resized: true })
  expect(storedColumns(visible)).toEqual([{ key: 'brand', width: 300 }, { key: 'plate' }])
})

test('the column that names the row cannot be hidden, not even by a stored layout', () => {
  expect(keys(arrange(ALL, [{ key: 'vin' }]))).toBe('plate vin actions')
  expect(keys(toggleColumn(ALL, [{ key: 'plate' }, { key: 'vin' }], 'plate'))).toBe('plate vin')
})

test('a column shown again follows the nearest visible one before it', () => {
  const columns = [{ key: 'brand' }, { key: 'plate' }, { key: 'fines' }]
  expect(keys(toggleColumn(ALL, columns, 'vin'))).toBe('brand plate fines vin')
  expect(keys(toggleColumn(ALL, [{ key: 'plate' }, { key: 'brand' }], 'vin'))).toBe('plate vin brand')
  expect(keys(toggleColumn(ALL, columns, 'fines'))).toBe('brand plate')
})

test('a column is moved to a position, within the ends', () => {
  const columns = [{ key: 'plate' }, { key: 'fines', width: 90 }, { key: 'brand' }]
  expect(keys(moveColumn(columns, 'brand', 0))).toBe('brand plate fines')
  expect(moveColumn(columns, 'fines', 9)).toEqual([{ key: 'plate' }, { key: 'brand' }, { key: 'fines', width: 90 }])
  expect(keys(moveColumn(columns, 'plate', -3))).toBe('plate fines brand')
  expect(moveColumn(columns, 'vin', 0)).toBe(columns)
})

test('widths are limited, and the contract accepts the result', () => {
  const wide = setColumnWidths([{ key: 'plate' }, { key: 'fines' }], { plate: 10, fines: 5000.4, vin: 100 })
  expect(wide).toEqual([
    { key: 'plate', width: 48 },
    { key: 'fines', width: 800 },
  ])
  expect(z.parse(Columns, wide)).toEqual(wide)
})
