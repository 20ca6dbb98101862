// What is owed in each period, from the statement's rows to the wire's shape. Pure.
import type { OfTime, Ranked } from '@padron/contract/dashboard'
import { type Family, PERIODS } from '@padron/contract/dashboard-rules'
import type { Owed, OwedGroup, OwedRows } from './owed.queries.ts'
import { type Stretch, windowOf } from './periods.ts'
import type { OwedFacts } from './stored-facts.ts'

const NOTHING: Owed = { amount: 0, count: 0, withoutAmount: 0, vehicles: 0 }
const owedOf = ({ amount, count, withoutAmount, vehicles }: Owed): Owed => ({ amount, count, withoutAmount, vehicles })

type Shown = { rows: OwedRows; stretches: readonly Stretch[]; stateName: (id: number) => string }

const groupsOf = ({ rows }: Shown, months: number, family: OwedGroup['family'], by: OwedGroup['by']) =>
  rows.groups.filter((row) => row.months === months && row.family === family && row.by === by)

const ranked = (shown: Shown, months: number, family: OwedGroup['family'], by: OwedGroup['by']): Ranked[] =>
  groupsOf(shown, months, family, by).map((row) => ({ field: row.field, ...owedOf(row) }))

const byState = (shown: Shown, months: number, family: Family) =>
  groupsOf(shown, months, family, 'state')
    .map((row) => ({ field: shown.stateName(row.stateId ?? 0), stateId: row.stateId ?? 0, ...owedOf(row) }))
    .toSorted((a, b) => b.amount - a.amount || b.count - a.count || a.field.localeCompare(b.field, 'es'))

const byTime = ({ rows, stretches }: Shown, months: number, family: Family): OfTime[] => {
  const found = new Map(
    rows.stretches.flatMap((row) => (row.months === months && row.family === family ? [[row.place, row]] : [])),
  )
  return stretches
    .filter((stretch) => stretch.months === months && (stretch.always || found.has(stretch.place)))
    .map(({ from, to, place }) => ({ from, to, ...owedOf(found.get(place) ?? NOTHING) }))
}

const ofPeriod = (shown: Shown, { months, period }: (typeof PERIODS)[number], today: string): OwedFacts => {
  const sums = (family: OwedGroup['family']) => owedOf(groupsOf(shown, months, family, 'nothing')[0] ?? NOTHING)
  const [all, tickets, tenencias] = [sums('all'), sums('tickets'), sums('tenencias')]
  const top = (by: OwedGroup['by']) => ranked(shown, months, 'all', by)
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
    ticketsByState: byState(shown, months, 'tickets'),
    ticketsByRFC: ranked(shown, months, 'tickets', 'rfc'),
    ticketsByTime: byTime(shown, months, 'tickets'),
    vehiclesWithTickets: tickets.vehicles,
    totalTicketsCount: tickets.count,
    totalTicketsDebt: tickets.amount,
    ticketsWithoutAmount: tickets.withoutAmount,
    tenenciasByState: byState(shown, months, 'tenencias'),
    tenenciasByRFC: ranked(shown, months, 'tenencias', 'rfc'),
    tenenciasByTime: byTime(shown, months, 'tenencias'),
    vehiclesWithTenencias: tenencias.vehicles,
    totalTenenciasCount: tenencias.count,
    totalTenenciasDebt: tenencias.amount,
    tenenciasWithoutAmount: tenencias.withoutAmount,
  }
}

export const owedFacts = (shown: Shown, today: string): OwedFacts[] =>
  PERIODS.map((period) => ofPeriod(shown, period, today))
