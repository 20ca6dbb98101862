// Converts the statement's rows of what is owed in each period to the wire's shape. Pure.
import type { OfTime, Ranked } from '@padron/contract/dashboard'
import { type Family, PERIODS } from '@padron/contract/dashboard/rules'
import type { Owed, OwedGroup, OwedRows } from './owed.queries.ts'
import { type ChartInterval, windowOf } from './periods.ts'
import type { OwedFacts } from './stored-facts.ts'

const NOTHING: Owed = { amount: 0, count: 0, withoutAmount: 0, vehicles: 0 }
const owedOf = ({ amount, count, withoutAmount, vehicles }: Owed): Owed => ({ amount, count, withoutAmount, vehicles })

type OwedSource = { rows: OwedRows; intervals: readonly ChartInterval[]; stateName: (id: number) => string }

const groupsOf = ({ rows }: OwedSource, months: number, family: OwedGroup['family'], by: OwedGroup['by']) =>
  rows.groups.filter((row) => row.months === months && row.family === family && row.by === by)

const ranked = (source: OwedSource, months: number, family: OwedGroup['family'], by: OwedGroup['by']): Ranked[] =>
  groupsOf(source, months, family, by).map((row) => ({ field: row.field, ...owedOf(row) }))

const byState = (source: OwedSource, months: number, family: Family) =>
  groupsOf(source, months, family, 'state')
    .map((row) => ({ field: source.stateName(row.stateId ?? 0), stateId: row.stateId ?? 0, ...owedOf(row) }))
    .toSorted((a, b) => b.amount - a.amount || b.count - a.count || a.field.localeCompare(b.field, 'es'))

const byTime = ({ rows, intervals }: OwedSource, months: number, family: Family): OfTime[] => {
  const found = new Map(
    rows.intervals.flatMap((row) => (row.months === months && row.family === family ? [[row.place, row]] : [])),
  )
  return intervals
    .filter((interval) => interval.months === months && (interval.always || found.has(interval.place)))
    .map(({ from, to, place }) => ({ from, to, ...owedOf(found.get(place) ?? NOTHING) }))
}

const ofPeriod = (source: OwedSource, { months, period }: (typeof PERIODS)[number], today: string): OwedFacts => {
  const sums = (family: OwedGroup['family']) => owedOf(groupsOf(source, months, family, 'nothing')[0] ?? NOTHING)
  const [all, tickets, tenencias] = [sums('all'), sums('tickets'), sums('tenencias')]
  const top = (by: OwedGroup['by']) => ranked(source, months, 'all', by)
  return {
    months,
    period,
    ...windowOf(months, today),
    vehiclesWithDebt: all.vehicles,
    totalDebt: all.amount,
    totalDebtCount: all.count,
    debtsWithoutAmount: all.withoutAmount,
    topRFCs: top('rfc'),
    topLessors: top('lessor'),
    topBrands: top('brand'),
    topModels: top('model'),
    ticketsByState: byState(source, months, 'tickets'),
    ticketsByRFC: ranked(source, months, 'tickets', 'rfc'),
    ticketsByTime: byTime(source, months, 'tickets'),
    vehiclesWithTickets: tickets.vehicles,
    totalTicketsCount: tickets.count,
    totalTicketsDebt: tickets.amount,
    ticketsWithoutAmount: tickets.withoutAmount,
    tenenciasByState: byState(source, months, 'tenencias'),
    tenenciasByRFC: ranked(source, months, 'tenencias', 'rfc'),
    tenenciasByTime: byTime(source, months, 'tenencias'),
    vehiclesWithTenencias: tenencias.vehicles,
    totalTenenciasCount: tenencias.count,
    totalTenenciasDebt: tenencias.amount,
    tenenciasWithoutAmount: tenencias.withoutAmount,
  }
}

export const owedFacts = (source: OwedSource, today: string): OwedFacts[] =>
  PERIODS.map((period) => ofPeriod(source, period, today))
