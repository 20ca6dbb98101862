// What the work list is asked with, and whether its filters are on. Apart from the address: that is in the page's first load.
import type { CapturesSearch } from './search.ts'

export const CAPTURES_PATH = '/captures'

export const CLEARED = { stateId: undefined, resourceTypeId: undefined, like: undefined } as const

export const isFiltered = ({ stateId, resourceTypeId, like }: CapturesSearch): boolean =>
  stateId !== undefined || resourceTypeId !== undefined || like !== undefined

const worded = (value: number | undefined): string | undefined => (value === undefined ? undefined : `${value}`)

/** What the counts are asked with. */
export const countsQuery = ({ stateId, resourceTypeId, like }: CapturesSearch) =>
  JSON.parse(JSON.stringify({ stateId: worded(stateId), resourceTypeId: worded(resourceTypeId), like })) as {
    stateId?: string
    resourceTypeId?: string
    like?: string
  }

/** What the list is asked with: everything travels as text. */
export const listQuery = ({ list, stateId, resourceTypeId, like, page }: CapturesSearch) =>
  JSON.parse(
    JSON.stringify({
      list: list ?? 'asked',
      stateId: worded(stateId),
      resourceTypeId: worded(resourceTypeId),
      like,
      page: worded(page),
    }),
  ) as { list: 'asked' | 'never' | 'old'; page?: string }
