// A file on its way: how far it is, and calling it off. Who leaves meanwhile calls it off too.
import { useEffect, useRef, useState } from 'react'

type Way = { onProgress: (part: number) => void; signal: AbortSignal }

export const useUpload = () => {
  /** How much has gone out, from 0 to 1; undefined while nothing is being sent. */
  const [progress, setProgress] = useState<number>()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  return {
    progress,
    /** @param send gives the answer; called off it fails with the signal's reason */
    upload: async <T>(send: (way: Way) => Promise<T>): Promise<T> => {
      const own = new AbortController()
      controller.current = own
      setProgress(0)
      return send({ onProgress: setProgress, signal: own.signal }).finally(() => setProgress(undefined))
    },
    cancel: (): void => controller.current?.abort(),
  }
}
export type Upload = Pick<ReturnType<typeof useUpload>, 'progress' | 'cancel'>
