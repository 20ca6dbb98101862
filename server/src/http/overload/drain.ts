// A graceful stop: the process reports that it is not ready, goes on answering while balancers take it out, closes
// each connection with its answer, and then lets the calls under way finish.
import { setTimeout as rest } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** After the signal each answer closes its connection, so that the client's next call goes to another process. */
export const drainConnections = (app: FastifyInstance, draining: AbortSignal): void => {
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (draining.aborted) reply.header('connection', 'close')
    next()
  })
}

/** A process has ten seconds to stop: the rest of them is for the database and other work. */
const FINISH_WITHIN_MS = 6_000

/**
 * After the signal, calls are accepted for `drainMs`. Calls then under way, uploads too, have `finishMs` to end;
 * after it their connections are closed, so that a stalled one does not delay the stop.
 * @returns a function that starts the drain and waits for its end
 */
export const drain = (
  app: FastifyInstance,
  draining: AbortSignal,
  drainMs: number,
  finishMs = FINISH_WITHIN_MS,
): (() => Promise<void>) => {
  const leave = async () => {
    if (app.server.listening) await rest(drainMs)
    const impatient = setTimeout(() => app.server.closeAllConnections(), finishMs)
    await app.close()
    clearTimeout(impatient)
  }
  let left: Promise<void> | undefined
  const once = () => {
    left ??= leave()
    return left
  }
  draining.addEventListener('abort', () => void once().catch(() => undefined)) // its caller gets the error
  return once
}
