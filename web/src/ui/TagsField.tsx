// The tags of a user or a vehicle: boxes by category, with a search where they are many.
import type { Reply } from '@padron/contract/call'
import { tags as calls } from '@padron/contract/tags'
import { type ReactNode, useId, useState } from 'react'
import { useCall } from '../api/use-call.ts'
import { plainText } from '../lib/plain-text.ts'
import { TagLabel } from './TagLabel.tsx'

const MANY = 12

type Tag = Reply<typeof calls.list>['userTags'][number]

/** By category, in the order in which each first comes. */
const byCategory = (all: readonly Tag[]): readonly (readonly Tag[])[] => [
  ...all
    .reduce(
      (groups, tag) => groups.set(tag.tagCategoryId, [...(groups.get(tag.tagCategoryId) ?? []), tag]),
      new Map<number, Tag[]>(),
    )
    .values(),
]

const Category = ({ tags, children }: { tags: readonly Tag[]; children: (tag: Tag) => ReactNode }): ReactNode => {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend does not lie in a grid
    <div role="group" aria-labelledby={id} className="tags-field__category">
      <span id={id} className="tags-field__name">
        {tags[0]?.tagCategoryName}
      </span>
      {tags.map(children)}
    </div>
  )
}

type Props = { value: readonly number[]; fault: string | undefined; onChange: (value: readonly number[]) => void }

export const TagsField = ({ value, fault, onChange }: Props): ReactNode => {
  const { data } = useCall(calls.list, {})
  const [typed, setTyped] = useState('')
  const all = data?.userTags ?? []
  const shown = all.filter(({ tagName }) => plainText(tagName).includes(plainText(typed.trim())))
  return (
    <fieldset className="tags-field">
      <legend>Etiquetas {value.length > 0 && <span className="muted">({value.length})</span>}</legend>
      {all.length > MANY && (
        <input
          type="search"
          className="tags-field__search"
          aria-label="Buscar etiqueta"
          placeholder="Buscar etiqueta"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // Not the form's.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className="tags-field__all more-below">
        {byCategory(shown).map((tags) => (
          <Category key={tags[0]?.tagCategoryId} tags={tags}>
            {({ tagId, tagName, tagColor }) => (
              <label key={tagId} className="check">
                <input
                  type="checkbox"
                  checked={value.includes(tagId)}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...value, tagId] : value.filter((id) => id !== tagId))
                  }
                />
                <TagLabel name={tagName} color={tagColor} />
              </label>
            )}
          </Category>
        ))}
        {data && !shown.length && (
          <span className="muted">
            {all.length ? 'Ninguna etiqueta con ese nombre' : 'La empresa no tiene etiquetas'}
          </span>
        )}
      </div>
      {fault && <small className="field__fault">{fault}</small>}
    </fieldset>
  )
}
