// The advisory lock of a company, for a transaction: shared by writers of its vehicles and by sign-ins, taken alone by a
// suspension. A lock of the company's row does not serve: PostgreSQL gives shared row locks to newcomers although
// somebody waits to update the row, so that continuous writes kept everybody from suspending, renaming or moving the
// company (docs/decisions/097-company-lock.md).
import { setTimeout as rest } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './client.ts'
import { isLockTimeout } from './lock-errors.ts'
import { runPrepared } from './prepared.ts'

/** The first number of the advisory lock that enter_company() shares and a move takes alone, before the company's. */
export const WRITERS_LOCK = 7_236_110

const companyKey = (tenantId: number | RawBuilder<unknown>) =>
  sql`hashtextextended('company ' || ${tenantId}::bigint, 0)`

/** A move waits until the transaction ends. Writes may have been closed before it has this lock: read the state after. */
export const lockWrites = (tx: Tx, tenantId: number) =>
  sql`select pg_advisory_xact_lock_shared(${WRITERS_LOCK}, hashint8(${tenantId}))`.execute(tx)

/** The statement that takes the lock alone, for a plain connection; `$1` is the company. */
export const TAKE_COMPANY_LOCK = `select pg_advisory_xact_lock(hashtextextended('company ' || $1::bigint, 0))`

/**
 * Waits for a suspension under way; a later one sees what this transaction writes. Locked before any vehicle or check,
 * in the order of the suspension, to avoid deadlocks.
 */
export const lockCompany = async (tx: Tx, tenantId: number): Promise<void> => {
  const query = sql`select pg_advisory_xact_lock_shared(${companyKey(tenantId)})`
  await runPrepared(tx, { name: 'company.lock', query })
}

/** The same for the companies of these vehicles, as a statement. */
export const lockCompaniesSql = (vehicleIds: readonly number[]): RawBuilder<unknown> => sql`
  select pg_advisory_xact_lock_shared(${companyKey(sql`tenant_id`)})
  from (select distinct tenant_id from vehicle where vehicle_id = any(${vehicleIds}::bigint[])) v`

/** Writers wait 1.5 s for a lock, and later ones queue behind the transaction that waits to be alone. */
const TRY_MS = 1_000
const REST_MS = 1_000
const TRIES = 15

/**
 * Waits until transactions with the shared lock have ended; later ones then wait for this one. To be the first lock of
 * the transaction. Without it for a second, it lets others pass for a second and tries again: for half a minute, or for
 * 44 s if the row's lock makes it wait as well.
 * @throws the database's lock timeout if a transaction keeps the shared lock, as a large import does
 */
export const lockCompanyAlone = async (tx: Tx, tenantId: number): Promise<void> => {
  const { rows } = await sql<{ before: string }>`select current_setting('lock_timeout') as before`.execute(tx)
  for (let attempt = 1; ; attempt++) {
    await sql`savepoint company_lock`.execute(tx)
    try {
      await sql`set local lock_timeout = ${sql.lit(TRY_MS)}`.execute(tx)
      await sql`select pg_advisory_xact_lock(${companyKey(tenantId)})`.execute(tx)
      // Processes of the release before lock the row.
      await sql`select from company where tenant_id = ${tenantId} for no key update`.execute(tx)
      await sql`select set_config('lock_timeout', ${rows[0]?.before ?? '0'}, true)`.execute(tx)
      await sql`release savepoint company_lock`.execute(tx)
      return
    } catch (error) {
      if (!isLockTimeout(error) || attempt === TRIES) throw error
      await sql`rollback to savepoint company_lock`.execute(tx)
      await rest(REST_MS)
    }
  }
}
