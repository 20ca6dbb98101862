// The company's tags by category, with a choice of one category.
import type { Reply } from '@padron/contract/call'
import { type tags as tagCalls, UNFILTERED_CATEGORIES } from '@padron/contract/tags'
import { useState } from 'react'
import { plainText } from '../../../lib/plain-text.ts'
import { Checks } from '../../../ui/fields/Checks.tsx'
import { FilterSelect } from '../../../ui/filters/FilterSelect.tsx'
import { TAGS_MAX } from '../search.ts'

type Tag = Reply<typeof tagCalls.list>['userTags'][number]

type Props = {
  tags: readonly Tag[]
  value: readonly number[]
  onChange: (ids: number[]) => void
  /** The text of the dialog's search. */
  typed: string
}

export const TagFilters = ({ tags, value, onChange, typed }: Props) => {
  const [category, setCategory] = useState<string>()
  const categories = [...new Map(tags.map(({ tagCategoryId, tagCategoryName }) => [tagCategoryId, tagCategoryName]))]
  const isFull = value.length >= TAGS_MAX
  const matchesTyped = (text: string): boolean => plainText(text).includes(typed)
  return (
    <>
      <div className="tag-filters__category">
        <FilterSelect
          label="Categoría"
          placeholder="Todas las categorías"
          options={categories
            .filter(([, name]) => !UNFILTERED_CATEGORIES.includes(name))
            .map(([key, name]) => ({ value: `${key}`, label: name }))}
          value={category}
          onChange={setCategory}
        />
        <span role="status" className="muted small">
          {isFull && `${TAGS_MAX} etiquetas como máximo`}
        </span>
      </div>
      <div className="more-filters__checks">
        {categories.map(
          ([key, name]) =>
            (category ?? `${key}`) === `${key}` && (
              <Checks
                key={key}
                legend={name}
                options={tags
                  .filter(({ tagCategoryId }) => tagCategoryId === key)
                  .filter(({ tagName }) => matchesTyped('etiquetas') || matchesTyped(name) || matchesTyped(tagName))
                  .map(({ tagId, tagName }) => ({ value: tagId, label: tagName }))}
                value={value}
                onChange={onChange}
                isFull={isFull}
              />
            ),
        )}
      </div>
    </>
  )
}
