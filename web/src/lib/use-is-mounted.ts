// Whether the caller is still on the page when an answer comes: who closed it, or went elsewhere, may have opened
// something since.
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

export const useIsMounted = (): RefObject<boolean> => {
  const isMounted = useRef(true)
  useLayoutEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}

/** `act` while the caller is on the page; afterwards nothing. For what an answer closes or opens. */
export const useIfMounted = <A extends unknown[]>(act: (...args: A) => void): ((...args: A) => void) => {
  const isMounted = useIsMounted()
  return useCallback((...args: A) => void (isMounted.current && act(...args)), [isMounted, act])
}
