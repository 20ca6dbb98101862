// The rows to which one press applies a suggestion.
import { expect, test } from 'vitest'
import { type AlikeCells, alikeFinder } from './alike.ts'
import { type Corrections, type GridRow, NONE } from './use-corrections.ts'

const MESSAGE = 'Estado desconocido; ¿quiso escribir Nuevo León?'
const row = (n: number, stateId = 'Nuevo Leno', message = MESSAGE): GridRow => ({
  row: n,
  texts: { stateId },
  notes: [{ field: 'stateId', message, level: 'error' }],
})
const PAGE = [row(2), row(3), row(4, 'Nvo León'), row(5, 'Nuevo Leno', 'otro')]
const inFile = (rows: readonly number[], count = rows.length): AlikeCells[] => [
  { field: 'stateId', message: MESSAGE, text: 'Nuevo Leno', count, rows },
]
const of = (alike: readonly AlikeCells[], isPart = true, now: Corrections = NONE) =>
  alikeFinder(PAGE, alike, isPart, now)(row(2), 'stateId', MESSAGE)

test('all rows of the file if the server sends them, otherwise those of the page', () => {
  expect(of(inFile([2, 3, 60, 61]))).toEqual({ rows: [2, 3, 60, 61], isPage: false })
  expect(of([])).toEqual({ rows: [2, 3], isPage: true })
  expect(of([], false)).toEqual({ rows: [2, 3], isPage: false })
  expect(of([{ field: 'stateId', message: 'otro', text: 'Nuevo Leno', count: 9, rows: [5, 99] }], false).rows).toEqual([
    2, 3,
  ])
})

test('not the rows corrected in that field or omitted, on any page', () => {
  const now = { cells: { 60: { stateId: 'Jalisco' }, 61: { year: '2024' } }, omit: [3], include: [] }
  expect(of(inFile([2, 3, 60, 61]), true, now).rows).toEqual([2, 61])
})

test('more rows than can be corrected are reported', () => {
  expect(of(inFile([2, 3], 5_000))).toEqual({ rows: [2, 3], isPage: false, excess: 5_000 })
})
