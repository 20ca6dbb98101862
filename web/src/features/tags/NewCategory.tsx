// Adding a category: its name and its colour.
import { tags as calls } from '@padron/contract/tags'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { notify } from '../../api/notify.ts'
import { isRefusal } from '../../api/refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { CategoryFields } from './CategoryFields.tsx'
import { focusWrong } from './focus-wrong.ts'
import { restText, useCategoryForm } from './use-category-form.ts'

export const NewCategory = (): ReactNode => {
  const element = useRef<HTMLFormElement>(null)
  const form = useCategoryForm(element, { name: '', color: '' })
  const { mutate, isPending, error } = useAction(calls.createCategory, {
    told: isRefusal,
    worked: () => {
      notify('done', calls.createCategory.done)
      form.clear()
    },
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    const category = form.read()
    if (!category) focusWrong(element.current)
    else if (!isPending)
      mutate(
        { body: { TagCategory: [{ TagCategoryName: category.name, TagColor: category.color }] } },
        { onError: (refused) => void form.refuse(refused) },
      )
  }
  return (
    <form ref={element} className="new-category" aria-label="Agregar categoría" noValidate onSubmit={send}>
      <CategoryFields form={form} label="Nueva categoría" placeholder="Por ejemplo: Sucursales" busy={isPending} />
      <button type="submit" className="button" aria-disabled={isPending}>
        {isPending && <span className="spinner" aria-hidden="true" />}
        Agregar categoría
      </button>
      <p role="alert" className="tags-screen__error">
        {restText(error)}
      </p>
    </form>
  )
}
