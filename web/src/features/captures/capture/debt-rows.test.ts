import { expect, test } from 'vitest'
import { dayFrom } from '../../../lib/typed-day.ts'
import { computedTotal, EMPTY_DEBT, isOff, pastedCells, totalOf, withPasted } from './debt-rows.ts'

test('rows of a spreadsheet become cells without their heading; a single text is not a table', () => {
  expect(pastedCells('A-1')).toBeUndefined()
  expect(pastedCells('Folio\tConcepto\nA-1\t"Luz ""roja"""\n\nA-2\tVelocidad\r\n')).toEqual([
    ['A-1', 'Luz "roja"'],
    ['A-2', 'Velocidad'],
  ])
})

test('days are read in the formats that people write', () => {
  expect(['5/11/2026', '2026-1-5 10:30', '05.11.2026', 'ayer'].map(dayFrom)).toEqual([
    '2026-11-05',
    '2026-01-05',
    '2026-11-05',
    'ayer',
  ])
})

test('pasted cells fill the grid to the right and down, and add rows', () => {
  const rows = [
    { ...EMPTY_DEBT, folio: 'A' },
    { ...EMPTY_DEBT, folio: 'B' },
  ]
  const cells = [
    ['Luz roja', '1/2/2026'],
    ['Velocidad', ''],
  ]
  const pasted = withPasted(rows, cells, { row: 1, field: 'description' }, 200)
  expect(pasted.map(({ folio, description, dateTime }) => [folio, description, dateTime])).toEqual([
    ['A', '', ''],
    ['B', 'Luz roja', '2026-02-01'],
    ['', 'Velocidad', ''],
  ])
  expect(withPasted(rows, cells, { row: 1, field: 'folio' }, 2)).toHaveLength(2)
})

const debt = (subTotal: string, discount = '', surcharge = '', total = '') => ({
  ...EMPTY_DEBT,
  subTotal,
  discount,
  surcharge,
  total,
})

test('a total is the sum of its amounts, the typed one, or unknown', () => {
  expect(computedTotal(debt('0.3', '0.1', '0.1'))).toBe(0.3)
  expect(totalOf(debt('100', '50', '10'))).toBe(60)
  expect(totalOf(debt('', '', '', '75'))).toBe(75)
  expect(totalOf(debt('', '50'))).toBeNull()
  expect([totalOf(debt('100', '150')), totalOf(debt('100', '', '', 'x'))]).toEqual([null, null])
  expect([
    isOff(debt('100', '', '', '99')),
    isOff(debt('100', '', '', '100.00')),
    isOff(debt('', '', '', '9')),
  ]).toEqual([true, false, false])
})
