// Whether the server tells of changes of jobs by itself: written by the line (use-queue-live.ts), read by who would
// ask otherwise.
import { createStore } from '../lib/use-store.ts'

export const queueLive = createStore(false)
/**
 * Whether the jobs are asked for yet. The line's first event says that from now on nothing is missed: asked before
 * it, they would have to be asked again. Where there is no line they are asked without it.
 */
export const queueReady = createStore(false)
