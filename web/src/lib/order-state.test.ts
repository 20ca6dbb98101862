// When a resource can be ordered again, in words.
import type { ProcessableResource } from '@padron/contract/processing'
import { expect, test } from 'vitest'
import { availabilityText, orderStateOf, reasonAgainst } from './order-state.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const clock = { now: NOW, zone: 'America/Mexico_City' }
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const resource = (more: Partial<ProcessableResource> = {}): ProcessableResource => ({
  resourceId: 1900,
  resourceName: 'Tenencias · Nuevo León',
  resourceTypeId: 0,
  portal: 'ICV',
  portalUrl: null,
  service: 'automatic',
  updateDateTime: null,
  lastUpdate: null,
  queued: false,
  queueItemId: null,
  queuedAs: null,
  due: 1,
  incident: null,
  vehicles: 3,
  ...more,
})
const inTime = (ms: number) => resource({ updateDateTime: new Date(NOW + ms).toISOString() })

test.each([
  [1, 'Disponible en 1 Hrs.'],
  [HOUR, 'Disponible en 1 Hrs.'],
  [HOUR + MINUTE + 1, 'Disponible en 2 Hrs.'],
  [DAY, 'Disponible en 24 Hrs.'],
  [DAY + MINUTE, 'Disponible en 1 dias.'],
  [6 * DAY + HOUR, 'Disponible en 7 dias.'],
  [7 * DAY + MINUTE, 'Disponible en 1 semanas.'],
  [15 * DAY, 'Disponible en 3 semanas.'],
])('in %d ms', (ms, text) => {
  expect(availabilityText(inTime(ms), clock)).toBe(text)
})

test('a past time shows the age of the answer, or that there is none', () => {
  expect(availabilityText({ ...inTime(0), lastUpdate: '2026-11-20T12:00:00Z' }, clock)).toBe(
    'Última actualización 20/11/2026 06:00',
  )
  expect(availabilityText(resource(), clock)).toBe('Sin actualización')
})

test('the state, and why it cannot be ordered', () => {
  const none = new Set<number>()
  const all = [resource(), inTime(HOUR), resource({ queued: true }), resource({ vehicles: 0 })]
  expect(all.map((one) => orderStateOf(one, none, NOW))).toEqual(['ready', 'recent', 'queued', 'empty'])
  expect(orderStateOf(resource(), new Set([1900]), NOW)).toBe('queued')
  expect(reasonAgainst(resource(), 'ready', clock)).toBeUndefined()
  expect(reasonAgainst(resource({ vehicles: 0 }), 'empty', clock)).toContain('Ningún vehículo')
  expect(reasonAgainst(inTime(HOUR), 'recent', clock)).toBe(
    'Procesado recientemente. Disponible en 1 Hrs. (21/11/2026 07:00)',
  )
})
