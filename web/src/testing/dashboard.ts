// Statistics for the tests of the dashboards: a small fleet of each country that adds up.
import type { Basis, DashboardFacts, PeriodStatistics } from '@padron/contract/dashboard'
import { PERIODS } from '@padron/contract/dashboard/rules'
import type { Country } from '@padron/contract/places/countries'

const TODAY = '2026-11-22'
const OLDEST = '2026-11-19T12:00:00Z'
const basis = (known: number, unknown: number, unasked = 0): Basis => ({ known, unknown, unasked, oldest: OLDEST })

const owed = (amount: number, count: number, vehicles = count, withoutAmount = 0) => ({
  amount,
  count,
  vehicles,
  withoutAmount,
})
const ranked = (names: readonly (string | null)[], top: number) =>
  names.map((field, at) => ({ field, ...owed(Math.round(top / (at + 1.4)), 40 - at * 3, 30 - at * 2, at % 3) }))
const STATES = new Map([
  [19, 'Nuevo León'],
  [9, 'Ciudad de México'],
  [14, 'Jalisco'],
  [15, 'México'],
  [11, 'Guanajuato'],
])
const states = (top: number) =>
  [...STATES].map(([stateId, field], at) => ({
    stateId,
    field,
    ...owed(at === 4 ? 0 : Math.round(top / (at + 1)), 30 - at * 5, 20 - at * 3, at === 4 ? 10 : at),
  }))
const FIRMS = [
  'TRANSPORTES DEL NORTE SA DE CV',
  'LOGÍSTICA REGIOMONTANA SA DE CV',
  'Arrendadora Sureste',
  'Grupo Bajío',
  null,
  'Fletes Alfa',
]
const months = Array.from({ length: 12 }, (_, at) => {
  const from = `2026-${String(at + 1).padStart(2, '0')}-01`
  return { from, to: at === 1 ? '2026-02-28' : `${from.slice(0, 8)}30`, ...owed(1200 * (at + 2), 3 + ((at * 7) % 11)) }
})
const days = (from: number, month: string, every: number) =>
  Array.from({ length: 30 - from }, (_, at) => ({
    day: `2026-${month}-${String(from + at + 1).padStart(2, '0')}`,
    amount: at % every === 0 ? 1 + (at % 4) : 0,
  }))

const period = (of: (typeof PERIODS)[number]): PeriodStatistics => ({
  ...of,
  from: of.months === 0 || of.months === -2 ? null : of.months < 0 ? '2026-11-23' : '2026-10-23',
  to: of.months === 0 || of.months === -2 ? null : of.months < 0 ? '2026-12-22' : TODAY,
  totalVehicleCount: 528,
  vehiclesWithDebt: 210,
  totalDebt: 1_234_567.5,
  totalDebtCount: 400,
  debtsWithoutAmount: 7,
  vehiclesWithManualInterventionNeeded: 12,
  topRFCs: ranked(FIRMS, 520_000),
  topLessors: ranked(FIRMS.slice(2), 320_000),
  topModels: ranked(['VERSA', 'NP300', 'HILUX', 'AVEO'], 220_000),
  topBrands: ranked(['NISSAN', 'TOYOTA', 'CHEVROLET', 'FORD'], 420_000),
  ticketsByState: states(180_000),
  ticketsByRFC: ranked(FIRMS, 150_000),
  tenenciasByState: states(380_000),
  tenenciasByRFC: ranked(FIRMS, 350_000),
  ticketsByTime: [{ from: null, to: null, ...owed(900, 2) }, ...months],
  tenenciasByTime: months,
  stolenByTime: [],
  ensuranceNext30: days(0, '12', 3),
  ensurancePrevious30: days(0, '11', 5),
  inspectionNext30: days(0, '12', 4),
  inspectionPrevious30: days(0, '11', 2),
  vehiclesPerRFC: FIRMS.map((field, at) => ({ field, amount: 200 - at * 30 })),
  vehiclesPerLessor: FIRMS.slice(1).map((field, at) => ({ field, amount: 90 - at * 9 })),
  vehiclesPerBrandModel: [
    { field: 'NISSAN VERSA', brand: 'NISSAN', model: 'VERSA', amount: 120 },
    { field: 'TOYOTA HILUX', brand: 'TOYOTA', model: 'HILUX', amount: 60 },
  ],
  vehiclesPerState: Array.from({ length: 15 }, (_, at) => ({
    field: `Estado ${at + 1}`,
    stateId: at + 1,
    amount: 90 - at * 5,
  })),
  vehiclesPerYear: [
    { field: null, year: null, amount: 4 },
    ...Array.from({ length: 12 }, (_, at) => ({ field: `${2014 + at}`, year: 2014 + at, amount: 10 + at * 5 })),
  ],
  vehiclesWithTickets: 96,
  totalTicketsCount: of.months === 1 ? 31 : 180,
  totalTicketsDebt: 310_450,
  ticketsWithoutAmount: 0,
  vehiclesWithTenencias: 0,
  totalTenenciasCount: 0,
  totalTenenciasDebt: 0,
  tenenciasWithoutAmount: 0,
  vehiclesWithEnsuranceExpired: 9,
  ensuranceToExpire: 22,
  vehiclesWithInspectionExpired: 3,
  inspectionToExpire: 8,
  vehiclesWithStolenReport: 0,
})

type Due = DashboardFacts['forecast'][number]['kinds'][number]
const due = (kind: Due['kind'], count: number, vehicles = count, amount: number | null = null): Due => ({
  kind,
  count,
  vehicles,
  amount,
})

const TYPES: Record<Country, readonly number[]> = { MX: [0, 1, 2, 9], CO: [1, 13] }

export const testFacts = (country: Country = 'MX', changes: Partial<DashboardFacts> = {}): DashboardFacts => ({
  statistics: PERIODS.map(period),
  computedAt: '2026-11-22T09:00:00Z',
  today: TODAY,
  papers: true,
  basis: {
    debt: basis(490, 38),
    tickets: basis(528, 0),
    tenencias: basis(512, 10, 6),
    insurance: basis(528, 0),
    inspection: basis(500, 28),
    stolen: basis(528, 0),
  },
  debtByType: TYPES[country].map((typeId, at) => ({ typeId, ...owed(400_000 / (at + 1), 90 - at * 9) })),
  others: { vehicles: 42, withDebt: 11, amount: 98_000, withoutAmount: 0 },
  trend: Array.from({ length: 14 }, (_, at) => ({
    day: new Date(Date.parse(`${TODAY}T00:00:00Z`) - (13 - at) * 7 * 86_400_000).toISOString().slice(0, 10),
    seen: at > 8,
    types: TYPES[country].map((typeId, place) => ({
      typeId,
      amount: 90_000 + at * 9000 * (place + 1) - place * 18_000,
      count: 20 + at,
      withoutAmount: 0,
    })),
  })),
  forecast: [
    { from: '2026-11-23', to: '2026-11-29', kinds: [due('insurance', 6), due('payment', 9, 7, 22_000)] },
    { from: '2026-11-30', to: '2026-12-06', kinds: [due('inspection', 4), due('card', 3)] },
    { from: '2026-12-07', to: '2026-12-13', kinds: [due('document', 5), due('payment', 2, 2, 900)] },
  ],
  ...changes,
})
