// What is typed of a category, and what is wrong with it: said when it is sent, and again as it is mended.
import { COLOR_NEEDED, categoryFault, TAG_COLORS } from '@padron/contract/tags'
import { type RefObject, useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { refusalText } from '../../api/refusal.ts'
import { focusWrong } from './focus-wrong.ts'

export type TagColor = (typeof TAG_COLORS)[number]
export type CategoryDraft = { name: string; color: string }
type Faults = { name?: string | undefined; color?: string | undefined }

const asColor = (color: string): TagColor | undefined => TAG_COLORS.find((known) => known === color)

/** What the server says of the name itself: another category has it, mostly. */
const nameRefusal = (error: Error | null): string | undefined =>
  error instanceof ApiError
    ? error.problem?.errors?.find(({ path }) => /tagCategoryName$/i.test(path))?.message
    : undefined

/** What is refused of anything else. */
export const restText = (error: Error | null): string | undefined =>
  nameRefusal(error) === undefined ? refusalText(error) : undefined

const faultsOf = ({ name, color }: CategoryDraft): Faults => ({
  name: categoryFault(name),
  ...(!asColor(color) && { color: COLOR_NEEDED }),
})

export const useCategoryForm = (element: RefObject<HTMLFormElement | null>, first: CategoryDraft) => {
  const [draft, setDraft] = useState({ ...first, color: asColor(first.color) ?? '' })
  const [sent, setSent] = useState(false)
  const [taken, setTaken] = useState<string>()
  useEffect(() => {
    if (taken) focusWrong(element.current)
  }, [taken, element])
  const put = (patch: Partial<CategoryDraft>): void => {
    setDraft({ ...draft, ...patch })
    if (patch.name !== undefined) setTaken(undefined)
  }
  const clear = (): void => {
    setDraft({ name: '', color: '' })
    setSent(false)
  }
  /** @returns what may be sent; undefined where something is missing, which is then told */
  const read = (): { name: string; color: TagColor } | undefined => {
    setSent(true)
    setTaken(undefined)
    const color = asColor(draft.color)
    return color && !categoryFault(draft.name) ? { name: draft.name.trim(), color } : undefined
  }
  /** @returns whether it is about the name, and told there */
  const refuse = (error: Error): boolean => {
    const said = nameRefusal(error)
    setTaken(said)
    return said !== undefined
  }
  const own: Faults = sent ? faultsOf(draft) : {}
  const faults: Faults = { ...own, name: own.name ?? taken }
  const changed = draft.name !== first.name || draft.color !== (asColor(first.color) ?? '')
  return { draft, faults, changed, put, clear, read, refuse }
}
export type CategoryForm = ReturnType<typeof useCategoryForm>
