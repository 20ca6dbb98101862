// The company's jobs, for every part of the console that displays them: requested every two minutes; without the event
// stream every few seconds while a job is under way and the page is visible, so that its progress bar moves.
import { type QueueItem, queue } from '@padron/contract/queue'
import { useEffect } from 'react'
import { usePolling } from '../lib/use-polling.ts'
import { useStore } from '../lib/use-store.ts'
import { queueLive, queueReady } from './queue-live.ts'
import { useCall } from './use-call.ts'

const LIVELY_MS = 3_000
/** How long the event stream is waited for. */
const LINE_MS = 2_000

/** @param moving whether a job's progress is visible while it is under way */
export const useQueue = (moving: (item: QueueItem) => boolean, off = false) => {
  const ready = useStore(queueReady)
  const call = useCall(queue.items, {}, { off: off || !ready })
  const items: readonly QueueItem[] = call.data?.queueInformation.queueList ?? []
  const isLive = useStore(queueLive)
  const lively = !isLive && items.some(moving)
  const { refetch } = call
  useEffect(() => {
    if (off || ready) return
    const timer = setTimeout(() => queueReady.set(true), LINE_MS)
    return () => clearTimeout(timer)
  }, [off, ready])
  usePolling(lively, refetch, LIVELY_MS)
  return { ...call, items }
}
