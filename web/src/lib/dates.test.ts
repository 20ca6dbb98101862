// Dates in the company's time zone; calendar days are never shifted.
import { expect, test } from 'vitest'
import { dateInText, dateTime, dayInText, isPast, localDay } from './dates.ts'

const ZONE = 'America/Mexico_City'

test('an instant is converted to the time zone, a day stays, any other text is unchanged', () => {
  expect(dateTime('2026-01-01T05:30:00Z', ZONE)).toBe('2025-12-31 23:30')
  expect(dateTime('2026-01-01T00:15:00-06:00', ZONE)).toBe('2026-01-01 00:15')
  expect(dateTime('2026-01-01', ZONE)).toBe('2026-01-01')
  expect(dateTime('Enero 2026', ZONE)).toBe('Enero 2026')
  // In a text, in the format that people write.
  expect(dateInText('2026-01-01T05:30:00Z', ZONE)).toBe('31/12/2025 23:30')
  expect(dayInText('2026-01-01T05:30:00Z', ZONE)).toBe('31/12/2025')
  expect(dateInText('2026-01-01', ZONE)).toBe('01/01/2026')
  expect(dateInText('Enero 2026', ZONE)).toBe('Enero 2026')
})

test('a payment line is valid on its last day, by the company’s day', () => {
  const lateEvening = Date.parse('2026-03-02T05:00:00Z')
  expect(localDay(lateEvening, ZONE)).toBe('2026-03-01')
  expect(isPast('2026-03-01', lateEvening, ZONE)).toBe(false)
  expect(isPast('2026-02-28', lateEvening, ZONE)).toBe(true)
})
