// The categories and tags that the address asks for. Pure.
import { type TagCategory, UNFILTERED_CATEGORIES } from '@padron/contract/tags'
import { plainText } from '../../lib/plain-text.ts'
import type { TagsSearch } from './search.ts'

/** Those that can be filtered by (spec core §2). */
export const filterable = (all: readonly TagCategory[]): readonly TagCategory[] =>
  all.filter(({ tagCategoryName }) => !UNFILTERED_CATEGORIES.includes(tagCategoryName))

/** Whether a name has the piece that is looked for. */
export const isFound = (name: string, text: string): boolean => plainText(name).includes(plainText(text.trim()))

/** Looked for by name, a category without such a tag is left out. */
export const filterCategories = (
  all: readonly TagCategory[],
  { categorias = [], text = '' }: TagsSearch,
): readonly TagCategory[] => {
  const known = filterable(all).filter(({ tagCategoryId }) => categorias.includes(tagCategoryId))
  const wanted = known.length ? known : all // ids that are nobody's any more filter nothing
  if (!text.trim()) return wanted
  return wanted
    .map((category) => ({ ...category, tags: category.tags.filter(({ tagName }) => isFound(tagName, text)) }))
    .filter(({ tags }) => tags.length > 0)
}
