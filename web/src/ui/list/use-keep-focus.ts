// Keeps the focus when an action removes its row from the list: it moves to the row in that place, or to the list,
// never to the top of the page.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Elements opened from a row or about it: a user in one has not left the row. */
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
  // After every render, because rows change and dialogs close a moment after the action.
  useLayoutEffect(() => {
    if (at.current === undefined || document.activeElement !== document.body) return
    const rows = list.current?.querySelectorAll<HTMLElement>(ROW) ?? []
    const row = at.current === NO_ROW ? undefined : rows[Math.min(at.current, rows.length - 1)]
    const target = row?.hasAttribute('tabindex') ? row : row?.querySelector('button')
    ;(target ?? list.current)?.focus()
  })
}
