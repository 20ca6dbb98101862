// A logo as a browser requests it: without a token, repeatedly.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { setLogo } from '../../identity/accounts/company-settings.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

let time = Date.now()
let server: TestServer
beforeAll(async () => {
  server = await testServer(() => new Date(time))
})
afterAll(() => server.stop())

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
const NOWHERE = `/files/logos/${'0'.repeat(64)}`

it('is read once, cached for an hour, answered 304 when unchanged, and 404 when missing', async () => {
  const { tenantId } = await server.company('norte')
  await asSystem(server.db, (tx) => setLogo(tx, tenantId, PNG))
  const { rows } = await server.db.system.query('select logo_url as url from company where tenant_id = $1', [tenantId])
  const { url } = rows[0]
  const connect = vi.spyOn(server.db.system, 'connect')
  const [first, second] = await Promise.all([server.ask(undefined, { url }), server.ask(undefined, { url })])
  expect([first.status, second.status, connect.mock.calls.length]).toEqual([200, 200, 1])
  expect(first.headers).toMatchObject({ 'content-type': 'image/png', 'content-length': '9' })
  const { etag } = first.headers
  const again = await server.ask(undefined, { url, headers: { 'if-none-match': String(etag) } })
  expect([again.status, again.body]).toEqual([304, ''])
  expect((await server.ask(undefined, { url: '/files/logos/x' })).status).toBe(404)
  expect(connect).toHaveBeenCalledTimes(1)
  for (let i = 0; i < 60; i++) expect((await server.ask(undefined, { url: NOWHERE })).status).toBe(404)
  connect.mockRestore()
  await server.db.system.query('delete from company_logo')
  expect((await server.ask(undefined, { url })).status).toBe(200)
  time += 3_600_001
  expect((await server.ask(undefined, { url })).status).toBe(404)
})
