// How the planner is told that a transaction reads a whole fleet.
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/**
 * Of a company that has just come it knows nothing, takes its fleet for a handful of rows, and looks through all of
 * it for each vehicle: minutes instead of tenths of a second. What such a prohibition seems to cost would make it
 * compile expressions: that is off too.
 */
export const planForFleet = async (tx: Tx): Promise<void> => {
  await sql`set local enable_nestloop = off`.execute(tx)
  await sql`set local jit = off`.execute(tx)
}
