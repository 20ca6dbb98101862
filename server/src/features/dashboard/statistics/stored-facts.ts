// The stored figures of a fleet. What is of today is stored once, although every period shows it. Policy dates are
// stored with and without documents, because not every reader may see documents.
import type { Basis, DashboardFacts, PeriodStatistics } from '@padron/contract/dashboard'

/** Increase it when the stored shape changes: figures of another shape are not read, and are computed again. */
export const SHAPE = 2

/** The figures of debts, for each period. */
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

/** The composition of the fleet today. */
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
  /** Derived from dates, where no source reports whether a vehicle is insured. */
  dated?: { vehiclesWithEnsuranceExpired: number; basis: Basis } | undefined
}
export type DueFacts = Pick<PeriodStatistics, 'inspectionNext30' | 'inspectionPrevious30' | 'inspectionToExpire'> &
  Pick<DashboardFacts, 'forecast'> & { policies: { withPapers: PolicyFacts; without: PolicyFacts } }

export type StolenByTime = PeriodStatistics['stolenByTime']

export type StoredFacts = Pick<DashboardFacts, 'today' | 'basis' | 'debtByType' | 'trend'> & {
  owed: readonly OwedFacts[]
  fleet: FleetFacts
  due: DueFacts
  /** Keyed by the period's months. */
  stolen: Readonly<Record<string, StolenByTime>>
}
