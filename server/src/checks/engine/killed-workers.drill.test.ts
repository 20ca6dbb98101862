// Workers killed with -9 at any moment, against sources that fail in every way: nothing is lost, nothing is reported
// twice, and no status is clear unless its source said so. The short case is killed-workers.test.ts.
import { expect, test } from 'vitest'
import { runChaosHere } from '../../testing/chaos/chaos-here.ts'

test('survives six kills with every scenario of every source', { timeout: 240_000 }, async () => {
  const size = { perScenario: 1, debts: 6, theft: 6, plain: 3 }
  const report = await runChaosHere({
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
