// A machine whose clock is wrong, from the start or later: stored times are the database's.
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../testing/database.ts'
import { startClock, timeOf } from './clock.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())
afterEach(() => void vi.useRealTimers())

const HOUR_MS = 3_600_000
const setAhead = (ms: number) => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}

test('a process uses the database’s time while its clock is ahead or behind, then its own again', async () => {
  const messages: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void messages.push(JSON.parse(line).msg) })
  const start = new Date()
  setAhead(40 * 24 * HOUR_MS)
  const clock = await startClock(fresh.db, log, 10)
  onTestFinished(() => void clock.stop())
  /** In seconds, from the database's time. */
  const off = async () => (clock.now().getTime() - (await timeOf(fresh.db)).getTime()) / 1000
  expect(start.getTime()).toBeLessThan(Date.now() - 39 * 24 * HOUR_MS)
  expect(Math.abs(await off())).toBeLessThan(60)
  setAhead(-HOUR_MS)
  await expect.poll(async () => Math.abs(await off())).toBeLessThan(60)
  expect(messages).toEqual(['this machine’s clock is wrong: the database’s is used'])
  vi.useRealTimers()
  await expect.poll(() => messages.at(-1)).toBe('this machine’s clock is right again')
  expect(Math.abs(await off())).toBeLessThan(60)
})
