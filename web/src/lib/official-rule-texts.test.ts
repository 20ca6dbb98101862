import { expect, test } from 'vitest'
import {
  byValidity,
  otherReadingText,
  sourceText,
  unitsEndText,
  unreplacedText,
  validText,
} from './official-rule-texts.ts'

const TODAY = '2026-11-25'
const NOUN = { one: 'calendario', many: 'calendarios' }
const rule = (validTo: string | null, unreplaced = false, continuedBy: string | null = null) => ({
  ...{ validFrom: '2026-01-01', validTo, unreplaced, continuedBy },
})

test('a source: authority, document and date', () => {
  const source = { source: 'Calendario 2026', sourceDate: '2026-03-01' }
  expect(sourceText({ ...source, authority: 'Gobierno de Jalisco' })).toBe(
    'Gobierno de Jalisco, Calendario 2026, 1 de marzo de 2026',
  )
  expect(sourceText({ ...source, sourceDate: null })).toBe('Calendario 2026')
})

test('another reading continues the sentence', () => {
  const otherReading = { says: 'No impide verificar.', source: 'UnoTV', sourceDate: '2026-01-13', link: null }
  expect(otherReadingText({ otherReading })).toBe('Según UnoTV (13 de enero de 2026): no impide verificar.')
  expect(otherReadingText({ otherReading: null })).toBe('')
})

test.each([
  [rule('2026-12-31'), 'Vigente hasta el 31 de diciembre de 2026'],
  [rule('2026-12-31', true), 'Vigente hasta el 31 de diciembre de 2026; no hay versión de 2027'],
  [rule('2026-11-24', true), 'Terminó el 24 de noviembre de 2026; no hay versión posterior'],
  [
    rule('2026-11-24', false, 'Verificación 2027'),
    'Rigió hasta el 24 de noviembre de 2026; la continúa «Verificación 2027»',
  ],
  [
    rule('2026-12-31', false, 'Verificación 2027'),
    'Vigente hasta el 31 de diciembre de 2026; la continúa «Verificación 2027»',
  ],
  [rule('2026-11-25'), 'Vigente hasta el 25 de noviembre de 2026'],
  [
    { ...rule('2027-12-31'), validFrom: '2027-01-01' },
    'Vigente desde el 1 de enero de 2027 hasta el 31 de diciembre de 2027',
  ],
  [{ ...rule(null), validFrom: '2027-01-01' }, 'Vigente desde el 1 de enero de 2027'],
  [rule(null), undefined],
])('validity of %o', (one, text) => {
  expect(validText(one, TODAY)).toBe(text)
})

test('rules without a successor by day: coming ends first, then past ones', () => {
  expect(unreplacedText([rule('2026-12-31'), rule(null)], NOUN, TODAY)).toBeUndefined()
  expect(unreplacedText([rule('2026-12-31', true)], NOUN, TODAY)).toBe(
    '1 calendario termina el 31 de diciembre de 2026 y no hay versión de 2027.',
  )
  const rules = [rule('2025-12-31', true), rule('2026-03-31', true), rule('2026-12-31', true), rule('2026-12-31', true)]
  expect(unreplacedText([...rules, rule('2025-12-31', true)], NOUN, TODAY)).toBe(
    '2 calendarios terminan el 31 de diciembre de 2026 y no hay versión de 2027; 1 terminó el 31 de marzo de 2026 y ' +
      'no hay versión posterior; 2 terminaron el 31 de diciembre de 2025 y no hay versión de 2026.',
  )
  expect(unreplacedText(rules, NOUN, '2027-01-02')).toBe(
    '2 calendarios terminaron el 31 de diciembre de 2026 y no hay versión de 2027; 1 terminó el 31 de marzo de 2026 ' +
      'y no hay versión posterior; 1 terminó el 31 de diciembre de 2025 y no hay versión de 2026.',
  )
})

test('in force, those that end without a successor come first; ended ones without one are separate', () => {
  const [open, ends, past, lacking] = [
    rule(null),
    rule('2026-12-31', true),
    rule('2026-03-31'),
    rule('2025-12-31', true),
  ]
  expect(byValidity([past, lacking, open, ends], TODAY)).toEqual({
    current: [ends, open],
    lacking: [lacking],
    ended: [past],
  })
})

test('values of units that end without a successor', () => {
  const uma = { unit: 'UMA', validTo: '2027-01-31', unreplaced: true } as const
  const uvt = { unit: 'UVT', validTo: '2026-12-31', unreplaced: true } as const
  expect(unitsEndText([uma], TODAY)).toBe(
    'El valor de la UMA termina el 31 de enero de 2027 y el de 2027 no está publicado.',
  )
  expect(unitsEndText([uvt, uma], '2027-01-02')).toBe(
    'El valor de la UVT terminó el 31 de diciembre de 2026 y el de 2027 no está publicado; ' +
      'el valor de la UMA termina el 31 de enero de 2027 y el de 2027 no está publicado.',
  )
  expect(unitsEndText([{ ...uma, unreplaced: false }], TODAY)).toBeUndefined()
})
