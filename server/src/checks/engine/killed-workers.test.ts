// A worker killed with -9 while sources fail in every way: the short case of killed-workers.drill.test.ts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SimulatorProcess, startSimulator } from '../../bin/simulator-process.ts'
import { runChaos } from '../../testing/chaos/chaos.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts'

let database: FreshDatabase
let simulator: SimulatorProcess

beforeEach(async () => {
  vi.stubEnv('SIMULATOR_ASYNC_MS', '0')
  vi.stubEnv('SIMULATOR_SLOW_MS', '100')
  database = await freshDatabase()
  simulator = await startSimulator(0)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await simulator.stop()
  await database.drop()
})

test('survives a kill with five scenarios of every source', { timeout: 240_000 }, async () => {
  const { db, addressOf } = database
  const size = { scenarios: 5, perScenario: 1, debts: 2, theft: 2, plain: 1 }
  const report = await runChaos({
    db,
    addressOf,
    simulatorUrl: simulator.url,
    size,
    workers: 2,
    kills: 1,
    runs: 1,
    longestMs: 1_500,
    seed: 7,
  })
  expect(report.ruleResults.filter(({ broken }) => broken.length > 0)).toEqual([])
  expect(report.ruleResults.filter(({ looked }) => looked === 0)).toEqual([])
  expect(report.kills).toBe(1)
})
