// The tags of the company by category, and a way to see only one category of them.
import type { Reply } from '@padron/contract/call'
import { type tags as tagCalls, UNFILTERED_CATEGORIES } from '@padron/contract/tags'
import { type ReactNode, useId, useState } from 'react'
import { plainText } from '../../lib/plain-text.ts'
import { Checks } from '../../ui/Checks.tsx'

export type Tag = Reply<typeof tagCalls.list>['userTags'][number]

type Props = {
  tags: readonly Tag[]
  value: readonly number[]
  onChange: (ids: number[]) => void
  /** What the dialog's search narrows to. */
  typed: string
}

export const TagFilters = ({ tags, value, onChange, typed }: Props): ReactNode => {
  const id = useId()
  const [category, setCategory] = useState('')
  const categories = [...new Map(tags.map(({ tagCategoryId, tagCategoryName }) => [tagCategoryId, tagCategoryName]))]
  const named = (text: string): boolean => plainText(text).includes(typed)
  return (
    <>
      <div className="field tag-filters__category">
        <label htmlFor={id}>Categoría</label>
        <select id={id} value={category} onChange={({ target }) => setCategory(target.value)}>
          <option value="">Todas las categorías</option>
          {categories.map(
            ([key, name]) =>
              !UNFILTERED_CATEGORIES.includes(name) && (
                <option key={key} value={key}>
                  {name}
                </option>
              ),
          )}
        </select>
      </div>
      <div className="more-filters__checks">
        {categories.map(
          ([key, name]) =>
            (category === '' || category === `${key}`) && (
              <Checks
                key={key}
                legend={name}
                options={tags
                  .filter(({ tagCategoryId }) => tagCategoryId === key)
                  .filter(({ tagName }) => named('etiquetas') || named(name) || named(tagName))
                  .map(({ tagId, tagName }) => ({ value: tagId, label: tagName }))}
                value={value}
                onChange={onChange}
              />
            ),
        )}
      </div>
    </>
  )
}
