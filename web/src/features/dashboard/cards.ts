// The summary cards of each dashboard as rows: texts, sign, basis and link of each. Pure.
import type { Basis } from '@padron/contract/dashboard'
import { cardQueries } from '@padron/contract/dashboard/queries'
import { type DashboardName, FAMILIES, type Family, isAhead, NEXT_DAYS } from '@padron/contract/dashboard/rules'
import type { Country } from '@padron/contract/places/countries'
import { typeName } from '@padron/contract/resources'
import { numberText } from '@padron/contract/texts/count-of'
import { localText } from '@padron/contract/texts/local-text'
import { payLine, payLines } from '@padron/contract/texts/payment-labels'
import {
  type CardFacts,
  type CountName,
  type Figure,
  howMany,
  type Owed,
  owedFigure,
  owedNotes,
} from './card-figures.ts'
import type { View } from './view.ts'

export type Card = {
  key: string
  title: string
  figures: readonly Figure[]
  notes?: readonly string[]
  basis?: Basis
}
/** Undefined if the country has no such card. */
type CardOf = (from: CardFacts) => Card | undefined

const fleet: CardOf = ({ period, country, queries }) => ({
  key: 'fleet',
  title: 'Vehículos',
  figures: [{ value: numberText(period.totalVehicleCount, country), query: queries.totalVehicleCount }],
  notes: ['Activos'],
})

/** All debts, or those of a family. */
type Debts = 'debt' | Family
/** The names of the amount, of the number of debts, and of those without an amount. */
const AMOUNTS = {
  debt: ['totalDebt', 'totalDebtCount', 'debtsWithoutAmount'],
  tickets: ['totalTicketsDebt', 'totalTicketsCount', 'ticketsWithoutAmount'],
  tenencias: ['totalTenenciasDebt', 'totalTenenciasCount', 'tenenciasWithoutAmount'],
} as const
const VEHICLES = {
  debt: 'vehiclesWithDebt',
  tickets: 'vehiclesWithTickets',
  tenencias: 'vehiclesWithTenencias',
} as const

const debtsIn = (country: Country) => ({ one: localText('adeudo', country), many: localText('adeudos', country) })
/** In the next month payment lines are counted: they are due, not owed yet. */
const linesOf = (country: Country) => ({ sign: 'warning', one: payLine(country), many: payLines(country) }) as const

const owedOf = (debts: Debts, { period, facts, country, queries }: CardFacts): Owed => {
  const [amount, count, withoutAmount] = AMOUNTS[debts]
  const { one, many } = debts === 'debt' ? debtsIn(country) : FAMILIES[country][debts]
  return {
    amount: period[amount],
    count: period[count],
    withoutAmount: period[withoutAmount],
    vehicles: period[VEHICLES[debts]],
    months: period.months,
    basis: facts.basis[debts],
    query: queries[VEHICLES[debts]],
    ...(isAhead(period.months) ? linesOf(country) : { sign: 'debt', one, many }),
  }
}

/** A payment line may cover several debts of its vehicle, and a family may have several types. */
const familyNotes = (family: Family, { count, months }: Owed, country: Country): string[] => {
  if (isAhead(months))
    return count === 0 ? [] : [localText('Una línea puede pagar también otros adeudos del vehículo', country)]
  const [first = 0, ...others] = FAMILIES[country][family].types
  if (others.length === 0) return []
  const names = [typeName(first, country), ...others.map((id) => typeName(id, country).replace(/^Multas /, ''))]
  return [new Intl.ListFormat('es').format(names)]
}

const owed =
  (debts: Debts): CardOf =>
  (from) => {
    const { period, country } = from
    const of = owedOf(debts, from)
    const ahead = isAhead(period.months)
    const ofAll = ahead ? 'Por pagar' : localText('Con adeudo', country)
    return {
      key: debts,
      title: debts === 'debt' ? ofAll : `${FAMILIES[country][debts].title}${ahead ? ' por pagar' : ''}`,
      figures: [owedFigure(of, country)],
      notes: [...owedNotes(of, country), ...(debts === 'debt' ? [] : familyNotes(debts, of, country))],
      basis: of.basis,
    }
  }

const owing =
  (family: Family): CardOf =>
  (from) => {
    const { months, basis, sign, many } = owedOf(family, from)
    const figure = howMany(from, { name: VEHICLES[family], sign, basis, always: months === 0 })
    return { key: `${family}-vehicles`, title: `Vehículos con ${many}`, figures: [figure], basis }
  }

/** Sources report which vehicles need a person: zero is certain only if all have answered. */
const byPerson: CardOf = (from) => {
  const name = 'vehiclesWithManualInterventionNeeded'
  return {
    key: 'person',
    title: 'Requieren intervención manual',
    figures: [howMany(from, { name, sign: 'warning', basis: from.facts.basis.debt, least: false })],
    notes: ['Vehículos que solo una persona puede resolver'],
  }
}

type Expiring = { expired: CountName; next: CountName; words: string; basis: Basis }

/** What has expired, and what will expire in the next days. */
const expiring = (from: CardFacts, { expired, next, words, basis }: Expiring): readonly Figure[] => [
  { ...howMany(from, { name: expired, sign: 'debt', basis }), words },
  { ...howMany(from, { name: next, sign: 'warning', basis }), words: `por vencer en ${NEXT_DAYS} días` },
]

const insurance: CardOf = (from) => {
  const { facts, country } = from
  const { insurance: basis } = facts.basis
  const [title, words] = country === 'MX' ? ['Pólizas de seguro', 'vencidas'] : ['SOAT y pólizas', 'vencidos']
  return {
    key: 'insurance',
    title,
    figures: expiring(from, { expired: 'vehiclesWithEnsuranceExpired', next: 'ensuranceToExpire', words, basis }),
    notes: facts.papers ? [] : ['Sin contar documentos: su usuario no puede consultarlos'],
    basis,
  }
}

const inspection: CardOf = (from) => {
  if (from.country !== 'CO') return undefined
  const { inspection: basis } = from.facts.basis
  const names = { expired: 'vehiclesWithInspectionExpired', next: 'inspectionToExpire' } as const
  return { key: 'inspection', title: 'RTM', figures: expiring(from, { ...names, words: 'vencidas', basis }), basis }
}

const stolen: CardOf = (from) => {
  if (from.country !== 'MX') return undefined
  const { stolen: basis } = from.facts.basis
  const figure = howMany(from, { name: 'vehiclesWithStolenReport', sign: 'debt', basis })
  return { key: 'stolen', title: 'Reportes de robo', figures: [figure], basis }
}

const CARDS: Record<DashboardName, readonly CardOf[]> = {
  general: [fleet, owed('debt'), owed('tickets'), owed('tenencias'), byPerson, insurance, inspection, stolen],
  tickets: [owed('tickets'), owing('tickets'), fleet],
  tenencias: [owed('tenencias'), owing('tenencias'), fleet],
}

export const cardsOf = (view: View): readonly Card[] => {
  const from = { ...view, queries: cardQueries(view.period, view.facts, view.country) }
  return CARDS[view.name].flatMap((card) => card(from) ?? [])
}
