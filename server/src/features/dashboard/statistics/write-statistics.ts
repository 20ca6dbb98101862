// Computes a company's figures and stores them. One process works on a company at a time: it holds a claim that expires
// if the process dies.
import { sql } from 'kysely'
import { asTenant, type Db, snapshotAsTenant, type Tx } from '../../../db/client.ts'
import { type FleetVersion, fleetVersion } from '../../../db/fleet-version.ts'
import { type FleetView, fleetViewOf } from '../../../db/fleet-view.ts'
import { type Claim, type Company, claimNow, releaseClaim } from './claims.ts'
import { workOutStatistics } from './compute.ts'
import { nextNight } from './next-night.ts'
import { keepDay } from './read-trend.ts'
import { SHAPE, type StoredFacts } from './stored-facts.ts'

export type Worked = {
  facts: StoredFacts
  tookMs: number
  /** False if another process took the claim meanwhile, or the company was deleted. */
  written: boolean
}
export type FleetSnapshot = FleetVersion & { facts: StoredFacts; documentsVersion: number; view: FleetView }

export const documentsVersion = async (tx: Tx, tenantId: number): Promise<number> => {
  const found = await tx
    .selectFrom('dashboard_statistics')
    .select('documents_version')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return found?.documents_version ?? 0
}

/** Reads the figures in one snapshot; for a user who sees a part of the fleet, of that part. */
export const readFleetSnapshot = (db: Db, tenantId: number, at: Date, signal?: AbortSignal): Promise<FleetSnapshot> =>
  snapshotAsTenant(db, tenantId, async (tx, client) => {
    signal?.throwIfAborted() // it may have waited for a connection
    const closeConnection = () => void client.end().catch(() => undefined)
    signal?.addEventListener('abort', closeConnection)
    try {
      const view = await fleetViewOf(tx, tenantId)
      const facts = await workOutStatistics(tx, tenantId, at)
      const versions = await fleetVersion(tx, tenantId)
      return { view, facts, ...versions, documentsVersion: await documentsVersion(tx, tenantId) }
    } finally {
      signal?.removeEventListener('abort', closeConnection)
    }
  })

type Computed = FleetSnapshot & { tookMs: number; at: Date }

/** Requests made since the claim stay pending. */
const write = (
  db: Db,
  { tenantId, timeZone, claim, requestCount }: Company & Claim,
  { facts, version, documentsVersion, tookMs, at }: Computed,
): Promise<boolean> =>
  asTenant(db, tenantId, async (tx) => {
    const next = nextNight(at, timeZone, tenantId).toISOString()
    const written = await sql`
      update dashboard_statistics s
      set facts = ${JSON.stringify(facts)}::jsonb, facts_format = ${SHAPE}, computed_at = ${at.toISOString()},
        version = ${version}, computed_documents_version = ${documentsVersion}, duration_ms = ${tookMs},
        next_at = ${next}, requested_at = case when s.request_count > ${requestCount} then s.requested_at end,
        started_at = null, claim_id = null, failures = 0
      where s.tenant_id = ${tenantId} and s.claim_id = ${claim}
      returning 1`.execute(tx)
    if (written.rows.length === 0) return false
    await keepDay(tx, tenantId, facts)
    return true
  })

/**
 * @param company with its claim; without one, the claim is taken over from its holder
 * @param at the moment of the figures
 * @param signal aborts the computation by closing its connection
 */
export const writeStatistics = async (
  db: Db,
  company: Company & Partial<Claim>,
  at: Date,
  signal?: AbortSignal,
): Promise<Worked> => {
  const began = performance.now()
  const { claim, requestCount = 0 } = company
  const mine =
    claim === undefined ? { ...company, ...(await claimNow(db, company, at)) } : { ...company, claim, requestCount }
  try {
    const snapshot = await readFleetSnapshot(db, company.tenantId, at, signal)
    const tookMs = Math.round(performance.now() - began)
    return { facts: snapshot.facts, tookMs, written: await write(db, mine, { ...snapshot, tookMs, at }) }
  } catch (error) {
    if (claim === undefined) await releaseClaim(db, mine)
    throw error
  }
}
