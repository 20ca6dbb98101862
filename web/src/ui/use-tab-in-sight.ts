// Scrolls a row of tabs so that the open one is visible, without `scrollIntoView`, which would move the page too.
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** @param open a value that changes with the open tab @returns the ref of the row, which must be positioned */
export const useTabInSight = <E extends HTMLElement>(open: unknown): RefObject<E | null> => {
  const row = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is read from the page
  useLayoutEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current="page"]')
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [open])
  return row
}
