// The address people use to reach this product: the operator's PUBLIC_URL or, without one, the request's own.
import type { FastifyRequest } from 'fastify'

export const originOf = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${request.protocol}://${request.host}`
