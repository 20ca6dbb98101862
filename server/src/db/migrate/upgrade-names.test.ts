// Renamed tables keep every row, and processes of the release before continue to read and write them under their former
// names.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../installation/migrate.ts'
import { onServer, withDatabase } from '../../testing/global-setup.ts'
import { FORMER_TABLES } from './released-schema.ts'

const name = `padron_upgrade_${randomBytes(6).toString('hex')}`
const { url, embedded } = inject('postgres')
const owner = { connectionString: withDatabase(url, name, embedded ? 'padron_owner' : undefined), role: null }
const ID = '01900000-0000-7000-8000-000000000001'
let client: pg.Client

const ask = async <T extends pg.QueryResultRow>(query: string) => (await client.query<T>(query)).rows
/** @param tenant whose rows the application sees; undefined: the system's role */
const as = async <T>(tenant: number | undefined, work: () => Promise<T>): Promise<T> => {
  await client.query('begin')
  try {
    await client.query(`set local role ${tenant ? `padron_app; set local app.tenant = ${tenant}` : 'padron_system'}`)
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
const rowsOf = (table: string) => ask(`select * from ${table} t order by to_jsonb(t)::text`)
/** As the release before reads them. */
const formerRows = (): Promise<Record<string, object[]>> =>
  as(undefined, async () =>
    Object.fromEntries(
      await Promise.all(Object.keys(FORMER_TABLES).map(async (table) => [table, await rowsOf(table)])),
    ),
  )

beforeAll(async () => {
  await onServer(url, `create database ${name}${embedded ? ' owner padron_owner' : ''}`)
  await migrate(owner, '024-manual-sources')
  client = new pg.Client({ connectionString: owner.connectionString })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await onServer(url, `drop database ${name} with (force)`)
})

/** Indexes of alerts keep their names: 027-alert-names.sql says why. */
const INDEXES_RENAMED = Object.keys(FORMER_TABLES)
  .filter((table) => table !== 'report_alert')
  .join('|')
const STATS = 'connector_key, slot, portal_key, runs, good, not_applicable, outcomes, types_read, total_ms, durations'
const STATS_ROW = `('c', '2026-11-01T00:00:00Z', 'p', 1, 1, 0, '{"ok": 1}', '{}', 5, '{1}', 0, 1, 0)`

test('every row is in the renamed table, and unchanged under its former name', async () => {
  await as(undefined, () =>
    client.query(`
      insert into company (tenant_id, short_name, company_name, country, time_zone)
      values (7, 'norte', 'Norte', 'MX', 'America/Monterrey'), (70, 'sur', 'Sur', 'MX', 'America/Monterrey');
      insert into app_user (tenant_id, user_id, username, password_hash) values (7, 7, 'norte-admin', 'x');
      insert into state values (900, 'MX', 'Estado');
      insert into portal (portal_key, portal_name, owner_name, country) values ('p', 'P', 'P', 'MX');
      insert into vehicle (tenant_id, vehicle_id, plate, vin, state_id) overriding system value
      values (7, 1, 'AAA1', 'V1AAAAAAAAAAAAAAA', 900), (70, 2, 'AAA2', 'V2AAAAAAAAAAAAAAA', 900);
      insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at)
      values (7, 1, 'c', 'p', now()), (70, 2, 'c', 'p', now());
      insert into vehicle_import_done (tenant_id, import_id, vehicle_id, row_number, row_version, kept)
      values (7, '${ID}', 1, 2, 1, 'Cambió después.');
      insert into content_put (company_id, sha256, leaving_at) values (7, repeat('a', 64), now());
      insert into portal_month values ('p', '2026-11-01', 3, 4.5);
      insert into source_slot (${STATS}, debts, clear, mismatches) values ${STATS_ROW};
      insert into source_hour (${STATS}, debts, clear, mismatches) values ${STATS_ROW};
      insert into webhook_wait (tenant_id, wait_id, vehicle_id, connector_key, portal_key, token_hash, claim, accepted,
        started_at, expires_at)
      values (7, '${ID}', 1, 'c', 'p', 'x', '{}', 'y', now(), now());
      insert into enrolment values (7, 5), (70, 0);
      insert into fleet_statistics (tenant_id, papers, papers_seen, wants, wanted_at) values (7, 3, 2, 1, now());
      insert into debt_day values (7, '2026-11-01', 1, 10, 2, 1);
      insert into news_seen values (7, 7, now());
      insert into saved_view (tenant_id, user_id, view_name, shared, definition) values (7, 7, 'Vista', true, '{}');
      insert into report_alert (tenant_id, alert_name, view_id, measure, threshold, mails, standing, looked_version)
      select 7, 'Alerta', view_id, 'debt', 5, '{a@b.mx}', 'below', 4
      from saved_view;
      insert into reminder_sent values (7, 7, 1, 'd:1:1', '2026-12-01', 7);
      insert into deletion (tenant_id, deletion_id, who) values (7, '${ID}', 'x');
      insert into deleted_row (tenant_id, deletion_id, table_name, row)
      select 7, '${ID}'::uuid, 'webhook_wait', to_jsonb(w)
      from webhook_wait w
      union all
      select 7, '${ID}'::uuid, 'reminder_sent', to_jsonb(r)
      from reminder_sent r`),
  )
  const was = await formerRows()
  expect(Object.values(was).filter((rows) => rows.length === 0)).toEqual([])
  // A query reads one of the tables: the migration waits without blocking others, and then continues.
  const reader = new pg.Client({ connectionString: owner.connectionString })
  await reader.connect()
  await reader.query('begin; select from due_queue limit 1')
  const lines: string[] = []
  const migrating = migrate(owner, '027-alert-names', (line) => void lines.push(line))
  await expect
    .poll(() => lines, { timeout: 10_000 })
    .toContain('migration 025-table-names: waits for a table (attempt 1)')
  expect(await ask(`select relkind::text as kind from pg_class where relname in ('content_put', 'due_queue')`)).toEqual(
    expect.arrayContaining([{ kind: 'v' }, { kind: 'r' }]),
  )
  await reader.query('commit')
  await reader.end()
  await migrating
  expect(await formerRows()).toEqual(was)
  for (const [former, table] of Object.entries(FORMER_TABLES))
    expect((await as(undefined, () => ask(`select from ${table}`))).length, table).toBe(was[former]?.length)
  expect(
    await ask(`
      select relname as name
      from pg_class
      where relkind <> 'v' and relname ~ '^(${INDEXES_RENAMED})(_|$)'
      union all
      select conname
      from pg_constraint
      where contype <> 'n' and conname ~ '^(${INDEXES_RENAMED})(_|$)'`),
  ).toEqual([])
})

test('archived rows have the current names, so that they can be restored', async () => {
  const columns = `select a.attname::text as name from pg_attribute a where a.attrelid = d.table_name::regclass
    and a.attnum > 0 and not a.attisdropped order by 1`
  const archived = await as(undefined, () =>
    ask<{ table: string; same: boolean }>(`
      select d.table_name as table,
        array(${columns}) = array(select k::text from jsonb_object_keys(d.row) k order by 1) as same
      from deleted_row d
      order by 1`),
  )
  expect(archived).toEqual([
    { table: 'pending_callback', same: true },
    { table: 'sent_reminder', same: true },
  ])
})

/** As the release before writes. */
const WRITES: readonly (readonly [table: string, tenant: number | undefined, statement: string])[] = [
  [
    'vehicle_import_done',
    7,
    `with i as (
       insert into vehicle_import_done (import_id, vehicle_id, row_number, row_version)
       values ('${ID}', 9, 3, 1)
       returning vehicle_id)
     update vehicle_import_done d
     set kept = w.why
     from unnest('{2}'::int[], '{Otra}'::text[]) as w(row_number, why)
     where d.tenant_id = 7 and d.import_id = '${ID}' and d.row_number = w.row_number`,
  ],
  [
    'content_put',
    7,
    `insert into content_put (company_id, sha256)
     values (7, repeat('a', 64))
     on conflict (company_id, sha256) do update set put_at = now(), leaving_at = null
     where content_put.leaving_at is not null`,
  ],
  [
    'due_queue',
    undefined,
    `with q as (
       select tenant_id from due_queue where portal_key = 'p' order by urgent desc, served_at for update skip locked)
     update due_queue u
     set served_at = clock_timestamp(), urgent = true
     from q
     where u.tenant_id = q.tenant_id and u.tenant_id = 7`,
  ],
  [
    'portal_month',
    undefined,
    `insert into portal_month (portal_key, month, queries, spent)
     values ('p', '2026-11-01', 1, 1)
     on conflict (portal_key, month) do update set queries = portal_month.queries + excluded.queries`,
  ],
  ...['source_slot', 'source_hour'].map(
    (table) =>
      [
        table,
        undefined,
        `insert into ${table} (${STATS}, debts, clear, mismatches)
         values ${STATS_ROW}
         on conflict (connector_key, slot) do update set runs = excluded.runs + 1`,
      ] as const,
  ),
  [
    'webhook_wait',
    7,
    `update webhook_wait
     set accepted = 'z', ended_at = now()
     where tenant_id = 7 and wait_id = '${ID}' and ended_at is null`,
  ],
  [
    'enrolment',
    7,
    `insert into enrolment (tenant_id, done_to)
     values (7, 2)
     on conflict (tenant_id) do update set done_to = least(enrolment.done_to, excluded.done_to)`,
  ],
  [
    'fleet_statistics',
    7,
    `insert into fleet_statistics as s (tenant_id, wanted_at, wants, next_at)
     values (7, now(), 1, now())
     on conflict (tenant_id) do update set wanted_at = excluded.wanted_at, wants = s.wants + 1`,
  ],
  ['debt_day', 7, `update debt_day set amount = 11 where tenant_id = 7`],
  [
    'news_seen',
    7,
    `insert into news_seen (tenant_id, user_id, seen_at)
     values (7, 7, '2027-01-01')
     on conflict (tenant_id, user_id) do update set seen_at = greatest(news_seen.seen_at, excluded.seen_at)`,
  ],
  [
    'report_alert',
    7,
    `update report_alert
     set standing = 'above', looked_at = now(), crossing = '${ID}'
     where tenant_id = 7 and standing <> 'unknown'`,
  ],
  [
    'reminder_sent',
    7,
    `insert into reminder_sent (tenant_id, user_id, vehicle_id, source_key, due_on, step)
     values (7, 7, 1, 'd:1:2', '2026-12-01', 7)
     on conflict do nothing`,
  ],
]

test.each(WRITES)('the release before writes %s', async (table, tenant, statement) => {
  const read = () => as(undefined, () => rowsOf(FORMER_TABLES[table] ?? ''))
  const before = await read()
  expect((await as(tenant, () => client.query(statement))).rowCount).toBe(1)
  expect(await read()).not.toEqual(before)
})

test('every renamed table is written', () => {
  expect(WRITES.map(([table]) => table).toSorted()).toEqual(Object.keys(FORMER_TABLES).toSorted())
})

test('a former name shows only the company’s own rows, and no table of the system', async () => {
  expect(await as(7, () => ask('select tenant_id from enrolment'))).toEqual([{ tenant_id: 7 }])
  await expect(as(7, () => ask('insert into enrolment (tenant_id) values (70)'))).rejects.toThrow(/row-level security/)
  await expect(as(7, () => ask('select from portal_month'))).rejects.toThrow(/permission denied/)
})

test('the former columns of rules have the values of the new ones', async () => {
  await migrate(owner)
  await client.query(`update calendar_rule set enabled_override = true`)
  for (const table of ['calendar_rule', 'payment_rule'])
    expect(
      await ask(`
        select count(*)::int > 5 as many,
          bool_and(says = description and switched is not distinct from enabled_override) as same
        from ${table}`),
    ).toEqual([{ many: true, same: true }])
})

test('a migration that was killed before it was recorded runs again', async () => {
  await client.query(`delete from kysely_migration where name = '025-table-names'`)
  await migrate(owner)
  expect(await ask(`select name from kysely_migration where name = '025-table-names'`)).toHaveLength(1)
})
