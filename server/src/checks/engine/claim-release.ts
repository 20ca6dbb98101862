// Releases claims of workers that died or stop, and refunds queries that were charged and never sent.
import { sql } from 'kysely'
import { asSystem, type Db, type Tx } from '../../db/client.ts'
import { setProbeAt } from '../portals/accounts.ts'
import type { PortalState } from './claim.ts'

const ATTEMPTS_BEFORE_PAUSE = 3

/**
 * Releases the claims of dead workers. A check whose third attempt in a row without a good answer is lost may be what
 * kills the workers: it waits an hour. Skips locked rows, to avoid deadlocks with statements that change many of a
 * company's checks.
 */
export const releaseAbandoned = (db: Db): Promise<number> =>
  asSystem(db, async (tx) => {
    const { numAffectedRows } = await sql`
      with x as materialized (
        select tenant_id, vehicle_id, connector_key
        from due_check
        where claim_id is not null and claimed_until < now()
        for update skip locked)
      update due_check d
      set claim_id = null, claimed_until = null, attempts = d.attempts + 1,
        due_at = case when d.attempts + 1 >= ${ATTEMPTS_BEFORE_PAUSE} then now() + interval '1 hour' else d.due_at end
      from x
      where d.tenant_id = x.tenant_id and d.vehicle_id = x.vehicle_id and d.connector_key = x.connector_key`.execute(tx)
    return Number(numAffectedRows ?? 0)
  })

/**
 * Extends the lease of claims whose answers wait to be stored; they no longer count among their portal's queries. Rows
 * that another transaction has locked are left to the next call, because no other process can release them meanwhile.
 */
export const extendAnsweredLeases = (db: Db, claimIds: readonly string[], leaseSeconds: number): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`
      with x as materialized (
        select tenant_id, vehicle_id, connector_key
        from due_check
        where claim_id = any(${claimIds}::uuid[])
        for update skip locked)
      update due_check d
      set answered_at = coalesce(d.answered_at, now()), claimed_until = now() + make_interval(secs => ${leaseSeconds})
      from x
      where d.tenant_id = x.tenant_id and d.vehicle_id = x.vehicle_id and d.connector_key = x.connector_key`.execute(tx)
  })

/** The portal and month that a claim was charged to. A probe without a request also gets its hour back. */
type Charged = Pick<PortalState, 'portalKey' | 'accountKey' | 'month'> & Partial<Pick<PortalState, 'isProbe'>>

/** Releases claims without a request and refunds their charges: the worker stops before it queried. */
export const releaseClaims = (db: Db, charged: Charged, claimIds: readonly string[]): Promise<void> =>
  asSystem(db, async (tx) => {
    const { rows } = await sql<{ queries: number }>`
      with held as materialized (
        select tenant_id, vehicle_id, connector_key, claim_id
        from due_check
        where claim_id = any(${claimIds}::uuid[])
        for update),
      free as (
        update due_check d
        set claim_id = null, claimed_until = null
        from held h
        where d.tenant_id = h.tenant_id and d.vehicle_id = h.vehicle_id and d.connector_key = h.connector_key
        returning h.claim_id as id)
      select count(distinct id)::int as queries
      from free`.execute(tx)
    await giveBack(tx, charged, rows[0]?.queries ?? 0)
  })

/**
 * Releases a claim whose request was sent: the charge stays, and a callback that may still come is waited for first.
 */
export const releaseRequested = (db: Db, claimId: string): Promise<void> =>
  asSystem(db, async (tx) => {
    await sql`
      update due_check d
      set claim_id = null, claimed_until = null, due_at = greatest(d.due_at, (
        select w.expires_at
        from pending_callback w
        where w.tenant_id = d.tenant_id and w.vehicle_id = d.vehicle_id
          and w.connector_key = d.connector_key and w.ended_at is null))
      where d.claim_id = ${claimId}`.execute(tx)
  })

/** Refunds queries that were charged and never sent because the vehicle lacked an input. */
export const refund = (db: Db, charged: Charged, queries: number): Promise<void> =>
  asSystem(db, (tx) => giveBack(tx, charged, queries))

const giveBack = async (tx: Tx, charged: Charged, queries: number): Promise<void> => {
  const { portalKey, month, isProbe } = charged
  if (isProbe && queries > 0) await setProbeAt(tx, charged, sql`greatest(now(), probe_at - interval '1 hour')`)
  await sql`
    update portal_usage m
    set queries = greatest(0, m.queries - ${queries}::int),
      spent = greatest(0, m.spent - ${queries}::int * coalesce(p.price, 0))
    from portal p
    where p.portal_key = ${portalKey} and m.portal_key = p.portal_key and m.month = ${month}::date`.execute(tx)
}
