// The search parameters of the tags: the categories shown, and a search by name. Part of the page's first load: it must
// import nothing else.
import { z } from 'zod/mini'
import { searchNumbers, searchText } from '../../lib/search-params.ts'

/** As many as a company may have. */
const CATEGORIES_AT_MOST = 100

export const TagsSearch = z.object({ categorias: searchNumbers(1, CATEGORIES_AT_MOST), text: searchText(100) })
export type TagsSearch = z.infer<typeof TagsSearch>
