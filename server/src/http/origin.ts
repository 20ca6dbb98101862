// What a request says of where it comes from and how it reached us.
import type { FastifyRequest } from 'fastify'

/** The address people use to reach this product: the operator's PUBLIC_URL or, without one, the request's own. */
export const originOf = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${request.protocol}://${request.host}`

const AGENT_MAX = 200

/** The browser's own name, shortened, without characters that are not text. */
export const agentOf = (request: FastifyRequest): string =>
  (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, AGENT_MAX)
