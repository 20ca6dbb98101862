// A file being applied or undone: how far it is, what is done, how long it may still take.
import type { Import } from '@padron/contract/imports'
import type { QueueItem } from '@padron/contract/queue'
import type { ReactNode } from 'react'
import { remainingText } from '../queue/queue-words.ts'
import { number } from './words.ts'

const WAITS = 'En espera de su turno…'

export const Progress = ({ told: { state, job, notifyTo }, now }: { told: Import; now: number }): ReactNode => {
  const progress = job?.progress ?? null
  const words = [
    progress ? `${number(progress.done)} de ${number(progress.total)}` : WAITS,
    progress?.what,
    job && remainingText({ estimatedFinishedDateTime: job.estimatedFinishedDateTime } as QueueItem, now),
  ]
  return (
    <div className="state-block">
      <p className="state-line">
        <strong>{state === 'undoing' ? 'Se está deshaciendo.' : 'Se está aplicando: todo o nada.'}</strong>
        {notifyTo && <span className="muted">Al terminar se avisa a {notifyTo}.</span>}
      </p>
      <div className="import-progress">
        <progress
          aria-label={state === 'undoing' ? 'Avance de deshacer' : 'Avance de la aplicación'}
          {...(progress && { value: progress.done, max: progress.total })}
        />
        <span role="status">{words.filter(Boolean).join(' · ')}</span>
      </div>
    </div>
  )
}
