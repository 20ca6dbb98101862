// Validates an address that a company typed: a public host, over TLS, on a web port. The addresses of its name are
// checked when the connection is made (private-addresses.ts).
import { isIP } from 'node:net'
import { isPrivateAddress } from './private-addresses.ts'

/** Names that no public zone has (RFC 6761, RFC 6762, RFC 9476 and custom). */
const PRIVATE_NAME =
  /^(?:[^.]+|.*\.(?:localhost|local|internal|intranet|lan|home|corp|private|arpa|test|invalid|onion))\.?$/
/** Ports below 1024 belong to other services; undici refuses some more when it connects. */
const ODD_PORT = (port: string): boolean => port !== '' && port !== '443' && Number(port) < 1024

export type PublicUrlFault = 'url' | 'credentials' | 'privateUrl' | 'port'

/**
 * @param privateAddresses whether addresses may lead to this installation's own networks, also without TLS:
 * PADRON_PRIVATE_SOURCES
 * @returns the parsed address, or its fault
 */
export const readPublicUrl = (
  typed: string,
  privateAddresses: boolean,
): { url: URL; fault?: never } | { fault: PublicUrlFault } => {
  const text = typed.trim()
  // The URL parser silently drops line breaks and tabs, and treats a backslash as a slash.
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
