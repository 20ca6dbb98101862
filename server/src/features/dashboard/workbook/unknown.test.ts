// How a dashboard's workbook writes unknown values: the trend's days, and the cards of its first sheet.
import type { DashboardFacts, PeriodStatistics } from '@padron/contract/dashboard'
import type { Country } from '@padron/contract/places/countries'
import { expect, it } from 'vitest'
import type { Cell } from '../../../files/xlsx/write/writer.ts'
import { summaryRows } from './summary.ts'
import { dashboardSheets } from './workbook.ts'

const UNKNOWN = 'sin dato'
const owed = (typeId: number, amount: number, withoutAmount = 0) => ({ typeId, amount, count: 1, withoutAmount })
const basis = (known: number, unknown: number) => ({ known, unknown, unasked: 0, oldest: null })
const facts = {
  today: '2026-11-21',
  computedAt: '2026-11-21T12:00:00Z',
  papers: true,
  basis: {
    debt: basis(4, 5),
    tickets: basis(9, 0),
    tenencias: basis(0, 9),
    insurance: basis(9, 0),
    inspection: basis(9, 0),
    stolen: basis(9, 0),
  },
  others: { vehicles: 0, withDebt: 0, amount: 0, withoutAmount: 0 },
  trend: [
    { day: '2026-10-31', seen: false, types: [] },
    { day: '2026-11-07', seen: false, types: [owed(1, 5)] },
    { day: '2026-11-14', seen: true, types: [owed(1, 0, 1), owed(13, 0)] },
    { day: '2026-11-21', seen: true, types: [owed(1, 9), owed(13, 7)] },
  ],
} as unknown as DashboardFacts
const none = {
  vehiclesWithDebt: 0,
  totalDebtCount: 0,
  totalDebt: 0,
  debtsWithoutAmount: 0,
  vehiclesWithTenencias: 0,
  totalTenenciasCount: 0,
  totalTenenciasDebt: 0,
  tenenciasWithoutAmount: 0,
}
const tickets = { vehiclesWithTickets: 1, totalTicketsCount: 1, totalTicketsDebt: 0, ticketsWithoutAmount: 1 }
const period = {
  months: 0,
  period: 'Todo',
  from: null,
  to: null,
  totalVehicleCount: 9,
  vehiclesWithEnsuranceExpired: 2,
  vehiclesWithManualInterventionNeeded: 0,
  ...none,
  ...tickets,
} as PeriodStatistics
const source = (country: Country) => ({ facts, period, country, timeZone: 'America/Bogota' })

it('the trend lists its days as dates, from the first with a known value', () => {
  const [sheet] = dashboardSheets('general', 'trend', source('CO'))
  const above = sheet?.above?.join(' ') ?? ''
  expect(above).not.toContain('A hoy')
  expect(above).toContain('Del 7 al 21 de noviembre de 2026')
  expect(above).toContain('Hasta el 7 de noviembre de 2026 es una estimación a partir de los cambios registrados')
  expect(sheet?.columns.map(({ kind }) => kind)).toEqual(['day', 'money', 'money'])
  const rows = [...((sheet?.rows ?? []) as Cell[][])]
  expect(rows.map(([day, ...cells]) => [(day as Date).toISOString(), ...cells])).toEqual([
    ['2026-11-07T00:00:00.000Z', 5, UNKNOWN],
    ['2026-11-14T00:00:00.000Z', UNKNOWN, 0],
    ['2026-11-21T00:00:00.000Z', 9, 7],
  ])
})

it('a chart whose source was never queried has no zero', () => {
  const none = basis(0, 9)
  const partlyKnown = {
    ...facts,
    basis: { debt: none, tickets: none, tenencias: none, insurance: none, inspection: none, stolen: none },
    others: { vehicles: 3, withDebt: 0, amount: 0, withoutAmount: 0 },
    debtByType: [],
    trend: [],
    forecast: [{ from: '2026-11-22', to: '2026-11-28', kinds: [] }],
  }
  const days = [{ day: '2026-11-22', amount: 0 }]
  const ofTime = [{ from: null, to: null, amount: 0, count: 0, vehicles: 0, withoutAmount: 0 }]
  const lists = [
    'topRFCs',
    'topLessors',
    'topBrands',
    'topModels',
    'vehiclesPerState',
    'vehiclesPerRFC',
    'vehiclesPerLessor',
    'vehiclesPerBrandModel',
    'vehiclesPerYear',
    'ticketsByState',
    'ticketsByRFC',
    'tenenciasByState',
    'tenenciasByRFC',
  ].map((name) => [name, []])
  const zero = {
    ...period,
    ...Object.fromEntries(lists),
    ticketsByTime: ofTime,
    tenenciasByTime: ofTime,
    stolenByTime: [{ from: null, to: null, amount: 0 }],
    ensuranceNext30: days,
    ensurancePrevious30: days,
    inspectionNext30: days,
    inspectionPrevious30: days,
    vehiclesWithEnsuranceExpired: 0,
    ensuranceToExpire: 0,
    vehiclesWithStolenReport: 0,
    vehiclesWithTickets: 0,
    totalTicketsCount: 0,
    ticketsWithoutAmount: 0,
  } as PeriodStatistics
  const zeroSource = {
    facts: partlyKnown as unknown as DashboardFacts,
    period: zero,
    country: 'MX' as const,
    timeZone: 'America/Mexico_City',
  }
  const [summary, ...charts] = dashboardSheets('general', undefined, zeroSource)
  const cellsOf = (rows: unknown) => [...(rows as Cell[][])]
  const figures = cellsOf(summary?.rows).filter(([title]) => !/^Vehículos/.test(String(title)))
  for (const [title, vehicles] of figures) expect([title, vehicles]).toEqual([title, UNKNOWN])
  for (const sheet of charts)
    if (!/^Vehículos/.test(sheet.name))
      expect([sheet.name, ...cellsOf(sheet.rows)]).toEqual([sheet.name, ['Sin consultar']])
})

it('a card is unknown without answers, a zero states its known vehicles, a missing amount is no zero', () => {
  const rows = summaryRows('general', source('CO'))
  const cardOf = (title: string) => rows.find(([first]) => first === title)?.slice(1) ?? []
  expect(cardOf('Con deuda').slice(0, 4)).toEqual([0, 0, 0, 0])
  expect(cardOf('Con deuda')[4]).toMatch(/^Ninguno de los que se sabe\. .*4 de 9 vehículos/)
  expect(cardOf('Requieren intervención manual')[4]).toMatch(/^Ninguno de los que se sabe\. .*4 de 9 vehículos/)
  expect(cardOf('Comparendos').slice(0, 4)).toEqual([UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN])
  expect(cardOf('Multas').slice(0, 4)).toEqual([1, 1, UNKNOWN, 1])
  expect(cardOf('SOAT y pólizas: vencidos').slice(0, 2)).toEqual([2, null])
  expect(summaryRows('general', source('MX')).map(([title]) => title)).toContain('Pólizas de seguro: vencidas')
})
