// The tags of the company by category, and a way to see only one category of them.
import type { Reply } from '@padron/contract/call'
import { type tags as tagCalls, UNFILTERED_CATEGORIES } from '@padron/contract/tags'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { plainText } from '../../lib/plain-text.ts'
import { Checks } from '../../ui/Checks.tsx'

export type Tag = Reply<typeof tagCalls.list>['userTags'][number]

type Category = { id: number; name: string; tags: readonly Tag[] }
/** By category, in the order in which each first comes. */
export const byCategory = (tags: readonly Tag[]): readonly Category[] => {
  const found = new Map<number, { id: number; name: string; tags: Tag[] }>()
  for (const tag of tags) {
    const known = found.get(tag.tagCategoryId)
    if (known) known.tags.push(tag)
    else found.set(tag.tagCategoryId, { id: tag.tagCategoryId, name: tag.tagCategoryName, tags: [tag] })
  }
  return [...found.values()]
}

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
  const categories = useMemo(() => byCategory(tags), [tags])
  const named = (text: string): boolean => plainText(text).includes(typed)
  const shown = categories.filter((one) => category === '' || `${one.id}` === category)
  return (
    <>
      <div className="field tag-filters__category">
        <label htmlFor={id}>Categoría</label>
        <select id={id} value={category} onChange={({ target }) => setCategory(target.value)}>
          <option value="">Todas las categorías</option>
          {categories
            .filter(({ name }) => !UNFILTERED_CATEGORIES.includes(name))
            .map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
        </select>
      </div>
      <div className="more-filters__checks">
        {shown.map(({ id: key, name, tags: own }) => (
          <Checks
            key={key}
            legend={name}
            options={own
              .filter(({ tagName }) => named('etiquetas') || named(name) || named(tagName))
              .map(({ tagId, tagName }) => ({ value: tagId, label: tagName }))}
            value={value}
            onChange={onChange}
          />
        ))}
      </div>
    </>
  )
}
