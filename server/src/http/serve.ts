// Binds call rows to handlers. The row defines the route, the guard, the validation and the OpenAPI entry. A missing
// handler, or one with a wrong reply, does not compile. The order is always: token → permission → validate → tenant
// transaction → handler.
import type { Readable } from 'node:stream'
import { FACTOR_TEXTS } from '@padron/contract/account'
import type { Call, CallRow, Guard, Input, Reply, Schema, Scope } from '@padron/contract/call'
import { OUT_OF_SCOPE } from '@padron/contract/common'
import { holdsExactly } from '@padron/contract/permissions'
import { TOKEN_TEXTS } from '@padron/contract/tokens'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { type Actor, asTenant, type Db, readAsTenant, type Tx, withPart, withScope } from '../db/client.ts'
import { readFromReplica } from '../db/replica.ts'
import { companyMoved, forbidden, refuse, unauthorized } from '../errors/http-problem.ts'
import type { SpooledFile, SpoolRoom } from '../files/spool.ts'
import { formatLinkRequester, linkRequesterOf } from '../jobs/link-requester.ts'
import { withLocale } from '../locale.ts'
import { count } from '../metrics/counters.ts'
import { activeParent } from '../tracing/spans.ts'
import type { PlaceName } from './access/place.ts'
import { mayComeFrom } from './access/program-tokens.ts'
import { hideForeignIds } from './access/scoped-ids.ts'
import { bearer, type Session, type Sessions } from './access/sessions.ts'
import { onceByKey, type ReplySeal } from './idempotency.ts'
import { describeCall } from './openapi/docs/calls.ts'
import { extendTimeout } from './overload/body-timeouts.ts'
import { spooledLimiter, uploadLimiter } from './overload/upload-limiter.ts'
import { fileHead, fileOf, takeFiles } from './uploads/file-body.ts'
import {
  type MultipartRule,
  multipartHead,
  parseFormFields,
  readMultipartBody,
  type SentFile,
  takeParts,
} from './uploads/multipart-body.ts'
import { checkQuota, type QuotaCheck, ruleHere, withSpooled } from './uploads/spooled-body.ts'

/** @returns a signal that aborts if the connection ends before the whole answer was written to it */
const clientGone = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}

export type Kit = {
  db: Db
  sessions: Sessions
  /** The clock; tests can stop it. */
  now: () => Date
  /** The name of this installation among several. */
  place?: PlaceName
  /** Signs the address of a file so that a browser may open it without a token, for a while. */
  signFile: (path: string, requester?: string) => string
  /** Seals replies with a secret that are stored for repeated calls. */
  replySeal: ReplySeal
  /** The folder for large uploads, their time limit, and the check of the company's storage quota. */
  spool: SpoolRoom & QuotaCheck & { fileTimeoutMs: number }
}

type HandlerInput<R extends CallRow> = Input<R> & {
  kit: Kit
  request: FastifyRequest
  reply: FastifyReply
  now: Date
} & (R extends { file: object } ? { file: Readable } : unknown) &
  (R extends { multipart: { spooled: true } }
    ? { file: SpooledFile | undefined }
    : R extends { multipart: object }
      ? { file: SentFile | undefined; gone: AbortSignal }
      : unknown) &
  (R['needs'] extends 'public'
    ? unknown
    : R extends { at: 'identity' } | { opens: true } | { sends: string }
      ? { session: Session }
      : { session: Session; tx: Tx })

export type Handlers<T> = {
  [K in keyof T]: T[K] extends Call ? (input: HandlerInput<T[K]>) => Promise<Reply<T[K]>> | Reply<T[K]> : never
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined
    /** The token's look-up, still under way while a read is prepared; it refuses with 401 or 403. */
    proof: Promise<Session> | undefined
  }
  interface FastifyContextConfig {
    call?: Call
  }
}

type Guarded = {
  needs: Exclude<Guard, 'public'>
  at?: 'identity'
  person?: true
  withoutFactor?: true
  scope?: Scope
  reading: boolean
}

/** @throws HttpProblem 403 if a service account's secret comes from an address that its company does not allow */
export const refuseAddress = (sessions: Sessions, session: Session, address: string): void => {
  if (mayComeFrom(session.byToken, address)) return
  sessions.refused(session, address)
  count.refused('service-address')
  throw refuse(
    403,
    `Esta cuenta de servicio no admite solicitudes desde ${address}. Quien administra usuarios puede agregar la ` +
      'dirección en la pantalla Tokens de acceso.',
  )
}

/**
 * Looks the token up on every call. A read by a session seen moments ago starts beside the look-up instead of after it;
 * nothing is answered before the look-up has ended, so a revocation still counts from the next call on.
 */
const guard =
  ({ sessions }: Kit, { needs, at, person, withoutFactor, scope, reading }: Guarded) =>
  async (request: FastifyRequest) => {
    const token = bearer(request.raw.rawHeaders)
    if (!token) throw unauthorized()
    const may = ({ roles }: Session) => needs === 'session' || holdsExactly(roles, needs)
    const isInScope = ({ vehicleScope }: Session) => vehicleScope === null || scope !== undefined
    const prove = async (): Promise<Session> => {
      const session = await (at === 'identity' ? sessions.findOrRemember(token) : sessions.find(token))
      if (!session) throw unauthorized()
      if (session.moved) throw companyMoved(session.moved.to)
      refuseAddress(sessions, session, request.ip)
      if (session.lacksFactor && !withoutFactor && at !== 'identity') throw refuse(403, FACTOR_TEXTS.missing)
      sessions.used(session, request.ip)
      if (person && session.byToken) throw refuse(403, TOKEN_TEXTS.notByToken)
      if (!isInScope(session)) throw refuse(403, OUT_OF_SCOPE)
      if (!may(session)) throw forbidden()
      return session
    }
    const mayStartEarly = (session: Session): boolean =>
      may(session) &&
      isInScope(session) &&
      mayComeFrom(session.byToken, request.ip) &&
      !(person && session.byToken) &&
      !session.lacksFactor
    const recent = reading ? sessions.recent(token) : undefined
    if (!recent || !mayStartEarly(recent)) {
      request.session = await prove()
      return
    }
    request.session = recent
    request.proof = prove()
    request.proof.catch(() => undefined) // awaited before any answer
  }

/**
 * The database with the session's restrictions. File addresses for a user who sees a part of the fleet work only for
 * that user.
 */
const kitOf = (kit: Kit, { scope, names }: Call, session: Session): Kit => {
  const { vehicleScope, userId } = session
  if (vehicleScope === null || scope === 'own') return kit
  const requester = formatLinkRequester(linkRequesterOf(session))
  return {
    ...kit,
    db: names ? withPart(kit.db, userId) : withScope(kit.db, userId),
    signFile: (path) => kit.signFile(path, requester),
  }
}

const schemaOf = (call: Call) => {
  const { name, summary, params, query, body, reply, form, needs, person, multipart, sends } = call
  return {
    operationId: name,
    summary,
    description: describeCall(call),
    tags: [name.split('.')[0] ?? name],
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    // The fields of a multipart body are validated as they arrive (http/uploads/multipart-body.ts).
    ...(body && !multipart ? { body } : {}),
    ...(form ? { consumes: ['application/x-www-form-urlencoded'] } : {}),
    // Calls about a person's own data do not accept a program's token.
    security: needs === 'public' ? [] : [{ bearer: [] }, ...(person ? [] : [{ token: [] }])],
    ...(sends ? {} : { response: { 200: reply } }),
  }
}

const traceField = () => {
  const trace = activeParent()
  return trace ? { trace } : {}
}

/** The actor recorded for a request's changes. A program's scope also limits the jobs that it orders. */
export const actorOf = (
  request: FastifyRequest,
  { userId, username, byToken, roles }: Pick<Session, 'userId' | 'username'> & Partial<Session>,
): Actor => ({
  origin: 'console',
  id: userId,
  name: byToken?.kind === 'personal' ? `${username} (token «${byToken.name}»)` : username,
  ...(byToken ? { scope: [...(roles ?? [])] } : {}),
  address: request.ip,
  request: request.id,
  ...traceField(),
})

const readsOnly = ({ method, reads }: Call): boolean => method === 'GET' || reads === true

/** Such calls open transactions themselves: a slow download must not hold a database connection. */
const opensOwn = ({ at, opens, sends }: Call): boolean => at === 'identity' || opens === true || sends !== undefined

/** Hooks that run before the body is read: they check the permission, then the declared type and size. */
const beforeBody = (kit: Kit, call: Call) => {
  const { needs, file, multipart } = call
  const reading = readsOnly(call) && !opensOwn(call)
  return [
    ...(needs === 'public' ? [] : [guard(kit, { ...call, needs, reading })]),
    ...(file ? [fileHead(file)] : []),
    ...(multipart ? [multipartHead(ruleHere(multipart, kit.spool))] : []),
  ]
}

/** Serves every row of a feature. The guard runs before the body is even read. */
export const serve = <T extends Record<string, Call>>(
  app: FastifyInstance,
  kit: Kit,
  rows: T,
  handlers: Handlers<T>,
): void => {
  for (const [key, call] of Object.entries(rows)) {
    const handler = handlers[key as keyof T] as (input: unknown) => unknown
    if (!call.file && !call.multipart) serveRow(app, kit, call, handler)
    else
      void app.register(async (scope) => {
        await (call.multipart ? takeParts(scope) : takeFiles(scope))
        serveRow(scope, kit, call, handler)
      })
  }
}

const serveRow = (app: FastifyInstance, kit: Kit, call: Call, handler: (input: unknown) => unknown): void => {
  const answer = createAnswer(kit, call, handler)
  app.route({
    method: call.method,
    url: call.path,
    // External monitors send HEAD requests.
    exposeHeadRoute: call.method === 'GET' && call.needs === 'public' && !call.at,
    ...(call.bodyBytes ? { bodyLimit: call.bodyBytes } : {}),
    config: { call },
    schema: schemaOf(call),
    onRequest: beforeBody(kit, call),
    preValidation: [
      withCompanyLocale,
      ...(mayComeWithout(call) ? [withoutBody] : []),
      ...(call.byQuery ? [bodyByQuery(call.byQuery)] : []),
    ],
    handler: call.multipart ? answerForm(kit, call, call.multipart, answer) : answer,
  })
}

export const mayComeWithout = ({ body }: Call): boolean => body !== undefined && z.safeParse(body, undefined).success
/** Sets the locale of the company's country for the validation and the handler. */
const withCompanyLocale = ({ session }: FastifyRequest, _reply: FastifyReply, done: () => void): void =>
  session ? withLocale(session.country, done) : done()

/** A missing body counts as an empty object; `null` does not. */
const withoutBody = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
  if (request.body === undefined) request.body = {}
  done()
}

/** Uses the query as the body if there is no body; validation then reports faults of the query. */
const bodyByQuery = (schema: Schema) => (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
  const query = request.query as Record<string, unknown>
  if (request.body === undefined && Object.keys(query).length > 0) request.body = parseFormFields(schema, query)
  done()
}

type Answer = (request: FastifyRequest, reply: FastifyReply, sent?: object) => Promise<unknown>

/** Answers a form in an upload turn, with the file in memory, or on disk until the call ends. */
const answerForm =
  (kit: Kit, call: Call, multipart: MultipartRule, answer: Answer) =>
  (request: FastifyRequest, reply: FastifyReply) => {
    if (!multipart.spooled) {
      const gone = clientGone(reply)
      return uploadLimiter.run(
        request,
        async () => answer(request, reply, { ...(await readMultipartBody(request, multipart, call.body)), gone }),
        gone,
      )
    }
    return spooledLimiter.run(request, async () => {
      await checkQuota(request, kit.spool)
      extendTimeout(request, kit.spool.fileTimeoutMs)
      return withSpooled(request, { ...call, multipart }, kit.spool, (sent) => answer(request, reply, sent))
    })
  }

/** Handles a validated request and sends its answer. */
const createAnswer =
  (kit: Kit, call: Call, handler: (input: unknown) => unknown): Answer =>
  async (request, reply, sent = {}) => {
    const input = {
      params: request.params,
      query: request.query,
      body: request.body,
      kit,
      request,
      reply,
      now: kit.now(),
      ...(call.file ? { file: fileOf(request, call.file) } : {}),
      ...sent,
    }
    const { session } = request
    if (!session) return handler(input)
    if (opensOwn(call)) {
      const seen = await hideForeignIds(kit.db, call, session, input)
      return handler({ ...seen, kit: kitOf(kit, call, session), session })
    }
    const answerAs = async (as: Session): Promise<unknown> => {
      const own = kitOf(kit, call, as)
      const seen = await hideForeignIds(kit.db, call, as, input)
      const answerIn = async (tx: Tx) => handler({ ...seen, kit: own, session: as, tx })
      const work = call.idempotent
        ? (tx: Tx) => onceByKey(tx, as, request, reply, () => answerIn(tx), call.secret ? kit.replySeal : undefined)
        : answerIn
      if (call.replica) return readFromReplica(own.db, as.tenantId, work)
      return readsOnly(call)
        ? readAsTenant(own.db, as.tenantId, work)
        : asTenant(own.db, as.tenantId, work, actorOf(request, as))
    }
    const answer = answerAs(session)
    if (!request.proof) return answer
    answer.catch(() => undefined) // reported only if the session is still valid
    const proven = await request.proof
    return proven === session ? answer : answerAs(proven) // permissions changed: read again with the new ones
  }
