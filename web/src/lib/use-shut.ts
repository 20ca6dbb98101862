// What is being done keeps its dialog open: closing would look like calling it off. Not for ever, for an answer may never come: then
// the dialog lets go, and an answer that still comes touches nothing opened since (use-here.ts) and is told in a notice (api/use-action.ts).
import { useEffect, useState } from 'react'

export const PATIENCE_MS = 10_000

/** @returns whether it cannot be closed now */
export const useShut = (busy: boolean): boolean => {
  const [tired, setTired] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setTired(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setTired(false)
    }
  }, [busy])
  return busy && !tired
}
