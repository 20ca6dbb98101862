// How wide an element is, from before its first painting on.
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Where nothing is laid out, as in a test. */
const UNKNOWN_WIDTH = 480

export const useWidth = (element: RefObject<HTMLElement | null>): number | undefined => {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = (): void => setWidth(Math.floor(measured.clientWidth) || UNKNOWN_WIDTH)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
