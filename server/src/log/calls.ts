// Records each call: a log line when it has ended, its metrics, its span, and the request id of its answer. Calls are
// named by their route's pattern, because an address contains plates, email addresses and signatures.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { count } from '../metrics/counters.ts'
import { type OpenSpan, openSpan } from '../tracing/spans.ts'
import { type Trusts, traceparentOf } from './trusted.ts'

/** Frequent calls without information, logged at `debug` while they succeed. */
const QUIET = new Set(['/health/live', '/health/ready', '/config.json', '/*', '/'])
const NO_ROUTE = 'none'

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | undefined
    /** Whether it was counted as in progress. */
    counted: boolean
  }
}

const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? NO_ROUTE
/** Without a route, the method is also a client's arbitrary text. */
const methodOf = (request: FastifyRequest): string => (routeOf(request) === NO_ROUTE ? 'ANY' : request.method)

const writeLine = (request: FastifyRequest, reply: FastifyReply, route: string): void => {
  const { statusCode, elapsedTime } = reply
  const level = statusCode >= 500 ? 'warn' : QUIET.has(route) ? 'debug' : 'info'
  const { session, routeOptions } = request
  const length = Number(reply.getHeader('content-length'))
  request.log[level](
    {
      method: methodOf(request),
      route,
      call: routeOptions.config.call?.name,
      status: statusCode,
      tookMs: Math.round(elapsedTime * 10) / 10,
      ...(length >= 0 ? { bytes: length } : {}),
      userId: session?.userId,
      tenantId: session?.tenantId,
    },
    'call',
  )
}

const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type') ?? '').startsWith('text/event-stream')

const ended = (request: FastifyRequest, reply: FastifyReply): void => {
  const { session, span, counted } = request
  const { statusCode: status, elapsedTime } = reply
  const route = routeOf(request)
  const call = { method: methodOf(request), route, status, seconds: elapsedTime / 1000, streamed: isStream(reply) }
  if (counted) count.callEnded(call)
  if (span) span.within(() => writeLine(request, reply, route))
  else writeLine(request, reply, route)
  const who = { 'padron.user_id': session?.userId, 'padron.tenant_id': session?.tenantId }
  span?.end({ 'http.response.status_code': status, ...who }, status >= 500)
}

const spanOf = (request: FastifyRequest, trusts: Trusts): OpenSpan | undefined => {
  const route = routeOf(request)
  return openSpan({
    name: request.routeOptions.config.call?.name ?? `${methodOf(request)} ${route}`,
    kind: 'server',
    parent: traceparentOf(request.raw, trusts),
    attributes: { 'http.request.method': methodOf(request), 'http.route': route, 'padron.request_id': request.id },
  })
}

/** Must be called before any other hook is added. */
export const logCalls = (app: FastifyInstance, trusts: Trusts): void => {
  app.decorateRequest('span', undefined)
  app.decorateRequest('counted', false)
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    request.counted = true
    count.callBegun()
    request.span = spanOf(request, trusts)
    if (request.span) request.span.within(next)
    else next()
  })
  // The body is read in the socket's events, which do not carry the span.
  app.addHook('preValidation', (request, _reply, next) => {
    if (request.span) request.span.within(next)
    else next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    ended(request, reply)
    next()
  })
}
