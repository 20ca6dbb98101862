// How far an order is, beside the resource it was placed for.
import type { QueueItem } from '@padron/contract/queue'
import type { ReactNode } from 'react'
import { remainingText } from '../../lib/job-state.ts'
import { numberText } from '../../lib/number-text.ts'

export const OrderProgress = ({ item, now }: { item: QueueItem; now: number }): ReactNode => {
  const { progress } = item
  const words = [
    progress ? `${numberText(progress.done)} de ${numberText(progress.total)}` : 'Preparando…',
    progress?.what,
    remainingText(item, now),
  ]
  return (
    <div className="process__progress row-wrap small figures-text">
      <progress
        aria-label={`Avance de ${item.queueDescription}`}
        {...(progress && { value: progress.done, max: progress.total })}
      />
      <span>{words.filter(Boolean).join(' · ')}</span>
    </div>
  )
}
