// Server-sent events for the queue panel, authenticated by the session's token like every call. Without them the panel
// polls every two minutes, which it does anyway.
import { holdsExactly } from '@padron/contract/permissions'
import { QUEUE_EVENTS } from '@padron/contract/queue'
import type { FastifyInstance } from 'fastify'
import { forbidden, HttpProblem, unauthorized } from '../../errors/http-problem.ts'
import { bearer } from '../../http/access/sessions.ts'
import { type Kit, refuseAddress } from '../../http/serve.ts'
import type { QueueLive } from '../../jobs/live.ts'
import { NEEDS, NOT_LIVE, queueStreams } from './streams.ts'

/**
 * Proxies must pass events on at once and unchanged. The connection closes with its stream, so it does not delay a
 * server that stops.
 */
const HEAD = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
}

/**
 * @param live absent: this process has no live events
 * @param draining ends every stream; browsers then reconnect to another process
 */
export const queueEvents = (
  app: FastifyInstance,
  { sessions }: Kit,
  live: QueueLive | undefined,
  draining?: AbortSignal,
): void => {
  const streams = live && queueStreams(sessions, live)
  draining?.addEventListener('abort', () => streams?.close())
  // Streams end before the server stops accepting calls: it waits for open requests, and these never end by themselves.
  app.addHook('preClose', async () => streams?.close())
  app.get(QUEUE_EVENTS, { schema: { hide: true } }, async (request, reply) => {
    const token = bearer(request.raw.rawHeaders)
    const session = token && (await sessions.find(token))
    if (!session) throw unauthorized()
    refuseAddress(sessions, session, request.ip)
    if (!holdsExactly(session.roles, NEEDS)) throw forbidden()
    if (!streams) throw new HttpProblem(503, NOT_LIVE, undefined, { 'retry-after': '120' })
    const events = streams.open(session, token, request.ip)
    return reply.headers(HEAD).send(events)
  })
}
