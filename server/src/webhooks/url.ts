// Validates the address of a webhook.
import { WEBHOOK_TEXTS, WEBHOOK_URL_MAX } from '@padron/contract/webhooks'
import { readPublicUrl } from '../outgoing/public-url.ts'

export type GoodUrl = { url: string; host: string; fault?: never }

/**
 * @param privateAddresses whether addresses may lead to this installation's own networks, also without TLS:
 * PADRON_PRIVATE_SOURCES
 * @returns the address to store, with its name in ASCII, or its fault
 */
export const readWebhookUrl = (typed: string, privateAddresses: boolean): GoodUrl | { fault: string } => {
  const read = readPublicUrl(typed, privateAddresses)
  if (read.fault) return { fault: WEBHOOK_TEXTS[read.fault] }
  const { url } = read
  url.hash = ''
  return url.href.length > WEBHOOK_URL_MAX ? { fault: WEBHOOK_TEXTS.url } : { url: url.href, host: url.host }
}
