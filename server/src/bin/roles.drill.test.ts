// Two api, two workers and one identity, killed with -9 at random under load: whatever was accepted is stored once,
// every job ends once, every file opens from every process, and nobody is signed out. The short case is
// product.test.ts, which starts every role.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { type Cluster, startCluster } from '../testing/roles/cluster.ts'
import { killUnderLoad, waitUntilIdle } from '../testing/roles/kills.ts'
import { verifyCluster } from '../testing/roles/rules.ts'

let database: FreshDatabase
let cluster: Cluster

beforeEach(async () => {
  database = await freshDatabase()
  cluster = await startCluster(database)
}, 180_000)
afterEach(async () => {
  await cluster?.stop()
  await database.drop()
}, 60_000)

test('survives six kills under load', { timeout: 300_000 }, async () => {
  const killed = await killUnderLoad(cluster, { kills: 6, calls: 300, seed: 10 })
  await waitUntilIdle(cluster, killed)
  const ruleResults = await verifyCluster(cluster, killed)
  expect(ruleResults.filter(({ broken }) => broken.length > 0)).toEqual([])
  expect(ruleResults.filter(({ looked }) => looked === 0)).toEqual([])
  expect(new Set(killed.dead.map(({ role }) => role))).toEqual(new Set(['api', 'worker', 'identity']))
  expect(await cluster.end()).toEqual([0, 0, 0, 0, 0])
})
