// A value that follows another one once it has not changed for a while.
import { useEffect, useState } from 'react'

/** @param wait milliseconds without a change */
export const useDebounced = <T>(value: T, wait: number): T => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return debounced
}
