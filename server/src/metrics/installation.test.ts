// The metrics of the whole installation, from rows as the product writes them: jobs, emails, events, pools; and those
// that it still reports while the database is unavailable.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceFigures } from '../checks/health/source-figures.ts'
import { asTenant, readAsTenant } from '../db/client.ts'
import { connect } from '../db/connect.ts'
import { PERIODIC } from '../db/periods/periods.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { writeMails } from '../mail/outbox.ts'
import { type Company, type Somebody, type TestServer, testServer } from '../testing/server.ts'
import { count, PROCESS_REGISTRY } from './counters.ts'
import { GAUGES } from './gauges.ts'
import { makeMetrics } from './metrics.ts'

let server: TestServer
let company: Company
let quiet: Company
let who: Somebody

beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
  quiet = await server.company('sur')
  who = await server.somebody(company, 'ana', ['admin'])
})
afterAll(() => server.stop())

const read = async (options: Parameters<typeof makeMetrics>[2] = {}) =>
  (await makeMetrics(server.db, sourceFigures, { cacheMs: 0, ...options }).read()).text
const asOwner = async (statement: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  await owner.query(statement).finally(() => owner.end())
}
const figure = (text: string, series: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('waiting jobs by kind, and the age of the oldest', async () => {
  const order = { queueId: 5, description: 'Reporte', payload: {} } as const
  await asTenant(server.db, company.tenantId, (tx) => enqueue(tx, order), {
    origin: 'console',
    id: who.userId,
    name: 'ana',
  })
  await server.db.system.query(`update pgboss.job set created_on = now() - interval '2 hours'`)
  const text = await read()
  expect(figure(text, 'padron_jobs{kind="Reporte de vehículos",state="waiting"}')).toBe(1)
  expect(figure(text, 'padron_jobs_oldest_seconds{kind="Reporte de vehículos"}')).toBeGreaterThan(7_000)
  expect(text).not.toMatch(/norte|ana\b/)
})

const write = ({ tenantId }: Company) =>
  asTenant(server.db, tenantId, (tx) =>
    writeMails(
      tx,
      { configured: true },
      { kind: 'x', subjectId: randomUUID(), recipients: ['ana@norte.mx'], content: { subject: 'x', lines: [] } },
    ),
  )

test('waiting emails, without those of a suspended company', async () => {
  await write(company)
  await write(quiet)
  await server.db.system.query(`update mail set next_at = now() - interval '1 hour'`)
  await server.db.system.query(`update company set suspended_at = now() where tenant_id = $1`, [quiet.tenantId])
  const text = await read()
  expect(figure(text, 'padron_emails_waiting')).toBe(1)
  expect(figure(text, 'padron_letters_waiting')).toBe(1) // its former name, for one release
  expect(figure(text, 'padron_emails_oldest_due_seconds')).toBeGreaterThan(3_500)
  await server.db.system.query(`update mail set state = 'sent'`)
  expect(figure(await read(), 'padron_emails_oldest_due_seconds')).toBe(0)
})

test('waiting events, without the age of those of a paused webhook', async () => {
  const { rows } = await server.db.system.query<{ id: number }>(
    `insert into webhook (tenant_id, webhook_name, url, host, events, user_id, secrets)
     values ($1, 'x', 'https://x.mx/', 'x.mx', '{vehicle.created}', $2, '{x}') returning webhook_id as id`,
    [company.tenantId, who.userId],
  )
  await server.db.system.query(
    `insert into webhook_delivery (tenant_id, webhook_id, event_id, event, at, data, next_at)
     values ($1, $2, gen_random_uuid(), 'vehicle.created', now(), '{}', now() - interval '1 hour')`,
    [company.tenantId, rows[0]?.id],
  )
  const text = await read()
  expect(figure(text, 'padron_webhooks_waiting')).toBe(1)
  expect(figure(text, 'padron_webhooks_oldest_due_seconds')).toBeGreaterThan(3_500)
  await server.db.system.query(`update webhook set paused_until = now() + interval '1 hour'`)
  expect(figure(await read(), 'padron_webhooks_oldest_due_seconds')).toBe(0)
  await server.db.system.query(
    `insert into webhook_event (tenant_id, event_id, event, at, data, created_at)
     values ($1, gen_random_uuid(), 'vehicle.created', now(), '{}', now() - interval '1 hour')`,
    [company.tenantId],
  )
  const unnumbered = await read()
  expect(figure(unnumbered, 'padron_webhooks_waiting')).toBe(2)
  expect(figure(unnumbered, 'padron_webhooks_oldest_due_seconds')).toBeGreaterThan(3_500)
  await server.db.system.query('delete from webhook_event')
})

test('the age of the longest transaction, and the waits for its locks', async () => {
  const db = connect(server.addressOf, 1, 'jobs')
  const holder = await server.db.system.connect()
  await holder.query('begin; select from company for update')
  const waiting = asTenant(db, company.tenantId, (tx) =>
    sql`update company set company_name = company_name`.execute(tx),
  )
  await expect.poll(async () => figure(await read(), 'padron_database_lock_waits')).toBe(1)
  const text = await read()
  const [transaction, wait] = ['padron_database_transaction_seconds', 'padron_database_lock_wait_seconds'].map(
    (name) => figure(text, name) ?? 0,
  )
  expect(wait).toBeGreaterThan(0)
  expect(transaction).toBeGreaterThan(wait ?? 0)
  await holder.query('rollback')
  holder.release()
  await waiting
  await db.close()
  expect(figure(await read(), 'padron_database_lock_waits')).toBe(0)
  expect(figure(text, 'padron_database_commit_waits')).toBe(0)
})

/** PostgreSQL's statistics arrive a moment after their transaction, those of a busy session seconds after it. */
const STATISTICS = { timeout: 30_000 }

test('the dead rows of large tables, and no small table', async () => {
  await asOwner('alter table source_hourly_stats set (autovacuum_enabled = false)')
  await server.db.system.query(`
    insert into source_hourly_stats (connector_key, slot, portal_key, runs, good, not_applicable, outcomes, types_read,
      total_ms, durations, debts, clear, mismatches)
    select 'c', now() - n * interval '1 hour', 'p', n, 1, 0, '{}', '{}', 1, '{}', 0, 0, 0
    from generate_series(1, 12000) n;
    delete from source_hourly_stats where runs > 9000;
    select pg_stat_force_next_flush()`)
  const rows = (text: string, kind: string) => figure(text, `padron_table_${kind}{table="source_hourly_stats"}`)
  await expect.poll(async () => rows(await read(), 'dead_rows'), STATISTICS).toBe(3_000)
  const text = await read()
  expect(rows(text, 'rows')).toBe(9_000)
  expect(rows(text, 'bytes')).toBeDefined()
  expect(text).not.toContain('padron_table_rows{table="state"}')
})

test('the next period of every partitioned table, and its rows without a period', async () => {
  const text = await read()
  for (const { table } of PERIODIC) {
    expect(figure(text, `padron_partition_ahead_seconds{table="${table}"}`)).toBeGreaterThan(80 * 86_400)
    expect(figure(text, `padron_partition_default_rows{table="${table}"}`)).toBe(0)
  }
  await server.db.system.query(`
    insert into activity (tenant_id, at, origin, who, subject_kind, subject_name, action, changes)
    values (${company.tenantId}, now() + interval '5 years', 'system', 'x', 'vehicle', 'x', 'create', '{}');
    select pg_stat_force_next_flush()`)
  const unplaced = async () => figure(await read(), 'padron_partition_default_rows{table="activity"}')
  await expect.poll(unplaced, STATISTICS).toBe(1)
})

test('no metric without a backup; then the age of the last one', async () => {
  expect(figure(await read(), 'padron_backup_age_seconds{kind="archive"}')).toBeUndefined()
  await asOwner(`update installation set backed_up_at = now() - interval '2 days'`)
  expect(figure(await read(), 'padron_backup_age_seconds{kind="archive"}')).toBeGreaterThan(2 * 86_400 - 1)
})

test('a process without work reports only its own role, disk and pools', async () => {
  const text = await read({ whole: false, dataDir: '.', about: { role: 'api', version: '0.1.0' } })
  for (const name of Object.keys(GAUGES)) expect(text).not.toContain(`# TYPE ${name} `)
  expect(figure(text, 'padron_info{role="api",version="0.1.0"}')).toBe(1)
  expect(figure(text, 'padron_disk_free_bytes')).toBeGreaterThan(0)
  expect(figure(text, 'padron_database_pool_size{pool="app"}')).toBeGreaterThanOrEqual(10)
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
})

test('waits for a connection, and failures of transactions by class', async () => {
  const db = connect(server.addressOf, 1, 'jobs')
  const free = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const first = asTenant(db, company.tenantId, async () => {
    begun.resolve()
    await free.promise
  })
  await begun.promise
  const second = readAsTenant(db, company.tenantId, async (tx) =>
    tx
      .selectFrom('company')
      .select('tenant_id')
      .where('tenant_id', '=', 'x' as never)
      .execute(),
  )
  expect(figure(await read(), 'padron_database_pool_waiting{pool="jobs-app"}')).toBe(1)
  const failed = figure(await read(), 'padron_database_failed_total{class="data"}') ?? 0
  free.resolve()
  await first
  await expect(second).rejects.toThrow()
  expect(figure(await read(), 'padron_database_failed_total{class="data"}')).toBe(failed + 1)
  await db.close()
  expect(figure(await read(), 'padron_database_pool_waiting{pool="jobs-app"}')).toBeUndefined()
})

test('while the database is unavailable the process still reports itself, and that', async () => {
  const metrics = makeMetrics(server.db, sourceFigures, { cacheMs: 0 })
  expect(figure((await metrics.read()).text, 'padron_figures_up')).toBe(1)
  await asOwner('alter table mail rename to mail_away')
  const text = (await metrics.read()).text
  await asOwner('alter table mail_away rename to mail')
  expect(figure(text, 'padron_figures_up')).toBe(0)
  expect(figure(text, 'padron_emails_waiting')).toBeUndefined()
  expect(figure(text, 'padron_webhooks_waiting')).toBe(1)
  expect(text).toContain('process_cpu_seconds_total')
})

test('labels are from closed lists: every failure or rejection has a class or a reason', async () => {
  const figureOf = async (name: string) =>
    figure(await PROCESS_REGISTRY.metrics(), `padron_database_failed_total{class="${name}"}`) ?? 0
  const [cancelled, readOnly] = [await figureOf('cancelled'), await figureOf('read-only')]
  for (const code of ['25P03', '57014', '25006']) count.transactionFailed(Object.assign(new Error('x'), { code }))
  expect([await figureOf('cancelled'), await figureOf('read-only')]).toEqual([cancelled + 2, readOnly + 1])
  for (const code of ['23505', '22P02', 'ECONNREFUSED', 'XAXX010101000', 'ZZ999'])
    count.transactionFailed(Object.assign(new Error('x'), { code }))
  for (const why of ['user-rate', 'overload', 'pool'] as const) count.refused(why)
  count.webhook('delivered')
  const text = await PROCESS_REGISTRY.metrics()
  expect(text).not.toMatch(/="[^"]*(XAXX|ZZ999|23505)/) // other values may contain any digits
  expect(text).toContain('padron_http_refused_total{why="overload"}')
})
