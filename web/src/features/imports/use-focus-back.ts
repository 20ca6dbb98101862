// What has the focus in a file may go when something is done with it, or with the dialog it was done in: the focus then comes
// to the file's heading, never to the top of the page.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** What stands over the file, or speaks of it: whoever is there has not left it. */
const OVER = 'dialog, .notices, [popover]'
const CONTROL = 'button, a, input, label, summary'

/** @param within whether the focus is wanted here from the start */
export const useFocusBack = (
  section: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  within: boolean,
): void => {
  const here = useRef(within)
  useEffect(() => {
    const note = ({ target, type }: Event): void => {
      if (!(target instanceof Element) || target.closest(OVER)) return
      // A press beside the controls leaves them: nothing is to be taken back from there.
      here.current =
        (section.current?.contains(target) ?? false) && (type === 'focusin' || target.closest(CONTROL) !== null)
    }
    addEventListener('focusin', note)
    addEventListener('pointerdown', note)
    return () => {
      removeEventListener('focusin', note)
      removeEventListener('pointerdown', note)
    }
  }, [section])
  // After every drawing, and after the dialogs that went with it gave the focus back to where they had it from.
  useLayoutEffect(() => {
    if (here.current && document.activeElement === document.body) heading.current?.focus()
  })
}
