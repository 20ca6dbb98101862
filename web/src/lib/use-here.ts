// Whether the caller is still on the page when an answer comes: who closed it, or went elsewhere, may have opened something since.
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

export const useHere = (): RefObject<boolean> => {
  const here = useRef(true)
  useLayoutEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return here
}

/** `act` while the caller is on the page; afterwards nothing. For what an answer closes or opens. */
export const useWhileHere = <A extends unknown[]>(act: (...args: A) => void): ((...args: A) => void) => {
  const here = useHere()
  return useCallback((...args: A) => void (here.current && act(...args)), [here, act])
}
