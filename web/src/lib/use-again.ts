// Asks again and again while somebody waits for it, and looks.
import { useEffect } from 'react'

export const useAgain = (waiting: boolean, refetch: () => unknown, everyMs: number): void => {
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => document.hidden || void refetch(), everyMs)
    return () => clearInterval(timer)
  }, [waiting, refetch, everyMs])
}
