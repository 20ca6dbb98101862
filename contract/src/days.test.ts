// Calendar days, independent of the hour and the time zone.
import { expect, test } from 'vitest'
import { addDays, daysBetween, hasPlausibleYear, isCalendarDay, localMinute, localTime } from './days.ts'

test('adds days across months and years', () => {
  const after = ['2026-02-28', '2028-02-28', '2026-12-31'].map((day) => addDays(day, 1))
  expect(after).toEqual(['2026-03-01', '2028-02-29', '2027-01-01'])
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect([daysBetween('2026-12-30', '2027-01-02'), daysBetween('2027-01-02', '2026-12-30')]).toEqual([3, -3])
})

test('recognizes existing days', () => {
  expect(['2028-02-29', '0001-01-01'].filter(isCalendarDay)).toHaveLength(2)
  const none = [
    '2026-02-29',
    '2026-02-31',
    '2026-13-01',
    '2026-99-99',
    '2026-1-1',
    '2026-01-01T00:00',
    'undefined-01-01',
    '',
  ]
  expect(none.filter(isCalendarDay)).toEqual([])
  expect(['1900-01-01', '2199-12-31', '1899-12-31', '2200-01-01'].map(hasPlausibleYear)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('gives the local day, hour and minute', () => {
  const now = new Date('2026-11-22T05:30:00Z')
  expect(localTime(now, 'America/Mexico_City')).toEqual({ day: '2026-11-21', hour: 23 })
  expect(localTime(now, 'America/Bogota')).toEqual({ day: '2026-11-22', hour: 0 })
  expect(localMinute(now, 'America/Mexico_City')).toBe('2026-11-21 23:30')
  expect(localMinute(now.toISOString(), 'America/Bogota')).toBe('2026-11-22 00:30')
})
