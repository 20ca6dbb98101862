// Settings of the query planner for a transaction that reads a whole fleet.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/**
 * The planner has no statistics of a new company, estimates its fleet at a few rows, and nests loops over all of it for
 * each vehicle: minutes instead of tenths of a second. The estimated cost without nested loops would trigger JIT
 * compilation, so that is off too.
 */
export const planForFleet = async (tx: Tx): Promise<void> => {
  await sql`set local enable_nestloop = off`.execute(tx)
  await sql`set local jit = off`.execute(tx)
}
