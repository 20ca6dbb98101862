import { describe, expect, test } from 'vitest'
import { dayText, nearText, rangeText, shortRange } from './day-words.ts'
import { kindsOf, kindsText, nearSign } from './kind-words.ts'
import { listQuery, periodOf, periodSearch } from './period.ts'
import { TODAY } from './test-obligation.ts'

const NO_SEARCH = { week: undefined, overdue: undefined, kinds: undefined, page: undefined }

describe('days in words', () => {
  test('a day, with its year where that is another', () => {
    expect(dayText('2026-11-23', TODAY)).toBe('lunes 23 de noviembre')
    expect(dayText('2027-01-04', TODAY)).toBe('lunes 4 de enero de 2027')
  })
  test('a week, within a month, over two and over two years', () => {
    expect(rangeText('2026-11-23', '2026-11-29', TODAY)).toBe('del 23 al 29 de noviembre')
    expect(rangeText('2026-11-30', '2026-12-06', TODAY)).toBe('del 30 de noviembre al 6 de diciembre')
    expect(rangeText('2026-12-28', '2027-01-03', TODAY)).toBe('del 28 de diciembre al 3 de enero de 2027')
    expect(rangeText('2026-11-23', '2026-11-23', TODAY)).toBe('el 23 de noviembre')
    expect(shortRange('2026-11-23', '2026-11-29')).toBe('23–29 nov')
    expect(shortRange('2026-11-30', '2026-12-06')).toBe('30 nov–6 dic')
  })
  test('how far off', () => {
    const days = ['2026-11-25', '2026-11-26', '2026-12-02', '2026-11-24', '2026-11-13']
    expect(days.map((day) => nearText(day, TODAY))).toEqual([
      'hoy',
      'mañana',
      'en 7 días',
      'venció ayer',
      'venció hace 12 días',
    ])
  })
  test('overdue, near, and neither', () => {
    expect(['2026-11-24', '2026-11-25', '2026-12-01', '2026-12-02'].map((day) => nearSign(day, TODAY))).toEqual([
      'debt',
      'warning',
      'warning',
      undefined,
    ])
  })
})

describe('what the address opens', () => {
  test('nothing, a past week and a day that does not exist are this week', () => {
    const now = { is: 'week', from: '2026-11-25', to: '2026-12-01' }
    for (const week of [undefined, '2026-10-05', '2026-02-31'])
      expect(periodOf({ ...NO_SEARCH, week }, TODAY)).toEqual(now)
  })
  test('any day of a week opens it; what is overdue and what comes after have their words', () => {
    expect(periodOf({ ...NO_SEARCH, week: '2026-12-10' }, TODAY)).toEqual({
      is: 'week',
      from: '2026-12-09',
      to: '2026-12-15',
    })
    expect(periodOf({ ...NO_SEARCH, week: 'later' }, TODAY)).toEqual({ is: 'later', from: '2027-02-24' })
    expect(periodOf({ ...NO_SEARCH, overdue: 'si' }, TODAY)).toEqual({ is: 'overdue' })
    expect(periodSearch({ is: 'overdue' })).toEqual({ week: undefined, overdue: 'si' })
    // This week too: an address without one may open at what is overdue.
    expect(periodSearch({ is: 'week', from: '2026-11-23', to: '2026-11-29' })).toEqual({ week: '2026-11-23' })
  })
  test('what is asked for it', () => {
    expect(listQuery({ is: 'overdue' }, [], undefined)).toEqual({ overdue: 'true' })
    expect(listQuery({ is: 'week', from: '2026-12-07', to: '2026-12-13' }, ['card', 'payment'], 2)).toEqual({
      from: '2026-12-07',
      to: '2026-12-13',
      kinds: 'card,payment',
      page: '2',
    })
  })
  test('kinds that do not exist are dropped; all of them are the same as none', () => {
    expect(kindsOf('payment,nada,card')).toEqual(['card', 'payment'])
    expect(kindsText(['payment', 'card'], ['card', 'plate', 'payment'])).toBe('card,payment')
    expect(kindsText(['card', 'plate'], ['card', 'plate'])).toBeUndefined()
  })
})
