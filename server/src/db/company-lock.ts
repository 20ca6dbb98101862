// Who changes a company's vehicles or signs in to it, and who suspends it, wait for each other: a lock of the
// transaction. Not a lock of the company's row: a shared one is given past those who wait for the row, so that while
// writers came one after another nobody could suspend, rename or move the company.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './client.ts'
import { runPrepared } from './prepared.ts'

const companyKey = (tenantId: number | RawBuilder<unknown>) =>
  sql`hashtextextended('company ' || ${tenantId}::bigint, 0)`

/**
 * Waits for a suspension under way; a later one sees what this transaction writes. Locked before any vehicle or check,
 * in the order of the suspension, to avoid deadlocks.
 */
export const lockCompany = async (tx: Tx, tenantId: number): Promise<void> => {
  const query = sql`select pg_advisory_xact_lock_shared(${companyKey(tenantId)})`
  await runPrepared(tx, { name: 'company.lock', query })
}

/** The same for the companies of these vehicles, as a statement. */
export const companiesLocked = (vehicleIds: readonly number[]): RawBuilder<unknown> => sql`
  select pg_advisory_xact_lock_shared(${companyKey(sql`tenant_id`)})
  from (select distinct tenant_id from vehicle where vehicle_id = any(${vehicleIds}::bigint[])) v`

/** Waits until those who have the lock above have ended; later ones wait for this transaction. */
export const lockCompanyAlone = async (tx: Tx, tenantId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${companyKey(tenantId)})`.execute(tx)
  // Processes of the release before lock the row.
  await sql`select from company where tenant_id = ${tenantId} for no key update`.execute(tx)
}
