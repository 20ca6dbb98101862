// When an answer expires: by its age alone, because a breaker, a spent budget or a long queue leave no run behind.
import type { Freshness } from '@padron/contract/catalogue/rows'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asSystem } from '../../db/client.ts'
import { type TestServer, testServer } from '../../testing/server.ts'
import { freshnessState } from './freshness.ts'

let server: TestServer
let vehicleId: number
beforeAll(async () => {
  server = await testServer()
  ;[vehicleId = 0] = await server.vehicles(await server.company('norte'), [{ plate: 'FRE1234' }])
})
afterAll(() => server.stop())

const FINES = 1901
const DEBT = 0
const CLEAR = 1
const UNPROCESSED = -1
const stateOf = (
  status: number,
  freshUntil: string | null,
  renewed: boolean,
): Promise<Freshness['state'] | undefined> =>
  asSystem(server.db, async (tx) => {
    const good = freshUntil === null ? null : sql.raw(freshUntil)
    await sql`
      update vehicle_resource
      set status_id = ${status}, good_at = ${good}, fresh_until = ${good}, last_at = now(),
        last_run_id = gen_random_uuid(), good_run_id = null
      where vehicle_id = ${vehicleId} and resource_id = ${FINES}`.execute(tx)
    if (renewed)
      await sql`update vehicle_resource set good_run_id = last_run_id where vehicle_id = ${vehicleId}`.execute(tx)
    const { rows } = await sql<{ state: Freshness['state'] }>`
      select ${freshnessState} as state
      from vehicle_resource f
      where f.vehicle_id = ${vehicleId} and f.resource_id = ${FINES}`.execute(tx)
    return rows[0]?.state
  })

const STATES: readonly {
  what: string
  status: number
  until: string | null
  renewed: boolean
  is: Freshness['state']
}[] = [
  {
    what: 'a clear answer before its expiry',
    status: CLEAR,
    until: `now() + interval '1 hour'`,
    renewed: true,
    is: 'current',
  },
  {
    what: 'a clear answer before its expiry, after a failed attempt',
    status: CLEAR,
    until: `now() + interval '1 hour'`,
    renewed: false,
    is: 'current',
  },
  {
    what: 'a clear answer an hour past its expiry, not yet retried',
    status: CLEAR,
    until: `now() - interval '1 hour'`,
    renewed: true,
    is: 'old',
  },
  {
    what: 'a clear answer an hour past its expiry, after a failed renewal',
    status: CLEAR,
    until: `now() - interval '1 hour'`,
    renewed: false,
    is: 'unknown',
  },
  {
    what: 'a clear answer more than a day past its expiry, not retried',
    status: CLEAR,
    until: `now() - interval '25 hours'`,
    renewed: true,
    is: 'unknown',
  },
  {
    what: 'a debt an hour past its expiry',
    status: DEBT,
    until: `now() - interval '1 hour'`,
    renewed: false,
    is: 'old',
  },
  {
    what: 'a debt a month past its expiry',
    status: DEBT,
    until: `now() - interval '30 days'`,
    renewed: true,
    is: 'old',
  },
  { what: 'a resource without any answer', status: UNPROCESSED, until: null, renewed: false, is: 'unknown' },
]
it.each(STATES)('$what is $is', async ({ status, until, renewed, is }) => {
  expect(await stateOf(status, until, renewed)).toBe(is)
})
