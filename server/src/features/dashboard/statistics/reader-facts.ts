// From the figures as they are kept to what one reader is shown. Pure.
import type { DashboardFacts, PeriodStatistics } from '@padron/contract/dashboard'
import type { StoredFacts } from './stored-facts.ts'

/** @param papers whether the reader may know what only documents tell @param computedAt ISO 8601 */
export const factsFor = (stored: StoredFacts, papers: boolean, computedAt: string): DashboardFacts => {
  const { owed, fleet, due, stolen, ...same } = stored
  const { others, ...composition } = fleet
  const { forecast, policies, ...inspections } = due
  const { dated, ...policy } = papers ? policies.withPapers : policies.without
  const expired = dated && { vehiclesWithEnsuranceExpired: dated.vehiclesWithEnsuranceExpired }
  const ofToday = { ...composition, ...inspections, ...policy, ...expired }
  return {
    ...same,
    basis: dated ? { ...same.basis, insurance: dated.basis } : same.basis,
    computedAt,
    papers,
    others,
    statistics: owed.map(
      (each): PeriodStatistics => ({ ...each, ...ofToday, stolenByTime: stolen[`${each.months}`] ?? [] }),
    ),
    forecast: papers
      ? forecast
      : forecast.map((week) => ({ ...week, kinds: week.kinds.filter(({ kind }) => kind !== 'document') })),
  }
}
