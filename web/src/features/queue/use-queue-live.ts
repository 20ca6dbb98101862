// Keeps the jobs as they are now: where the server's line is open its first event asks for them and each other one
// again, and nobody asks in between; without it the polling goes on as ever.
import { queue } from '@padron/contract/queue'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ignoreLoadFailure } from '../../api/new-release.ts'
import { queueLive, queueReady } from '../../api/queue-live.ts'

const QUEUE_CALLS: readonly unknown[] = [queue.items.name, queue.deliveries.name]
/** At most one question in so long, however many events. */
const PACE_MS = 300

/** One question at a time; what comes while one is under way is asked for after it, once. */
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
    void begin().catch(ignoreLoadFailure) // the polling is there without it
    return () => {
      left = true
      stop?.()
      queueReady.set(false)
    }
  }, [queries])
}
