// When the form closes the focus goes to the row it was about: after several in a row that is another than the one it was opened
// from. A row that is gone by then has its place taken by the list (ui/use-focus-kept.ts).
import { useEffect, useRef } from 'react'

/** @param captura the task whose form is open */
export const useFocusBack = (captura: string | undefined): void => {
  const last = useRef<string>(undefined)
  useEffect(() => {
    const was = last.current
    last.current = captura
    if (captura !== undefined || was === undefined) return
    document.querySelector<HTMLElement>(`.listing [data-captura="${was}"]`)?.focus()
  }, [captura])
}
