// Attempts to sign in that could not be checked.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, type TestServer, testServer } from '../../testing/server.ts'
import { visitor } from '../../testing/sign-in/identity.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await server.somebody(await server.company('norte'), 'ana', ['vehicles_read'])
})
afterAll(() => server.stop())

it('an attempt that could not be checked because the database failed is not counted', async () => {
  const { signIn } = await visitor(server.app)
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  try {
    await owner.query('revoke select on app_user from padron_system')
    for (let tries = 0; tries < 6; tries++) expect((await signIn('norte-ana', PASSWORD)).status).toBe(500)
  } finally {
    await owner.query('grant select on app_user to padron_system')
    await owner.end()
  }
  expect((await signIn('norte-ana', PASSWORD)).status).toBe(200)
})
