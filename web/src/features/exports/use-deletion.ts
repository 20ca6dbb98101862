// Whether the whole fleet is being deleted, by whoever asked: the button waits until it is over, and then the fleet is read
// again. Who ordered it is told the end.
import type { QueueItem } from '@padron/contract/queue'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useQueue } from '../../api/use-queue.ts'
import { isUnfinished, jobStateOf } from '../../lib/job-state.ts'

const isDeletion = (item: QueueItem): boolean => item.queueId === 8 && isUnfinished(item)
const FLEET = /^(catalogue|vehicles|resourceStatus|activity|exports)\./

const notifyEnd = (item: QueueItem): void => {
  const jobState = jobStateOf(item)
  if (jobState === 'done') notify('done', item.successMessage ?? item.queueDescription)
  if (jobState === 'failed') notify('error', item.errorMessage ?? `${item.queueDescription}: con error`)
}

/** @param off the session may not delete at all: nothing is asked */
export const useDeletion = (off: boolean) => {
  const queries = useQueryClient()
  const { items } = useQueue(isDeletion, off)
  const [ordered, setOrdered] = useState<string>()
  const mine = items.find(({ _id }) => _id === ordered)
  const running = items.find(isDeletion)
  // Between the order and the first answer that knows of it.
  const busy = running !== undefined || (ordered !== undefined && mine === undefined)
  const before = useRef(false)
  useEffect(() => {
    if (before.current && !busy)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => FLEET.test(String(queryKey[1])) })
    before.current = busy
  }, [busy, queries])
  const ended = mine && !isUnfinished(mine) ? mine : undefined
  useEffect(() => {
    if (!ended) return
    notifyEnd(ended)
    setOrdered(undefined)
  }, [ended])
  return { busy, progress: running?.progress ?? null, setOrdered }
}
