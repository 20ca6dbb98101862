// Requests new statistics for a company; statistics-work computes them.
import { sql } from 'kysely'
import type { Tx } from '../db/client.ts'

/** From this many vehicles on an import requests statistics at once instead of waiting for the night. */
export const MANY_VEHICLES = 200

/**
 * Concurrent requests wait for the same statistics; a request during the computation waits for the next.
 * @param tx of the company, or of the system
 */
export const requestStatistics = async (tx: Tx, tenantId: number, now: Date): Promise<void> => {
  const at = now.toISOString()
  await sql`
    insert into dashboard_statistics as s (tenant_id, requested_at, request_count, next_at)
    values (${tenantId}, ${at}, 1, ${at})
    on conflict (tenant_id) do update set requested_at = excluded.requested_at, request_count = s.request_count + 1
    where s.requested_at is null or s.started_at is not null`.execute(tx)
}
