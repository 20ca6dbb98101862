// A database of an older release is migrated with all its data.
import { randomBytes } from 'node:crypto'
import type { DebtRow, ResourceResult } from '@padron/contract/resource-status'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { debtsOf } from '../../checks/store/debt-changes.ts'
import { migrate } from '../../installation/migrate.ts'
import { serverAddress } from '../../installation/open.ts'
import { onServer, withDatabase } from '../../testing/global-setup.ts'
import { asTenant } from '../client.ts'
import { connect } from '../connect.ts'

const name = `padron_upgrade_${randomBytes(6).toString('hex')}`
const { url, embedded } = inject('postgres')
const owner = { connectionString: withDatabase(url, name, embedded ? 'padron_owner' : undefined), role: null }
let client: pg.Client

const row = (folio: string | null, description: string, dateTime: string | null, total: number | null): DebtRow => ({
  folio,
  description,
  dateTime,
  subTotal: total,
  discountsSum: 0,
  surchargesSum: 0,
  total,
})
const result = (name: string, tickets: DebtRow[], total: number | null): ResourceResult => ({
  name,
  subTotal: total,
  discount: 0,
  surcharge: 0,
  total,
  paymentLine: null,
  paymentLineDueDate: null,
  pdfUrl: null,
  scrapedTickets: tickets,
  scrapedTenencias: [],
  scrapedRefrendo: [],
})
const KNOWN = [
  result(
    'Multas',
    [
      row(' 0099a ', 'Estacionarse', '2026-01-02', 100.5),
      row(null, 'Exceso  de   velocidad en Peñón', null, 200),
      row(null, 'Exceso de velocidad en peñón', null, null),
    ],
    300.5,
  ),
  result('Adeudos varios', [], 55),
]
/** Two payment lines with a due date; one of the dates does not exist. */
const LINES = [
  { ...result('Recargos', [], 300.5), paymentLine: ' 88', paymentLineDueDate: '2026-12-31T00:00:00' },
  { ...result('Recargos', [], 1), paymentLine: '89', paymentLineDueDate: '2026-02-29' },
]

beforeAll(async () => {
  await onServer(url, `create database ${name}${embedded ? ' owner padron_owner' : ''}`)
  await migrate(owner, '001-base')
  client = new pg.Client({ connectionString: owner.connectionString })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await onServer(url, `drop database ${name} with (force)`)
})

test('users and profiles keep their permissions after the tables of roles are removed', async () => {
  await client.query('set role padron_system')
  await client.query(`
    insert into role (role_id, role_type_id, level, role_name)
    values (0, 0, 0, 'admin'), (11, 1, 1, 'vehicles_read'), (14, 1, 4, 'vehicles_report');
    insert into company (tenant_id, short_name, company_name, country, time_zone)
    values (7, 'norte', 'Norte', 'MX', 'America/Monterrey');
    insert into company (tenant_id, short_name, company_name, country, time_zone, suspended_at)
    values (70, 'propia', 'Propia', 'MX', 'America/Monterrey', now());
    insert into state values (900, 'MX', 'Estado');
    insert into portal (portal_key, portal_name, owner_name, country, simulated) values ('p', 'P', 'P', 'MX', true);
    insert into vehicle (tenant_id, vehicle_id, plate, vin, state_id) overriding system value
    values (7, 1, 'AAA1', 'V1AAAAAAAAAAAAAAA', 900), (70, 2, 'AAA2', 'V2AAAAAAAAAAAAAAA', 900);
    insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at)
    values (7, 1, 'mx-cdmx-adeudos', 'p', now()), (70, 2, 'mx-cdmx-adeudos', 'p', now());
    insert into app_user (tenant_id, user_id, username, password_hash)
    values (7, 7, 'norte-admin', 'x'), (7, 8, 'norte-ana', 'x'), (7, 9, 'norte-beto', 'x');
    insert into preset (tenant_id, preset_name) values (7, 'Reportes');
    insert into preset_role (tenant_id, preset_id, role_id) select 7, preset_id, 14 from preset;
    insert into user_role (tenant_id, user_id, role_id) values (7, 7, 0), (7, 8, 14), (7, 8, 11)`)
  await client.query('reset role')
  await migrate(owner, '006-best-match')
  await client.query('set role padron_system')
  // A resource that the code still declares, because one that is no longer queried reports nothing.
  await client.query(`
    insert into resource (resource_id, resource_key, resource_name, resource_type_id, country, state_id, portal_key,
      mode, inputs)
    values (101, 'p-1', 'Multas', 1, 'MX', 900, 'p', 'form', '{plate}');
    insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
    duration_ms, outcome)
      values (7, '01a1ff1f-67d2-794b-93f1-228c505709ce', 1, 'x', 'p', 1, '2026-11-01T00:00:00Z', 5, 'ok');
    insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_run_id, good_at)
      values (7, 1, 101, 1, 0, '01a1ff1f-67d2-794b-93f1-228c505709ce', '2026-11-01T00:00:00Z')`)
  await client.query(`insert into check_result values (7, '01a1ff1f-67d2-794b-93f1-228c505709ce', 101, 0, $1, '[]')`, [
    JSON.stringify([...KNOWN, ...LINES]),
  ])
  await client.query(
    `
       insert into resource (resource_id, resource_key, resource_name, resource_type_id, country, portal_key, mode,
         inputs)
       values (5005, 'p-5', 'Seguro', 5, 'MX', 'p', 'form', '{plate}'),
         (903, 'p-3', 'Tarjeta', 3, 'MX', 'p', 'form', '{plate}')`,
  )
  for (const [id, type, status, value] of [
    [5005, 5, 6, '2027-01-31'],
    [903, 3, 20, '2026-02-30'],
  ]) {
    await client.query(
      `
       insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_run_id,
         good_at)
       values (7, 1, $1, $2, $3, '01a1ff1f-67d2-794b-93f1-228c505709ce', '2026-11-01T00:00:00Z')`,
      [id, type, status],
    )
    await client.query(
      `insert into check_result values (7, '01a1ff1f-67d2-794b-93f1-228c505709ce', $1, $2, $3, '[]')`,
      [id, status, JSON.stringify([{ notes: [{ label: 'Vencimiento', value }] }])],
    )
  }
  await client.query('reset role')
  await migrate(owner)
  await client.query('set role padron_system')
  const users = await client.query('select username, role_ids from app_user order by user_id')
  expect(users.rows).toEqual([
    { username: 'norte-admin', role_ids: [0] },
    { username: 'norte-ana', role_ids: [11, 14] },
    { username: 'norte-beto', role_ids: [] },
  ])
  expect((await client.query('select preset_name, role_ids from preset')).rows).toEqual([
    { preset_name: 'Reportes', role_ids: [14] },
  ])
  // The companies of the demo are marked as such, and the checks of a suspended one are suspended.
  expect((await client.query('select short_name, demo from company order by 1')).rows).toEqual([
    { short_name: 'norte', demo: true },
    { short_name: 'propia', demo: false },
  ])
  const suspended = await client.query('select distinct tenant_id, suspended from due_check order by 1')
  expect(suspended.rows).toEqual([
    { tenant_id: 7, suspended: false },
    { tenant_id: 70, suspended: true },
  ])
  // Every vehicle has the first entry of its history.
  const found = await client.query(
    'select vehicle_id, asset_status_id, plate, who from vehicle_history order by vehicle_id',
  )
  expect(found.rows).toEqual([
    { vehicle_id: 1, asset_status_id: 1, plate: 'AAA1', who: 'Padrón' },
    { vehicle_id: 2, asset_status_id: 1, plate: 'AAA2', who: 'Padrón' },
  ])
  // The stored debts have the keys that later answers compute for them, so that no debt counts as new.
  const debts = await client.query<{ debt_key: string; total: string | null }>(
    'select debt_key, total from debt order by debt_key',
  )
  expect(debts.rows.map(({ debt_key, total }) => [debt_key, total === null ? null : Number(total)])).toEqual(
    debtsOf([...KNOWN, ...LINES])
      .map(({ debtKey, total }) => [debtKey, total])
      .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  )
  // The dates of answers are stored, except a date that does not exist.
  const due = await client.query('select source_key, due_on::text, amount::float8, title from obligation order by 1')
  expect(due.rows).toEqual([
    { source_key: 'p:101:88', due_on: '2026-12-31', amount: 300.5, title: 'Línea de pago 88' },
    { source_key: 'r:5005', due_on: '2027-01-31', amount: null, title: 'Póliza de seguro' },
  ])
  // The upgrade itself adds nothing to the activity log.
  expect((await client.query('select from activity')).rowCount).toBe(0)
  await client.query('reset role')
})

test('channels and reports of the release before stay unchanged, and it can still write them', async () => {
  const before = `${name}_channels`
  await onServer(url, `create database ${before}${embedded ? ' owner padron_owner' : ''}`)
  const connectionString = withDatabase(url, before, embedded ? 'padron_owner' : undefined)
  await migrate({ connectionString, role: null }, '067-search-vin-end-holder')
  const own = new pg.Client({ connectionString })
  await own.connect()
  /** Writes them like the release before. */
  const write = (nth: number) =>
    own.query(`
      insert into channel (tenant_id, channel_id, kind, channel_name, address, shown_address, user_id)
      overriding system value values (7, ${nth}, 'slack', 'Flota ${nth}', '{}', 'hooks.slack.com', 7);
      insert into channel_delivery (tenant_id, channel_id, kind, event_key, content)
      values (7, ${nth}, 'alert', 'alert 1', '{}');
      insert into scheduled_report (tenant_id, report_name, kind, mails, frequency, send_day, send_hour, empty_policy,
        first_on)
      values (7, 'Adeudos ${nth}', 'debts', '{a@b.mx}', 'weekly', 1, 7, 'send', '2026-01-05')`)
  try {
    await own.query(`
      set role padron_system;
      insert into company (tenant_id, short_name, company_name, country, time_zone)
      values (7, 'norte', 'Norte', 'MX', 'America/Monterrey');
      insert into app_user (tenant_id, user_id, username, password_hash) values (7, 7, 'norte-admin', 'x')`)
    await write(1)
    await own.query('reset role')
    await migrate({ connectionString, role: null })
    await own.query('set role padron_system')
    await write(2)
    const { rows: channels } = await own.query('select events from channel order by channel_id')
    expect(channels).toEqual([{ events: [] }, { events: [] }])
    const { rows: reports } = await own.query('select mails, channel_ids as ids from scheduled_report order by 1')
    expect(reports).toEqual(Array(2).fill({ mails: ['a@b.mx'], ids: [] }))
    const nobody = own.query(`update scheduled_report set mails = '{}'`)
    await expect(nobody).rejects.toThrow('scheduled_report_recipients_check')
  } finally {
    await own.end()
    await onServer(url, `drop database ${before} with (force)`)
  }
})

/**
 * The grant of a role to the login that created it and is no superuser, since PostgreSQL 16: it can grant the role, and
 * not use it.
 */
const AS_MADE = 'with admin true, inherit false, set false'

test('a plain login with CREATEROLE migrates a database of the release before', async () => {
  const login = `plain_${randomBytes(6).toString('hex')}`
  const plain = withDatabase(url, login, embedded ? login : undefined)
  // On a server that was given to the tests, its login must be a plain one.
  if (embedded) {
    await onServer(url, `create role ${login} login createrole`)
    for (const role of ['padron_app', 'padron_system', 'padron_scoped'])
      await onServer(url, `grant ${role} to ${login} ${AS_MADE}`)
  }
  await onServer(url, `create database ${login}${embedded ? ` owner ${login}` : ''}`)
  const ticket = { folio: ' a-1 ', description: 'Exceso', dateTime: '2026-01-02', total: 500 }
  const result = [{ name: 'Multas', total: 500, scrapedTickets: [ticket], scrapedTenencias: [], scrapedRefrendo: [] }]
  const own = new pg.Client({ connectionString: plain })
  try {
    await migrate({ connectionString: plain, role: null }, '006-best-match')
    await own.connect()
    await own.query('set role padron_system')
    await own.query(`
      insert into company (tenant_id, short_name, company_name, country, time_zone)
      values (7, 'norte', 'Norte', 'MX', 'America/Monterrey');
      insert into catalogue_version (tenant_id) values (7);
      insert into state values (900, 'MX', 'Estado');
      insert into portal (portal_key, portal_name, owner_name, country, simulated) values ('p', 'P', 'P', 'MX', true);
      insert into resource (resource_id, resource_key, resource_name, resource_type_id, country, portal_key, mode,
        inputs)
      values (901, 'r', 'Multas', 1, 'MX', 'p', 'form', '{}');
      insert into vehicle (tenant_id, vehicle_id, plate, vin, state_id) overriding system value
      values (7, 1, 'AAA1', 'V1AAAAAAAAAAAAAAA', 900);
      insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at) values (7, 1, 'c', 'p', now());
      insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
      duration_ms, outcome)
        values (7, '01900000-0000-7000-8000-000000000001', 1, 'c', 'p', 1, now(), 1, 'ok');
      insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_at,
      good_run_id, last_run_id)
        values (7, 1, 901, 1, 0, now(), '01900000-0000-7000-8000-000000000001',
          '01900000-0000-7000-8000-000000000001')`)
    await own.query(
      `
        insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
        values (7, '01900000-0000-7000-8000-000000000001', 901, 0, $1, '[]')`,
      [JSON.stringify(result)],
    )
    await own.query('reset role')
    await migrate({ connectionString: plain, role: null })
    // With a single login the product switches to its roles.
    const db = connect(serverAddress(plain))
    const seen = await asTenant(db, 7, async (tx) => [
      await tx.selectFrom('tenant_queue').select('portal_key').where('portal_key', '=', 'p').execute(),
      await tx.selectFrom('debt').select(['debt_key', 'total']).execute(),
    ])
    await db.close()
    expect(seen).toEqual([[{ portal_key: 'p' }], [{ debt_key: 'f:A-1', total: '500.00' }]])
  } finally {
    await own.end()
    await onServer(url, `drop database ${login} with (force)`)
    if (embedded) await onServer(url, `drop role ${login}`)
  }
})
