// The trend's lines, sentences and table.
import type { ChartTable } from '@padron/contract/dashboard/chart-table'
import { numericDay } from '@padron/contract/texts/day-texts'
import { expect, test } from 'vitest'
import { newestFirst, sentencesOf, trendLines } from './trend.ts'

const TODAY = '2026-11-22'
const DAYS = ['2026-10-25', '2026-11-01', '2026-11-08', '2026-11-15', TODAY]
const table = (columns: Readonly<Record<string, readonly (number | null)[]>>): ChartTable => ({
  key: 'trend',
  title: 'Adeudo por tipo en el tiempo',
  labels: 'Fecha',
  columns: Object.keys(columns).map((title) => ({ title, kind: 'money' as const })),
  rows: DAYS.map((day, at) => ({
    label: numericDay(day),
    day,
    values: Object.values(columns).map((values) => values[at] ?? null),
    query: null,
  })),
})

const MIXED = table({
  Multas: [null, 5, 0, 7, 9],
  Tenencias: [null, null, null, null, 441_051.79],
  Refrendos: [null, null, null, null, 12_000],
  'Adeudos diversos': [null, null, null, null, null],
})

test('a debt known on fewer than three days is a sentence, not a line', () => {
  expect(trendLines(MIXED).columns.map(({ title }) => title)).toEqual(['Multas'])
  expect(trendLines(MIXED).rows.map(({ values }) => values)).toEqual([[null], [5], [0], [7], [9]])
  expect(sentencesOf(MIXED, TODAY, 'MX')).toEqual([
    'De Tenencias y Refrendos se sabe desde el 22 de noviembre: $441,051.79 MXN y $12,000.00 MXN hoy.',
    'De Adeudos diversos se desconoce cuánto se debe.',
  ])
})

test('a debt that is zero today says so', () => {
  expect(sentencesOf(table({ Multas: [null, null, null, 7, 0] }), TODAY, 'MX')).toEqual([
    'De Multas se sabe desde el 15 de noviembre: $0.00 MXN hoy.',
  ])
})

test('the table starts with the newest day and leaves out unknown days', () => {
  expect(newestFirst(MIXED).rows.map(({ day }) => day)).toEqual([...DAYS.slice(1)].reverse())
})
