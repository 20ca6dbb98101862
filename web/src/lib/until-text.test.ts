import { expect, test } from 'vitest'
import { untilText } from './until-text.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')

test.each([
  ['2027-02-20T12:00:00Z', 'en 90 días'],
  // A second less, as for a token just created: still the same day.
  ['2027-02-20T11:59:59Z', 'en 90 días'],
  // 23:30 and 00:30 in Mexico.
  ['2026-11-26T05:30:00Z', 'en 3 días'],
  ['2026-11-26T06:30:00Z', 'en 4 días'],
  ['2026-11-24T11:59:00Z', 'en 2 días'],
  ['2026-11-23T12:00:00Z', 'mañana'],
  ['2026-11-24T05:59:00Z', 'mañana'],
  ['2026-11-23T11:59:00Z', 'en 23 horas'],
  ['2026-11-22T13:00:00Z', 'en 1 hora'],
  ['2026-11-22T12:05:30Z', 'en 5 minutos'],
  ['2026-11-22T12:00:05Z', 'en 5 segundos'],
  ['2026-11-22T12:00:00Z', 'ahora mismo'],
  ['2026-11-22T11:00:00Z', 'ahora mismo'],
])('%s is %s', (at, text) => expect(untilText(at, { now: NOW, zone: 'America/Mexico_City' })).toBe(text))
