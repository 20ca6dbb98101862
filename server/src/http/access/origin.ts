// The origin of a request, from its own headers and its connection.
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The address people use to reach this product: the operator's PUBLIC_URL or, without one, the request's own. */
export const originOf = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${request.protocol}://${request.host}`

const AGENT_MAX = 200

/** The browser's own name, shortened, without characters that are not text. */
export const agentOf = (request: FastifyRequest): string =>
  (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, AGENT_MAX)

/** The key of a household or office: an IPv4 address, or an IPv6 network of 64 bits. */
export const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d{1,3}\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const groups = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
