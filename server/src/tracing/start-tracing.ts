// Starts tracing if PADRON_OTLP_URL is set.
import { setTimeout as pause } from 'node:timers/promises'
import { traceWith } from './spans.ts'

/** Spans that are not sent by then are dropped: a collector that does not answer must not delay a stop. */
const LAST_BATCH_MS = 1_500

/** @returns a function that sends the remaining spans and stops */
export const startTracing = async (
  url: string | undefined,
  about: { role: string; version: string },
): Promise<() => Promise<void>> => {
  if (url === undefined) return async () => undefined
  const { startOtel } = await import('./otel.ts')
  const { spans, stop } = startOtel(url, {
    'service.version': about.version,
    'service.instance.id': crypto.randomUUID(),
    'padron.role': about.role,
  })
  traceWith(spans)
  return async () => {
    traceWith(undefined)
    const over = new AbortController()
    await Promise.race([
      stop().catch(() => undefined),
      pause(LAST_BATCH_MS, undefined, { signal: over.signal }).catch(() => undefined),
    ])
    over.abort()
  }
}
