// Reads the stored figures of a company's dashboards and their state, one row by its key, and decides when newer ones
// are needed.
import type { DashboardFacts, PeriodStatistics } from '@padron/contract/dashboard'
import { localTime } from '@padron/contract/days'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import type { FleetView } from '../../../db/fleet-view.ts'
import type { Session } from '../../../http/access/sessions.ts'
import { SHAPE, type StoredFacts } from './stored-facts.ts'

export type StatisticsState = {
  /** Null until figures are computed for the first time. */
  computedAt: string | null
  version: number | null
  /** Duration of the computation. */
  tookMs: number
  /** The fleet or its documents changed since. */
  changed: boolean
  /** A user requested new figures since. */
  wanted: boolean
  /** Requested and in progress; false after repeated failures. */
  refreshing: boolean
}

/** The figures that one reader gets. */
export type Figures = {
  /** The fleet, or its part, that they are about. */
  fleet: FleetView
  state: StatisticsState
  /** @param withDocuments as in readFacts @returns null until there are figures */
  facts: (withDocuments: boolean) => Promise<DashboardFacts | null>
}

/**
 * Maximum age of figures while a user reads them. The second limit is a multiple of their computing time, so that
 * computing takes only a small share of the time.
 */
const FOLLOW_MS = 15_000
const ONE_PART_IN = 100

/** A request within this time for a fleet that has not changed would compute the same figures. */
const SAME_MS = 600_000

/** Age of the figures; infinite for figures dated in the future by a clock that ran ahead. */
const ageOf = (computedAt: string, now: Date): number => {
  const age = now.getTime() - Date.parse(computedAt)
  return age < -FOLLOW_MS ? Number.POSITIVE_INFINITY : age
}

/** Whether reading them requests newer ones. */
export const follows = ({ computedAt, tookMs, changed }: StatisticsState, now: Date): boolean => {
  if (computedAt === null) return true
  const age = ageOf(computedAt, now)
  return age === Number.POSITIVE_INFINITY || (changed && age > Math.max(FOLLOW_MS, tookMs * ONE_PART_IN))
}

/** Whether newer ones would be the same. */
export const isSame = (
  { computedAt, changed, wanted }: StatisticsState,
  { timeZone }: Pick<Session, 'timeZone'>,
  now: Date,
): boolean =>
  computedAt !== null &&
  !changed &&
  !wanted &&
  ageOf(computedAt, now) < SAME_MS &&
  localTime(new Date(computedAt), timeZone).day === localTime(now, timeZone).day

type StoredState = Omit<StatisticsState, 'refreshing'> & { failed: number }

const NONE: StoredState = { computedAt: null, version: null, tookMs: 0, wanted: false, failed: 0, changed: false }
/** The retries of a quarter of an hour. */
const FAILED_AT_MOST = 4

/** Cost: two key reads. */
export const readState = async (tx: Tx, tenantId: number): Promise<StatisticsState> => {
  const { rows } = await sql<StoredState>`
    select case
      when s.facts_format = ${SHAPE} then s.computed_at end as "computedAt", s.version,
        coalesce(s.duration_ms, 0) as "tookMs", s.requested_at is not null as wanted, s.failures as failed,
      s.computed_at is not null and (s.computed_documents_version is distinct from s.documents_version
        or s.version is distinct from (select c.version
        from catalogue_version c
        where c.tenant_id = s.tenant_id)) as changed
    from dashboard_statistics s
    where s.tenant_id = ${tenantId}`.execute(tx)
  const { failed, ...state } = rows[0] ?? NONE
  return { ...state, refreshing: state.wanted && failed <= FAILED_AT_MOST }
}

/**
 * What one reader sees of the stored figures.
 * @param withDocuments whether the reader may see what only documents reveal
 * @param computedAt ISO 8601
 */
export const factsFor = (stored: StoredFacts, withDocuments: boolean, computedAt: string): DashboardFacts => {
  const { owed, fleet, due, stolen, ...same } = stored
  const { others, ...composition } = fleet
  const { forecast, policies, ...inspections } = due
  const { dated, ...policy } = withDocuments ? policies.withPapers : policies.without
  const expired = dated && { vehiclesWithEnsuranceExpired: dated.vehiclesWithEnsuranceExpired }
  const ofToday = { ...composition, ...inspections, ...policy, ...expired }
  return {
    ...same,
    basis: dated ? { ...same.basis, insurance: dated.basis } : same.basis,
    computedAt,
    papers: withDocuments,
    others,
    statistics: owed.map(
      (each): PeriodStatistics => ({ ...each, ...ofToday, stolenByTime: stolen[`${each.months}`] ?? [] }),
    ),
    forecast: withDocuments
      ? forecast
      : forecast.map((week) => ({ ...week, kinds: week.kinds.filter(({ kind }) => kind !== 'document') })),
  }
}

/** @param withDocuments whether the reader may see what only documents reveal @returns null until there are figures */
export const readFacts = async (tx: Tx, tenantId: number, withDocuments: boolean): Promise<DashboardFacts | null> => {
  const { rows } = await sql<{ facts: StoredFacts; computedAt: string }>`
    select facts, computed_at as "computedAt"
    from dashboard_statistics
    where tenant_id = ${tenantId} and facts_format = ${SHAPE}`.execute(tx)
  return rows[0] ? factsFor(rows[0].facts, withDocuments, rows[0].computedAt) : null
}
