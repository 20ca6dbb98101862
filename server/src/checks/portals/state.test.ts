// The breaker of a failing source uses the database's clock, as claims do.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'
import { claimSome, dueAgain, openPortal, PORTAL } from '../testing/engine.ts'
import { type PortalReport, reportToPortal } from './state.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await openPortal(server, 'http://localhost:9')
  await server.vehicles(await server.company('norte'), [{ plate: 'NLA100A' }])
})
afterAll(() => server.stop())
beforeEach(async () => {
  await openPortal(server, 'http://localhost:9')
  await dueAgain(server)
})

const failure = (at: Date): PortalReport => ({
  answered: false,
  outcome: 'http-error',
  remark: null,
  at,
  retryAfterSeconds: 0,
  counts: true,
})
const left = async (): Promise<number> => {
  const { rows } = await server.db.system.query<{ seconds: number }>(
    'select extract(epoch from open_until - now())::float8 as seconds from portal where portal_key = $1',
    [PORTAL],
  )
  return rows[0]?.seconds ?? 0
}

it.each([
  ['right', 0],
  ['ten minutes behind', -600_000],
  ['ten minutes ahead', 600_000],
])('the breaker opens for two minutes after five failures, if the worker’s clock is %s', async (_, offMs) => {
  const at = new Date(Date.now() + offMs)
  await reportToPortal(server.db, PORTAL, Array(5).fill(failure(at)))
  expect(await left()).toBeGreaterThan(60)
  expect(await left()).toBeLessThanOrEqual(120)
  expect((await claimSome(server, 1))?.claims).toEqual([])
  const { rows } = await server.db.system.query('select failing_since as since from portal where portal_key = $1', [
    PORTAL,
  ])
  expect(rows.map(({ since }) => new Date(since))).toEqual([at])
})
