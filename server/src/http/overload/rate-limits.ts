// Limits calls per minute by user and by address, in each process. Calls of known users count by session, so that an
// office with one address is not limited as one caller; sign-ins, files opened without a session and unknown callers
// count by address. The clock is monotonic, so that a change of the machine's clock locks no one out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { RunningSettings } from '../../env/env-running.ts'
import { HttpProblem } from '../../errors/http-problem.ts'
import { count } from '../../metrics/counters.ts'
import { networkOf } from '../access/origin.ts'
import { mayComeFrom } from '../access/program-tokens.ts'
import { bearer, type Session, type Sessions } from '../access/sessions.ts'
import { isRefusable } from './refusable.ts'

/** `clock`: milliseconds, so that tests can stop it. */
export type Rates = RunningSettings['rates'] & { clock?: () => number }

const MINUTE_MS = 60_000
/** The most keys in memory, by last use; a forgotten key starts with its full limit. */
const KEYS_AT_MOST = 100_000

/**
 * A whole minute's calls may come at once. Then the allowance refills evenly, so that a caller waits a second, not a
 * minute.
 */
export const createRateLimiter = (
  aMinute: number,
  now: () => number = () => performance.now(),
  keysAtMost = KEYS_AT_MOST,
) => {
  const eachMs = MINUTE_MS / aMinute
  /** By key, the moment when its allowance is full again. `max` would reserve the memory of all keys at the start. */
  const paidAt = new LRUCache<string, number>({ maxSize: keysAtMost, sizeCalculation: () => 1 })
  return {
    /** @returns 0, or the seconds to wait; a refused call is not counted */
    take: (key: string): number => {
      const time = now()
      const at = Math.max(paidAt.get(key) ?? time, time) + eachMs
      // A thousandth of a call allows for rounding.
      if (at - time > MINUTE_MS + eachMs / 1000) return Math.ceil((at - time - MINUTE_MS) / 1000)
      paidAt.set(key, at)
      return 0
    },
    /** The calls that may still come at once, and the seconds until the allowance is full. */
    left: (key: string): { calls: number; seconds: number } => {
      const owedMs = Math.max(0, (paidAt.get(key) ?? 0) - now())
      return {
        calls: Math.max(0, Math.floor((MINUTE_MS - owedMs) / eachMs + 1 / 1000)),
        seconds: Math.ceil(owedMs / 1000),
      }
    },
    giveBack: (key: string): void => {
      const at = paidAt.get(key)
      if (at !== undefined) paidAt.set(key, at - eachMs)
    },
  }
}

const tooMany = (who: string, seconds: number): HttpProblem => {
  const wait = seconds === 1 ? '1 segundo' : `${seconds} segundos`
  const title = `${who} hizo demasiadas solicitudes en poco tiempo. Espere ${wait} y vuelva a intentarlo.`
  return new HttpProblem(429, title, undefined, { 'retry-after': String(seconds) })
}

type RateLimiter = ReturnType<typeof createRateLimiter>

/**
 * Reports the remaining calls, so that a program slows down before it is refused: draft-ietf-httpapi-ratelimit-headers.
 */
const setRateHeaders = (
  reply: FastifyReply,
  policy: string,
  aMinute: number,
  { calls, seconds }: ReturnType<RateLimiter['left']>,
) =>
  reply.headers({
    'ratelimit-policy': `"${policy}";q=${aMinute};w=60`,
    ratelimit: `"${policy}";r=${calls};t=${seconds}`,
  })

/**
 * A program's token has a limit of its own, so that a program out of control does not block its owner's console. A
 * service account has one limit for all its secrets.
 */
const keyOf = ({ userId, tokenHash, byToken }: Session): string =>
  byToken?.kind === 'personal' ? `token ${tokenHash.toString('base64')}` : `user ${userId}`

/**
 * @param sessions finds recently seen sessions, so that a stranger who uses up an address's limit does not block them
 */
export const limitRates = (
  app: FastifyInstance,
  sessions: Pick<Sessions, 'recent'>,
  { user, address, clock }: Rates,
): void => {
  const [users, addresses] = [createRateLimiter(user, clock), createRateLimiter(address, clock)]
  /** Requests that do not count for their address. */
  const known = new WeakSet<FastifyRequest>()
  const isKnown = (request: FastifyRequest): boolean => {
    const token = bearer(request.raw.rawHeaders)
    const session = token === undefined ? undefined : sessions.recent(token)
    return session !== undefined && mayComeFrom(session.byToken, request.ip)
  }
  app.addHook('onRequest', (request, reply, next) => {
    if (!isRefusable(request)) return next()
    const network = networkOf(request.ip)
    const seconds = addresses.take(network)
    setRateHeaders(reply, 'address', address, addresses.left(network))
    if (seconds === 0) return next()
    if (isKnown(request)) {
      known.add(request)
      return next()
    }
    count.refused('address-rate')
    next(tooMany('Su red', seconds))
  })
  // After the guard of the route, and before a byte of the body is read.
  app.addHook('preParsing', (request, reply, _payload, next) => {
    const { session } = request
    if (!session || !isRefusable(request)) return next()
    if (!known.has(request)) addresses.giveBack(networkOf(request.ip))
    const key = keyOf(session)
    const seconds = users.take(key)
    setRateHeaders(reply, session.byToken ? 'token' : 'user', user, users.left(key))
    if (seconds === 0) return next()
    count.refused(session.byToken ? 'token-rate' : 'user-rate')
    next(tooMany('Usted', seconds))
  })
}
