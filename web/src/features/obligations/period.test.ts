import { describe, expect, test } from 'vitest'
import { TODAY } from '../../testing/obligations.ts'
import { kindsOf, kindsText, nearSign } from './kind-words.ts'
import { listQuery, periodOf, periodSearch } from './period.ts'

const NO_SEARCH = { week: undefined, overdue: undefined, kinds: undefined, page: undefined }

test('overdue, near, and neither', () => {
  expect(['2026-11-24', '2026-11-25', '2026-12-01', '2026-12-02'].map((day) => nearSign(day, TODAY))).toEqual([
    'debt',
    'warning',
    'warning',
    undefined,
  ])
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
  test('its query', () => {
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
