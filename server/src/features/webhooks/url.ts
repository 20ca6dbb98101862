// Where a webhook may lead: a public address, over TLS, on a port of the web. What its name resolves to is looked at
// when the connection is made (checks/engine/send-out.ts).
import { isIP } from 'node:net'
import { WEBHOOK_TEXTS, WEBHOOK_URL_MAX } from '@padron/contract/webhooks'
import { isInside } from '../../checks/engine/addresses.ts'

/** Names that no public zone has (RFC 6761, RFC 6762, RFC 9476 and custom). */
const INNER_NAME =
  /^(?:[^.]+|.*\.(?:localhost|local|internal|intranet|lan|home|corp|private|arpa|test|invalid|onion))\.?$/
/** Below 1024 a port is some other service's; undici refuses more of them when it connects. */
const ODD_PORT = (port: string): boolean => port !== '' && port !== '443' && Number(port) < 1024

export type GoodUrl = { url: string; host: string; fault?: never }

/**
 * @param privateAddresses whether this installation lets them lead into its own networks, without TLS too:
 * PADRON_PRIVATE_SOURCES
 * @returns the address as it is stored, its name in ASCII, or what is wrong with it
 */
export const readWebhookUrl = (typed: string, privateAddresses: boolean): GoodUrl | { fault: string } => {
  const text = typed.trim()
  // The reader of addresses drops line breaks and tabs without a word, and takes a backslash for a slash.
  if (/[\p{Cc}\s\\]/u.test(text)) return { fault: WEBHOOK_TEXTS.url }
  const url = URL.parse(text)
  const schemes = privateAddresses ? ['https:', 'http:'] : ['https:']
  if (!url || !schemes.includes(url.protocol) || !/^https?:\/\//i.test(text)) return { fault: WEBHOOK_TEXTS.url }
  if (url.username !== '' || url.password !== '' || text.slice(8).split(/[/?#]/)[0]?.includes('@'))
    return { fault: WEBHOOK_TEXTS.credentials }
  url.hash = ''
  if (url.href.length > WEBHOOK_URL_MAX) return { fault: WEBHOOK_TEXTS.url }
  const good = { url: url.href, host: url.host }
  if (privateAddresses) return good
  const name = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(name) ? isInside(name) : INNER_NAME.test(name)) return { fault: WEBHOOK_TEXTS.privateUrl }
  return ODD_PORT(url.port) ? { fault: WEBHOOK_TEXTS.port } : good
}
