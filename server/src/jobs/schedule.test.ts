// Schedules: runs do not overlap, and a failed run is not the last.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startSchedule } from './schedule.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const ignore = { error: () => undefined }

it('skips runs while one is in progress, and starts none after the stop', async () => {
  const gate = Promise.withResolvers<void>()
  let runs = 0
  const run = () => {
    runs++
    return gate.promise
  }
  const stop = startSchedule({ everyMs: 1_000, run, failure: '' }, ignore)
  await vi.advanceTimersByTimeAsync(10_500)
  expect(runs).toBe(1)
  const stopped = stop()
  gate.resolve()
  await stopped
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs).toBe(1)
})

it('continues after a failed run, and logs it', async () => {
  const failures: unknown[][] = []
  let runs = 0
  const run = async () => {
    if (++runs === 1) throw new Error('no')
  }
  const log = { error: (...line: unknown[]) => void failures.push(line) }
  const stop = startSchedule({ everyMs: 1_000, run, failure: 'it failed' }, log)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(runs).toBe(3)
  expect(failures).toEqual([[{ err: new Error('no') }, 'it failed']])
  await stop()
})

it('waits for one interval if the first run is delayed', async () => {
  let runs = 0
  const run = async () => void runs++
  const stop = startSchedule({ everyMs: 1_000, run, failure: '', isDelayed: true }, ignore)
  await vi.advanceTimersByTimeAsync(900)
  expect(runs).toBe(0)
  await vi.advanceTimersByTimeAsync(200)
  expect(runs).toBe(1)
  await stop()
})
