// The texts of an exported chart, and the name of its file.
import { expect, test } from 'vitest'
import { daysText, fileTitle, periodText, trendNotes } from './chart-texts.ts'

const QUARTER = { months: 3, from: '2026-08-23', to: '2026-11-22' }
const ALL = { months: 0, from: null, to: null }
const point = (day: string, seen: boolean) => ({
  day,
  seen,
  types: day === '2026-11-01' ? [] : [{ typeId: 1, amount: 0, count: 0, withoutAmount: 0 }],
})
const facts = {
  today: '2026-11-22',
  trend: [
    point('2026-11-01', false),
    point('2026-11-08', false),
    point('2026-11-15', false),
    point('2026-11-22', true),
  ],
}

test('the days of a chart in words', () => {
  expect(daysText('topRFCs', facts, QUARTER)).toBe('Trimestre, del 23 de agosto al 22 de noviembre de 2026')
  expect(daysText('stolenByTime', facts, QUARTER)).toBe(periodText(QUARTER))
  expect(daysText('topRFCs', facts, ALL)).toBe('Todo')
  expect(daysText('vehiclesPerState', facts, QUARTER)).toBe('A hoy, 22 de noviembre de 2026')
  expect(daysText('debtByType', facts, QUARTER)).toBe('A hoy, 22 de noviembre de 2026')
  expect(daysText('trend', facts, QUARTER)).toBe('Del 8 al 22 de noviembre de 2026')
  expect(daysText('trend', { ...facts, trend: facts.trend.slice(3) }, QUARTER)).toBe('A hoy, 22 de noviembre de 2026')
})

test('only line charts mention reconstructed and missing days', () => {
  const until = 'Hasta el 15 de noviembre de 2026 es una estimación a partir de los cambios registrados.'
  expect(trendNotes('ticketsTrend', facts, true)).toEqual([until, 'Los tramos sin línea no tienen datos.'])
  expect(trendNotes('trend', facts)).toEqual([until])
  expect(trendNotes('topRFCs', facts, true)).toEqual([])
})

test('a file name has the chart, period and day, without characters that file systems reject', () => {
  const day = '2026-11-22'
  expect(fileTitle({ title: 'Multas: A/B  "c"', period: QUARTER, day }, 'ticketsByState')).toBe(
    'Padrón Multas A B c Trimestre 2026-11-22',
  )
  expect(fileTitle({ title: 'Vehículos por año', period: QUARTER, day }, 'vehiclesPerYear')).toBe(
    'Padrón Vehículos por año 2026-11-22',
  )
  expect(fileTitle({ title: 'Dashboard general', period: ALL, day })).toBe('Padrón Dashboard general Todo 2026-11-22')
})
