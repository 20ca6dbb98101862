// What was done with a row may take it out of the list, and with it what has the focus: the focus then goes on to the
// row in its place, or to the list, never to the top of the page.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** What is opened from a row, or speaks of it: whoever is there has not left the row. */
const OVER = 'dialog, .notices, [popover], .bulk-bar'
const ROW = '[data-row], .cards > li'
/** In the list, but in no row. */
const NO_ROW = -1

export const useKeepFocus = (list: RefObject<HTMLElement | null>): void => {
  const at = useRef<number>(undefined)
  useEffect(() => {
    const note = ({ target }: Event): void => {
      if (!(target instanceof Element) || target.closest(OVER)) return
      const row = target.closest(ROW)
      if (!list.current?.contains(target)) at.current = undefined
      else at.current = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : NO_ROW
    }
    addEventListener('focusin', note)
    addEventListener('pointerdown', note)
    return () => {
      removeEventListener('focusin', note)
      removeEventListener('pointerdown', note)
    }
  }, [list])
  // After every drawing: the rows change, and dialogs close, a moment after what was done.
  useLayoutEffect(() => {
    if (at.current === undefined || document.activeElement !== document.body) return
    const rows = list.current?.querySelectorAll<HTMLElement>(ROW) ?? []
    const row = at.current === NO_ROW ? undefined : rows[Math.min(at.current, rows.length - 1)]
    const target = row?.hasAttribute('tabindex') ? row : row?.querySelector('button')
    ;(target ?? list.current)?.focus()
  })
}
