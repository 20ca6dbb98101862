// The categories and tags that match the address. Pure.
import { type TagCategory, UNFILTERED_CATEGORIES } from '@padron/contract/tags'
import { plainText } from '../../lib/plain-text.ts'
import type { TagsSearch } from './search.ts'

/** The categories that can be filtered by (spec core §2). */
export const filterable = (all: readonly TagCategory[]): readonly TagCategory[] =>
  all.filter(({ tagCategoryName }) => !UNFILTERED_CATEGORIES.includes(tagCategoryName))

/** Whether a name contains the searched text. */
export const isFound = (name: string, text: string): boolean => plainText(name).includes(plainText(text.trim()))

/** A search by name leaves out categories without a matching tag. */
export const filterCategories = (
  all: readonly TagCategory[],
  { categorias = [], text = '' }: TagsSearch,
): readonly TagCategory[] => {
  const known = filterable(all).filter(({ tagCategoryId }) => categorias.includes(tagCategoryId))
  const wanted = known.length ? known : all // unknown ids are ignored
  if (!text.trim()) return wanted
  return wanted
    .map((category) => ({ ...category, tags: category.tags.filter(({ tagName }) => isFound(tagName, text)) }))
    .filter(({ tags }) => tags.length > 0)
}
