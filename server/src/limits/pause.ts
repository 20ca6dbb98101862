// A pause between two steps of background work.
import { setTimeout } from 'node:timers/promises'

/** Work that pauses does not keep the process alive. */
export const pause = (ms: number): Promise<void> => setTimeout(ms, undefined, { ref: false })

/** Waits, at most until the signal; leaves no listener on it. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, signal && { signal }).catch(() => undefined)
