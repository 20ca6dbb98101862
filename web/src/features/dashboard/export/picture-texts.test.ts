import type { ChartKey } from '@padron/contract/dashboard/chart-keys'
import { expect, test } from 'vitest'
import { testFacts } from '../../../testing/dashboard.ts'
import { underLines, wrapText } from './picture-texts.ts'

const facts = testFacts('MX')
const under = (key: ChartKey, months: number, drawn = 12) => {
  const period = facts.statistics.find((each) => each.months === months)
  if (!period) throw new Error('no such period')
  return underLines(key, { facts, period, country: 'MX', zone: 'America/Mexico_City' }, drawn)
}

test('an image states its subject, its basis and its unknown part', () => {
  const [days, basis, ...open] = under('topRFCs', 3, 4)
  expect(days).toBe('Trimestre, del 23 de octubre al 22 de noviembre de 2026 · Calculado el 22/11/2026 03:00')
  expect(basis).toMatch(/^Vehículos activos · .*490 de 528 vehículos.* · dato más antiguo: 19\/11\/2026 06:00$/)
  expect(open).toEqual(['Los 4 mayores de 6.', 'Al menos: 6 sin importe no están en las sumas.'])
})

test('current figures say so, and the trend states what was computed', () => {
  expect(under('vehiclesPerYear', 3)).toEqual([
    'A hoy, 22 de noviembre de 2026 · Calculado el 22/11/2026 03:00',
    'Cuenta los vehículos activos.',
  ])
  expect(under('trend', 3).at(0)).toContain('Del 23 de agosto al 22 de noviembre de 2026')
  expect(under('trend', 3).at(-1)).toBe(
    'Hasta el 18 de octubre de 2026 es una estimación a partir de los cambios registrados.',
  )
})

test('a long title wraps; words are never cut', () => {
  const widthOf = (text: string): number => text.length
  expect(wrapText('Adeudo por tipo en el tiempo', 12, widthOf)).toEqual(['Adeudo por', 'tipo en el', 'tiempo'])
  expect(wrapText('Responsabilidad', 4, widthOf)).toEqual(['Responsabilidad'])
})
