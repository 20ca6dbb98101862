// Orders under way: what the queue panel has of them, and when the list must be asked again because one ended.
import type { ProcessableResource } from '@padron/contract/processing'
import type { QueueItem } from '@padron/contract/queue'
import { useEffect, useRef } from 'react'
import { useQueue } from '../../api/use-queue.ts'
import { isUnfinished } from '../../lib/job-state.ts'
import { usePolling } from '../../lib/use-polling.ts'
import { useCan } from '../../session/user-context.ts'

const PROCESSING_QUEUE = 1
const WAIT_MS = 15_000

const isOrder = (item: QueueItem): boolean => item.queueId === PROCESSING_QUEUE && isUnfinished(item)

/** The job that asks the resource's source now. */
export const jobOf = ({ queueItemId }: ProcessableResource, jobs: readonly QueueItem[]): QueueItem | undefined =>
  jobs.find(({ _id }) => _id === queueItemId)

type List = { data?: { data: readonly { resources: readonly ProcessableResource[] }[] } | undefined }

/** @returns the orders that have not ended, where the session may see the queue */
export const useOrders = (list: List & { refetch: () => unknown }): readonly QueueItem[] => {
  const { items } = useQueue(isOrder, !useCan('queue_read'))
  const jobs = items.filter(isOrder)
  const { refetch } = list
  const ids = jobs.map(({ _id }) => _id).join()
  const before = useRef(ids)
  useEffect(() => {
    const ended = before.current.split(',').some((id) => id && !ids.includes(id))
    before.current = ids
    if (ended) void refetch()
  }, [ids, refetch])
  // Who may not see the queue learns the end from the list itself.
  const waiting = list.data?.data.some(({ resources }) => resources.some(({ queued }) => queued)) ?? false
  usePolling(waiting, refetch, WAIT_MS)
  return jobs
}
