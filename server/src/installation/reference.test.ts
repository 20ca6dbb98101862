// A release that adds a source or renames a connector: existing vehicles get its checks, and checks that nobody makes
// any more are deleted.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { openSealed, seal, secretsOf } from '../secrets/sealing.ts'
import { onServer, withDatabase } from '../testing/global-setup.ts'
import { type Company, type TestServer, testServer } from '../testing/server.ts'
import { migrate } from './migrate.ts'
import { writeReference } from './reference.ts'

let server: TestServer
let company: Company
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
})
afterAll(() => server.stop())

const stored = async () => {
  const { rows } = await server.db.system.query<{ connector_key: string }>(
    'select connector_key from due_check where tenant_id = $1 order by 1',
    [company.tenantId],
  )
  return rows.map(({ connector_key }) => connector_key)
}

it('every vehicle gets new checks and loses removed ones, and a second start changes nothing', async () => {
  await server.vehicles(company, [{ plate: 'RKA123A', stateId: 9 }])
  const all = await stored()
  expect(all).toContain('mx-cdmx-adeudos')

  // As an older release left it: the source had another connector.
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  await server.db.system.query(`update resource set connector_key = 'anterior' where connector_key = 'mx-cdmx-adeudos'`)
  await server.db.system.query(
    `update due_check set connector_key = 'anterior' where connector_key = 'mx-cdmx-adeudos'`,
  )
  await server.db.system.query(`delete from vehicle_resource where resource_id = 900`)
  for (let time = 0; time < 2; time++) {
    await writeReference(owner)
    expect(await stored()).toEqual(all)
  }
  await owner.end()
  const { rows } = await server.db.system.query('select status_id from vehicle_resource where resource_id = 900')
  expect(rows).toEqual([{ status_id: -1 }])
})

it("portals of an older installation get their provider's account and keep their credentials", async () => {
  const name = `padron_accounts_${randomBytes(6).toString('hex')}`
  const { url, embedded } = inject('postgres')
  const owner = { connectionString: withDatabase(url, name, embedded ? 'padron_owner' : undefined), role: null }
  await onServer(url, `create database ${name}${embedded ? ' owner padron_owner' : ''}`)
  await migrate(owner, '020-connector-trials')
  const client = new pg.Client({ connectionString: owner.connectionString })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await onServer(url, `drop database ${name} with (force)`)
  })
  const secrets = secretsOf([Buffer.alloc(32, 7).toString('base64')])
  const sealed = seal(secrets, 'verifik-simit', 'token')
  await client.query(
    `
      insert into portal (portal_key, portal_name, owner_name, country, base_url, credential, monthly_cap,
        credit_out_since)
      values
      ('verifik-simit', 'SIMIT', 'x', 'CO', 'https://uno.example', $1, 50, '2026-11-20T10:00:00Z'),
      ('verifik-runt', 'RUNT', 'x', 'CO', null, null, null, null),
      ('nubarium', 'REPUVE', 'x', 'MX', null, null, null, null)`,
    [sealed],
  )
  await migrate(owner)
  const portals = async (keys: string[]) =>
    (
      await client.query(
        `select portal_key as key, account_key as account, shared_account_key as shared, credential, monthly_cap as cap,
          credit_out_since is not null as paused from portal where portal_key = any($1) order by 1`,
        [keys],
      )
    ).rows
  const own = { account: 'verifik', shared: null, credential: sealed, cap: '50.00', paused: true }
  const shared = { account: 'verifik', shared: 'verifik', credential: null, cap: null, paused: false }
  expect(await portals(['nubarium', 'verifik-mx', 'verifik-runt', 'verifik-simit'])).toEqual([
    { ...shared, key: 'nubarium', account: null, shared: null },
    { ...shared, key: 'verifik-mx' },
    { ...shared, key: 'verifik-runt' },
    { ...own, key: 'verifik-simit' },
  ])
  expect(openSealed(secrets, 'verifik-simit', sealed)).toBe('token')

  // The next start keeps what the operator has set since.
  await client.query(`update portal set account_key = null where portal_key = 'verifik-runt'`)
  await client.query(`update portal_account set credential = 'x', monthly_cap = 9 where account_key = 'verifik'`)
  await writeReference(client)
  expect(await portals(['verifik-runt'])).toEqual([{ ...shared, key: 'verifik-runt', account: null, shared: null }])
  const { rows } = await client.query(`select * from portal_account where account_key = 'verifik'`)
  expect(rows).toMatchObject([{ account_name: 'Verifik', credential: 'x', monthly_cap: '9.00' }])
})
