// Arrow down moves the focus into the table, from anywhere on the screen where the key has no other use.
import { type RefObject, useEffect } from 'react'

const OWN_KEYS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="dialog"], summary'
const OVER = 'dialog[open]'

export const useFirstRow = (rows: RefObject<HTMLElement | null>, on: boolean): void => {
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event
      if (key !== 'ArrowDown' || defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return
      const elsewhere = target instanceof Element && (target.closest(OWN_KEYS) || rows.current?.contains(target))
      if (elsewhere || document.querySelector(OVER)) return
      // The row that Tab reaches: the first, or the user's last one.
      const row = rows.current?.querySelector<HTMLElement>('tr[tabindex="0"]')
      if (!row) return
      event.preventDefault()
      row.focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [rows, on])
}
