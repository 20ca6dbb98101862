// What the address leaves of the categories. Pure.
import { type TagCategory, UNFILTERED_CATEGORIES } from '@padron/contract/tags'
import { plainText } from '../../lib/plain-text.ts'
import type { TagsSearch } from './search.ts'

/** Those that can be filtered by (spec core §2). */
export const filterable = (all: readonly TagCategory[]): readonly TagCategory[] =>
  all.filter(({ tagCategoryName }) => !UNFILTERED_CATEGORIES.includes(tagCategoryName))

/** Ids in the address that are nobody's any more filter nothing. */
const chosen = (all: readonly TagCategory[], ids: readonly number[] = []): readonly TagCategory[] => {
  const known = filterable(all).filter(({ tagCategoryId }) => ids.includes(tagCategoryId))
  return known.length ? known : all
}

/** Whether a name has the piece that is looked for. */
export const isFound = (name: string, text: string): boolean => plainText(name).includes(plainText(text.trim()))

/** Looked for by name, a category without such a tag is left out. */
export const shownCategories = (
  all: readonly TagCategory[],
  { categorias, text = '' }: TagsSearch,
): readonly TagCategory[] => {
  const of = chosen(all, categorias)
  if (!text.trim()) return of
  return of
    .map((category) => ({
      ...category,
      tags: category.tags.filter(({ tagName }) => isFound(tagName, text)),
    }))
    .filter(({ tags }) => tags.length > 0)
}
