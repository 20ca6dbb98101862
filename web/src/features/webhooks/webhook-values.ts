// The values of a webhook's form. Pure.
import { WEBHOOK_EVENTS, type WebhookEvent } from '@padron/contract/webhook-events'
import { WEBHOOK_TEXTS, WEBHOOK_URL_MAX, type Webhook } from '@padron/contract/webhooks'
import { z } from 'zod/mini'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'

export type WebhookValues = { name: string; url: string; events: readonly WebhookEvent[]; active: boolean }
export const NAME_MAX = 60

export const NEW: WebhookValues = { name: '', url: '', events: [], active: true }

const eventsIn = (named: readonly unknown[]): readonly WebhookEvent[] =>
  WEBHOOK_EVENTS.flatMap(({ event }) => (named.includes(event) ? [event] : []))

/** A stored draft, possibly of another version of the console. */
export const WebhookDraft = z.object({
  name: z.string().check(z.maxLength(NAME_MAX)),
  url: z.string().check(z.maxLength(WEBHOOK_URL_MAX)),
  events: z.pipe(
    z.array(z.unknown()),
    z.transform((events) => eventsIn(events)),
  ),
  active: z.boolean(),
})

export const toWebhookValues = ({ name, url, events, active }: Webhook): WebhookValues => ({
  name,
  url,
  events: eventsIn(events),
  active,
})

/** In the order of the form. */
export const withEvent = (events: readonly WebhookEvent[], event: WebhookEvent, on: boolean): readonly WebhookEvent[] =>
  eventsIn(on ? [...events, event] : events.filter((one) => one !== event))

/** The server validates more: the resolved address and the networks allowed. */
export const urlFaults = ({ url: typed }: Pick<WebhookValues, 'url'>): Faults => {
  const url = URL.parse(typed.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return { url: WEBHOOK_TEXTS.url }
  return onlyFaults({ url: (url.username || url.password) && WEBHOOK_TEXTS.credentials })
}
