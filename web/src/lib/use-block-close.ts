// A dialog cannot be closed while its work runs, because closing would look like cancelling. The block ends after a
// while, because a response may never arrive; a later one affects nothing opened since (use-is-mounted.ts) and is
// reported in a notice (api/use-action.ts).
import { useEffect, useState } from 'react'

/** How long work blocks closing, in milliseconds. */
export const BLOCK_CLOSE_MS = 10_000

/** @returns whether closing is blocked now */
export const useBlockClose = (busy: boolean): boolean => {
  const [timedOut, setTimedOut] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setTimedOut(true), BLOCK_CLOSE_MS)
    return () => {
      clearTimeout(timer)
      setTimedOut(false)
    }
  }, [busy])
  return busy && !timedOut
}
