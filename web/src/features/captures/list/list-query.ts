// The query of the work list, and whether filters are active. Separate from ../search.ts, which is part of the page's
// first load.
import type { Args } from '@padron/contract/call'
import type { captures } from '@padron/contract/captures'
import type { CapturesSearch } from '../search.ts'

export const CAPTURES_PATH = '/captures'

export const CLEARED = {
  stateId: undefined,
  resourceTypeId: undefined,
  like: undefined,
  assignedTo: undefined,
} as const

export const isFiltered = (search: CapturesSearch): boolean =>
  (Object.keys(CLEARED) as (keyof typeof CLEARED)[]).some((name) => search[name] !== undefined)

/** The values of a query string are all texts. */
const texts = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
  )

/** The query of the counts. */
export const countsQuery = ({
  stateId,
  resourceTypeId,
  like,
  assignedTo,
}: CapturesSearch): Args<typeof captures.summary>['query'] => texts({ stateId, resourceTypeId, like, assignedTo })

/** The list and its filters as a request body. */
export const listFilters = ({ list, stateId, resourceTypeId, like, assignedTo }: CapturesSearch) => ({
  list: list ?? ('asked' as const),
  ...(stateId !== undefined && { stateId }),
  ...(resourceTypeId !== undefined && { resourceTypeId }),
  ...(like !== undefined && { like }),
  ...(assignedTo !== undefined && { assignedTo }),
})

/** The query of the list. */
export const listQuery = (search: CapturesSearch): Args<typeof captures.list>['query'] => ({
  ...texts({ ...search, list: undefined }),
  list: search.list ?? 'asked',
})
