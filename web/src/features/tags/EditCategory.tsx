// A category's name and colour, changed; told where somebody changed it meanwhile, as with a tag's name.
import { tags as calls, type TagCategory } from '@padron/contract/tags'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { refusalText } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { TagLabel } from '../../ui/TagLabel.tsx'
import { CategoryFields } from './CategoryFields.tsx'
import { FormDialog } from './FormDialog.tsx'
import { focusWrong } from './focus-wrong.ts'
import { restText, useCategoryForm } from './use-category-form.ts'
import { useReload } from './use-reload.ts'

type Props = { category: TagCategory; onClose: () => void }

const lookOf = ({ tagCategoryName, tagColor }: TagCategory) => ({ tagCategoryName, tagColor })

export const EditCategory = ({ category, onClose }: Props): ReactNode => {
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const reload = useReload()
  const now = lookOf(category)
  const [seen, setSeen] = useState(now)
  const form = useCategoryForm(element, { name: now.tagCategoryName, color: now.tagColor })
  const end = useIfMounted(onClose)
  const { mutate, isPending, error } = useAction(calls.editCategory, {
    told: refusalText,
    worked: () => {
      notify('done', calls.editCategory.done)
      end()
    },
  })
  const changed = error && (now.tagCategoryName !== seen.tagCategoryName || now.tagColor !== seen.tagColor)
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const wanted = form.read()
    if (!wanted) focusWrong(element.current)
    if (!wanted || isPending) return
    const expected = changed ? now : seen
    setSeen(expected)
    mutate(
      {
        body: { tagCategoryId: category.tagCategoryId, tagCategoryName: wanted.name, tagColor: wanted.color, expected },
      },
      { onError: (refused) => form.refuse(refused) || void reload() },
    )
  }
  return (
    <FormDialog
      title="Editar categoría"
      form={id}
      busy={isPending}
      error={restText(error)}
      changed={form.changed}
      onClose={onClose}
    >
      <form id={id} ref={element} className="form" noValidate onSubmit={send}>
        <CategoryFields form={form} label="Nombre" busy={isPending} />
        {changed && (
          <p>
            Guarde otra vez para poner lo que usted eligió en lugar de{' '}
            <TagLabel name={now.tagCategoryName} color={now.tagColor} />
          </p>
        )}
      </form>
    </FormDialog>
  )
}
