// Whether the caller is still mounted when a response arrives: a user who closed it may have opened something since.
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

/** Calls `act` only while the caller is mounted. For what a response closes or opens. */
export const useIfMounted = <A extends unknown[]>(act: (...args: A) => void): ((...args: A) => void) => {
  const isMounted = useIsMounted()
  return useCallback((...args: A) => void (isMounted.current && act(...args)), [isMounted, act])
}
