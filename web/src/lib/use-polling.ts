// Calls a function at an interval, except while the page is hidden.
import { useEffect } from 'react'

export const usePolling = (waiting: boolean, refetch: () => unknown, everyMs: number): void => {
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => document.hidden || void refetch(), everyMs)
    return () => clearInterval(timer)
  }, [waiting, refetch, everyMs])
}
