// The corrections of one file, kept for as long as this tab is open: a reload loses nothing. Storage may be forbidden or
// full: then they live as long as the page.
import { useCallback, useState } from 'react'
import { z } from 'zod/mini'
import { useUser } from '../../session/user-context.ts'
import { Corrections, countOfChanges, NONE, withoutSent } from './corrections.ts'

const read = (key: string): Corrections => {
  try {
    const kept = z.safeParse(Corrections, JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    return kept.success ? kept.data : NONE
  } catch {
    return NONE
  }
}
const write = (key: string, now: Corrections): void => {
  try {
    if (countOfChanges(now) > 0) sessionStorage.setItem(key, JSON.stringify(now))
    else sessionStorage.removeItem(key)
  } catch {
    // See above.
  }
}

export type CorrectionsHold = {
  now: Corrections
  change: (make: (now: Corrections) => Corrections) => void
  clear: () => void
  /** What is being checked; what is changed meanwhile is left when it was. */
  sent: Corrections
  send: (sent: Corrections) => void
  settle: (sent: Corrections) => void
}

/** For one file: another one is another hold (`key`). */
export const useCorrections = (importId: string): CorrectionsHold => {
  const { userId } = useUser()
  const key = `padron.${userId}.import-${importId}`
  const [now, setNow] = useState(() => read(key))
  const change = useCallback(
    (make: (now: Corrections) => Corrections): void =>
      setNow((before) => {
        const after = make(before)
        write(key, after)
        return after
      }),
    [key],
  )
  const clear = useCallback((): void => change(() => NONE), [change])
  const [sent, send] = useState(NONE)
  const settle = useCallback(
    (done: Corrections): void => {
      send(NONE)
      change((before) => withoutSent(before, done))
    },
    [change],
  )
  return { now, change, clear, sent, send, settle }
}
