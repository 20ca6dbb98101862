// A database of an older release comes to the present with what was in it.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { onServer, withDatabase } from '../testing/global-setup.ts'
import { migrate } from './migrate.ts'

const name = `padron_upgrade_${randomBytes(6).toString('hex')}`
const { url, embedded } = inject('postgres')
const owner = { connectionString: withDatabase(url, name, embedded ? 'padron_owner' : undefined), role: null }
let client: pg.Client

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

test('what users and profiles could do, they can after the tables of roles are gone', async () => {
  await client.query('set role padron_system')
  await client.query(`
    insert into role (role_id, role_type_id, level, role_name) values (0, 0, 0, 'admin'), (11, 1, 1, 'vehicles_read'), (14, 1, 4, 'vehicles_report');
    insert into company (tenant_id, short_name, company_name, country, time_zone) values (7, 'norte', 'Norte', 'MX', 'America/Monterrey');
    insert into company (tenant_id, short_name, company_name, country, time_zone, suspended_at) values (70, 'propia', 'Propia', 'MX', 'America/Monterrey', now());
    insert into state values (900, 'MX', 'Estado');
    insert into portal (portal_key, portal_name, owner_name, country, simulated) values ('p', 'P', 'P', 'MX', true);
    insert into vehicle (tenant_id, vehicle_id, plate, vin, state_id) overriding system value values (7, 1, 'AAA1', 'V1AAAAAAAAAAAAAAA', 900), (70, 2, 'AAA2', 'V2AAAAAAAAAAAAAAA', 900);
    insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at) values (7, 1, 'mx-nl-estado-cuenta', 'p', now()), (70, 2, 'mx-nl-estado-cuenta', 'p', now());
    insert into app_user (tenant_id, user_id, username, password_hash) values (7, 7, 'norte-admin', 'x'), (7, 8, 'norte-ana', 'x'), (7, 9, 'norte-beto', 'x');
    insert into preset (tenant_id, preset_name) values (7, 'Reportes');
    insert into preset_role (tenant_id, preset_id, role_id) select 7, preset_id, 14 from preset;
    insert into user_role (tenant_id, user_id, role_id) values (7, 7, 0), (7, 8, 14), (7, 8, 11)`)
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
  // The demo's companies are known as such, and a suspended one's checks wait.
  expect((await client.query('select short_name, demo from company order by 1')).rows).toEqual([
    { short_name: 'norte', demo: true },
    { short_name: 'propia', demo: false },
  ])
  const suspended = await client.query('select distinct tenant_id, suspended from due_check order by 1')
  expect(suspended.rows).toEqual([
    { tenant_id: 7, suspended: false },
    { tenant_id: 70, suspended: true },
  ])
  // Every vehicle has the beginning of a history.
  const told = await client.query(
    'select vehicle_id, asset_status_id, plate, who from vehicle_history order by vehicle_id',
  )
  expect(told.rows).toEqual([
    { vehicle_id: 1, asset_status_id: 1, plate: 'AAA1', who: 'Padrón' },
    { vehicle_id: 2, asset_status_id: 1, plate: 'AAA2', who: 'Padrón' },
  ])
  // The upgrade itself is no change of anybody's.
  expect((await client.query('select from activity')).rowCount).toBe(0)
  await client.query('reset role')
})
