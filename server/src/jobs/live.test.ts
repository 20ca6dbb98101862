// How often a company's panels are told: at once of what begins and ends, seldom of what goes on, and of the last
// word always.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Listeners, TELL_EVERY_MS, TELL_PROGRESS_EVERY_MS, telling } from './live.ts'

const NORTE = 1
let told: number
let tell: (tenantId: number, pause: number) => void
beforeEach(() => {
  vi.useFakeTimers()
  told = 0
  const changed = () => {
    told++
  }
  const norte: Listeners = { waiting: new Set([changed]), dueAt: 0, toldAt: Number.NEGATIVE_INFINITY }
  tell = telling(new Map([[NORTE, norte]]))
})
afterEach(() => void vi.useRealTimers())

const went = () => tell(NORTE, TELL_PROGRESS_EVERY_MS)
const ended = () => tell(NORTE, TELL_EVERY_MS)
const pass = (ms: number) => vi.advanceTimersByTime(ms)

it('tells of a job that goes on at once and then every two seconds, however often it says so', () => {
  for (let n = 0; n < 20; n++) {
    went()
    pass(500)
  }
  expect(told).toBe(1 + (20 * 500) / TELL_PROGRESS_EVERY_MS)
})

it('tells of an end well within a second, also while progress waits for its turn, and says both once', () => {
  went()
  went()
  pass(100)
  ended()
  expect(told).toBe(1)
  pass(TELL_EVERY_MS - 100)
  expect(told).toBe(2)
  pass(10_000)
  expect(told).toBe(2)
  ended()
  expect(told).toBe(3)
})

it('tells of many ends at once and once more at the end of the pause, and nobody of another company', () => {
  for (let n = 0; n < 50; n++) ended()
  tell(2, TELL_EVERY_MS)
  expect(told).toBe(1)
  pass(TELL_EVERY_MS)
  expect(told).toBe(2)
})
