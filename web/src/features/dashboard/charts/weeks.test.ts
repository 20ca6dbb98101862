// Days grouped by weeks: sums of counts, with the query of the week's vehicles.
import type { ChartTable } from '@padron/contract/dashboard/chart-table'
import { addDays } from '@padron/contract/days'
import { expect, test } from 'vitest'
import { byWeeks } from './weeks.ts'

const days = (count: number, values: readonly number[]): ChartTable['rows'] =>
  Array.from({ length: count }, (_, at) => {
    const day = addDays('2026-10-24', at)
    return {
      label: day,
      values,
      days: { from: day, to: day },
      query: { vehicleClass: { due: { kinds: ['policy'], from: day, to: day } } },
    }
  })
const table = (rows: ChartTable['rows'], ...titles: string[]): ChartTable => ({
  key: 'ensurancePrevious30',
  title: 'Pólizas vencidas',
  labels: 'Día',
  columns: titles.map((title) => ({ title, kind: 'count' as const })),
  rows,
})

test('thirty days become five weeks, each with the query of all its days', () => {
  const { rows, columns } = byWeeks(table(days(30, [1]), 'Vehículos'))
  expect(rows.map(({ values }) => values)).toEqual([[7], [7], [7], [7], [2]])
  expect(rows[0]?.label).toBe('24 – 30 oct')
  expect(rows[1]?.query?.vehicleClass.due).toEqual({ kinds: ['policy'], from: '2026-10-31', to: '2026-11-06' })
  // A vehicle with two dates in a week counts as two dates.
  expect(columns[0]?.title).toBe('Vencimientos')
})

test('columns that count vehicles are left out if there are others', () => {
  const { rows, columns } = byWeeks(table(days(28, [2, 1, 0]), 'Multas', 'Vehículos', 'Sin importe'))
  expect(columns.map(({ title }) => title)).toEqual(['Multas', 'Sin importe'])
  expect(rows[0]?.values).toEqual([14, 0])
})

test('few days, and rows that are not days, stay unchanged', () => {
  const few = table(days(13, [1]), 'Vehículos')
  expect(byWeeks(few)).toBe(few)
  const years = table(
    days(20, [1]).map(({ days: _, ...row }) => row),
    'Vehículos',
  )
  expect(byWeeks(years)).toBe(years)
})
