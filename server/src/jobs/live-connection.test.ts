// The pause of a connection that listens for months: it must leave no listener behind.
import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { sleep } from '../limits/pause.ts'

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

it('leaves no listener on the signal after it waited', async () => {
  const { signal } = new AbortController()
  for (let n = 0; n < 50; n++) await sleep(0, signal)
  expect(listeners(signal)).toBe(0)
})

it('ends at once if the signal is aborted before or while it waits', async () => {
  const stopping = new AbortController()
  const waiting = sleep(600_000, stopping.signal)
  expect(listeners(stopping.signal)).toBe(1)
  stopping.abort()
  await waiting
  await sleep(600_000, stopping.signal)
  expect(listeners(stopping.signal)).toBe(0)
})
