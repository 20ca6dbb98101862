// Guards where outgoing requests may connect. The operator may configure an IP or `localhost` on purpose; a host name
// is controlled by the owner of its DNS zone, so its resolved addresses are checked when the connection is made and
// none may be private.
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIPv4 } from 'node:net'

// Two lists: a common one would match every IPv4 address as a mapped IPv6 one.
const private4 = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, cloud metadata services
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarking
  ['224.0.0.0', 3], // multicast, reserved, broadcast
] as const)
  private4.addSubnet(net, bits, 'ipv4')

const private6 = new BlockList()
for (const [net, bits] of [
  ['::', 96], // unspecified, loopback, IPv4-compatible (deprecated)
  ['::ffff:0:0', 96], // IPv4-mapped
  ['64:ff9b:1::', 48], // local NAT64
  ['2001::', 32], // Teredo
  ['2002::', 16], // 6to4
  ['fc00::', 7], // unique local
  ['fe80::', 9], // link-local and site-local
  ['ff00::', 8], // multicast
] as const)
  private6.addSubnet(net, bits, 'ipv6')

const nat64 = new BlockList()
nat64.addSubnet('64:ff9b::', 96, 'ipv6')

/** The IPv4 address inside a NAT64 address: its last 32 bits. */
const behindNat64 = (address: string): string => {
  const [high = '0', low = '0'] = address.includes('.') ? [] : address.replace('::', ':0:0:').split(':').slice(-2)
  const bits = (Number.parseInt(high || '0', 16) << 16) | Number.parseInt(low || '0', 16)
  return [24, 16, 8, 0].map((by) => (bits >>> by) & 255).join('.')
}

/** Whether an address is not public. Text that is not an address counts as private. */
export const isPrivateAddress = (address: string): boolean => {
  const [bare = ''] = address.split('%')
  if (isIPv4(bare)) return private4.check(bare, 'ipv4')
  if (!bare.includes(':')) return true
  if (nat64.check(bare, 'ipv6')) return private4.check(behindNat64(bare), 'ipv4')
  return private6.check(bare, 'ipv6')
}

/** Why a connection was refused. */
export class PrivateAddressError extends Error {
  constructor(name: string) {
    super(`${name} resolves to a private address`)
  }
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void
export type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  callback: (error: Error | null, found: LookupAddress[]) => void,
) => void

/**
 * A DNS look-up for connections that refuses private addresses; undici does not call it for an IP.
 * @param allowed whether names may resolve to private addresses in this installation
 */
export const guardedLookup =
  (allowed: () => boolean, resolve: Resolve = lookup) =>
  (name: string, options: LookupOptions, callback: LookupCallback): void =>
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const refused = name !== 'localhost' && !allowed() && found.some(({ address }) => isPrivateAddress(address))
      if (refused) return callback(new PrivateAddressError(name), '')
      if (options.all) return callback(null, found)
      const [first] = found
      return first ? callback(null, first.address, first.family) : callback(new Error(`ENOTFOUND ${name}`), '')
    })
