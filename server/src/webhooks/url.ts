// Where a webhook may lead.
import { WEBHOOK_TEXTS, WEBHOOK_URL_MAX } from '@padron/contract/webhooks'
import { readPublicUrl } from '../outgoing/public-url.ts'

export type GoodUrl = { url: string; host: string; fault?: never }

/**
 * @param privateAddresses whether this installation lets them lead into its own networks, without TLS too:
 * PADRON_PRIVATE_SOURCES
 * @returns the address as it is stored, its name in ASCII, or what is wrong with it
 */
export const readWebhookUrl = (typed: string, privateAddresses: boolean): GoodUrl | { fault: string } => {
  const read = readPublicUrl(typed, privateAddresses)
  if (read.fault) return { fault: WEBHOOK_TEXTS[read.fault] }
  const { url } = read
  url.hash = ''
  return url.href.length > WEBHOOK_URL_MAX ? { fault: WEBHOOK_TEXTS.url } : { url: url.href, host: url.host }
}
