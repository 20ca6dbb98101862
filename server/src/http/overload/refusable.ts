// Which requests may be refused under overload. Exceptions: session checks and sign-out, because a console without them
// signs its user out; health checks, which monitor this process; the console's files, which cost little.
import { operator } from '@padron/contract/operator'
import { identity } from '@padron/contract/session'
import type { FastifyRequest } from 'fastify'

const ALWAYS_ANSWERED = new Set<string>([
  identity.userinfo.path,
  identity.revocation.path,
  operator.live.path,
  operator.ready.path,
])
/** @param path as a row of the contract has it */
export const isAlwaysAnswered = (path: string): boolean => ALWAYS_ANSWERED.has(path)
const FILES = new Set(['/', '/*'])

/** Decides by the route's pattern, not by the address as written. A request without a route is a page or a 404. */
export const isRefusable = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url !== undefined && !FILES.has(url) && !ALWAYS_ANSWERED.has(url)
