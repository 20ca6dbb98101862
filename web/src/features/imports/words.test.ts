// Which rows are shown at first: a table.
import { expect, test } from 'vitest'
import { firstRows, hasRows, isWrongAsWhole } from './default-view.ts'
import { checked, counts } from './test-import.ts'

test.each([
  ['add', 'checked', 'all'],
  ['edit', 'checked', 'changed'],
  ['replace', 'applied', 'changed'],
  ['add', 'refused', 'refused'],
  ['edit', 'refused', 'refused'],
] as const)('of a file of kind %s that is %s: %s', (kind, state, rows) => {
  expect(firstRows({ kind, state })).toBe(rows)
})

test('an edition of nothing shows no rows until somebody picks some', () => {
  const told = checked({ kind: 'edit', counts: counts({ rows: 400, unchanged: 400 }) })
  expect([hasRows(told, undefined), hasRows(told, 'unchanged')]).toEqual([false, true])
})

test('a file that is wrong as a whole has no rows to look at', () => {
  const told = checked({ state: 'refused', errorCount: 1, counts: counts({ rows: 0 }) })
  expect([isWrongAsWhole(told), hasRows(told, 'all')]).toEqual([true, false])
  const wrongRows = checked({ state: 'refused', errorCount: 1, counts: counts({ rows: 3, refused: 1 }) })
  expect([isWrongAsWhole(wrongRows), hasRows(wrongRows, undefined)]).toEqual([false, true])
})
