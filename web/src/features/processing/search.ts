// The processing screen's search parameters: the search, and the expanded states. Without them only the whole country
// is expanded.
import { z } from 'zod/mini'
import { searchNumbers, searchText, searchWord } from '../../lib/search-params.ts'

const open = z.catch(z.optional(z.union([z.enum(['todos', 'ninguno']), searchNumbers(0)])), undefined)

export const ProcessingSearch = z.object({
  text: searchText(100),
  ready: searchWord(['si']),
  open,
})
export type ProcessingSearch = z.infer<typeof ProcessingSearch>
