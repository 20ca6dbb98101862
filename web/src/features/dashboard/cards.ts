// The summary cards of each dashboard as rows: what each says, which sign it bears, what it rests on and which vehicles it leads to. Pure.
import type { FleetQuery } from '@padron/contract/catalogue'
import { numberText } from '@padron/contract/count-of'
import type { Country } from '@padron/contract/countries'
import type { Basis } from '@padron/contract/dashboard'
import { cardQueries } from '@padron/contract/dashboard-queries'
import { type DashboardName, NEXT_DAYS } from '@padron/contract/dashboard-rules'
import { type Card, howMany } from './card-figures.ts'
import { all, type CardOf, type CardShown, familyCard, owing } from './card-owed.ts'

const fleet = ({ period, country, queries }: CardOf): Card => ({
  key: 'fleet',
  title: 'Vehículos',
  figures: [{ value: numberText(period.totalVehicleCount, country), query: queries.totalVehicleCount }],
  notes: ['Activos'],
})

/** Which vehicles need somebody is told by their sources: none do only where all have answered. */
const byPerson = ({ period, facts, country, queries }: CardOf): Card => {
  const count = period.vehiclesWithManualInterventionNeeded
  const query = queries.vehiclesWithManualInterventionNeeded
  return {
    key: 'person',
    title: 'Requieren intervención manual',
    figures: [howMany(count, { sign: 'warning', query, country, basis: facts.basis.debt, least: false })],
    notes: ['Vehículos que solo una persona puede resolver'],
  }
}

/** What has expired, and what will in the next days. */
type Dates = { title: string; expired: string; basis: Basis; country: Country }
const dates = (
  { title, expired: words, basis, country }: Dates,
  expired: [number, FleetQuery],
  next: [number, FleetQuery],
) => ({
  title,
  figures: [
    { ...howMany(expired[0], { sign: 'debt', query: expired[1], country, basis }), words },
    {
      ...howMany(next[0], { sign: 'warning', query: next[1], country, basis }),
      words: `por vencer en ${NEXT_DAYS} días`,
    },
  ],
  basis,
})

const insurance = ({ period, facts, country, queries }: CardOf): Card => {
  const basis = facts.basis.insurance
  const card = dates(
    country === 'MX'
      ? { title: 'Pólizas de seguro', expired: 'vencidas', basis, country }
      : { title: 'SOAT', expired: 'vencidos', basis, country },
    [period.vehiclesWithEnsuranceExpired, queries.vehiclesWithEnsuranceExpired],
    [period.ensuranceToExpire, queries.ensuranceToExpire],
  )
  const notes = facts.papers ? [] : ['Sin contar documentos: su usuario no puede consultarlos']
  return { key: 'insurance', ...card, notes }
}

const inspection = ({ period, facts, country, queries }: CardOf): Card => ({
  key: 'inspection',
  ...dates(
    { title: 'RTM', expired: 'vencidas', basis: facts.basis.inspection, country },
    [period.vehiclesWithInspectionExpired, queries.vehiclesWithInspectionExpired],
    [period.inspectionToExpire, queries.inspectionToExpire],
  ),
  notes: [],
})

const stolen = ({ period, facts, country, queries }: CardOf): Card => ({
  key: 'stolen',
  title: 'Reportes de robo',
  figures: [
    howMany(period.vehiclesWithStolenReport, {
      sign: 'debt',
      query: queries.vehiclesWithStolenReport,
      country,
      basis: facts.basis.stolen,
    }),
  ],
  notes: [],
  basis: facts.basis.stolen,
})

type Row = { card: (of: CardOf) => Card; only?: Country }
const CARDS: Record<DashboardName, readonly Row[]> = {
  general: [
    { card: fleet },
    { card: all },
    { card: familyCard('tickets') },
    { card: familyCard('tenencias') },
    { card: byPerson },
    { card: insurance },
    { card: inspection, only: 'CO' },
    { card: stolen, only: 'MX' },
  ],
  tickets: [{ card: familyCard('tickets') }, { card: owing('tickets') }, { card: fleet }],
  tenencias: [{ card: familyCard('tenencias') }, { card: owing('tenencias') }, { card: fleet }],
}

export const cardsOf = (name: DashboardName, { facts, period, country }: CardShown): readonly Card[] => {
  const of = { facts, period, country, queries: cardQueries(period, facts, country) }
  return CARDS[name].filter(({ only = country }) => only === country).map(({ card }) => card(of))
}
