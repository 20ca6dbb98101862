// The search parameters of the work list: the list, its filters and its page. Names are those of the API.
import { z } from 'zod/mini'
import { searchNumber, searchText, searchWord } from '../../lib/search-params.ts'

// `asked`, the first of the lists, is the default and not in the address.
export const CapturesSearch = z.object({
  list: searchWord(['never', 'old']),
  stateId: searchNumber(1, 99_999),
  resourceTypeId: searchNumber(0, 99),
  like: searchText(30),
  // `mine`, `none` or a user's id.
  assignedTo: z.catch(z.optional(z.string().check(z.regex(/^(mine|none|[1-9]\d{0,15})$/))), undefined),
  page: searchNumber(1, 100_000),
})
export type CapturesSearch = z.infer<typeof CapturesSearch>
export type ChangeCaptures = (patch: Partial<CapturesSearch>, how?: { replace?: boolean }) => void
