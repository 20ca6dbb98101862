// The tags of a user or a vehicle: boxes by category, with a search if there are many. Users who may create tags can
// create a missing one here.
import type { Reply } from '@padron/contract/call'
import { tags as calls, storedTag, tagFault } from '@padron/contract/tags'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { plainText } from '../../lib/plain-text.ts'
import { useCan, useSeesAll } from '../../session/user-context.ts'
import { Button } from '../Button.tsx'
import { TagLabel } from '../domain/TagLabel.tsx'
import { LoadFailure } from '../list/LoadFailure.tsx'
import { Select } from './Select.tsx'

const NewTag = ({ typed, onMade }: { typed: string; onMade: (tagId: number) => void }) => {
  const queries = useQueryClient()
  const { data } = useCall(calls.categories, {})
  const [chosen, choose] = useState<number>()
  const { mutateAsync, isPending, error } = useAction(calls.create, { onFailure: (e) => refusalText(e) !== undefined })
  const name = storedTag(typed)
  const categories = data?.categories ?? []
  const tagCategoryId = chosen ?? (categories.length === 1 ? categories[0]?.tagCategoryId : undefined)
  const fault = tagFault(typed) ?? refusalText(error)

  /** The list has been reloaded by the time the tag is created. */
  const idOf = (): number | undefined =>
    queries
      .getQueriesData<Reply<typeof calls.list>>({ predicate: ({ queryKey }) => queryKey[1] === calls.list.name })
      .flatMap(([, list]) => list?.userTags ?? [])
      .find((tag) => tag.tagName === name && tag.tagCategoryId === tagCategoryId)?.tagId
  const make = async (): Promise<void> => {
    if (isPending || tagCategoryId === undefined || tagFault(typed)) return
    const made = await mutateAsync({ body: { tags: [{ tagCategoryId, tagName: typed.trim() }] } }).catch(
      () => undefined,
    )
    const tagId = made && idOf()
    if (tagId) onMade(tagId)
  }
  if (!categories.length) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out inline
    <div role="group" aria-label="Crear etiqueta" className="new-tag row-wrap">
      <span className="break">
        Crear <strong>{name}</strong> en
      </span>
      <Select
        className="narrow"
        aria-label="Categoría de la etiqueta nueva"
        options={categories.map((one) => ({ value: one.tagCategoryId, label: one.tagCategoryName }))}
        value={tagCategoryId}
        empty="Elija una categoría"
        onChange={choose}
      />
      <Button
        label="Crear etiqueta"
        className={tagCategoryId ? '' : 'button--off'}
        busy={isPending}
        off={tagCategoryId === undefined}
        onClick={() => void make()}
      />
      {fault && (
        <small role="alert" className="field__fault break">
          {fault}
        </small>
      )}
    </div>
  )
}

const MANY = 12
const FAILED = calls.list.fails

type Tag = Reply<typeof calls.list>['userTags'][number]

/** Tags by category; a category's position is that of its first tag. */
const byCategory = (all: readonly Tag[]): readonly (readonly Tag[])[] => [
  ...all
    .reduce(
      (groups, tag) => groups.set(tag.tagCategoryId, [...(groups.get(tag.tagCategoryId) ?? []), tag]),
      new Map<number, Tag[]>(),
    )
    .values(),
]

const Category = ({ tags, children }: { tags: readonly Tag[]; children: (tag: Tag) => ReactNode }) => {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out in a grid
    <div role="group" aria-labelledby={id} className="tags-field__category stack">
      <span id={id} className="small muted full-row">
        {tags[0]?.tagCategoryName}
      </span>
      {tags.map(children)}
    </div>
  )
}

type Props = {
  value: readonly number[]
  fault: string | undefined
  /** Whether users with the permission can create a tag here. */
  makes?: boolean
  /** The text if the tags cannot be loaded. */
  failed?: string
  onChange: (value: readonly number[]) => void
}

export const TagsField = ({ value, fault, makes = true, failed = FAILED, onChange }: Props) => {
  const { data, isError, error, refetch } = useCall(calls.list, {})
  const seesAll = useSeesAll()
  const mayMake = useCan('tags_admin') && seesAll && makes
  const search = useRef<HTMLInputElement>(null)
  // The user may choose other tags while one is being created.
  const latest = useRef(value)
  latest.current = value
  const [typed, setTyped] = useState('')
  const all = data?.userTags ?? []
  const matching = all.filter(({ tagName }) => plainText(tagName).includes(plainText(typed.trim())))
  const name = storedTag(typed)
  const missing = mayMake && !!data && name !== '' && !all.some(({ tagName }) => tagName === name)
  return (
    <fieldset className="tags-field">
      <legend>Etiquetas {value.length > 0 && <span className="muted">({value.length})</span>}</legend>
      {(all.length > MANY || mayMake) && (
        <input
          ref={search}
          type="search"
          className="tags-field__search wide"
          aria-label="Buscar etiqueta"
          placeholder={mayMake ? 'Buscar o crear etiqueta' : 'Buscar etiqueta'}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // Enter does not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className="tags-field__all stack gap-8 scroll more-below">
        {byCategory(matching).map((tags) => (
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
        {isError && !data && <LoadFailure title={failed} query={{ error, refetch }} />}
        {data && !matching.length && (
          <span className="muted">
            {all.length ? 'Ninguna etiqueta con ese nombre' : 'La empresa no tiene etiquetas'}
          </span>
        )}
      </div>
      {missing && (
        <NewTag
          typed={typed}
          onMade={(tagId) => {
            onChange([...latest.current, tagId])
            setTyped('')
            search.current?.focus()
          }}
        />
      )}
      {fault && <small className="field__fault">{fault}</small>}
    </fieldset>
  )
}
