// Whether a media query holds now.
import { useSyncExternalStore } from 'react'

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
/** There is room for the panel of jobs beside the screen; queue.css has the same width. */
export const BESIDE = '(min-width: 1280px)'
