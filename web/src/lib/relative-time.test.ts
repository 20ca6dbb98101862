// How long ago something happened, at the limits of the specification (core §2).
import { expect, test } from 'vitest'
import { shortAge, sinceText } from './relative-time.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ZONE = 'America/Mexico_City'
const before = (milliseconds: number): string => new Date(NOW - milliseconds).toISOString()
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [-5 * MINUTE, 'Procesado justo ahora'],
  [0, 'Procesado justo ahora'],
  [2 * MINUTE - 1, 'Procesado justo ahora'],
  [2 * MINUTE, 'Procesado hace 2 minutos'],
  [HOUR - 1, 'Procesado hace 59 minutos'],
  [HOUR, 'Procesado hace 1 hora'],
  [DAY - 1, 'Procesado hace 23 horas'],
  [DAY, 'Procesado hace 1 día'],
  [30 * DAY - 1, 'Procesado hace 29 días'],
  [30 * DAY, 'Procesado el 22/10/2026 06:00'],
])('%i ms ago', (age, text) => {
  expect(sinceText('Procesado', before(age), NOW, ZONE)).toBe(text)
})

test('a short age', () => {
  expect([10 * MINUTE, 5 * HOUR, 47 * HOUR, 12 * DAY].map((age) => shortAge(before(age), NOW))).toEqual([
    '10 min',
    '5 h',
    '47 h',
    '12 d',
  ])
})
