// Two api, two workers and one identity, killed with -9 at random while people work: whatever was taken is there
// once, whatever was ordered ends once, every file opens from every process, and nobody is signed out. The
// short case is product.test.ts, which starts every role and kills one.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../testing/database.ts'
import { type House, openHouse } from '../testing/roles/cluster.ts'
import { killUnderLoad, settle } from '../testing/roles/kills.ts'
import { judgeHouse } from '../testing/roles/rules.ts'

let database: FreshDatabase
let house: House

// A second try begins with an empty house.
beforeEach(async () => {
  database = await freshDatabase()
  house = await openHouse(database)
}, 180_000)
afterEach(async () => {
  await house?.stop()
  await database.drop()
}, 60_000)

test('survives six kills under load', { timeout: 300_000 }, async () => {
  const killed = await killUnderLoad(house, { kills: 6, calls: 300, seed: 10 })
  await settle(house, killed)
  const verdicts = await judgeHouse(house, killed)
  expect(verdicts.filter(({ broken }) => broken.length > 0)).toEqual([])
  expect(verdicts.filter(({ looked }) => looked === 0)).toEqual([])
  expect(new Set(killed.dead.map(({ role }) => role))).toEqual(new Set(['api', 'worker', 'identity']))
  expect(await house.end()).toEqual([0, 0, 0, 0, 0])
})
