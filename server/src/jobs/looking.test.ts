// Looking again and again: one look at a time, none in line behind it, and a failed one is not the last.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepLooking } from './looking.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('leaves out the looks for which one that is under way has no time, and none follow the stop', async () => {
  const gate = Promise.withResolvers<void>()
  let looks = 0
  const look = () => {
    looks++
    return gate.promise
  }
  const stop = keepLooking(1_000, look, () => undefined)
  await vi.advanceTimersByTimeAsync(10_500)
  expect(looks).toBe(1)
  const stopped = stop()
  gate.resolve()
  await stopped
  await vi.advanceTimersByTimeAsync(10_000)
  expect(looks).toBe(1)
})

it('goes on after a look that failed, and tells of it', async () => {
  const failures: unknown[] = []
  let looks = 0
  const look = async () => {
    if (++looks === 1) throw new Error('no')
  }
  const stop = keepLooking(1_000, look, (error) => failures.push(error))
  await vi.advanceTimersByTimeAsync(2_500)
  expect(looks).toBe(3)
  expect(failures).toEqual([new Error('no')])
  await stop()
})
