// What is open over a phone's screen is left by Back as by its own button: it has an entry of the history to itself,
// at the same address, that goes with it.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

type Marked = { over?: string }

/** The entries of what is open now, by key. */
const open = new Set<string>()

/** @param when it is open over the screen @param onClose what Back does */
export const useBackCloses = (when: boolean, onClose: () => void): void => {
  const { history } = useRouter()
  const close = useRef(onClose)
  close.current = onClose
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const key = useRef<string>(undefined)
  useEffect(() => {
    if (!when) return
    const mine = (): boolean => (history.location.state as Marked).over === key.current
    clearTimeout(leaving.current)
    // Not randomUUID, which plain-http hosts lack, nor a counter: entries outlive a reload.
    key.current ??= crypto.getRandomValues(new Uint32Array(2)).join()
    const { current } = key
    open.add(current)
    if (!mine()) history.push(history.location.href, { ...history.location.state, over: current })
    const unsubscribe = history.subscribe(() => {
      if (!mine()) close.current()
    })
    return () => {
      unsubscribe()
      open.delete(current)
      // Not at once: what closed it may be a way to elsewhere, and then the entry is not the last one any more.
      leaving.current = setTimeout(() => {
        if (mine()) history.back()
        key.current = undefined
      })
    }
  }, [when, history])
}

/**
 * Back passes over the entry of what was left by a way to elsewhere: it shows nothing that the one before it does
 * not.
 */
export const useBackSkipsClosed = (): void => {
  const { history } = useRouter()
  useEffect(
    () =>
      history.subscribe(({ location, action }: { location: { state: object }; action: { type: string } }) => {
        const { over } = location.state as Marked
        if (action.type === 'BACK' && over !== undefined && !open.has(over)) history.back()
      }),
    [history],
  )
}
