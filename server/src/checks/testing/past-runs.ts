// Inserts past runs as the engine leaves them, for tests of statistics.
import { sql } from 'kysely'
import { asSystem, type Db } from '../../db/client.ts'
import { uuidV7 } from '../../db/uuid.ts'

export type PastRun = {
  at: Date
  outcome?: string
  ms?: number
  vehicleId?: number
  connector?: string
  portal?: string
  origin?: string
  /** Types read; by default those of the statuses. */
  types?: readonly number[]
  /** Resource and the status it was given. */
  results?: readonly (readonly [resourceId: number, statusId: number])[]
  mismatch?: boolean
  unknown?: readonly string[]
  /** Whether the source was asked at all. */
  queried?: boolean
}

export const pastRuns = (db: Db, tenantId: number, vehicleId: number, runs: readonly PastRun[]): Promise<string[]> =>
  asSystem(db, async (tx) => {
    const ids: string[] = []
    for (const run of runs) {
      const id = uuidV7(run.at)
      const results = run.results ?? []
      await sql`
        insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
        duration_ms, outcome, raw, origin,
          read_types, unknown_fields)
        values (${tenantId}, ${id}, ${run.vehicleId ?? vehicleId}, ${run.connector ?? 'mx-cdmx-adeudos'},
          ${run.portal ?? 'apitude'}, 1, ${run.at.toISOString()}, ${run.ms ?? 100}, ${run.outcome ?? 'ok'},
          ${run.queried === false ? null : Buffer.from('x')}, ${run.origin ?? 'check'}, ${run.types ?? []}::smallint[],
          ${run.unknown ?? null}::text[])`.execute(tx)
      for (const [resourceId, statusId] of results) {
        await sql`insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
          values (${tenantId}, ${id}, ${resourceId}, ${statusId},
            ${JSON.stringify(run.mismatch ? [{ sumMismatch: true }] : [])}, '[]')`.execute(tx)
      }
      ids.push(id)
    }
    return ids
  })
