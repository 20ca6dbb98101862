// A new company next to one that the planner has statistics of: no plan of its figures scans the whole fleet for each
// vehicle.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { snapshotAsTenant } from '../../../db/client.ts'
import { debtItems } from '../../../fleet/debts.ts'
import { type Company, type TestServer, testServer } from '../../../testing/server.ts'
import { oddFleet } from '../testing/fleet.ts'
import { workOutStatistics } from './compute.ts'

let server: TestServer
let fresh: Company
beforeAll(async () => {
  server = await testServer()
  await oddFleet(server, await server.company('conocida'), 'MX', 60)
  const owner = new pg.Client({ connectionString: server.addressOf('padron_owner').connectionString })
  await owner.connect()
  await owner.query('analyze')
  await owner.end()
  fresh = await server.company('nueva')
  await oddFleet(server, fresh, 'MX', 300)
})
afterAll(() => server.stop())

/** The type of every node of a plan. */
const nodesOf = (plan: { 'Node Type': string; Plans?: (typeof plan)[] }): string[] => [
  plan['Node Type'],
  ...(plan.Plans ?? []).flatMap(nodesOf),
]

it('a fleet without planner statistics gets the query plan of a large fleet', async () => {
  const { tenantId } = fresh
  const joined = sql<{ 'QUERY PLAN': [{ Plan: Parameters<typeof nodesOf>[0] }] }>`
    explain (format json) select count(*) from (${debtItems(tenantId, 'America/Mexico_City', {})}) i
      join vehicle v on v.tenant_id = ${tenantId} and v.vehicle_id = i.vehicle_id and v.asset_status_id = 1`
  const plan = await snapshotAsTenant(server.db, tenantId, async (tx) => {
    await workOutStatistics(tx, tenantId, new Date())
    const { rows } = await joined.execute(tx) // in the transaction that computed the statistics
    return rows[0]?.['QUERY PLAN'][0].Plan
  })
  expect(plan && nodesOf(plan)).toContain('Hash Join')
  expect(plan && nodesOf(plan)).not.toContain('Nested Loop')
})
