// Texts of a proof that may be a plate or a VIN.
import { expect, test } from 'vitest'
import { identifiersIn } from './named-vehicles.ts'

test.each([
  ['Placa: JKL-12-34', ['JKL1234']],
  ['PLACA NO. JKL 12 34 MODELO 2021', ['JKL1234']],
  ['Matrícula de la placa\tABC123', ['ABC123']],
  ['NIV 3N1CN8AE1RL000001', ['3N1CN8AE1RL000001']],
  ['Folio JKL 12 34', []],
  ['Sin adeudos', []],
])('%s', (line, expected) => {
  expect(identifiersIn([line])).toEqual(expect.arrayContaining(expected))
  if (expected.length === 0) expect(identifiersIn([line])).toEqual([])
})

test('at most 5,000 identifiers are read', () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => `AB${10_000 + i}`)
  expect(identifiersIn(lines)).toHaveLength(5_000)
})
