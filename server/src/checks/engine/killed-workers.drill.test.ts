// Workers killed with -9 at any moment, against sources that fail in every way: nothing is lost, nothing is told
// twice, and nothing that a source did not say is ever called clear. The short case is killed-workers.test.ts.
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

test('survives six kills with every scenario of every source', { timeout: 240_000 }, async () => {
  const { db, addressOf } = database
  const size = { perScenario: 1, debts: 6, theft: 6, plain: 3 }
  const report = await runChaos({
    db,
    addressOf,
    simulatorUrl: simulator.url,
    size,
    workers: 2,
    kills: 6,
    runs: 600,
    longestMs: 1_500,
    seed: 7,
  })
  expect(report.ruleResults.filter(({ broken }) => broken.length > 0)).toEqual([])
  expect(report.ruleResults.filter(({ looked }) => looked === 0)).toEqual([])
  expect(report.kills).toBe(6)
  expect(report.storms).toBeGreaterThan(1)
  expect(report.checks).toBeGreaterThan(600)
})
