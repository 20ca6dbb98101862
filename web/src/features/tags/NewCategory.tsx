// Adding a category: its name and its colour.
import { tags as calls } from '@padron/contract/tags'
import type { ReactNode } from 'react'
import { Form, SaveButton } from '../../ui/form/Form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { CategoryFields, categoryFaults, categoryFieldAt, type TagColor } from './CategoryFields.tsx'

export const NewCategory = (): ReactNode => {
  const form = useForm({
    stored: { name: '', color: '' },
    validate: categoryFaults,
    resets: true,
    call: calls.createCategory,
    args: ({ name, color }) => ({
      body: { TagCategory: [{ TagCategoryName: name, TagColor: color as TagColor }] },
    }),
    fieldAt: categoryFieldAt,
  })
  return (
    <Form form={form} className="new-category box stack gap-8-12 align-start pad-12" aria-label="Agregar categoría">
      <CategoryFields label="Nueva categoría" placeholder="Por ejemplo: Sucursales" />
      <SaveButton busy={form.busy} className="button">
        Agregar categoría
      </SaveButton>
      <p role="alert" className="tags-screen__error debt-text full-row">
        {form.message?.text}
      </p>
    </Form>
  )
}
