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

/** Looked for by name, a category without such a tag is left out. */
export const shownCategories = (
  all: readonly TagCategory[],
  { categorias, text = '' }: TagsSearch,
): readonly TagCategory[] => {
  const of = chosen(all, categorias)
  const piece = plainText(text.trim())
  if (!piece) return of
  return of
    .map((category) => ({
      ...category,
      tags: category.tags.filter(({ tagName }) => plainText(tagName).includes(piece)),
    }))
    .filter(({ tags }) => tags.length > 0)
}
