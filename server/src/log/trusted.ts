// Data about a request that a trusted proxy may send: its id and its trace. From other clients it would be arbitrary
// text in the log, so it counts only over a connection from an address of PADRON_TRUSTED_PROXIES, and only in a strict
// format.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

export type Trusts = (request: Pick<IncomingMessage, 'socket'>) => boolean

const plain = (address: string): string => address.replace(/^::ffff:(?=\d{1,3}\.)/i, '')
const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** @param proxies addresses and networks (10.0.0.0/8) */
export const trusting = (proxies: readonly string[]): Trusts => {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    if (bits === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(bits), family(address))
  }
  return ({ socket }) => {
    const address = plain(socket.remoteAddress ?? '')
    return address !== '' && list.check(address, family(address))
  }
}

/** Easy to read aloud: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12
const newRequestId = (): string => [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte & 31]).join('')

/** The formats of nginx ($request_id) and of Envoy, Traefik or HAProxy (a UUID). */
const GIVEN = /^[0-9a-f]{32}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const requestIds =
  (trusts: Trusts) =>
  (request: IncomingMessage): string => {
    const sentId = request.headers['x-request-id']
    return typeof sentId === 'string' && GIVEN.test(sentId) && trusts(request) ? sentId : newRequestId()
  }

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/
/** W3C trace context. */
export const traceparentOf = (request: IncomingMessage, trusts: Trusts): string | undefined => {
  const { traceparent } = request.headers
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) && trusts(request) ? traceparent : undefined
}
