// On a phone Back closes what is open over the screen: opening it adds a history entry with the same address, and
// closing it removes the entry.
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

type Marked = { over?: string }

/** The history entries of what is open now, by key. */
const open = new Set<string>()

/** @param when whether it is open over the screen @param onClose called by Back */
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
    // Not randomUUID, which is missing on plain-http hosts, nor a counter, because entries outlive a reload.
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
      // Delayed: a navigation may have closed it, and then its entry is no longer the last one.
      leaving.current = setTimeout(() => {
        if (mine()) history.back()
        key.current = undefined
      })
    }
  }, [when, history])
}

/** Back skips the entry of something closed by a navigation, because it shows the same as the one before it. */
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
