// Whether there is little room around an element, which depends on more than the window: side menu and panel take theirs.
import { type RefObject, useLayoutEffect, useState } from 'react'

/** @param inner whose parent is measured @param from pixels from which the parent is not narrow */
export const useNarrow = (inner: RefObject<HTMLElement | null>, from: number): boolean => {
  const [narrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const outer = inner.current?.parentElement
    if (!outer || typeof ResizeObserver === 'undefined') return
    // 0 where nothing is laid out.
    const measure = (): void => setNarrow(outer.clientWidth > 0 && outer.clientWidth < from)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(outer)
    return () => observer.disconnect()
  }, [inner, from])
  return narrow
}
