// How long the body of a request may take to arrive. Node has one limit for all of them; a large file over a slow line needs more
// than anybody else may have, and only once it is known who sends it.
import type { IncomingMessage } from 'node:http'
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerNoRequest } from './problem.ts'

export type Patience = {
  /** A workbook of 25 MB over a slow line. */
  bodyMs: number
  /** A document of 200 MB over a slow line. */
  fileMs: number
}
export const PATIENCE: Patience = { bodyMs: 120_000, fileMs: 1_200_000 }

const LATE = { code: 'ERR_HTTP_REQUEST_TIMEOUT' } as ConnectionError
const waits = new WeakMap<IncomingMessage, (ms: number) => void>()

const comes = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Told on the connection where nothing was said yet; else it is cut. */
const giveUp = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  if (raw.complete || raw.socket.destroyed) return
  if (reply.raw.headersSent) raw.socket.destroy()
  else answerNoRequest(LATE, raw.socket)
}

/** Ends every request whose body has not come in time. */
export const limitBodies = (app: FastifyInstance, { bodyMs }: Patience): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (!comes(raw)) return
    let timer: NodeJS.Timeout | undefined
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => giveUp(request, reply), ms).unref()
    }
    wait(bodyMs)
    waits.set(raw, wait)
    const end = () => clearTimeout(timer)
    raw.once('end', end).once('close', end)
  })
}

/** From now on this one has the time that a large file needs. */
export const waitLonger = ({ raw }: FastifyRequest, ms: number): void => waits.get(raw)?.(ms)
