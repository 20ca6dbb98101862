// Whether the server tells of changes of jobs by itself: written by the line (use-queue-live.ts), read by who would ask otherwise.
import { createStore } from '../../lib/use-store.ts'

export const queueLive = createStore(false)
