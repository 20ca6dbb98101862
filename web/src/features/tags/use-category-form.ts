// What is typed of a category, and what is wrong with it: said when it is sent, and again as it is mended.
import { COLOR_NEEDED, categoryFault, TAG_COLORS } from '@padron/contract/tags'
import { useState } from 'react'

export type TagColor = (typeof TAG_COLORS)[number]
export type CategoryDraft = { name: string; color: string }
type Faults = { name?: string | undefined; color?: string | undefined }

const asColor = (color: string): TagColor | undefined => TAG_COLORS.find((known) => known === color)

const faultsOf = ({ name, color }: CategoryDraft): Faults => ({
  name: categoryFault(name),
  ...(!asColor(color) && { color: COLOR_NEEDED }),
})

export const useCategoryForm = (first: CategoryDraft) => {
  const [draft, setDraft] = useState({ ...first, color: asColor(first.color) ?? '' })
  const [sent, setSent] = useState(false)
  const put = (patch: Partial<CategoryDraft>): void => setDraft({ ...draft, ...patch })
  const clear = (): void => {
    setDraft({ name: '', color: '' })
    setSent(false)
  }
  /** @returns what may be sent; undefined where something is missing, which is then told */
  const read = (): { name: string; color: TagColor } | undefined => {
    setSent(true)
    const color = asColor(draft.color)
    return color && !categoryFault(draft.name) ? { name: draft.name.trim(), color } : undefined
  }
  const faults: Faults = sent ? faultsOf(draft) : {}
  return { draft, faults, put, clear, read }
}
export type CategoryForm = ReturnType<typeof useCategoryForm>
