// The figures of a company's dashboards as they are kept, and how they stand: one row by its key.
import type { DashboardFacts } from '@padron/contract/dashboard'
import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'
import { factsFor } from './reader-facts.ts'
import { SHAPE, type StoredFacts } from './stored-facts.ts'

export type Standing = {
  /** Null while none were worked out. */
  computedAt: string | null
  version: number | null
  /** How long they took. */
  tookMs: number
  /** The fleet, or what its documents say, is another since. */
  changed: boolean
  /** Somebody asked for them since. */
  wanted: boolean
  /** They are wanted, and being worked out: not where that has failed again and again. */
  refreshing: boolean
}

type Kept = Omit<Standing, 'refreshing'> & { failed: number }

const NONE: Kept = { computedAt: null, version: null, tookMs: 0, wanted: false, failed: 0, changed: false }
/** A quarter of an hour of trying. */
const FAILED_AT_MOST = 4

/** Cost: two key reads. */
export const readStanding = async (tx: Tx, tenantId: number): Promise<Standing> => {
  const { rows } = await sql<Kept>`
    select case
      when s.shape = ${SHAPE} then s.computed_at end as "computedAt", s.version, coalesce(s.took_ms, 0) as "tookMs",
        s.wanted_at is not null as wanted, s.failed,
      s.computed_at is not null and (s.papers_seen is distinct from s.papers
        or s.version is distinct from (select c.version
        from catalogue_version c
        where c.tenant_id = s.tenant_id)) as changed
    from fleet_statistics s where s.tenant_id = ${tenantId}`.execute(tx)
  const { failed, ...standing } = rows[0] ?? NONE
  return { ...standing, refreshing: standing.wanted && failed <= FAILED_AT_MOST }
}

/** @param papers whether the reader may know what only documents tell @returns null while there are none */
export const readFacts = async (tx: Tx, tenantId: number, papers: boolean): Promise<DashboardFacts | null> => {
  const { rows } = await sql<{ facts: StoredFacts; computedAt: string }>`
    select facts, computed_at as "computedAt"
    from fleet_statistics
    where tenant_id = ${tenantId} and shape = ${SHAPE}`.execute(tx)
  return rows[0] ? factsFor(rows[0].facts, papers, rows[0].computedAt) : null
}
