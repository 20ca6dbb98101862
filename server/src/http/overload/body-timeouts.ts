// Time limits for the bodies of requests. Node has one limit for all; a large file over a slow line needs a longer one,
// and gets it only when its sender is known.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../errors/http-problem.ts'
import { answerNoRequest } from '../problem.ts'

export type BodyTimeouts = {
  /** A workbook of 25 MB over a slow line. */
  bodyMs: number
  /** A document of 250 MB over a slow line. */
  fileMs: number
  /** A file must bring a piece within this time: a client that sends nothing blocks a turn that others need. */
  paceMs: number
}
export const BODY_TIMEOUTS: BodyTimeouts = { bodyMs: 120_000, fileMs: 1_200_000, paceMs: 15_000 }
const PIECE = 65_536
/** The longest gap between pieces of a body that still arrives after its answer. */
const REST_PACE_MS = 1_000

const LATE = { code: 'ERR_HTTP_REQUEST_TIMEOUT' } as ConnectionError
const extensions = new WeakMap<IncomingMessage, (ms: number) => void>()

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Answers 408 on the connection if no answer has begun; otherwise closes it. */
const endLate = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  if (raw.complete || raw.socket.destroyed) return
  if (reply.raw.headersSent) raw.socket.destroy()
  else answerNoRequest(LATE, raw.socket)
}

/** Bytes that arrived and that we have not read yet are not the sender's slowness. */
const keepsPace = ({ raw }: FastifyRequest): (() => boolean) => {
  let before = raw.socket.bytesRead
  return () => {
    const brought = raw.socket.bytesRead - before
    before += brought
    return brought >= PIECE || raw.readableLength > 0
  }
}

/**
 * Ends requests without a route before their body is read, requests whose body takes too long, and files that stop
 * arriving.
 */
export const limitBodies = (app: FastifyInstance, { bodyMs, paceMs }: BodyTimeouts): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (request.is404 && hasBody(raw)) throw notFound()
    // A request that tests inject has no connection, and its body is complete.
    if (!hasBody(raw) || !(raw.socket instanceof Socket)) return
    let timer = setTimeout(() => endLate(request, reply), bodyMs).unref()
    let pace: NodeJS.Timeout | undefined
    const end = () => {
      clearTimeout(timer)
      clearInterval(pace)
    }
    extensions.set(raw, (ms) => {
      end()
      if (raw.complete) return
      const paced = keepsPace(request)
      timer = setTimeout(() => endLate(request, reply), ms).unref()
      pace = setInterval(() => paced() || endLate(request, reply), paceMs).unref()
    })
    raw.once('end', end).once('close', end)
  })
  app.addHook('onResponse', async (request) => cutRest(request))
}

/**
 * Ends the connection of a request that was answered before its body came, unless the rest comes fast: a browser
 * reads the answer only when it has sent all of a file.
 */
const cutRest = (request: FastifyRequest): void => {
  const { raw } = request
  if (raw.complete || !hasBody(raw) || !(raw.socket instanceof Socket)) return
  raw.unpipe()
  raw.resume() // its reader may have stopped
  const isFast = keepsPace(request)
  const pace = setInterval(() => isFast() || raw.socket.destroy(), REST_PACE_MS).unref()
  raw.once('end', () => clearInterval(pace)).once('close', () => clearInterval(pace))
}

/** Gives this request the time that a large file needs, for as long as its bytes keep coming. */
export const extendTimeout = ({ raw }: FastifyRequest, ms: number): void => extensions.get(raw)?.(ms)
