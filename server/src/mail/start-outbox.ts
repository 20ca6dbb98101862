// Runs the outbox for as long as a worker process lives.
import { setTimeout as pause } from 'node:timers/promises'
import { type OutboxOptions, sendDue } from './send-due.ts'

const withTimeout = async (ms: number, work: Promise<unknown> | undefined): Promise<void> => {
  const timeout = new AbortController()
  await Promise.race([work, pause(ms, undefined, { signal: timeout.signal }).catch(() => undefined)])
  timeout.abort()
}

const POLL_MS = 3_000
/** Part of the ten seconds that a stop may take in all (bin/server.ts). */
const STOP_TIMEOUT_MS = 4_000
/** For recording the delivery of an email that was cut off. */
const RECORD_MS = 500

/**
 * @returns a function that stops it: it waits for emails under way, then cuts them off. If even that cannot be
 * recorded, the lease expires and another process claims the email.
 */
export const startOutbox = (
  options: OutboxOptions,
  { everyMs = POLL_MS, stopTimeoutMs = STOP_TIMEOUT_MS } = {},
): (() => Promise<void>) => {
  const { mailbox, log } = options
  if (!mailbox.configured) return async () => undefined
  const stopping = new AbortController()
  let running: Promise<unknown> | undefined
  const run = () =>
    sendDue(options, stopping.signal)
      .catch((error: unknown) => log.error({ err: error }, 'sending letters failed'))
      .finally(() => {
        running = undefined
      })
  const timer = setInterval(() => {
    running ??= run()
  }, everyMs)
  return async () => {
    stopping.abort()
    clearInterval(timer)
    await withTimeout(stopTimeoutMs, running)
    mailbox.close()
    await withTimeout(RECORD_MS, running)
  }
}
