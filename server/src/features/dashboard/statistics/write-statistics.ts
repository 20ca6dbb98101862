// Computes a company's figures and stores them. One process works on a company at a time: it holds a claim that expires
// if the process dies.
import { sql } from 'kysely'
import { asTenant, type Db, snapshotAsTenant } from '../../../db/client.ts'
import { fleetVersion } from '../../../db/fleet-version.ts'
import { type Claim, type Company, claimNow, giveBack } from './claims.ts'
import { workOutStatistics } from './compute.ts'
import { nextNight } from './next-night.ts'
import { keepDay } from './read-trend.ts'
import { SHAPE, type StoredFacts } from './stored-facts.ts'

export type Worked = {
  facts: StoredFacts
  tookMs: number
  /** False where another process took the claim meanwhile, or the company is gone. */
  written: boolean
}
type Seen = { facts: StoredFacts; version: number; documentsVersion: number }

const seeFleet = (db: Db, tenantId: number, at: Date, signal?: AbortSignal): Promise<Seen> =>
  snapshotAsTenant(db, tenantId, async (tx, client) => {
    signal?.throwIfAborted() // meanwhile, a connection was waited for
    const cut = () => void client.end().catch(() => undefined)
    signal?.addEventListener('abort', cut)
    try {
      const facts = await workOutStatistics(tx, tenantId, at)
      const { version } = await fleetVersion(tx, tenantId)
      const { documents_version: documentsVersion = 0 } =
        (await tx
          .selectFrom('dashboard_statistics')
          .select('documents_version')
          .where('tenant_id', '=', tenantId)
          .executeTakeFirst()) ?? {}
      return { facts, version, documentsVersion }
    } finally {
      signal?.removeEventListener('abort', cut)
    }
  })

type Computed = Seen & { tookMs: number; at: Date }

/** Requests made since the claim stay pending. */
const write = (
  db: Db,
  { tenantId, timeZone, claim, wants }: Company & Claim,
  { facts, version, documentsVersion, tookMs, at }: Computed,
): Promise<boolean> =>
  asTenant(db, tenantId, async (tx) => {
    const next = nextNight(at, timeZone, tenantId).toISOString()
    const written = await sql`
      update dashboard_statistics s
      set facts = ${JSON.stringify(facts)}::jsonb, facts_format = ${SHAPE}, computed_at = ${at.toISOString()},
        version = ${version}, computed_documents_version = ${documentsVersion}, duration_ms = ${tookMs},
        next_at = ${next}, requested_at = case when s.request_count > ${wants} then s.requested_at end,
        started_at = null, claim_id = null, failures = 0
      where s.tenant_id = ${tenantId} and s.claim_id = ${claim}
      returning 1`.execute(tx)
    if (written.rows.length === 0) return false
    await keepDay(tx, tenantId, facts)
    return true
  })

/**
 * @param company with its claim; without one, the claim is taken over from whoever holds it
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
  const { claim, wants = 0 } = company
  const mine = claim === undefined ? { ...company, ...(await claimNow(db, company, at)) } : { ...company, claim, wants }
  try {
    const seen = await seeFleet(db, company.tenantId, at, signal)
    const tookMs = Math.round(performance.now() - began)
    return { facts: seen.facts, tookMs, written: await write(db, mine, { ...seen, tookMs, at }) }
  } catch (error) {
    if (claim === undefined) await giveBack(db, mine)
    throw error
  }
}
