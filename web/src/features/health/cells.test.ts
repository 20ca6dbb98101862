// The texts of the cells of the health table.
import type { ResourceHealth, TypeHealth } from '@padron/contract/health'
import { expect, test } from 'vitest'
import {
  cellName,
  cellSign,
  durationText,
  groupStates,
  healthColumns,
  percentText,
  untilText,
  worstOf,
} from './cells.ts'

const source = (more: Partial<ResourceHealth> = {}): ResourceHealth => ({
  resource: { resourceId: 1, descriptionSpanish: 'Multas · Nuevo León' },
  portal: { name: 'ICV', owner: 'Gobierno', url: null },
  service: 'automatic',
  past: false,
  successPercentage: 98,
  dateTime: null,
  incident: null,
  ...more,
})
const cell = (successPercentage: number | null, ...resourceInfo: ResourceHealth[]): TypeHealth => ({
  resourceType: { resourceTypeId: 1, descriptionSpanish: 'Multas' },
  avrgTimeSpan: 800,
  successPercentage,
  dateTime: null,
  resourceInfo,
})

test.each([
  [100, 'high'],
  [90.01, 'high'],
  [90, 'intermittent'],
  [10.5, 'intermittent'],
  [10, 'low'],
  [0, 'low'],
  [null, 'none'],
])('%s %% of the runs', (percentage, sign) => {
  expect(cellSign(cell(percentage, source()))).toBe(sign)
})

test('a source that no machine queries has no share', () => {
  const byHand = cell(null, source({ service: 'manual', successPercentage: null }))
  expect(cellSign(byHand)).toBe('manual')
  expect(cellName(byHand, 'Jalisco')).toBe('Multas, Jalisco: Captura manual')
  expect(cellSign(cell(null, source({ service: 'none', successPercentage: null })))).toBe('nobody')
  expect(cellSign(cell(95, source({ service: 'manual' }), source()))).toBe('high')
  expect(cellName(cell(null, source()), 'Jalisco')).toBe('Multas, Jalisco: Sin datos')
})

test('a share is rounded down', () => {
  expect([99.96, 100, 0.4, 0, null].map(percentText)).toEqual(['99 %', '100 %', '<1 %', '0 %', 'Sin datos'])
})

test('the worst source is one that fails now, then the one with the lowest share', () => {
  const failing = source({ incident: { since: '2026-11-21T00:00:00Z', outcome: 'timeout', text: 'x' } })
  const weak = source({ successPercentage: 40 })
  expect(worstOf(cell(80, source(), weak))).toBe(weak)
  expect(worstOf(cell(80, weak, failing))).toBe(failing)
  expect(cellName(cell(80, weak, failing), 'Nuevo León')).toBe(
    'Multas, Nuevo León: Falla ahora, 80 % en 7 días, 1 de 2 fuentes',
  )
  expect(cellName(cell(97, source({ past: true })), 'Nuevo León')).toBe('Multas, Nuevo León: Alta, 97 %, historial')
})

test('columns have the order of the specification; each country has its own', () => {
  expect(healthColumns('MX', []).map(({ typeId }) => typeId)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14])
  expect(healthColumns('CO', []).map(({ name }) => name)).toEqual(['Multas', 'SOAT', 'RTM', 'Comparendos'])
  const info = {
    state: { stateId: 0, stateName: 'Todo el país' },
    fleet: false,
    resourceTypeHealth: [
      { ...cell(99, source()), resourceType: { resourceTypeId: 2, descriptionSpanish: 'Información vehicular' } },
    ],
  }
  expect(healthColumns('CO', [info]).map(({ name }) => name)).toContain('Información vehicular')
})

test('a state without automatic sources and without vehicles of the company is set apart', () => {
  const state = (stateId: number, one: ResourceHealth, fleet = false) => ({
    fleet,
    state: { stateId, stateName: `${stateId}` },
    resourceTypeHealth: [cell(null, one)],
  })
  const BY_HAND = source({ service: 'manual' })
  const { main, rest } = groupStates([state(1, source()), state(2, BY_HAND), state(3, BY_HAND, true)])
  expect([main, rest].map((all) => all.map(({ state: { stateId } }) => stateId))).toEqual([[1, 3], [2]])
  // The whole country is not counted as a state.
  const country = Array.from({ length: 33 }, (_, stateId) => state(stateId, BY_HAND))
  expect(groupStates(country).rest).toHaveLength(32)
})

test('durations and future times', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const until = (ms: number) => untilText(new Date(now + ms).toISOString(), { now, zone: 'America/Mexico_City' })
  expect([350, 1240, 120_000].map(durationText)).toEqual(['350 ms', '1.2 s', '2 min'])
  expect([-1, 30_000, 150_000, 7_200_000, 172_800_000].map(until)).toEqual([
    'en cuanto llegue su turno',
    'en 1 minuto',
    'en 3 minutos',
    'en 2 horas',
    'el 23/11/2026 06:00',
  ])
})
