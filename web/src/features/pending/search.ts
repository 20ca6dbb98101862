// The search parameters of the pending items: their filters. Names are those of the API; `mine` is the tab of the
// user's own items.
import { z } from 'zod/mini'
import { searchNumber, searchText } from '../../lib/search-params.ts'

const day = z.catch(z.optional(z.iso.date()), undefined)

export const PendingSearch = z.object({
  kinds: z.catch(z.optional(z.string().check(z.maxLength(140), z.regex(/^[a-z]+(?:,[a-z]+)*$/))), undefined),
  // `mine`, `none` or a user's id.
  whose: z.catch(z.optional(z.string().check(z.regex(/^(mine|none|[1-9]\d{0,15})$/))), undefined),
  from: day,
  to: day,
  stateId: searchNumber(1, 99_999),
  tagId: searchNumber(1),
  holder: searchText(100),
  like: searchText(30),
})
export type PendingSearch = z.infer<typeof PendingSearch>
export type ChangePending = (patch: Partial<PendingSearch>) => void
