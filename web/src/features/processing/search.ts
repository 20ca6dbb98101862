// The processing screen's address: what is searched, and which states are open. Absent, the whole country's alone is.
import { z } from 'zod/mini'
import { searchNumbers, searchText, searchWord } from '../../lib/search-params.ts'

const open = z.catch(z.optional(z.union([z.enum(['todos', 'ninguno']), searchNumbers(0)])), undefined)

export const ProcessingSearch = z.object({
  text: searchText(100),
  ready: searchWord(['si']),
  open,
})
export type ProcessingSearch = z.infer<typeof ProcessingSearch>
