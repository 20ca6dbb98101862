import { expect, test } from 'vitest'
import { dayText, nearText, rangeText, shortRange } from './day-texts.ts'

const TODAY = '2026-11-25'

test('a day, with its year if it is another year', () => {
  expect(dayText('2026-11-23', TODAY)).toBe('lunes 23 de noviembre')
  expect(dayText('2027-01-04', TODAY)).toBe('lunes 4 de enero de 2027')
})
test('a week within a month, over two months and over two years', () => {
  expect(rangeText('2026-11-23', '2026-11-29', TODAY)).toBe('del 23 al 29 de noviembre')
  expect(rangeText('2026-11-30', '2026-12-06', TODAY)).toBe('del 30 de noviembre al 6 de diciembre')
  expect(rangeText('2026-12-28', '2027-01-03', TODAY)).toBe('del 28 de diciembre al 3 de enero de 2027')
  expect(rangeText('2026-11-23', '2026-11-23', TODAY)).toBe('el 23 de noviembre')
  expect(shortRange('2026-11-23', '2026-11-29')).toBe('23–29 nov')
  expect(shortRange('2026-11-30', '2026-12-06')).toBe('30 nov–6 dic')
})
test('the distance to a day', () => {
  const days = ['2026-11-25', '2026-11-26', '2026-12-02', '2026-11-24', '2026-11-13']
  expect(days.map((day) => nearText(day, TODAY))).toEqual([
    'hoy',
    'mañana',
    'en 7 días',
    'venció ayer',
    'venció hace 12 días',
  ])
})
