// How often a company's panels are notified: of starts and ends at once, of progress less often, and always of the last
// change.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNotifier, NOTIFY_EVERY_MS, NOTIFY_PROGRESS_EVERY_MS, type Subscribers } from './live.ts'

const NORTE = 1
let notified: number
let notify: (tenantId: number, pause: number) => void
beforeEach(() => {
  vi.useFakeTimers()
  notified = 0
  const callback = () => {
    notified++
  }
  const norte: Subscribers = { callbacks: new Set([callback]), dueAt: 0, notifiedAt: Number.NEGATIVE_INFINITY }
  notify = createNotifier(new Map([[NORTE, norte]]))
})
afterEach(() => void vi.useRealTimers())

const progress = () => notify(NORTE, NOTIFY_PROGRESS_EVERY_MS)
const end = () => notify(NORTE, NOTIFY_EVERY_MS)
const pass = (ms: number) => vi.advanceTimersByTime(ms)

it('notifies of progress at once and then every two seconds, however often it is written', () => {
  for (let n = 0; n < 20; n++) {
    progress()
    pass(500)
  }
  expect(notified).toBe(1 + (20 * 500) / NOTIFY_PROGRESS_EVERY_MS)
})

it('notifies of an end within a second, also while progress is delayed, and of both once', () => {
  progress()
  progress()
  pass(100)
  end()
  expect(notified).toBe(1)
  pass(NOTIFY_EVERY_MS - 100)
  expect(notified).toBe(2)
  pass(10_000)
  expect(notified).toBe(2)
  end()
  expect(notified).toBe(3)
})

it('notifies of many ends at once and again at the end of the pause, and no other company', () => {
  for (let n = 0; n < 50; n++) end()
  notify(2, NOTIFY_EVERY_MS)
  expect(notified).toBe(1)
  pass(NOTIFY_EVERY_MS)
  expect(notified).toBe(2)
})
