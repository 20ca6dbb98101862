// How far an order is, beside the resource it was placed for.
import type { QueueItem } from '@padron/contract/queue'
import type { ReactNode } from 'react'
import { remainingText } from '../queue/queue-words.ts'

const number = (value: number): string => value.toLocaleString('es-MX')

export const OrderProgress = ({ item, now }: { item: QueueItem; now: number }): ReactNode => {
  const { progress } = item
  const words = [
    progress ? `${number(progress.done)} de ${number(progress.total)}` : 'Preparando…',
    progress?.what,
    remainingText(item, now),
  ]
  return (
    <div className="process__progress">
      <progress
        aria-label={`Avance de ${item.queueDescription}`}
        {...(progress && { value: progress.done, max: progress.total })}
      />
      <span>{words.filter(Boolean).join(' · ')}</span>
    </div>
  )
}
