// A file on its way with what is told of it: how far it is, calling it off, and what it makes stale once it is there.
import type { Call, Reply } from '@padron/contract/call'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { unauthorised } from '../../api/unauthorised.ts'

type Way = { onProgress: (part: number) => void; signal: AbortSignal }
export type UploadResult<T = unknown> =
  | { how: 'sent'; reply: T }
  | { how: 'cancelled' }
  | { how: 'failed'; error: unknown }

export const useSending = () => {
  const queries = useQueryClient()
  /** How much has gone out, from 0 to 1; undefined while nothing is being sent. */
  const [progress, setProgress] = useState<number>()
  const way = useRef<AbortController>(undefined)
  useEffect(() => () => way.current?.abort(), [])

  /** @param about what is said of the success beside its words */
  const send = async <R extends Call>(
    row: R,
    about: string,
    work: (way: Way) => Promise<Reply<R>>,
  ): Promise<UploadResult<Reply<R>>> => {
    const sending = new AbortController()
    const { signal } = sending
    way.current = sending
    setProgress(0)
    try {
      const reply = await work({ onProgress: setProgress, signal })
      if (row.done) notify('done', row.done, { about })
      const touched = row.touches ?? []
      void queries.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(String(queryKey[1])) })
      return { how: 'sent', reply }
    } catch (error) {
      if (signal.aborted) return { how: 'cancelled' }
      unauthorised(error)
      return { how: 'failed', error }
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, sending: progress !== undefined, send, cancel: (): void => way.current?.abort() }
}
export type Sending = ReturnType<typeof useSending>
