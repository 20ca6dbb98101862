// Waiting leaves nothing behind: a connection that listens for months waits every half minute.
import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { after } from './live-connection.ts'

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

it('leaves no listener at the signal once it waited', async () => {
  const { signal } = new AbortController()
  for (let n = 0; n < 50; n++) await after(0, signal)
  expect(listeners(signal)).toBe(0)
})

it('ends at once where the signal was given, before or while it waits', async () => {
  const stopping = new AbortController()
  const waiting = after(600_000, stopping.signal)
  expect(listeners(stopping.signal)).toBe(1)
  stopping.abort()
  await waiting
  await after(600_000, stopping.signal)
  expect(listeners(stopping.signal)).toBe(0)
})
