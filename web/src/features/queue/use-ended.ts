// What ended while one was looking, in words to be read aloud.
import type { QueueItem } from '@padron/contract/queue'
import { useEffect, useRef, useState } from 'react'
import { isUnfinished, JOB_STATE_WORDS, jobStateOf } from '../../lib/job-state.ts'

const endText = (item: QueueItem): string =>
  [
    `${item.queueDescription}: ${JOB_STATE_WORDS[jobStateOf(item)].toLowerCase()}.`,
    item.successMessage,
    item.errorMessage,
  ]
    .filter(Boolean)
    .join(' ')

/** @param items undefined until they are known */
export const useEnded = (items: readonly QueueItem[] | undefined): string => {
  const over = useRef<ReadonlySet<string>>(undefined)
  const [said, say] = useState('')
  useEffect(() => {
    if (!items) return
    const before = over.current
    const ended = items.filter((item) => !isUnfinished(item))
    over.current = new Set(ended.map(({ _id }) => _id))
    const fresh = before ? ended.filter(({ _id }) => !before.has(_id)) : []
    if (fresh.length) say(fresh.map(endText).join(' '))
  }, [items])
  return said
}
