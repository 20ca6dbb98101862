// The cards of what is owed: all of it and each family's, in money and in vehicles; in the period that looks ahead, of payment lines. Pure.
import type { Country } from '@padron/contract/countries'
import type { DashboardFacts, PeriodStatistics } from '@padron/contract/dashboard'
import type { cardQueries } from '@padron/contract/dashboard-queries'
import { FAMILIES, type Family, isAhead } from '@padron/contract/dashboard-rules'
import { typeName } from '@padron/contract/resources'
import { type Card, DEBTS, howMany, LINES, type Owed, owedFigure, owedNotes } from './card-figures.ts'

export type CardShown = { facts: DashboardFacts; period: PeriodStatistics; country: Country }
export type CardOf = CardShown & { queries: ReturnType<typeof cardQueries> }

const looksAhead = ({ period: { months } }: CardOf): boolean => isAhead(months)

export const all = (of: CardOf): Card => {
  const { period, facts, country, queries } = of
  const { totalDebt, totalDebtCount, debtsWithoutAmount, vehiclesWithDebt } = period
  const owed = {
    amount: totalDebt,
    count: totalDebtCount,
    withoutAmount: debtsWithoutAmount,
    vehicles: vehiclesWithDebt,
    months: period.months,
    ...(looksAhead(of) ? LINES : DEBTS),
  }
  return {
    key: 'debt',
    title: looksAhead(of) ? 'Por pagar' : 'Con adeudo',
    figures: [owedFigure(owed, facts.basis.debt, queries.vehiclesWithDebt, country)],
    notes: owedNotes(owed, facts.basis.debt, country),
    basis: facts.basis.debt,
  }
}

const OWED = {
  tickets: {
    amount: 'totalTicketsDebt',
    count: 'totalTicketsCount',
    withoutAmount: 'ticketsWithoutAmount',
    vehicles: 'vehiclesWithTickets',
  },
  tenencias: {
    amount: 'totalTenenciasDebt',
    count: 'totalTenenciasCount',
    withoutAmount: 'tenenciasWithoutAmount',
    vehicles: 'vehiclesWithTenencias',
  },
} as const

const owedOf = (family: Family, of: CardOf): Owed => {
  const { period, country } = of
  const { amount, count, withoutAmount, vehicles: owing } = OWED[family]
  const { one, many } = FAMILIES[country][family]
  return {
    amount: period[amount],
    count: period[count],
    withoutAmount: period[withoutAmount],
    vehicles: period[owing],
    months: period.months,
    ...(looksAhead(of) ? LINES : { sign: 'debt', one, many }),
  }
}

/** A line is of several debts of its vehicle; and a family may be of several types. */
const familyNotes = (family: Family, of: CardOf): string[] => {
  if (looksAhead(of))
    return of.period[OWED[family].count] === 0 ? [] : ['Una línea puede pagar también otros adeudos del vehículo']
  const [first = 0, ...others] = FAMILIES[of.country][family].types
  if (others.length === 0) return []
  const names = [typeName(first, of.country), ...others.map((id) => typeName(id, of.country).replace(/^Multas /, ''))]
  return [new Intl.ListFormat('es').format(names)]
}

export const familyCard =
  (family: Family) =>
  (of: CardOf): Card => {
    const owed = owedOf(family, of)
    const basis = of.facts.basis[family]
    return {
      key: family,
      title: `${FAMILIES[of.country][family].title}${looksAhead(of) ? ' por pagar' : ''}`,
      figures: [owedFigure(owed, basis, of.queries[OWED[family].vehicles], of.country)],
      notes: [...owedNotes(owed, basis, of.country), ...familyNotes(family, of)],
      basis,
    }
  }

export const owing =
  (family: Family) =>
  (of: CardOf): Card => {
    const basis = of.facts.basis[family]
    const { vehicles: name } = OWED[family]
    return {
      key: `${family}-vehicles`,
      title: looksAhead(of) ? 'Vehículos con líneas de pago' : `Vehículos con ${FAMILIES[of.country][family].many}`,
      figures: [
        howMany(of.period[name], {
          sign: looksAhead(of) ? 'warning' : 'debt',
          query: of.queries[name],
          country: of.country,
          basis,
          always: of.period.months === 0,
        }),
      ],
      notes: [],
      basis,
    }
  }
