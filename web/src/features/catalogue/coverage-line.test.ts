// The line above the table: exact figures, and never a certainty that no source gave.
import type { Coverage } from '@padron/contract/catalogue'
import { expect, test } from 'vitest'
import { coverageWords, matchedWords } from './CoverageLine.tsx'

const CLOCK = { now: Date.parse('2026-11-21T18:00:00Z'), zone: 'America/Mexico_City' }
const of = (more: Partial<Coverage> = {}): Coverage => ({
  at: '2026-11-21T17:59:00Z',
  vehicles: 528,
  debt: { total: 1234.5, withoutAmount: 2, vehicles: 40, missing: 5, byHand: 0 },
  checks: { current: 900, old: 20, never: 80, byHand: 12 },
  oldest: '2026-11-09T18:00:00Z',
  matched: null,
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

test('of when it is, where that is not now', () => {
  expect(coverageWords(of({ at: '2026-11-21T17:55:00Z' }), 'MX', CLOCK)).toContain('Calculado hace 5 minutos')
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

const MATCHED = { what: 'debts', count: 1035, total: 12300, withoutAmount: 2 } as const
test.each([
  [MATCHED, 'Del filtro: 1,035 adeudos por $12,300.00 MXN (2 sin importe)'],
  [{ ...MATCHED, count: 1, withoutAmount: 0 }, 'Del filtro: 1 adeudo por $12,300.00 MXN'],
  [{ ...MATCHED, count: 2, total: null }, 'Del filtro: 2 adeudos (2 sin importe)'],
  [{ ...MATCHED, what: 'due', total: null, withoutAmount: 0 }, 'Del filtro: 1,035 vencimientos'],
  [{ ...MATCHED, what: 'due' }, 'Del filtro: 1,035 vencimientos, líneas de pago por $12,300.00 MXN (2 sin importe)'],
] as const)('what the filter speaks of is told apart from all that is owed: %j', (matched, words) => {
  expect(matchedWords(of({ matched }), 'MX')).toBe(words)
  expect(coverageWords(of({ matched }), 'MX', CLOCK)).toEqual(coverageWords(of(), 'MX', CLOCK))
  expect(matchedWords(of({ matched: { ...matched, count: 0 } }), 'MX')).toBe('')
})

test('of a filter by both, the dates beside the debts', () => {
  const due = { count: 12, total: 800, withoutAmount: 0 }
  const owed = 'Del filtro: 1,035 adeudos por $12,300.00 MXN (2 sin importe)'
  expect(matchedWords(of({ matched: { ...MATCHED, due } }), 'MX')).toBe(
    `${owed}; 12 vencimientos, líneas de pago por $800.00 MXN`,
  )
  expect(matchedWords(of({ matched: { ...MATCHED, due: { ...due, count: 0 } } }), 'MX')).toBe(owed)
})

test('figures are written as the country writes them', () => {
  expect(coverageWords(of({ vehicles: 1528 }), 'CO', CLOCK)[0]).toBe('1.528 vehículos')
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
