// Days start by the clocks of the time zone, also when those change.
import { expect, test } from 'vitest'
import { instantOf, startOfDay } from './zoned-day.ts'

test.each([
  ['2026-11-21', 'America/Monterrey', '2026-11-21T06:00:00.000Z'],
  ['2026-01-01', 'America/Bogota', '2026-01-01T05:00:00.000Z'],
  ['2026-03-08', 'America/Tijuana', '2026-03-08T08:00:00.000Z'],
  ['2026-03-09', 'America/Tijuana', '2026-03-09T07:00:00.000Z'],
  ['2026-11-02', 'America/Tijuana', '2026-11-02T08:00:00.000Z'],
  ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z'],
])('%s in %s', (day, zone, start) => {
  expect(startOfDay(day, zone)).toBe(start)
})

test('converts the local time of the zone to an instant, on both sides of a clock change', () => {
  expect(instantOf('2026-11-20T09:30', 'America/Mexico_City')).toBe('2026-11-20T15:30:00.000Z')
  expect(instantOf('2026-07-01T09:30', 'America/Tijuana')).toBe('2026-07-01T16:30:00.000Z')
  expect(instantOf('2026-12-01T09:30', 'America/Tijuana')).toBe('2026-12-01T17:30:00.000Z')
})
