// The line above the table: exact figures, and never a certainty that no source gave.
import type { Coverage } from '@padron/contract/catalogue'
import { expect, test } from 'vitest'
import { coverageWords } from './coverage-words.ts'

const CLOCK = { now: Date.parse('2026-11-21T18:00:00Z'), zone: 'America/Mexico_City' }
const of = (more: Partial<Coverage> = {}): Coverage => ({
  vehicles: 528,
  debt: { total: 1234.5, withoutAmount: 2, vehicles: 40, missing: 5, byHand: 0 },
  checks: { current: 900, old: 20, never: 80, byHand: 12 },
  oldest: '2026-11-09T18:00:00Z',
  ...more,
})
const NONE = { total: null, withoutAmount: 0, vehicles: 0, missing: 0, byHand: 0 }

test('figures, what they rest on, and the age of the oldest', () => {
  expect(coverageWords(of(), 'MX', CLOCK)).toEqual([
    '528 vehículos',
    'Adeudo total $1,234.50 MXN (2 sin importe)',
    'Consultas: 900 vigentes, 20 antiguas, 80 sin respuesta (12 por captura manual)',
    'Respuesta más antigua: hace 12 días',
  ])
})

test.each([
  [{ debt: NONE }, 'Adeudo total no se sabe'],
  [{ debt: { ...NONE, total: 0, missing: 1 } }, 'Adeudo total no se sabe'],
  [{ debt: { ...NONE, total: 0 } }, 'Adeudo total ninguno'],
  [{ debt: { ...NONE, total: 0, byHand: 2 } }, 'Adeudo total no se sabe (sin contar captura manual de 2 vehículos)'],
  [{ debt: { ...NONE, withoutAmount: 3 } }, 'Adeudo total no se sabe (3 sin importe)'],
  [
    { debt: { ...NONE, total: 10, withoutAmount: 3, missing: 4, byHand: 1 } },
    'Adeudo total $10.00 MXN (3 sin importe; sin contar captura manual de 1 vehículo)',
  ],
] as const)('no debt is said only where all answered, by machine or by hand: %j', (more, words) => {
  expect(coverageWords(of(more), 'MX', CLOCK)[1]).toBe(words)
})

test('of no vehicle nothing more is said', () => {
  expect(coverageWords(of({ vehicles: 0, debt: NONE }), 'MX', CLOCK)).toEqual(['0 vehículos'])
})

test('one is one, and nothing asked is said', () => {
  const [vehicles, , checks] = coverageWords(
    of({ vehicles: 1, checks: { current: 0, old: 0, never: 0, byHand: 0 } }),
    'CO',
    CLOCK,
  )
  expect([vehicles, checks]).toEqual(['1 vehículo', 'Consultas: ninguna todavía'])
})
