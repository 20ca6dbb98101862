// The panel's own ear: server-sent events, asked for with the session's token as every call is. Without it the panel
// asks every two minutes, as it does anyway.
import { holdsExactly } from '@padron/contract/permissions'
import { QUEUE_EVENTS } from '@padron/contract/queue'
import type { FastifyInstance } from 'fastify'
import { forbidden, HttpProblem, unauthorized } from '../../http/problem.ts'
import type { Kit } from '../../http/serve.ts'
import { bearer } from '../../http/sessions.ts'
import type { QueueLive } from '../../jobs/live.ts'
import { NEEDS, NOT_LIVE, queueStreams } from './streams.ts'

/**
 * Proxies hand on what comes as it comes, and unchanged; a connection that ends with its stream is in no stopping
 * server's way.
 */
const HEAD = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
}

/**
 * @param live absent: nobody is told anything here
 * @param draining ends every stream: browsers then open one elsewhere
 */
export const queueEvents = (
  app: FastifyInstance,
  { sessions }: Kit,
  live: QueueLive | undefined,
  draining?: AbortSignal,
): void => {
  const streams = live && queueStreams(sessions, live)
  draining?.addEventListener('abort', () => streams?.close())
  // Before the server stops taking calls: it waits for those under way, and these would not end.
  app.addHook('preClose', async () => streams?.close())
  app.get(QUEUE_EVENTS, { schema: { hide: true } }, async (request, reply) => {
    const token = bearer(request.raw.rawHeaders)
    const session = token && (await sessions.find(token))
    if (!session) throw unauthorized()
    if (!holdsExactly(session.roles, NEEDS)) throw forbidden()
    if (!streams) throw new HttpProblem(503, NOT_LIVE, undefined, { 'retry-after': '120' })
    const events = streams.open(session, token)
    return reply.headers(HEAD).send(events)
  })
}
