// Creates Fastify with safe values for defaults that are not, before any call is served.
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { HttpProblem } from '../errors/http-problem.ts'
import { logCalls } from '../log/calls.ts'
import { requestIds, trusting } from '../log/trusted.ts'
import { addressHere, type PlaceName } from './access/place.ts'
import { type BodyTimeouts, limitBodies } from './overload/body-timeouts.ts'
import { limitConnections } from './overload/connections.ts'
import { answerError, answerNoRequest, answerUnreadable } from './problem.ts'
import { orWritten } from './replies/written-json.ts'

const NOT_UTF8 = 'El cuerpo de la solicitud no es texto UTF-8.'
const utf8 = new TextDecoder('utf-8', { fatal: true })
const asText = (body: Buffer): string | undefined => {
  try {
    return utf8.decode(body)
  } catch {
    return undefined // replacement characters would make it a different text
  }
}

const TWO_HOSTS = 'La solicitud lleva más de un encabezado Host.'
const PACKED = 'El cuerpo de la solicitud se acepta sin comprimir: quite el encabezado Content-Encoding.'
const CLOSE = { connection: 'close' }

/** Refuses compressed bodies, and two Host headers: a proxy may have read the other one. */
const refuseContradictions = ({ raw }: FastifyRequest): void => {
  const names = raw.rawHeaders.filter((_, i) => i % 2 === 0 && raw.rawHeaders[i]?.toLowerCase() === 'host')
  if (names.length > 1) throw new HttpProblem(400, TWO_HOSTS, undefined, CLOSE)
  const encoding = raw.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity') throw new HttpProblem(400, PACKED, undefined, CLOSE)
}

/**
 * Creates a server with time limits, strict bodies and one form of errors.
 * @param connections the most open ones per address
 * @param place the prefix that addresses may have
 */
export const createFastify = async (
  log: FastifyBaseLogger,
  bodyTimeouts: BodyTimeouts,
  trustedProxies: string[] = [],
  connections = Number.POSITIVE_INFINITY,
  place?: PlaceName,
): Promise<FastifyInstance> => {
  const trusts = trusting(trustedProxies)
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    genReqId: requestIds(trusts),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestTimeout: bodyTimeouts.fileMs + 60_000, // most bodies have less: http/overload/body-timeouts.ts
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    bodyLimit: 1_048_576,
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }) => addressHere(place, url),
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    // The specification writes some calls with a trailing slash and some without: both are accepted.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: answerUnreadable, // an address that cannot be parsed
    clientErrorHandler: answerNoRequest,
  })
  limitConnections(app, trusts, connections)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(orWritten(serializerCompiler))
  app.setErrorHandler(answerError)
  logCalls(app, trusts)
  app.decorateRequest('session', undefined)
  app.decorateRequest('proof', undefined)
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // A client that always declares JSON may send a DELETE without a body: this is not an error.
    if (body.length === 0) return done(null, undefined)
    const text = asText(body as Buffer)
    return text === undefined ? done(new HttpProblem(400, NOT_UTF8)) : parse(request, text, done)
  })
  app.addHook('onRequest', async (request) => refuseContradictions(request))
  limitBodies(app, bodyTimeouts)
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  return app
}
