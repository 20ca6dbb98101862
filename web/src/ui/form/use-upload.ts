// The upload of a form's file: its progress and its cancellation. Leaving the form cancels it too.
import { useEffect, useRef, useState } from 'react'

type Way = { onProgress: (part: number) => void; signal: AbortSignal }

export const useUpload = () => {
  const [file, choose] = useState<File>()
  /** The share that was sent, from 0 to 1; undefined while nothing is being sent. */
  const [progress, setProgress] = useState<number>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  return {
    file,
    choose,
    progress,
    /** @param work returns the response; if cancelled, it rejects with the signal's reason */
    send: async <T>(work: (file: File, way: Way) => Promise<T>): Promise<T> => {
      if (!file) throw new Error('No file to send')
      const own = new AbortController()
      controller.current = own
      setProgress(0)
      return work(file, { onProgress: setProgress, signal: own.signal }).finally(() => setProgress(undefined))
    },
    cancel: (): void => controller.current?.abort(),
  }
}
export type Upload = ReturnType<typeof useUpload>
