// Gives the focus back to where a panel was opened from. The library's drawer does so when it has slid away; one closed while it still
// slides in is gone at once, and the focus with it.
import { useLayoutEffect, useRef } from 'react'

export const useFocusBack = (open: boolean): void => {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement
    else if (document.activeElement === document.body && opener.current instanceof HTMLElement)
      opener.current.focus({ preventScroll: true })
  }, [open])
}
