// One piece of work at a time: a second call while it runs, as by a double click, does nothing.
import { useCallback, useRef, useState } from 'react'

export const useBusy = () => {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = useCallback(async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [])
  return { busy, run }
}
