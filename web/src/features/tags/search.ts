// The tags' address: which categories are shown, and the piece of a name that is looked for. In the page's first
// load: nothing else may be.
import { z } from 'zod/mini'
import { searchNumbers, searchText } from '../../lib/search-params.ts'

export const TagsSearch = z.object({ categorias: searchNumbers(1), text: searchText(100) })
export type TagsSearch = z.infer<typeof TagsSearch>
