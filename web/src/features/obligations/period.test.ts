import { describe, expect, test } from 'vitest'
import { nearSign } from '../../lib/day-texts.ts'
import { TODAY } from '../../testing/obligations.ts'
import { kindsOf, kindsText } from './kind-labels.ts'
import { listQuery, periodOf, periodSearch, viewOf } from './period.ts'

const NO_SEARCH = {
  view: undefined,
  week: undefined,
  month: undefined,
  overdue: undefined,
  kinds: undefined,
  search: undefined,
  groupBy: undefined,
  page: undefined,
}

test('a date is overdue, near, or neither', () => {
  expect(['2026-11-24', '2026-11-25', '2026-12-24', '2026-12-25'].map((day) => nearSign(day, TODAY))).toEqual([
    'debt',
    'warning',
    'warning',
    undefined,
  ])
})

describe('the period of an address', () => {
  test('is the current week without parameters, for a past week and for an invalid day', () => {
    const now = { is: 'week', from: '2026-11-25', to: '2026-12-01' }
    for (const week of [undefined, '2026-10-05', '2026-02-31'])
      expect(periodOf({ ...NO_SEARCH, week }, TODAY)).toEqual(now)
  })
  test('is the week of any of its days; overdue items and later ones have their own words', () => {
    expect(periodOf({ ...NO_SEARCH, week: '2026-12-10' }, TODAY)).toEqual({
      is: 'week',
      from: '2026-12-09',
      to: '2026-12-15',
    })
    expect(periodOf({ ...NO_SEARCH, week: 'later' }, TODAY)).toEqual({ is: 'later', from: '2027-02-24' })
    expect(periodOf({ ...NO_SEARCH, overdue: 'si' }, TODAY)).toEqual({ is: 'overdue' })
    expect(periodSearch({ is: 'overdue' })).toMatchObject({ view: undefined, overdue: 'si' })
    expect(periodSearch({ is: 'overdue' }, 'month')).toMatchObject({ view: 'month', overdue: 'si' })
    // Also for the current week: an address without one may open the overdue items.
    expect(periodSearch({ is: 'week', from: '2026-11-23', to: '2026-11-29' })).toMatchObject({ week: '2026-11-23' })
  })
  test('is a month, also a past one; its address returns to it', () => {
    expect(periodOf({ ...NO_SEARCH }, TODAY, 'month')).toEqual({
      is: 'month',
      month: '2026-11',
      from: '2026-11-01',
      to: '2026-11-30',
    })
    const past = periodOf({ ...NO_SEARCH, month: '2024-02' }, TODAY, 'month')
    expect(past).toMatchObject({ from: '2024-02-01', to: '2024-02-29' })
    expect(periodSearch(past, 'month')).toMatchObject({ view: undefined, week: undefined, month: '2024-02' })
    const later = periodOf({ ...NO_SEARCH, month: 'later' }, TODAY, 'month')
    expect(later).toEqual({ is: 'later', from: '2027-11-01' })
    expect(periodSearch(later, 'month')).toMatchObject({ month: 'later', week: undefined })
  })
  test('has the view by week or by month that the address names', () => {
    expect(viewOf({ ...NO_SEARCH, month: '2026-12' })).toBe('month')
    expect(viewOf({ ...NO_SEARCH, week: '2026-12-01' })).toBe('week')
    expect(viewOf({ ...NO_SEARCH, overdue: 'si', view: 'month' })).toBe('month')
    expect(viewOf(NO_SEARCH)).toBeUndefined()
  })
  test('has a query', () => {
    expect(listQuery({ period: { is: 'overdue' }, kinds: [] }, undefined)).toEqual({ overdue: 'true' })
    const week = { is: 'week', from: '2026-12-07', to: '2026-12-13' } as const
    expect(listQuery({ period: week, kinds: ['card', 'payment'] }, 2)).toEqual({
      from: '2026-12-07',
      to: '2026-12-13',
      kinds: 'card,payment',
      page: '2',
    })
    const month = periodOf(NO_SEARCH, TODAY, 'month')
    expect(listQuery({ period: month, kinds: [], search: 'azteca', groupBy: 'holder' }, undefined, '100')).toEqual({
      month: '2026-11',
      search: 'azteca',
      groupBy: 'holder',
      pageSize: '100',
    })
  })
  test('drops unknown kinds; all kinds are the same as none', () => {
    expect(kindsOf('payment,nada,card')).toEqual(['card', 'payment'])
    expect(kindsText(['payment', 'card'], ['card', 'plate', 'payment'])).toBe('card,payment')
    expect(kindsText(['card', 'plate'], ['card', 'plate'])).toBeUndefined()
  })
})
