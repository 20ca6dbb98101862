// A database of the release before is partitioned by period, with all its rows, keys, indexes, policies, grants and
// triggers. The login is a plain one, which sees no company's rows by itself.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { migrate } from '../../installation/migrate.ts'
import { serverAddress } from '../../installation/open.ts'
import { isDrill } from '../../testing/drill.ts'
import { onServer, withDatabase } from '../../testing/global-setup.ts'
import { asTenant } from '../client.ts'
import { connect } from '../connect.ts'
import { maintainPeriods } from '../periods/period-retention.ts'
import { boundOf, PERIODIC, periodOf, periodSuffix } from '../periods/periods.ts'
import { migrationNames, runMigrations } from './run-migrations.ts'

const TABLES = ['activity', 'check_event', 'check_result', 'check_run']
const FAR = 'f47ac10b-58cc-4372-a567-0e02b2c3d479' // of version 4: without a time
const name = `padron_months_${randomBytes(6).toString('hex')}`
const { url, embedded } = inject('postgres')
const login = embedded ? name : undefined
const owner = { connectionString: withDatabase(url, name, login), role: null }
let client: pg.Client

beforeAll(async () => {
  if (embedded) {
    await onServer(url, `create role ${name} login createrole`)
    for (const role of ['padron_app', 'padron_system', 'padron_scoped'])
      await onServer(url, `grant ${role} to ${name} with admin true, inherit false, set false`)
  }
  await onServer(url, `create database ${name}${embedded ? ` owner ${name}` : ''}`)
  await onServer(url, `revoke all on database ${name} from public`) // as careful operators do
  await migrate(owner, '012-machines')
  client = new pg.Client(owner)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await onServer(url, `drop database ${name} with (force)`)
  if (embedded) await onServer(url, `drop role ${name}`)
})

const as = async <T>(role: string, work: () => Promise<T>): Promise<T> => {
  await client.query(`set role ${role}`)
  try {
    return await work()
  } finally {
    await client.query('reset role')
  }
}
const ask = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows

const rowsOf = () =>
  as('padron_system', async () => {
    const held: unknown[] = []
    for (const table of TABLES)
      held.push([
        table,
        ...(await ask(`select count(*), md5(string_agg(t::text, '|' order by t::text)) from ${table} t`)),
      ])
    return held
  })
/**
 * Everything except the rows must be the same afterwards. Newer are only the grants of padron_scoped (070) and one
 * trigger (082).
 */
const around = async () => ({
  indexes: await ask(
    `
      select indexname, replace(indexdef, 'ON ONLY public', 'ON public')
      from pg_indexes
      where tablename = any('{${TABLES}}') and indexname <> 'activity_pkey'
      order by 1`,
  ),
  policies: await ask(
    `
      select tablename, policyname, roles::text, cmd, qual, with_check
      from pg_policies
      where tablename = any('{${TABLES}}') and policyname <> 'scope_rows'
      order by 1, 2`,
  ),
  grants: await ask(`
    select c.relname, a.grantee::regrole::text, a.privilege_type from pg_class c cross join aclexplode(c.relacl) a
    where c.relname = any('{${TABLES}}') and a.grantee <> c.relowner
      and a.grantee::regrole::text <> 'padron_scoped' order by 1, 2, 3`),
  triggers: await ask(
    `
      select tgrelid::regclass::text, tgname,
        replace(replace(split_part(replace(pg_get_triggerdef(oid), '(NOT is_arrival()) AND ', ''), ' EXECUTE ', 1),
          ' WHEN ((NOT is_arrival()))', ''), '((old.raw_shared))', '(old.raw_shared)'), tgfoid
      from pg_trigger
      where tgrelid::regclass::text = any('{${TABLES}}') and not tgisinternal
        and tgname not in ('part_keeps', 'webhooks_told_captured')
      order by 1, 2`,
  ),
  security: await ask(
    `select relname, relrowsecurity, relforcerowsecurity from pg_class where relname = any('{${TABLES}}') order by 1`,
  ),
})

it('the partitioned tables keep every row, index, policy, grant and trigger', async () => {
  await as('padron_system', () =>
    client.query(`
      insert into company (tenant_id, short_name, company_name, country, time_zone)
      values (7, 'norte', 'Norte', 'MX', 'America/Monterrey'), (70, 'sur', 'Sur', 'MX', 'America/Monterrey');
      insert into state values (900, 'MX', 'Estado');
      insert into portal (portal_key, portal_name, owner_name, country, simulated) values ('p', 'P', 'P', 'MX', true);
      insert into resource (resource_id, resource_key, resource_name, resource_type_id, country, portal_key, mode,
        inputs)
      values (901, 'r', 'Multas', 1, 'MX', 'p', 'form', '{}');
      insert into vehicle (tenant_id, vehicle_id, plate, vin, state_id) overriding system value
      values (7, 1, 'AAA1', 'V1AAAAAAAAAAAAAAA', 900), (70, 2, 'AAA2', 'V2AAAAAAAAAAAAAAA', 900);
      insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
        duration_ms, outcome, raw, raw_shared, raw_of)
      values
        (7, '01900000-0000-7000-8000-000000000001', 1, 'c', 'p', 1, '2024-06-09', 1, 'ok', 'uno', false, null),
        (7, '${FAR}', 1, 'c', 'p', 1, '2024-06-10', 1, 'ok', 'dos', true, null),
        (70, '01900000-0000-7000-8000-000000000002', 2, 'c', 'p', 1, '2024-06-09', 1, 'ok', null, false, null),
        (7, '01900000-0000-7000-8000-000000000003', 1, 'c', 'p', 1, '2024-06-09', 1, 'ok', null, false, '${FAR}');
      insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
      select tenant_id, run_id, 901, 0, '[{"total": 5}]', '[]'
      from check_run;
      insert into check_event (tenant_id, event_id, at, recorded_at, vehicle_id, resource_id, resource_type_id,
      run_id, kind, after)
        select tenant_id, run_id, started_at, started_at, vehicle_id, 901, 1, run_id, 'new', 5 from check_run;
      insert into activity (tenant_id, at, origin, who, subject_kind, subject_name, action, changes)
        select 7, '2023-01-01'::timestamptz + n * interval '40 days', 'system', 'x', 'vehicle', 'Ñandú ' || n,
          'create', '{}'
        from generate_series(1, 60) n`),
  )
  const [rows, was] = [await rowsOf(), await around()]
  await migrate(owner)
  expect(await rowsOf()).toEqual(rows)
  expect(await around()).toEqual(was)
  expect(
    await as('padron_system', () =>
      ask(
        `
          select tableoid::regclass::text
          from check_run
          where run_id = '${FAR}'
          union all
          select tableoid::regclass::text
          from check_result
          where run_id = '${FAR}'`,
      ),
    ),
  ).toEqual([['check_run_other'], ['check_result_other']])
})

it('ids, triggers, cascades and row-level security work as before', async () => {
  const last = Number((await as('padron_system', () => ask('select max(activity_id) from activity')))[0]?.[0])
  const db = connect(serverAddress(owner.connectionString))
  try {
    await asTenant(db, 7, (tx) =>
      tx.updateTable('vehicle').set({ brand_name: 'Otra' }).where('vehicle_id', '=', 1).execute(),
    )
    const recorded = await asTenant(db, 7, (tx) =>
      tx
        .selectFrom('activity')
        .select(['activity_id', 'subject_name'])
        .orderBy('activity_id', 'desc')
        .limit(1)
        .execute(),
    )
    expect(recorded).toEqual([{ activity_id: last + 1, subject_name: 'AAA1' }])
    expect(await asTenant(db, 70, (tx) => tx.selectFrom('check_run').select('vehicle_id').execute())).toEqual([
      { vehicle_id: 2 },
    ])
    // An answer outlives the run that stored it, across periods; a run is deleted with its results, and a vehicle with
    // its runs.
    await asTenant(db, 7, (tx) => tx.deleteFrom('check_run').where('run_id', '=', FAR).execute())
    const heir = await asTenant(db, 7, (tx) =>
      tx
        .selectFrom('check_run')
        .select(['raw', 'raw_of'])
        .where('run_id', '=', '01900000-0000-7000-8000-000000000003')
        .execute(),
    )
    expect(heir.map(({ raw, raw_of }) => [raw?.toString(), raw_of])).toEqual([['dos', null]])
    expect(
      await asTenant(db, 7, (tx) => tx.selectFrom('check_result').select('run_id').where('run_id', '=', FAR).execute()),
    ).toEqual([])
    await asTenant(db, 7, (tx) => tx.deleteFrom('vehicle').where('vehicle_id', '=', 1).execute())
    for (const table of ['check_run', 'check_result', 'check_event'] as const)
      expect([
        table,
        (await asTenant(db, 7, (tx) => tx.selectFrom(table).select('tenant_id').execute())).length,
      ]).toEqual([table, 0])
  } finally {
    await db.close()
  }
})

it('a plain login that sees no rows creates and deletes periods too', async () => {
  const now = new Date()
  const late = periodOf(PERIODIC[0], now, 5)
  const addressOf = serverAddress(owner.connectionString)
  const db = connect(addressOf)
  const run = `${boundOf(PERIODIC[0], late).slice(0, 13)}-7000-8000-000000000001`
  const parts = () =>
    as('padron_system', () => ask(`select tableoid::regclass::text from check_run where run_id = '${run}'`))
  try {
    await as('padron_system', () =>
      client.query(
        `
      insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
        duration_ms, outcome)
      values (70, '${run}', 2, 'c', 'p', 1, $1, 1, 'ok')`,
        [late.toISOString()],
      ),
    )
    expect(await parts()).toEqual([['check_run_other']])
    const keep = { runs: 1, events: 600, activity: 600 }
    await maintainPeriods(addressOf, db, keep, late)
    expect(await parts()).toEqual([[`check_run_${periodSuffix(late)}`]])
    await as('padron_system', () =>
      client.query(
        `
      insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, last_run_id)
      values (70, 2, 901, 1, $1)
      on conflict (tenant_id, vehicle_id, resource_id) do update set last_run_id = $1`,
        [run],
      ),
    )
    await maintainPeriods(addressOf, db, keep, periodOf(PERIODIC[0], late, 3))
    expect(await parts()).toEqual([['check_run_before']])
    expect(await as('padron_system', () => ask('select count(*) from check_run'))).toEqual([[1]])
  } finally {
    await db.close()
  }
})

it.runIf(isDrill)('the migration scans no table while it locks it, and continues if it was killed midway', async () => {
  const large = `${name}_large`
  await onServer(url, `create database ${large}`)
  const own = new pg.Client({ connectionString: withDatabase(url, large, embedded ? 'padron_owner' : undefined) })
  const notices: string[] = []
  own.on('notice', ({ message }) => message && notices.push(message))
  const names = async (text: string) => (await own.query({ text, rowMode: 'array' })).rows.flat()
  const fill = (half: number) =>
    own.query(`
    insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
    duration_ms, outcome)
      select 7, ('01900000-0000-7000-8000-' || lpad((${half} + n)::text, 12, '0'))::uuid, 1, 'c', 'p', 1, now(), 1,
        'ok'
      from generate_series(1, 50) n;
    insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
    select tenant_id, run_id, 901, 0, '[]', '[]'
    from check_run
    on conflict do nothing;
    insert into check_event (tenant_id, event_id, at, vehicle_id, resource_id, resource_type_id, run_id, kind)
      select tenant_id, run_id, started_at, vehicle_id, 901, 1, run_id, 'new' from check_run on conflict do nothing;
    insert into activity (tenant_id, origin, who, subject_kind, subject_name, action, changes)
    select 7, 'system', 'x', 'vehicle', 'A', 'create', '{}'
    from check_run`)
  try {
    await migrate(
      { connectionString: withDatabase(url, large, embedded ? 'padron_owner' : undefined), role: null },
      '012-machines',
    )
    await own.connect()
    await own.query(`
      insert into company (tenant_id, short_name, company_name, country, time_zone)
      values (7, 'norte', 'Norte', 'MX', 'America/Monterrey');
      insert into state values (900, 'MX', 'Estado');
      insert into portal (portal_key, portal_name, owner_name, country, simulated) values ('p', 'P', 'P', 'MX', true);
      insert into resource (resource_id, resource_key, resource_name, resource_type_id, country, portal_key, mode,
        inputs)
      values (901, 'r', 'Multas', 1, 'MX', 'p', 'form', '{}');
      insert into vehicle (tenant_id, vehicle_id, plate, vin, state_id) overriding system value
      values (7, 1, 'AAA1', 'V1AAAAAAAAAAAAAAA', 900)`)
    await fill(0)
    const before = migrationNames().find((each) => each.startsWith('013')) ?? ''
    await runMigrations(own, { upTo: before })
    await fill(100) // the release before continues to write
    // Killed before it was recorded, with an incomplete index.
    await own.query('delete from kysely_migration where name = $1', [before])
    await own
      .query(`update pg_index set indisvalid = false where indexrelid = 'activity_key'::regclass`)
      .catch(() => undefined) // only a superuser may
    await runMigrations(own, { upTo: before })
    expect(await names('select indexrelid::regclass::text from pg_index where not indisvalid')).toEqual([])
    await own.query('set client_min_messages = debug1')
    await runMigrations(own, {})
    const implied = notices.filter((each) =>
      /constraint for table "\w+_before" is implied by existing constraints/.test(each),
    )
    expect(implied.map((each) => /"(\w+)"/.exec(each)?.[1]).toSorted()).toEqual(
      TABLES.map((table) => `${table}_before`),
    )
    expect(await names(`select conname from pg_constraint where conname like '%\\_period'`)).toEqual([])
    expect(await names(`select relname from pg_class where relname like 'far\\_%'`)).toEqual([])
    await own.query('set role padron_system')
    expect(
      await names(
        'select (select count(*) from check_run), (select count(*) from check_result), (select count(*) from ' +
          'check_event), (select count(*) from activity)',
      ),
    ).toEqual([100, 100, 100, 152]) // with one for the company and one for the vehicle
  } finally {
    await own.end()
    await onServer(url, `drop database ${large} with (force)`)
  }
})
