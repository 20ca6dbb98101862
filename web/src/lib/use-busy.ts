// Runs one task at a time: a second call during it, such as by a double click, is ignored.
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
