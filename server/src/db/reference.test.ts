// A release that adds a source or renames a connector: vehicles already there are enrolled in it, and checks that nobody
// makes any more go away.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Company, type TestServer, testServer } from '../testing/server.ts'
import { writeReference } from './reference.ts'

let server: TestServer
let company: Company
beforeAll(async () => {
  server = await testServer()
  company = await server.company('norte')
})
afterAll(() => server.stop())

const asked = async () => {
  const { rows } = await server.db.system.query<{ connector_key: string }>(
    'select connector_key from due_check where tenant_id = $1 order by 1',
    [company.tenantId],
  )
  return rows.map(({ connector_key }) => connector_key)
}

it('enrols every vehicle in what is new, drops what is gone, and a second time changes nothing', async () => {
  await server.vehicles(company, [{ plate: 'RKA123A', stateId: 19 }])
  const all = await asked()
  expect(all).toContain('mx-nl-estado-cuenta')

  // As an older release left it: the source had another connector.
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  await server.db.system.query(
    `update resource set connector_key = 'anterior' where connector_key = 'mx-nl-estado-cuenta'`,
  )
  await server.db.system.query(
    `update due_check set connector_key = 'anterior' where connector_key = 'mx-nl-estado-cuenta'`,
  )
  await server.db.system.query(`delete from vehicle_resource where resource_id = 1908`)
  for (let time = 0; time < 2; time++) {
    await writeReference(owner)
    expect(await asked()).toEqual(all)
  }
  await owner.end()
  const { rows } = await server.db.system.query('select status_id from vehicle_resource where resource_id = 1908')
  expect(rows).toEqual([{ status_id: -1 }])
})
