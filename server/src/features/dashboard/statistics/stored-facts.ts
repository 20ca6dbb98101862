// The figures of a fleet as they are kept. What is of today is kept once, though every period shows it; dates of
// policies are kept twice, since not everybody may know what only a document tells.
import type { Basis, DashboardFacts, PeriodStatistics } from '@padron/contract/dashboard'

/** Raised whenever what is kept becomes another: what another release kept is not read, and is worked out anew. */
export const SHAPE = 2

/** What is of debts: of each period its own. */
export type OwedFacts = Pick<
  PeriodStatistics,
  | 'months'
  | 'period'
  | 'from'
  | 'to'
  | 'vehiclesWithDebt'
  | 'totalDebt'
  | 'totalDebtCount'
  | 'debtsWithoutAmount'
  | 'topRFCs'
  | 'topLessors'
  | 'topModels'
  | 'topBrands'
  | 'ticketsByState'
  | 'ticketsByRFC'
  | 'tenenciasByState'
  | 'tenenciasByRFC'
  | 'ticketsByTime'
  | 'tenenciasByTime'
  | 'vehiclesWithTickets'
  | 'totalTicketsCount'
  | 'totalTicketsDebt'
  | 'ticketsWithoutAmount'
  | 'vehiclesWithTenencias'
  | 'totalTenenciasCount'
  | 'totalTenenciasDebt'
  | 'tenenciasWithoutAmount'
>

/** What the fleet is, as of today. */
export type FleetFacts = Pick<
  PeriodStatistics,
  | 'totalVehicleCount'
  | 'vehiclesWithManualInterventionNeeded'
  | 'vehiclesPerRFC'
  | 'vehiclesPerLessor'
  | 'vehiclesPerBrandModel'
  | 'vehiclesPerState'
  | 'vehiclesPerYear'
  | 'vehiclesWithEnsuranceExpired'
  | 'vehiclesWithInspectionExpired'
  | 'vehiclesWithStolenReport'
> &
  Pick<DashboardFacts, 'others'>

export type PolicyFacts = Pick<PeriodStatistics, 'ensuranceNext30' | 'ensurancePrevious30' | 'ensuranceToExpire'> & {
  /** Where no source says who is insured: what dates tell. */
  dated?: { vehiclesWithEnsuranceExpired: number; basis: Basis } | undefined
}
export type DueFacts = Pick<PeriodStatistics, 'inspectionNext30' | 'inspectionPrevious30' | 'inspectionToExpire'> &
  Pick<DashboardFacts, 'forecast'> & { policies: { withPapers: PolicyFacts; without: PolicyFacts } }

export type StolenByTime = PeriodStatistics['stolenByTime']

export type StoredFacts = Pick<DashboardFacts, 'today' | 'basis' | 'debtByType' | 'trend'> & {
  owed: readonly OwedFacts[]
  fleet: FleetFacts
  due: DueFacts
  /** By months. */
  stolen: Readonly<Record<string, StolenByTime>>
}
