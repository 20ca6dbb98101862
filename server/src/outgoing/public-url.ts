// Where an address that a company typed may lead: a public place, over TLS, on a port of the web. What its name
// resolves to is looked at when the connection is made (private-addresses.ts).
import { isIP } from 'node:net'
import { isPrivateAddress } from './private-addresses.ts'

/** Names that no public zone has (RFC 6761, RFC 6762, RFC 9476 and custom). */
const PRIVATE_NAME =
  /^(?:[^.]+|.*\.(?:localhost|local|internal|intranet|lan|home|corp|private|arpa|test|invalid|onion))\.?$/
/** Below 1024 a port is some other service's; undici refuses more of them when it connects. */
const ODD_PORT = (port: string): boolean => port !== '' && port !== '443' && Number(port) < 1024

export type PublicUrlFault = 'url' | 'credentials' | 'privateUrl' | 'port'

/**
 * @param privateAddresses whether this installation lets them lead into its own networks, without TLS too:
 * PADRON_PRIVATE_SOURCES
 * @returns what was typed, read, or what is wrong with it
 */
export const readPublicUrl = (
  typed: string,
  privateAddresses: boolean,
): { url: URL; fault?: never } | { fault: PublicUrlFault } => {
  const text = typed.trim()
  // The reader of addresses drops line breaks and tabs without a word, and takes a backslash for a slash.
  if (/[\p{Cc}\s\\]/u.test(text)) return { fault: 'url' }
  const url = URL.parse(text)
  const schemes = privateAddresses ? ['https:', 'http:'] : ['https:']
  if (!url || !schemes.includes(url.protocol) || !/^https?:\/\//i.test(text)) return { fault: 'url' }
  if (url.username !== '' || url.password !== '' || text.slice(8).split(/[/?#]/)[0]?.includes('@'))
    return { fault: 'credentials' }
  if (privateAddresses) return { url }
  const name = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(name) ? isPrivateAddress(name) : PRIVATE_NAME.test(name)) return { fault: 'privateUrl' }
  return ODD_PORT(url.port) ? { fault: 'port' } : { url }
}
