// Whether the client still waits for the answer: work that only the client would see stops when it is gone.
import type { FastifyReply } from 'fastify'

/** @returns a signal that is aborted when the connection ends before the whole answer was given to it */
export const clientGone = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
