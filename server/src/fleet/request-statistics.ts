// Says that a company's figures are wanted now; whoever looks next works them out (start-statistics).
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'

/** Vehicles that an import must be of for figures not to wait for the night. */
export const MANY_VEHICLES = 200

/**
 * Whoever wants them while they are wanted waits for the same; while they are being worked out, for the next.
 * @param tx of the company, or of the system
 */
export const requestStatistics = async (tx: Tx, tenantId: number, now: Date): Promise<void> => {
  const at = now.toISOString()
  await sql`
    insert into fleet_statistics as s (tenant_id, wanted_at, wants, next_at) values (${tenantId}, ${at}, 1, ${at})
    on conflict (tenant_id) do update set wanted_at = excluded.wanted_at, wants = s.wants + 1
    where s.wanted_at is null or s.begun_at is not null`.execute(tx)
}
