// A pause between two steps of background work.
import { setTimeout } from 'node:timers/promises'

/** Work that pauses does not keep the process alive. */
export const pause = (ms: number): Promise<void> => setTimeout(ms, undefined, { ref: false })
