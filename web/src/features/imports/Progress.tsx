// A file being applied or undone: how far it is, what is done, how long it may still take.
import type { Import } from '@padron/contract/imports'
import type { QueueItem } from '@padron/contract/queue'
import { type ReactNode, useEffect, useState } from 'react'
import { remainingText } from '../../lib/job-state.ts'
import { numberText } from '../../lib/number-text.ts'
import { useMailWords } from './use-mail-words.ts'

const WAITS = 'En espera de su turno…'

/** Before that nobody knows how long it takes, and most have ended. */
const ESTIMATES_AFTER_MS = 10_000

const useRunsLong = (running: boolean): boolean => {
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!running) return
    const timer = setTimeout(() => setLong(true), ESTIMATES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [running])
  return running && long
}

export const Progress = ({ told: { state, job, notifyTo }, now }: { told: Import; now: number }): ReactNode => {
  const progress = job?.progress ?? null
  const runsLong = useRunsLong(progress !== null)
  const told = useMailWords().atEnd(notifyTo)
  const words = [
    progress ? `${numberText(progress.done)} de ${numberText(progress.total)}` : WAITS,
    progress?.what,
    job && runsLong && remainingText({ estimatedFinishedDateTime: job.estimatedFinishedDateTime } as QueueItem, now),
  ]
  return (
    <div className="state-block tinted stack gap-10">
      <p className="state-line flex-wrap align-top">
        <strong>{state === 'undoing' ? 'Se está deshaciendo.' : 'Se está aplicando: todo o nada.'}</strong>
        {told && <span className="muted">{told}</span>}
      </p>
      <div className="row-wrap gap-4-12 figures-text">
        <progress
          aria-label={state === 'undoing' ? 'Avance de deshacer' : 'Avance de la aplicación'}
          {...(progress && { value: progress.done, max: progress.total })}
        />
        <span role="status">{words.filter(Boolean).join(' · ')}</span>
      </div>
    </div>
  )
}
