// The job queue's own schema, made by its library's plans and brought to the library's version at every migration. It is
// the system's alone: the application orders work by adding a queue_item, whose trigger puts it here.
import type { ClientBase } from 'pg'
import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }

export const JOB_SCHEMA = 'pgboss'
export const WORK = 'work'

const OPTIONS = {
  policy: 'standard',
  retryLimit: 1_000, // how often is decided by who runs it, where the reason is known
  retryDelay: 1,
  expireInSeconds: 43_200,
  heartbeatSeconds: 10,
  retentionSeconds: 2_592_000,
  deleteAfterSeconds: 604_800,
}

/** @param owner outside a transaction: the plans bring their own */
export const prepareJobs = async (owner: ClientBase): Promise<void> => {
  const installed = await owner.query<{ found: string | null }>(
    `select to_regclass('${JOB_SCHEMA}.version')::text as found`,
  )
  if (!installed.rows[0]?.found) await owner.query(getConstructionPlans(JOB_SCHEMA))
  const { rows } = await owner.query<{ version: number }>(`select max(version) as version from ${JOB_SCHEMA}.version`)
  const version = rows[0]?.version ?? 0
  if (version < library.pgboss.schema) await owner.query(getMigrationPlans(JOB_SCHEMA, version))
  await owner.query(`select ${JOB_SCHEMA}.create_queue($1, $2)`, [WORK, JSON.stringify(OPTIONS)])
  await owner.query(`
    grant usage on schema ${JOB_SCHEMA} to padron_system;
    grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to padron_system;
    revoke all on all functions in schema ${JOB_SCHEMA} from public;
    grant execute on all functions in schema ${JOB_SCHEMA} to padron_system`)
}
