// Fastify with the defaults that are not safe made so, before any call is served.
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { tellCalls } from '../log/calls.ts'
import { requestIds, trusting } from '../log/trusted.ts'
import { limitConnections } from './connections.ts'
import { limitBodies, type Patience } from './patience.ts'
import { answerError, answerNoRequest, answerUnreadable, HttpProblem } from './problem.ts'
import { orWritten } from './written-json.ts'

const NOT_UTF8 = 'El cuerpo de la solicitud no es texto UTF-8.'
const utf8 = new TextDecoder('utf-8', { fatal: true })
const asText = (body: Buffer): string | undefined => {
  try {
    return utf8.decode(body)
  } catch {
    return undefined // read with replacement characters it would be another text than was sent
  }
}

const TWO_HOSTS = 'La solicitud tiene más de un encabezado Host.'
const ENCODED = 'No se aceptan cuerpos comprimidos; envíe la solicitud sin el encabezado Content-Encoding.'

const isHost = (_: string, at: number, headers: readonly string[]): boolean =>
  at % 2 === 0 && headers[at]?.length === 4 && headers[at].toLowerCase() === 'host'

/** What a proxy before us may read in another way than we do. @throws HttpProblem 400 */
const refuseAmbiguous = async ({ raw: { rawHeaders, headers } }: FastifyRequest): Promise<void> => {
  if (rawHeaders.filter(isHost).length > 1) throw new HttpProblem(400, TWO_HOSTS)
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new HttpProblem(400, ENCODED)
}

export type Outside = {
  /** Addresses and networks whose word about a request's origin is believed. */
  trustedProxies?: string[] | undefined
  /** How many connections one network may have open; without it any number. */
  connections?: number | undefined
}

/** Time limits, strict bodies, one way to answer an error. */
export const bareServer = async (
  log: FastifyBaseLogger,
  patience: Patience,
  { trustedProxies = [], connections = Number.POSITIVE_INFINITY }: Outside = {},
): Promise<FastifyInstance> => {
  const trusts = trusting(trustedProxies)
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    genReqId: requestIds(trusts),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestTimeout: patience.fileMs + 60_000, // the bodies of most have less: patience.ts
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    bodyLimit: 1_048_576,
    exposeHeadRoutes: false,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    // The specification writes some calls with a slash at their end and some without: each is both.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: answerUnreadable, // an address that cannot be read
    clientErrorHandler: answerNoRequest,
  })
  limitConnections(app.server, connections, trusts)
  app.addHook('onRequest', refuseAmbiguous)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(orWritten(serializerCompiler))
  app.setErrorHandler(answerError)
  tellCalls(app, trusts)
  app.decorateRequest('session', undefined)
  app.decorateRequest('proof', undefined)
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // A client that always says JSON may send a DELETE without a body: that is no body, not an error.
    if (body.length === 0) return done(null, undefined)
    const text = asText(body as Buffer)
    return text === undefined ? done(new HttpProblem(400, NOT_UTF8)) : parse(request, text, done)
  })
  limitBodies(app, patience)
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  return app
}
