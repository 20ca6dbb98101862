// Whether the server announces changes of jobs: written by the event stream (use-queue-live.ts), read by the code that
// would poll otherwise.
import { createStore } from '../lib/use-store.ts'

export const queueLive = createStore(false)
/**
 * Whether the jobs may be requested yet. From the stream's first event on no change is missed: a request before it
 * would have to be repeated. Without a stream they are requested all the same.
 */
export const queueReady = createStore(false)
