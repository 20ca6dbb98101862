// The event stream of changes of the company's jobs: server-sent events, read with fetch so that the token is sent in a
// header. Open while the page is visible; a broken or refused stream is opened again after growing waits.
import { QUEUE_EVENTS, queue } from '@padron/contract/queue'
import { createParser } from 'eventsource-parser'
import { ApiError } from '../../api/api-error.ts'
import { baseFor } from '../../api/client.ts'
import { readToken } from '../../api/token.ts'
import { unauthorised } from '../../api/unauthorised.ts'

const EVENT = 'queue'
const FIRST_MS = 1_000
const LAST_MS = 60_000
/** A stream that was open this long counts as healthy: the next wait is the shortest one. */
const GOOD_MS = 10_000
/** The server sends a heartbeat every 25 s: a stream silent for this long has lost its connection. */
const SILENT_MS = 70_000

/**
 * Milliseconds before attempt number `failed` + 1: doubled each time up to a minute, and randomized, so that not all
 * clients reconnect at once.
 */
export const waitBefore = (failed: number, random: number): number =>
  Math.min(LAST_MS, FIRST_MS * 2 ** Math.max(0, failed - 1)) * (0.5 + random / 2)

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

type QueueListener = {
  /** The jobs may have changed. */
  onChange: () => void
  /** Whether the stream is open now. */
  onLive: (live: boolean) => void
}

/** The next chunk of the stream; ends the stream after too long a silence. */
const heard = async (reader: ReadableStreamDefaultReader<string>): Promise<ReadableStreamReadResult<string>> => {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), SILENT_MS)
  return reader.read().finally(() => clearTimeout(timer))
}

/** One stream, from its opening to its end. @throws ApiError if it is refused */
const listen = async ({ onChange, onLive }: QueueListener, signal: AbortSignal): Promise<void> => {
  const base = await baseFor(queue.items)
  const response = await fetch(base + QUEUE_EVENTS, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${readToken() ?? ''}` },
    cache: 'no-store',
    signal,
  })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new ApiError(response.status)
  }
  // The server sends a first event once it listens to changes, which loads what happened before.
  onLive(true)
  const parser = createParser({ onEvent: ({ event }) => event === EVENT && onChange() })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await heard(reader); !part.done; part = await heard(reader)) parser.feed(part.value)
}

const keepListening = async (listener: QueueListener, signal: AbortSignal): Promise<void> => {
  for (let failed = 0; !signal.aborted; ) {
    const began = performance.now()
    await listen(listener, signal).catch((error: unknown) => {
      if (!signal.aborted) unauthorised(error)
    })
    if (signal.aborted) return
    listener.onLive(false)
    failed = performance.now() - began > GOOD_MS ? 1 : failed + 1
    await pause(waitBefore(failed, Math.random()), signal)
  }
}

/** @returns a function that stops it */
export const followQueue = (listener: QueueListener): (() => void) => {
  let line: AbortController | undefined
  const stop = (): void => {
    line?.abort()
    line = undefined
    listener.onLive(false)
  }
  const look = (): void => {
    const visible = document.visibilityState === 'visible'
    if (!visible) stop()
    if (!visible || line) return
    line = new AbortController()
    void keepListening(listener, line.signal)
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    stop()
  }
}
