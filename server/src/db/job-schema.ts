// The job queue's own schema, created and upgraded by its library at every migration. Only the system's role uses it:
// the application orders work by inserting a queue_item, whose trigger adds the job here.
import type { ClientBase } from 'pg'
import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }

export const JOB_SCHEMA = 'pgboss'
export const WORK = 'work'

const OPTIONS = {
  policy: 'standard',
  retryLimit: 1_000, // the worker decides how often to retry, because it knows the reason
  retryDelay: 1,
  expireInSeconds: 43_200,
  heartbeatSeconds: 10,
  retentionSeconds: 2_592_000,
  deleteAfterSeconds: 604_800,
}

/** @param owner outside a transaction: the library opens its own */
export const prepareJobs = async (owner: ClientBase): Promise<void> => {
  const installed = await owner.query<{ found: string | null }>(
    `select to_regclass('${JOB_SCHEMA}.version')::text as found`,
  )
  if (!installed.rows[0]?.found) await owner.query(getConstructionPlans(JOB_SCHEMA))
  const { rows } = await owner.query<{ version: number }>(`select max(version) as version from ${JOB_SCHEMA}.version`)
  const version = rows[0]?.version ?? 0
  if (version < JOBS_VERSION) await owner.query(getMigrationPlans(JOB_SCHEMA, version))
  await owner.query(`select ${JOB_SCHEMA}.create_queue($1, $2)`, [WORK, JSON.stringify(OPTIONS)])
  await owner.query(`
    grant usage on schema ${JOB_SCHEMA} to padron_system;
    grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to padron_system;
    revoke all on all functions in schema ${JOB_SCHEMA} from public;
    grant execute on all functions in schema ${JOB_SCHEMA} to padron_system`)
}

/** The version that `prepareJobs` installs. */
export const JOBS_VERSION = library.pgboss.schema

/** The version of the library's schema in that database; 0: none. */
export const jobsVersion = async (client: ClientBase): Promise<number> => {
  const { rows: there } = await client.query(`select from pg_class where oid = to_regclass('${JOB_SCHEMA}.version')`)
  if (there.length === 0) return 0
  const { rows } = await client.query<{ version: number }>(`select max(version) as version from ${JOB_SCHEMA}.version`)
  return rows[0]?.version ?? 0
}

/**
 * Orders every unfinished job again, if the queue's own rows could not be copied. Must run inside a transaction.
 * @param tenantId of one company only
 */
export const orderWaitingJobs = async (client: ClientBase, tenantId?: number): Promise<void> => {
  const { rows } = await client.query(`select from pg_class where oid = to_regclass('public.queue_item')`)
  if (rows.length === 0) return
  await client.query('set local role padron_system')
  await client.query(
    `
    insert into ${JOB_SCHEMA}.job (id, name, data, group_id, retry_limit, retry_delay, expire_seconds,
      deletion_seconds, keep_until, heartbeat_seconds, policy)
    select i.queue_item_id, q.name, jsonb_build_object('tenantId', i.tenant_id), i.tenant_id::text, q.retry_limit,
      q.retry_delay, q.expire_seconds, q.deletion_seconds, now() + make_interval(secs => q.retention_seconds),
      q.heartbeat_seconds, q.policy
    from queue_item i
    cross join ${JOB_SCHEMA}.queue q
    where q.name = '${WORK}' and i.finished_at is null and ($1::bigint is null or i.tenant_id = $1)
    order by i.queue_item_id
    on conflict do nothing`,
    [tenantId ?? null],
  )
  await client.query('reset role')
}
