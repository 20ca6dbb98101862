// The table of charts: the place of each chart, the texts of days, and that each row's link is a valid filter of the
// catalogue.
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { FleetQuery } from '../catalogue/filter.ts'
import type { DashboardFacts, PeriodStatistics } from '../dashboard.ts'
import { COUNTRY_CODES } from '../places/countries.ts'
import { CHART_KEYS } from './chart-keys.ts'
import { daysLabel } from './chart-labels.ts'
import { CHARTS, chartsOf, chartTable, shortTitle } from './charts.ts'
import { cardQueries } from './queries.ts'

const OWED = { amount: 100.5, count: 2, withoutAmount: 1, vehicles: 2 }
const TOP = [
  { field: 'ACME "A" SA', ...OWED },
  { field: null, ...OWED },
]
/** Only the data of any date have a range without a beginning, or no date. */
const inTime = (months: number) => [
  { from: '2026-11-22', to: '2026-11-22', ...OWED },
  ...(months === 0
    ? [
        { from: null, to: '2021-12-31', ...OWED },
        { from: null, to: null, ...OWED },
      ]
    : []),
]
const DAYS = [{ day: '2026-11-23', amount: 3 }]

const period = (months: number): PeriodStatistics => ({
  months,
  period: 'x',
  from: months === 0 ? null : '2026-11-23',
  to: months === 0 ? null : '2026-12-22',
  totalVehicleCount: 9,
  vehiclesWithDebt: 2,
  totalDebt: 100.5,
  totalDebtCount: 2,
  debtsWithoutAmount: 1,
  vehiclesWithManualInterventionNeeded: 1,
  topRFCs: TOP,
  topLessors: TOP,
  topModels: TOP,
  topBrands: TOP,
  ticketsByState: [{ field: 'Jalisco', stateId: 14, ...OWED }],
  ticketsByRFC: TOP,
  tenenciasByState: [{ field: 'Jalisco', stateId: 14, ...OWED }],
  tenenciasByRFC: TOP,
  ticketsByTime: inTime(months),
  tenenciasByTime: inTime(months),
  stolenByTime: [
    { from: null, to: '2021-12-31', amount: 1 },
    { from: null, to: null, amount: 1 },
  ],
  ensuranceNext30: DAYS,
  ensurancePrevious30: DAYS,
  inspectionNext30: DAYS,
  inspectionPrevious30: DAYS,
  vehiclesPerRFC: [{ field: null, amount: 4 }],
  vehiclesPerLessor: [{ field: 'X', amount: 4 }],
  vehiclesPerBrandModel: [{ field: 'NISSAN', brand: 'NISSAN', model: null, amount: 1 }],
  vehiclesPerState: [{ field: 'Jalisco', stateId: 14, amount: 4 }],
  vehiclesPerYear: [
    { field: '2020', year: 2020, amount: 1 },
    { field: null, year: null, amount: 1 },
  ],
  vehiclesWithTickets: 1,
  totalTicketsCount: 2,
  totalTicketsDebt: 100.5,
  ticketsWithoutAmount: 1,
  vehiclesWithTenencias: 1,
  totalTenenciasCount: 2,
  totalTenenciasDebt: 100.5,
  tenenciasWithoutAmount: 1,
  vehiclesWithEnsuranceExpired: 1,
  ensuranceToExpire: 3,
  vehiclesWithInspectionExpired: 0,
  inspectionToExpire: 3,
  vehiclesWithStolenReport: 1,
})

const BASIS = { known: 8, unknown: 1, unasked: 0, oldest: null }
const facts: DashboardFacts = {
  statistics: [],
  computedAt: '2026-11-22T12:00:00Z',
  today: '2026-11-22',
  papers: true,
  basis: { debt: BASIS, tickets: BASIS, tenencias: BASIS, insurance: BASIS, inspection: BASIS, stolen: BASIS },
  debtByType: [{ typeId: 1, ...OWED }],
  others: { vehicles: 1, withDebt: 1, amount: 5, withoutAmount: 0 },
  trend: [
    { day: '2026-11-08', seen: false, types: [{ typeId: 1, amount: 50, count: 1, withoutAmount: 0 }] },
    {
      day: '2026-11-15',
      seen: true,
      types: [
        { typeId: 0, amount: 0, count: 0, withoutAmount: 0 },
        { typeId: 1, amount: 0, count: 1, withoutAmount: 1 },
        { typeId: 7, amount: 0, count: 0, withoutAmount: 0 },
      ],
    },
    {
      day: '2026-11-22',
      seen: true,
      types: [
        { typeId: 0, amount: 9, count: 1, withoutAmount: 0 },
        { typeId: 1, amount: 100.5, count: 2, withoutAmount: 0 },
      ],
    },
  ],
  forecast: [
    {
      from: '2026-11-23',
      to: '2026-11-29',
      kinds: [
        { kind: 'payment', count: 2, vehicles: 1, amount: 10 },
        { kind: 'document', count: 1, vehicles: 1, amount: null },
      ],
    },
  ],
}

test.each(COUNTRY_CODES)('every chart has valid catalogue queries (%s)', (country) => {
  for (const months of [0, 1, -1])
    for (const key of CHART_KEYS) {
      const table = chartTable(key, { facts, period: period(months), country })
      // The facts have no comparendos.
      expect(table.rows.length > 0, key).toBe(key !== 'tenenciasTrend' || country === 'MX')
      for (const { values, query, label } of table.rows) {
        expect(values, `${key} ${label}`).toHaveLength(table.columns.length)
        if (query) expect(z.parse(FleetQuery, query)).toMatchObject(query)
      }
    }
  for (const query of Object.values(cardQueries(period(1), facts, country)))
    expect(z.parse(FleetQuery, query)).toMatchObject(query)
})

test('each chart is in a dashboard, in its own country only', () => {
  expect(CHARTS.map(({ key }) => key).toSorted()).toEqual([...CHART_KEYS].toSorted())
  const keys = (country: 'MX' | 'CO') => chartsOf('general', country).map(({ key }) => key)
  expect(keys('MX')).toContain('stolenByTime')
  expect(keys('MX')).not.toContain('inspectionNext30')
  expect(keys('CO')).toContain('inspectionNext30')
  expect(keys('CO')).not.toContain('stolenByTime')
  expect(chartsOf('general', 'MX', -1).map(({ key }) => key)).not.toContain('stolenByTime')
})

test('each name is valid for a sheet', () => {
  for (const country of COUNTRY_CODES)
    for (const { key } of CHARTS) expect(shortTitle(key, country).length, key).toBeLessThanOrEqual(31)
})

test('undated debts have a query of their own', () => {
  const { rows } = chartTable('ticketsByTime', { facts, period: period(0), country: 'MX' })
  expect(rows.at(-1)).toMatchObject({
    label: 'Sin fecha',
    query: { vehicleClass: { debts: { types: [1, 9, 7], undated: true } } },
  })
})

test('the coming period counts payment lines, with a query of due dates', () => {
  const ahead = chartTable('ticketsByState', { facts, period: period(-1), country: 'MX' })
  expect(ahead.columns.map(({ title }) => title)).toEqual([
    'Por pagar',
    'Líneas de captura',
    'Vehículos',
    'Sin importe',
  ])
  expect(ahead.title).toBe('Multas por pagar, por estado')
  const top = chartTable('topRFCs', { facts, period: period(-1), country: 'MX' })
  expect(top.title).toBe('Razones sociales con más por pagar')
  // Figures as of today do not count payment lines, whatever the period.
  expect(chartTable('debtByType', { facts, period: period(-1), country: 'MX' }).columns[0]?.title).toBe('Adeudo')
  expect(ahead.rows[0]?.query?.vehicleClass).toEqual({
    assetHistoric: { assetStatusId: 1 },
    due: { kinds: ['payment'], types: [1, 9, 7], from: '2026-11-23', to: '2026-12-22' },
    state: { stateId: 14 },
  })
})

test('an unknown amount of a type of debt is not zero', () => {
  const { rows, columns } = chartTable('trend', { facts, period: period(0), country: 'MX' })
  // The largest amounts come first; a type that was never owed has no line.
  expect(columns.map(({ title }) => title)).toEqual(['Multas', 'Tenencias'])
  // Nothing owed is zero; a debt without an amount is unknown.
  expect(rows.map(({ values }) => values)).toEqual([
    [50, null],
    [null, 0],
    [100.5, 9],
  ])
  expect(rows.map(({ query }) => query !== null)).toEqual([false, false, true]) // only today's vehicles can be listed
})

test('documents do not count without the permission to read them', () => {
  const { columns, rows } = chartTable('forecast', {
    facts: { ...facts, papers: false },
    period: period(0),
    country: 'CO',
  })
  expect(columns.map(({ title }) => title)).toEqual(['Referencias de pago'])
  expect(rows[0]?.query?.vehicleClass.due?.kinds).toEqual(['payment'])
  const policies = chartTable('ensuranceNext30', {
    facts: { ...facts, papers: false },
    period: period(0),
    country: 'MX',
  })
  expect(policies.rows[0]?.query?.vehicleClass.due?.kinds).toEqual(['insurance'])
})

test('days have readable labels', () => {
  expect(daysLabel('2025-01-01', '2025-12-31')).toBe('2025')
  expect(daysLabel('2026-02-01', '2026-02-28')).toBe('feb 2026')
  expect(daysLabel('2026-05-01', '2026-05-30')).toBe('1 – 30 may')
  expect(daysLabel('2028-02-01', '2028-02-28')).toBe('1 – 28 feb')
  expect(daysLabel('2028-02-01', '2028-02-29')).toBe('feb 2028')
  expect(daysLabel('2025-11-23', '2025-11-30', true)).toBe('23 – 30 nov 2025')
  expect(daysLabel('2025-12-29', '2026-01-04', true)).toBe('29 dic 2025 – 4 ene 2026')
  expect(daysLabel('2037-01-01', null)).toBe('Después')
  expect(daysLabel('2026-11-04', '2026-11-04')).toBe('4 nov')
  expect(daysLabel('2026-10-12', '2026-10-18')).toBe('12 – 18 oct')
  expect(daysLabel('2026-10-26', '2026-11-01')).toBe('26 oct – 1 nov')
  expect(daysLabel(null, '2021-12-31')).toBe('Antes, hasta 31 dic 2021')
  expect(daysLabel(null, null)).toBe('Sin fecha')
})
