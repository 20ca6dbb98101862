// Slow coverage: no request waits for it, it is computed one at a time, and the result states its time.
import type { Coverage } from '@padron/contract/catalogue/rows'
import { beforeEach, expect, it } from 'vitest'
import { createCoverageCache, type WorkOut } from './coverage-cache.ts'

const tooLong = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
const NONE = { total: null, withoutAmount: 0, vehicles: 0, unknown: 0, missing: 0, byHand: 0 }
const of = (vehicles: number): Coverage => ({
  at: '2026-11-22T12:00:00Z',
  vehicles: 100_000 + vehicles,
  debt: NONE,
  checks: { current: 0, old: 0, never: 0, byHand: 0 },
  oldest: null,
  matched: null,
})

let now: number
let rests: { ms: number; over: () => void }[]
let limits: number[]
beforeEach(() => {
  now = 0
  rests = []
  limits = []
})
const newCoverage = () => {
  const ask = createCoverageCache({
    clock: () => now,
    rest: (ms) => new Promise((over) => rests.push({ ms, over: () => over() })),
  })
  return (tenantId: number, version: number, key: string, how: WorkOut) => ask(tenantId, async () => version, key, how)
}
/** Takes this long, and fails if that is over the limit. */
const work =
  (takesMs: number, vehicles: number): WorkOut =>
  async (limitMs) => {
    limits.push(limitMs)
    if (takesMs > limitMs) throw tooLong
    now += takesMs
    return of(vehicles)
  }
const never: WorkOut = async () => {
  throw new Error('worked out anew')
}
const nextTick = () => new Promise((done) => setImmediate(done))

it('quick coverage is returned at once, and computed again after a change or after a minute', async () => {
  const coverage = newCoverage()
  expect(await coverage(1, 1, 'a', work(50, 5))).toEqual(of(5))
  expect(await coverage(1, 1, 'a', never)).toEqual(of(5))
  expect(await coverage(1, 2, 'a', work(50, 6))).toEqual(of(6))
  now += 60_000
  expect(await coverage(1, 2, 'a', work(50, 7))).toEqual(of(7))
  expect(await coverage(2, 2, 'a', work(50, 1))).toEqual(of(1))
})

it('coverage of few vehicles is always computed again after a change, however long it took', async () => {
  const coverage = newCoverage()
  expect(await coverage(1, 1, 'a', work(100, -99_999))).toEqual(of(-99_999))
  expect(await coverage(1, 2, 'a', work(100, -99_998))).toEqual(of(-99_998))
})

it('slow coverage is computed in the background: null at first, then valid for sixty times its cost', async () => {
  const coverage = newCoverage()
  expect(await coverage(1, 1, 'a', work(5_000, 9))).toBeNull()
  await nextTick()
  expect(limits).toEqual([300, 60_000])
  expect(await coverage(1, 2, 'a', never)).toEqual(of(9)) // although the fleet changed: the result states its time
  now += 290_000
  expect(await coverage(1, 3, 'a', never)).toEqual(of(9))
  now += 10_000
  expect(await coverage(1, 3, 'a', work(5_000, 10))).toEqual(of(9)) // the last one, while the next is computed
  expect(limits).toHaveLength(2)
  rests[0]?.over()
  await nextTick()
  expect(await coverage(1, 3, 'a', never)).toEqual(of(10))
})

it('slow coverage is computed one at a time, with pauses of three times its cost', async () => {
  const coverage = newCoverage()
  for (const key of ['a', 'b']) expect(await coverage(1, 1, key, work(5_000, 1))).toBeNull()
  await nextTick()
  expect(limits.filter((limit) => limit === 60_000)).toHaveLength(1)
  expect(rests.map(({ ms }) => ms)).toEqual([15_000])
  expect(await coverage(1, 1, 'b', never)).toBeNull()
  rests[0]?.over()
  await nextTick()
  expect(await coverage(1, 1, 'b', never)).toEqual(of(1))
})

it('with many requests at once, a quick one gets null and is not queued with the slow ones', async () => {
  const coverage = newCoverage()
  const open: (() => void)[] = []
  const waits: WorkOut = () => new Promise((done) => open.push(() => done(of(1))))
  const busy = ['a', 'b', 'c', 'd', 'e', 'f'].map((key, i) => coverage(i + 1, 1, key, waits))
  await nextTick()
  expect(await coverage(9, 1, 'z', never)).toBeNull()
  while (open.length > 0) {
    open.shift()?.()
    await nextTick()
  }
  await Promise.all(busy)
  expect(await coverage(9, 1, 'z', work(10, 2))).toEqual(of(2))
  expect(rests).toEqual([])
})

it('coverage that exceeds the timeout is an error, and is tried again after a minute', async () => {
  const coverage = newCoverage()
  expect(await coverage(1, 1, 'a', work(100_000, 1))).toBeNull()
  await nextTick()
  await expect(coverage(1, 1, 'a', never)).rejects.toBe(tooLong)
  rests[0]?.over()
  now += 60_000
  expect(await coverage(1, 1, 'a', work(5_000, 2))).toBeNull()
  await nextTick()
  expect(await coverage(1, 1, 'a', never)).toEqual(of(2))
})

it('the same request is computed once for all who wait, and other errors are passed on', async () => {
  const coverage = newCoverage()
  const answers = await Promise.all([coverage(1, 1, 'a', work(10, 3)), coverage(1, 1, 'a', never)])
  expect(answers).toEqual([of(3), of(3)])
  await expect(coverage(1, 1, 'b', never)).rejects.toThrow('worked out anew')
  expect(await coverage(1, 1, 'b', work(10, 4))).toEqual(of(4))
})
