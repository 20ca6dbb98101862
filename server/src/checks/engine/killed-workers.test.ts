// A worker killed with -9 while sources fail in every way: the short case of killed-workers.drill.test.ts.
import { expect, test } from 'vitest'
import { runChaosHere } from '../../testing/chaos/chaos-here.ts'

test('survives a kill with five scenarios of every source', { timeout: 240_000 }, async () => {
  const size = { scenarios: 5, perScenario: 1, debts: 2, theft: 2, plain: 1 }
  const report = await runChaosHere({
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
