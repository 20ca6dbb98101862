// The past that open data tell of a type. Pure.
import type { ScrapedResource } from '@padron/contract/resource-status'

export type PastRows = ScrapedResource['scraped']['history']

/** Every resource of a type brings the same past. */
export const pastOf = (resources: readonly ScrapedResource[]): PastRows =>
  resources.find(({ scraped }) => scraped.history.length > 0)?.scraped.history ?? []
