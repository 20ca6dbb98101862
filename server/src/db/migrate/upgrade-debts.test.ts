// A database of the release before: its debts without an amount, its references to debts that another resource lists,
// and its payment lines.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../installation/migrate.ts'
import { onServer, withDatabase } from '../../testing/global-setup.ts'

const name = `padron_upgrade_${randomBytes(6).toString('hex')}`
const { url, embedded } = inject('postgres')
const owner = { connectionString: withDatabase(url, name, embedded ? 'padron_owner' : undefined), role: null }
let client: pg.Client

beforeAll(async () => {
  await onServer(url, `create database ${name}${embedded ? ' owner padron_owner' : ''}`)
  await migrate(owner, '009-documents')
  client = new pg.Client({ connectionString: owner.connectionString })
  await client.connect()
  await client.query('set role padron_system')
})
afterAll(async () => {
  await client.end()
  await onServer(url, `drop database ${name} with (force)`)
})

const lists = { scrapedTickets: [], scrapedTenencias: [], scrapedRefrendo: [] }
const mention = [
  { name: 'Multas', total: 0, notes: [{ label: 'Detalle', value: 'Las multas se detallan en Multas CDMX' }], ...lists },
]
const BARE = [{ name: 'Adeudo', total: 0, ...lists, scrapedTickets: [{ total: 0 }, { total: null }] }]
const known = [{ name: 'Adeudo', total: 50, ...lists }]
/** Vehicle, resource, type, status, answer, and the total that was stored. */
const STOOD = [
  [1, 901, 1, 0, mention, 0],
  [1, 5009, 9, 0, known, 50],
  [2, 907, 7, 0, [], null],
  [2, 908, 8, 16, BARE, 0],
  [2, 900, 0, 3, [], 0],
] as const

test('debts without an amount are counted, references are no debts, and a payment line is stored once', async () => {
  await client.query(`
    insert into company (tenant_id, short_name, company_name, country, time_zone)
    values (7, 'norte', 'Norte', 'MX', 'America/Monterrey');
    insert into catalogue_version (tenant_id) values (7);
    insert into state values (900, 'MX', 'Estado');
    insert into portal (portal_key, portal_name, owner_name, country, simulated) values ('p', 'P', 'P', 'MX', true);
    insert into vehicle (tenant_id, vehicle_id, plate, vin, state_id, debt_total) overriding system value
      values (7, 1, 'AAA1', 'V1AAAAAAAAAAAAAAA', 900, 50), (7, 2, 'AAA2', 'V2AAAAAAAAAAAAAAA', 900, 0)`)
  for (const [i, [vehicle, resource, type, status, result, total]] of STOOD.entries()) {
    const run = `01900000-0000-7000-8000-00000000000${i}`
    await client.query(
      `
        insert into resource (resource_id, resource_key, resource_name, resource_type_id, country, portal_key, mode,
          inputs)
        values ($1::int, 'r' || $1::int, 'R', $2, 'MX', 'p', 'form', '{}')`,
      [resource, type],
    )
    await client.query(
      `
        insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
          duration_ms, outcome)
        values (7, $1, $2, 'c', 'p', 1, now(), 1, 'ok')`,
      [run, vehicle],
    )
    await client.query(
      `
        insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_at,
          good_run_id, last_run_id, debt_total)
        values (7, $1, $2, $3, $4, now(), $5, $5, $6)`,
      [vehicle, resource, type, status, run, total],
    )
    await client.query(
      `
        insert into check_result (tenant_id, run_id, resource_id, status_id, result, evidence)
        values (7, $1, $2, $3, $4, '[]')`,
      [run, resource, status, JSON.stringify(result)],
    )
    await client.query(
      `
        insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, description, first_seen_at,
          last_seen_at)
        values (7, $1, $2, 'k', $3, 'D', now(), now())`,
      [vehicle, resource, type],
    )
  }
  for (const [key, title, amount, resource] of [
    ['p:901:X', 'Línea de pago X', 10.5, 901],
    ['p:5009:X', 'Línea de pago X', 20, 5009],
    ['p:901:Y', 'Línea de pago Y', 1, 901],
  ])
    await client.query(
      `
        insert into obligation (tenant_id, vehicle_id, source_key, kind, due_on, title, detail, amount, resource_id,
          told_at, told_by)
        values (7, 1, $1, 'payment', '2026-12-31', $2, 'D' || $4::int, $3, $4::int, '2026-11-01', 'R')`,
      [key, title, amount, resource],
    )
  for (const [i, [vehicle, resource, type, first]] of (
    [
      [2, 907, 7, false],
      [2, 900, 0, true],
    ] as const
  ).entries())
    await client.query(
      `
        insert into check_event (tenant_id, event_id, at, vehicle_id, resource_id, resource_type_id, run_id, kind,
          first, debt_key)
        values (7, gen_random_uuid(), now(), $1, $2, $3, $5, 'new', $4, 'k')`,
      [vehicle, resource, type, first, `01900000-0000-7000-8000-00000000001${i}`],
    )
  await client.query('reset role')
  await migrate(owner)
  await client.query('set role padron_system')
  const ask = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows
  expect(await ask('select vehicle_id::int, debt_total::float8, debt_without_amount from vehicle order by 1')).toEqual([
    [1, 50, 0],
    [2, 0, 3],
  ])
  expect(
    await ask(
      'select resource_id, debt_total::float8, debt_without_amount from vehicle_resource where good_at is not ' +
        'null order by 1',
    ),
  ).toEqual([
    [900, 0, 0],
    [901, 0, 0],
    [907, null, 1],
    [908, null, 2],
    [5009, 50, 0],
  ])
  expect(await ask(`select resource_id from check_result where result @> '[{"elsewhere": true}]'`)).toEqual([[901]])
  expect(await ask('select resource_id from debt order by 1')).toEqual([[900], [907], [908], [5009]])
  expect(await ask('select resource_id, arose_at = first_seen_at from debt where arose_at is not null')).toEqual([
    [907, true],
  ])
  expect(await ask('select source_key, amount::float8, detail from obligation order by 1')).toEqual([
    ['p:901:X', 30.5, 'D901, D5009'],
    ['p:901:Y', 1, 'D901'],
  ])
  expect((await ask('select version::int from catalogue_version where tenant_id = 7'))[0]?.[0]).toBeGreaterThan(1)
})
