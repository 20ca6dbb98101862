// A pause between two steps of background work.
import { setTimeout } from 'node:timers/promises'

/** The pause does not keep the process alive. */
export const pause = (ms: number): Promise<void> => setTimeout(ms, undefined, { ref: false })

/** Waits until the time or the signal, and removes its listener from the signal. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, signal && { signal }).catch(() => undefined)
