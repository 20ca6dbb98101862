// Updates the jobs: while the event stream is open each event causes one request and nothing is polled; without it the
// jobs are polled.
import { queue } from '@padron/contract/queue'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ignoreLoadFailure } from '../../api/new-release.ts'
import { queueLive, queueReady } from '../../api/queue-live.ts'

const QUEUE_CALLS: readonly unknown[] = [queue.items.name, queue.deliveries.name]
/** Minimum time between two requests, however many events come. */
const PACE_MS = 300

/** One request at a time; events during a request cause one more after it. */
const makeRefresh = (queries: QueryClient): (() => void) => {
  let isRunning = false
  let again = false
  const ask = async (): Promise<void> => {
    isRunning = true
    while (again) {
      again = false
      await queries
        .invalidateQueries({ predicate: ({ queryKey }) => QUEUE_CALLS.includes(queryKey[1]) })
        .catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, PACE_MS))
    }
    isRunning = false
  }
  return () => {
    again = true
    if (!isRunning) void ask()
  }
}

export const useQueueLive = (): void => {
  const queries = useQueryClient()
  useEffect(() => {
    let stop: (() => void) | undefined
    let left = false
    const begin = async (): Promise<void> => {
      const { followQueue } = await import('./queue-stream.ts')
      if (left) return
      const refresh = makeRefresh(queries)
      const onChange = (): void => (queueReady.get() ? refresh() : queueReady.set(true))
      const onLive = (live: boolean): void => {
        queueLive.set(live)
        if (!live) queueReady.set(true)
      }
      stop = followQueue({ onChange, onLive })
    }
    void begin().catch(ignoreLoadFailure) // without it the jobs are polled
    return () => {
      left = true
      stop?.()
      queueReady.set(false)
    }
  }, [queries])
}
