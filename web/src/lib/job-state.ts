// A job in words: its state and its remaining time.
import type { QueueItem } from '@padron/contract/queue'
import { numberText } from './number-text.ts'
import { plainText } from './plain-text.ts'

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

export const jobStateOf = ({ processing, cancelled, successDateTime, errorDateTime }: QueueItem): JobState => {
  if (cancelled) return 'cancelled'
  if (errorDateTime !== null) return 'failed'
  if (successDateTime !== null) return 'done'
  return processing ? 'running' : 'waiting'
}

export const isUnfinished = (item: QueueItem): boolean => ['waiting', 'running'].includes(jobStateOf(item))

export const JOB_STATE_WORDS: Readonly<Record<JobState, string>> = {
  waiting: 'En espera',
  running: 'En curso',
  done: 'Terminado',
  failed: 'Con error',
  cancelled: 'Cancelado',
}

/** The kind of a job, if its description does not contain it. */
export const kindText = ({ queueName, queueDescription }: QueueItem): string | undefined => {
  const words = plainText(queueDescription).split(/[^\p{L}\p{N}]+/u)
  const known = plainText(queueName)
    .split(' ')
    .some((word) => word.length > 3 && words.includes(word))
  return known ? undefined : queueName
}

/** The verb before the time of the end. */
export const endVerb = (jobState: JobState): string =>
  jobState === 'cancelled' ? 'se canceló' : jobState === 'failed' ? 'falló' : 'terminó'

const MINUTE = 60_000

/** Spec core §4: minutes until the estimated end, one within the last minute and a half. Empty without an estimate. */
export const remainingText = ({ estimatedFinishedDateTime }: QueueItem, now: number): string => {
  if (estimatedFinishedDateTime === null) return ''
  const left = Date.parse(estimatedFinishedDateTime) - now
  const minutes = left <= 1.5 * MINUTE ? 1 : Math.round(left / MINUTE)
  return `${minutes === 1 ? 'Falta' : 'Faltan'} ${numberText(minutes)} ${minutes === 1 ? 'minuto' : 'minutos'}`
}

export const countText = (running: number): string => `${running} ${running === 1 ? 'trabajo' : 'trabajos'} en curso`
