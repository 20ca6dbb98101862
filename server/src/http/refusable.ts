// Which requests may be refused where there are too many of them. Never the checks of the session and its end: a
// console that is refused them signs its user out. Nor the health checks, by which others see how this process does,
// nor the console's own files, which cost nothing but their bytes.
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

/** The route's pattern decides, not the address as it was written. What has no route is a page or a 404. */
export const isRefusable = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url !== undefined && !FILES.has(url) && !ALWAYS_ANSWERED.has(url)
