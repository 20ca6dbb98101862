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

/** A person may give the answer: no machine does, or the source wants one. */
export const wantsPerson = ({ resource, scraped }: ScrapedResource): boolean =>
  resource.service !== 'automatic' ||
  scraped.status.statusId === NEEDS_A_PERSON ||
  WANT_A_PERSON.includes(scraped.lastAttempt?.outcome ?? '')

/** All of them at once: those that no machine asks go to the list of captures, unless they are there. */
export const allAgain = (resources: readonly ScrapedResource[], now: number): { again: Again; at: string | null } => {
  const standing = resources.map((one) => {
    const again = againOf(one, now)
    if (again !== 'person') return again
    if (one.scraped.status.statusId === NEEDS_A_PERSON) return 'person'
    return isLater(one.scraped.availableAt, now) ? 'later' : 'now'
  })
  const order: readonly Again[] = ['now', 'queued', 'later', 'person']
  const later = resources.flatMap(({ scraped }) =>
    isLater(scraped.availableAt, now) && scraped.availableAt ? [scraped.availableAt] : [],
  )
  return { again: order.find((again) => standing.includes(again)) ?? 'person', at: later.toSorted()[0] ?? null }
}
