// What was looked for among the tags and is not there, made on the spot: its category is chosen, and it is chosen itself.
import type { Reply } from '@padron/contract/call'
import { tags as calls, storedTag, tagFault } from '@padron/contract/tags'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useAction } from '../api/use-action.ts'
import { useCall } from '../api/use-call.ts'

const REFUSED = [400, 409, 422]
const refusalOf = (error: Error | null): string | undefined =>
  error instanceof ApiError && REFUSED.includes(error.status)
    ? (error.problem?.errors?.[0]?.message ?? error.message)
    : undefined

type Props = { typed: string; onMade: (tagId: number) => void }

export const NewTag = ({ typed, onMade }: Props): ReactNode => {
  const queries = useQueryClient()
  const { data } = useCall(calls.categories, {})
  const [chosen, choose] = useState('')
  const { mutateAsync, isPending, error } = useAction(calls.create, { told: (e) => refusalOf(e) !== undefined })
  const name = storedTag(typed)
  const categories = data?.categories ?? []
  const tagCategoryId = Number(chosen) || (categories.length === 1 && categories[0]?.tagCategoryId) || undefined
  const fault = tagFault(typed) ?? refusalOf(error)

  /** The list is here anew by the time it is made. */
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend does not lie in a line
    <div role="group" aria-label="Crear etiqueta" className="new-tag row-wrap">
      <span className="break">
        Crear <strong>{name}</strong> en
      </span>
      <select
        className="narrow"
        aria-label="Categoría de la etiqueta nueva"
        value={tagCategoryId ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">Elija una categoría</option>
        {categories.map((one) => (
          <option key={one.tagCategoryId} value={one.tagCategoryId}>
            {one.tagCategoryName}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={tagCategoryId ? 'button' : 'button button--off'}
        aria-disabled={isPending || tagCategoryId === undefined}
        onClick={() => void make()}
      >
        {isPending && <span className="spinner" aria-hidden="true" />}
        Crear etiqueta
      </button>
      {fault && (
        <small role="alert" className="field__fault break">
          {fault}
        </small>
      )}
    </div>
  )
}
