// The company's jobs, as every part of the console that shows them asks: every two minutes, and where the server does not tell
// of changes by itself every few seconds while one is under way and the page is looked at, so that a bar moves.
import { type QueueItem, queue } from '@padron/contract/queue'
import { useEffect } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useStore } from '../../lib/use-store.ts'
import { queueLive } from './queue-live.ts'

const LIVELY_MS = 3_000

/** @param moving which jobs somebody looks at while they are under way */
export const useQueue = (moving: (item: QueueItem) => boolean, off = false) => {
  const asked = useCall(queue.items, {}, { off })
  const items: readonly QueueItem[] = asked.data?.queueInformation.queueList ?? []
  const told = useStore(queueLive)
  const lively = !told && items.some(moving)
  const { refetch } = asked
  useEffect(() => {
    if (!lively) return
    const timer = setInterval(() => document.hidden || void refetch(), LIVELY_MS)
    return () => clearInterval(timer)
  }, [lively, refetch])
  return { ...asked, items }
}
