// The line above the table: exact numbers, and no certainty without an answer of a source.
import type { Coverage } from '@padron/contract/catalogue/rows'
import { expect, test } from 'vitest'
import { coverageDetail, coverageWords, matchedWords } from './CoverageLine.tsx'

const CLOCK = { now: Date.parse('2026-11-21T18:00:00Z'), zone: 'America/Mexico_City' }
const of = (more: Partial<Coverage> = {}): Coverage => ({
  at: '2026-11-21T17:59:00Z',
  vehicles: 528,
  debt: { total: 1234.5, withoutAmount: 2, vehicles: 40, unknown: 7, missing: 5, byHand: 3 },
  checks: { current: 900, old: 20, never: 80, byHand: 12 },
  oldest: '2026-11-09T18:00:00Z',
  matched: null,
  ...more,
})
const NONE = { total: null, withoutAmount: 0, vehicles: 0, unknown: 528, missing: 528, byHand: 0 }

test('the known debt, and the number of vehicles whose debt is unknown', () => {
  expect(coverageWords(of(), 'MX')).toEqual(['Adeudo conocido $1,235', 'falta saber de 7 vehículos'])
  expect(coverageWords(of({ debt: { ...of().debt, total: 2_158_340.4 } }), 'CO')[0]).toBe('Deuda conocida $2.158.340')
})

test('the detail has the number of current, old and missing answers, and the full sum', () => {
  expect(coverageDetail(of(), 'MX', CLOCK)).toEqual([
    ['Sabido', '900 consultas con respuesta vigente'],
    ['Viejo', '20 consultas con respuesta antigua; la respuesta más antigua, hace 12 días'],
    ['Sin dato', '80 consultas sin respuesta, 12 por captura manual'],
    ['Adeudo', '$1,234.50 MXN (2 sin importe; sin contar captura manual de 3 vehículos)'],
  ])
  expect(coverageDetail(of({ at: '2026-11-21T17:55:00Z' }), 'MX', CLOCK).at(-1)).toEqual([
    'Calculado',
    'hace 5 minutos',
  ])
})

const KNOWN = { ...NONE, unknown: 0, missing: 0 }
test.each([
  [NONE, ['Adeudo sin datos', 'falta saber de 528 vehículos']],
  [{ ...NONE, total: 0, unknown: 1 }, ['Ningún adeudo conocido', 'falta saber de 1 vehículo']],
  [{ ...KNOWN, total: 0 }, ['Sin adeudos']],
  [{ ...KNOWN, total: 0, possible: 0 }, ['Sin adeudos']],
  [{ ...KNOWN, total: 0, possible: 1 }, ['Sin adeudos confirmados', '1 vehículo con posible tenencia']],
  [{ ...KNOWN, total: 50 }, ['Adeudo total $50.00 MXN']],
  [{ ...KNOWN, total: 10, withoutAmount: 3 }, ['Adeudo conocido $10.00 MXN']],
  [{ ...NONE, unknown: 2, withoutAmount: 3 }, ['3 adeudos sin importe', 'falta saber de 2 vehículos']],
] as const)('no debt is said only where all answered, by machine or by hand: %j', (debt, words) => {
  expect(coverageWords(of({ debt }), 'MX')).toEqual(words)
})

const MATCHED = { what: 'debts', count: 1035, total: 12300, withoutAmount: 2 } as const
test.each([
  [MATCHED, 'Del filtro: 1,035 adeudos por $12,300.00 MXN (2 sin importe)'],
  [{ ...MATCHED, count: 1, withoutAmount: 0 }, 'Del filtro: 1 adeudo por $12,300.00 MXN'],
  [{ ...MATCHED, count: 2, total: null }, 'Del filtro: 2 adeudos (2 sin importe)'],
  [{ ...MATCHED, what: 'due', total: null, withoutAmount: 0 }, 'Del filtro: 1,035 vencimientos'],
  [{ ...MATCHED, what: 'due' }, 'Del filtro: 1,035 vencimientos, líneas de captura por $12,300.00 MXN (2 sin importe)'],
] as const)('what the filter speaks of is told apart from all that is owed: %j', (matched, words) => {
  expect(matchedWords(of({ matched }), 'MX')).toBe(words)
  expect(coverageWords(of({ matched }), 'MX')).toEqual(coverageWords(of(), 'MX'))
  expect(matchedWords(of({ matched: { ...matched, count: 0 } }), 'MX')).toBe('')
})

test('a filter of both debts and dates shows both', () => {
  const due = { count: 12, total: 800, withoutAmount: 0 }
  const owed = 'Del filtro: 1,035 adeudos por $12,300.00 MXN (2 sin importe)'
  expect(matchedWords(of({ matched: { ...MATCHED, due } }), 'MX')).toBe(
    `${owed}; 12 vencimientos, líneas de captura por $800.00 MXN`,
  )
  expect(matchedWords(of({ matched: { ...MATCHED, due: { ...due, count: 0 } } }), 'MX')).toBe(owed)
})

test('without vehicles there is no text', () => {
  expect(coverageWords(of({ vehicles: 0, debt: { ...KNOWN } }), 'MX')).toEqual([])
})
