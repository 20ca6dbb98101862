// A graceful stop: the process reports that it is not ready, goes on answering while balancers take it out, closes
// each connection with its answer, and then lets the calls under way finish.
import { setTimeout as rest } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** From the signal on an answer is the last of its connection: the client's next call goes to a process that stays. */
export const drainConnections = (app: FastifyInstance, draining: AbortSignal): void => {
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (draining.aborted) reply.header('connection', 'close')
    next()
  })
}

/** Whoever stops a process gives it ten seconds: these are left for the database and the rest. */
const FINISH_WITHIN_MS = 6_000

/**
 * From the signal on, calls are accepted for `drainMs` more; those then under way, an upload as well, have `finishMs`
 * to end by themselves, and their connections are closed after that: a stalled one must not delay the stop.
 * @returns starts it, and waits for its end
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
  draining.addEventListener('abort', () => void once().catch(() => undefined)) // whoever waits for it hears of it
  return once
}
