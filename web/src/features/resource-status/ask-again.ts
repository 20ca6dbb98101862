// When a source may be asked again about a vehicle, and when a person must. Pure.
import type { ScrapedResource } from '@padron/contract/resource-status'

/** `person`: nobody asks it by machine. */
export type Again = 'now' | 'later' | 'queued' | 'person'

export const NEEDS_A_PERSON = 13
const WANT_A_PERSON: readonly string[] = ['captcha', 'needs-input']

const isLater = (at: string | null, now: number): boolean => at !== null && Date.parse(at) > now

export const againOf = ({ resource, scraped }: ScrapedResource, now: number): Again => {
  if (resource.service !== 'automatic') return 'person'
  if (scraped.queued) return 'queued'
  return isLater(scraped.availableAt, now) ? 'later' : 'now'
}

/** A person may give the answer: no machine does, the source wants one, or one gave it, who may put it right. */
export const wantsPerson = ({ resource, scraped }: ScrapedResource): boolean =>
  resource.service !== 'automatic' ||
  scraped.capture !== null ||
  scraped.status.statusId === NEEDS_A_PERSON ||
  WANT_A_PERSON.includes(scraped.lastAttempt?.outcome ?? '')

/** All of them at once: worth a button where a machine asks any; `person`: none. */
export const allAgain = (resources: readonly ScrapedResource[], now: number): { again: Again; at: string | null } => {
  const automatic = resources.filter(({ resource }) => resource.service === 'automatic')
  const standing = automatic.map((one) => againOf(one, now))
  const order: readonly Again[] = ['now', 'queued', 'later']
  const later = automatic.flatMap(({ scraped }) =>
    isLater(scraped.availableAt, now) && scraped.availableAt ? [scraped.availableAt] : [],
  )
  return { again: order.find((again) => standing.includes(again)) ?? 'person', at: later.toSorted()[0] ?? null }
}
