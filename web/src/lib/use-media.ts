// Whether a media query matches.
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/**
 * @param inner an element whose parent is measured @param from the width in pixels from which the parent is not narrow
 */
export const useNarrow = (inner: RefObject<HTMLElement | null>, from: number): boolean => {
  const [narrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const outer = inner.current?.parentElement
    if (!outer || typeof ResizeObserver === 'undefined') return
    // 0 without a layout, as in tests.
    const measure = (): void => setNarrow(outer.clientWidth > 0 && outer.clientWidth < from)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(outer)
    return () => observer.disconnect()
  }, [inner, from])
  return narrow
}

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )

/** Rows become cards and the menu a drawer below this width. */
export const PHONE = '(max-width: 699px)'
/** The queue panel fits beside the screen; queue.css has the same width. */
export const BESIDE = '(min-width: 1280px)'
