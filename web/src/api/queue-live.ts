// Whether the server announces changes of jobs: written by the event stream (features/queue/use-queue-live.ts), read by
// the code that would poll otherwise.
import { createStore } from '../lib/use-store.ts'

export const queueLive = createStore(false)
/**
 * Whether the jobs may be requested. After the stream's first event no change is missed; a request before it would
 * have to be repeated. Without a stream they are requested anyway.
 */
export const queueReady = createStore(false)
