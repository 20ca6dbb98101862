// What is typed of a webhook, what is wrong with it, and as it is sent. Pure.
import { WEBHOOK_EVENTS, type WebhookEvent } from '@padron/contract/webhook-events'
import { WEBHOOK_TEXTS, WEBHOOK_URL_MAX, type Webhook } from '@padron/contract/webhooks'

export type WebhookDraft = { name: string; url: string; events: readonly WebhookEvent[]; active: boolean }
/** In the order of the form. */
export const WEBHOOK_FIELDS = ['name', 'url', 'events'] as const satisfies readonly (keyof WebhookDraft)[]
export type WebhookFaults = Partial<Record<(typeof WEBHOOK_FIELDS)[number], string>>
export const NAME_MAX = 60

export const NEW_DRAFT: WebhookDraft = { name: '', url: '', events: [], active: true }

const eventsIn = (named: readonly unknown[]): readonly WebhookEvent[] =>
  WEBHOOK_EVENTS.flatMap(({ event }) => (named.includes(event) ? [event] : []))

export const draftOf = ({ name, url, events, active }: Webhook): WebhookDraft => ({
  name,
  url,
  events: eventsIn(events),
  active,
})

/** In the order in which they are offered. */
export const withEvent = (events: readonly WebhookEvent[], event: WebhookEvent, on: boolean): readonly WebhookEvent[] =>
  eventsIn(on ? [...events, event] : events.filter((one) => one !== event))

/** The server looks closer: at where the name leads, and what its networks allow. */
const urlFault = (typed: string): string | undefined => {
  const url = URL.parse(typed.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return WEBHOOK_TEXTS.url
  return url.username || url.password ? WEBHOOK_TEXTS.credentials : undefined
}

export const faultsOf = ({ name, url, events }: WebhookDraft): WebhookFaults => {
  const wrong = urlFault(url)
  return {
    ...(!name.trim() && { name: WEBHOOK_TEXTS.noName }),
    ...(wrong && { url: wrong }),
    ...(!events.length && { events: WEBHOOK_TEXTS.noEvent }),
  }
}

/** @returns undefined where something is wrong */
export const bodyOf = (draft: WebhookDraft) => {
  if (Object.keys(faultsOf(draft)).length) return undefined
  const { name, url, events, active } = draft
  return { name: name.trim(), url: url.trim(), events: [...events], active }
}

export const isSame = (one: WebhookDraft, other: WebhookDraft): boolean =>
  one.name === other.name &&
  one.url === other.url &&
  one.active === other.active &&
  one.events.join() === other.events.join()

/** A draft that an earlier visit left, of whatever version of the console. */
export const readDraft = (kept: unknown): WebhookDraft => {
  if (typeof kept !== 'object' || kept === null) return NEW_DRAFT
  const { name, url, events } = kept as Record<string, unknown>
  return {
    ...NEW_DRAFT,
    name: typeof name === 'string' ? name.slice(0, NAME_MAX) : '',
    url: typeof url === 'string' ? url.slice(0, WEBHOOK_URL_MAX) : '',
    events: Array.isArray(events) ? eventsIn(events) : [],
  }
}
