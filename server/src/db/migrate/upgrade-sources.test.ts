// A database of the release before, with resources whose connectors no longer exist: people capture them now, known
// results stay, and every company gets a notice.
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
  await migrate(owner, '020-connector-trials')
  client = new pg.Client({ connectionString: owner.connectionString })
  await client.connect()
  await client.query('set role padron_system')
})
afterAll(async () => {
  await client.end()
  await onServer(url, `drop database ${name} with (force)`)
})

const RUN = '01a1ff1f-67d2-794b-93f1-228c505709ce'
const rows = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows

test('resources of removed connectors are captured by people; debts and runs stay', async () => {
  await client.query(`
    insert into company (tenant_id, short_name, company_name, country, time_zone)
    values (7, 'norte', 'Norte', 'MX', 'America/Monterrey');
    insert into catalogue_version (tenant_id) values (7);
    insert into state values (19, 'MX', 'Nuevo León'), (5, 'MX', 'Coahuila'), (9, 'MX', 'Ciudad de México');
    insert into portal (portal_key, portal_name, owner_name, country, base_url)
    values ('nl-icv', 'P', 'P', 'MX', 'https://nl.example'), ('coahuila', 'P', 'P', 'MX', null),
      ('msla', 'P', 'P', 'MX', 'https://msla.example'), ('repuve-portal', 'P', 'P', 'MX', null),
      ('apitude', 'P', 'P', 'MX', 'https://a.example');
    insert into resource (resource_id, resource_key, resource_name, resource_type_id, country, state_id, portal_key,
      mode, inputs, connector_key, retired)
    values
      (1901, 'mx-19-1', 'Multas · Nuevo León', 1, 'MX', 19, 'nl-icv', 'licensed', '{plate}', 'mx-nl-estado-cuenta',
      false),
      (901, 'mx-9-1', 'Multas · Ciudad de México', 1, 'MX', 9, 'apitude', 'licensed', '{plate}', 'mx-cdmx-adeudos',
      false), (5004, 'mx-4', 'Reporte de robo', 4, 'MX', null, 'msla', 'licensed', '{vin}', 'mx-robo', false),
      (501, 'mx-5-1', 'Multas · Coahuila', 1, 'MX', 5, 'coahuila', 'licensed', '{plate}', 'mx-coahuila-pagafacil',
      false),
      (5104, 'mx-repuve-portal-2', 'Información vehicular · REPUVE', 2, 'MX', null, 'repuve-portal', 'licensed',
      '{vin}', 'mx-repuve-portal', false);
    insert into resource_service (resource_id, connector_key, decided_by, reason)
    values (5104, 'mx-repuve-portal', 'Ana', 'Convenio');
    insert into source_alarm (connector_key, kind, hard, detail)
    values ('mx-nl-estado-cuenta', 'drift', true, 'x'), ('mx-cdmx-adeudos', 'drift', true, 'x');
    insert into source_outage (portal_key, began_at, outcome)
    values ('nl-icv', now(), 'captcha'), ('apitude', now(), 'timeout');
    insert into vehicle (tenant_id, vehicle_id, plate, vin, state_id, debt_total) overriding system value
      values (7, 1, 'AAA1', 'V1AAAAAAAAAAAAAAA', 19, 50);
    insert into due_check (tenant_id, vehicle_id, connector_key, portal_key, due_at)
    values (7, 1, 'mx-nl-estado-cuenta', 'nl-icv', now()), (7, 1, 'mx-robo', 'msla', now());
    insert into check_run (tenant_id, run_id, vehicle_id, connector_key, portal_key, parser_version, started_at,
    duration_ms, outcome)
      values (7, '${RUN}', 1, 'mx-nl-estado-cuenta', 'nl-icv', 1, now(), 1, 'ok');
    insert into vehicle_resource (tenant_id, vehicle_id, resource_id, resource_type_id, status_id, good_at,
    fresh_until, good_run_id, last_run_id, debt_total)
      values (7, 1, 1901, 1, 0, now(), now() + interval '1 day', '${RUN}', '${RUN}', 50);
    insert into debt (tenant_id, vehicle_id, resource_id, debt_key, resource_type_id, description, total,
    first_seen_at, last_seen_at)
      values (7, 1, 1901, 'f:1', 1, 'Multa', 50, now(), now())`)
  await client.query('reset role')
  await migrate(owner)
  await client.query('set role padron_system')

  // Coahuila never had an address: it needs no decision, and there is no notice.
  const decisions = await rows('select resource_id, connector_key, decided_by, reason from resource_service order by 1')
  expect(decisions).toEqual([
    [1901, null, 'Padrón', 'El portal pide una verificación humana y ningún proveedor ofrece esta consulta'],
    [5004, null, 'Padrón', expect.stringMatching(/^MSLA pide la CURP/)],
    [5104, null, 'Padrón', expect.stringMatching(/consulta\. Antes: Ana, \d{4}-\d\d-\d\d, «Convenio»$/)],
  ])
  // Alarms and outages of sources that nobody queries any more are closed; others stay open.
  expect(await rows('select connector_key from source_alarm where closed_at is null')).toEqual([['mx-cdmx-adeudos']])
  expect(await rows('select portal_key from source_outage where ended_at is null')).toEqual([['apitude']])
  expect(await rows(`select portal_key from portal where base_url is not null`)).toEqual([['apitude']])
  expect(
    await rows(
      'select resource_id, connector_key, retired from resource where resource_id in (901, 1901, 5004, ' +
        '5104) order by 1',
    ),
  ).toEqual([
    [901, 'mx-cdmx-adeudos', false],
    [1901, null, false],
    [5004, null, false],
    [5104, null, false],
  ])
  expect(await rows(`select from due_check where connector_key in ('mx-nl-estado-cuenta', 'mx-robo')`)).toEqual([])
  expect(await rows('select status_id, debt_total::float8 from vehicle_resource where resource_id = 1901')).toEqual([
    [0, 50],
  ])
  expect(await rows('select debt_key, ended_at from debt')).toEqual([['f:1', null]])
  expect(await rows('select run_id from check_run')).toEqual([[RUN]])
  const news = await rows('select country, information from news_item order by news_id')
  expect(news).toEqual([
    [
      'MX',
      expect.stringMatching(/: Información vehicular · REPUVE, Multas · Nuevo León, Reporte de robo\. Lo que se sabía/),
    ],
  ])
})

test('migrating again adds no second notice, and a new installation has no decisions', async () => {
  await client.query('reset role')
  await migrate(owner)
  expect(await rows('select count(*)::int from news_item')).toEqual([[1]])
  const fresh = `${name}_fresh`
  await onServer(url, `create database ${fresh}${embedded ? ' owner padron_owner' : ''}`)
  const connectionString = withDatabase(url, fresh, embedded ? 'padron_owner' : undefined)
  await migrate({ connectionString, role: null })
  const other = new pg.Client({ connectionString })
  await other.connect()
  const { rows: found } = await other.query(
    'select (select count(*)::int from resource_service) as decisions, (select count(*)::int from news_item) as news',
  )
  await other.end()
  await onServer(url, `drop database ${fresh} with (force)`)
  expect(found).toEqual([{ decisions: 0, news: 0 }])
})
