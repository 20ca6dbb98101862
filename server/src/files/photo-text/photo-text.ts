// The text in a photo. It is read in a thread that is ended if it takes too long (decision 080).
import { PoolError, threadPool } from '../thread-pool.ts'

export type PhotoTextQuestion = { bytes: Uint8Array }
/** Lines from top to bottom, with capitals and digits only. */
export type PhotoTextAnswer = { lines: string[] } | { unreadable: true }

/** A photo takes one or two seconds, and another second if the networks must be loaded first. */
const TIMEOUT_MS = 20_000

const pool = threadPool<PhotoTextQuestion, PhotoTextAnswer>(new URL('./worker.ts', import.meta.url), {
  atMost: 1,
  timeoutMs: TIMEOUT_MS,
})

/**
 * @param photo PNG or JPEG, whose size the caller has checked; it is copied
 * @returns undefined if it cannot be decoded or takes too long
 */
export const readPhotoText = async (photo: Uint8Array): Promise<string[] | undefined> => {
  const bytes = new Uint8Array(photo)
  try {
    const answer = await pool.ask({ bytes }, [bytes.buffer])
    return 'lines' in answer ? answer.lines : undefined
  } catch (error) {
    if (error instanceof PoolError) return undefined
    throw error
  }
}

/** Ends the thread if it is idle. @internal for tests */
export const restPhotoTextThread = pool.rest
