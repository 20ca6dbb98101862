// A category's name and colour, changed; told where somebody changed it meanwhile, as with a tag's name.
import { tags as calls, type TagCategory } from '@padron/contract/tags'
import type { ReactNode } from 'react'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { TagLabel } from '../../ui/TagLabel.tsx'
import {
  CategoryFields,
  type CategoryValues,
  categoryFaults,
  categoryFieldAt,
  type TagColor,
} from './CategoryFields.tsx'
import { useReload } from './use-reload.ts'

type Props = { category: TagCategory; onClose: () => void }

export const EditCategory = ({ category, onClose }: Props): ReactNode => {
  const { tagCategoryId, tagCategoryName, tagColor } = category
  const reload = useReload()
  const stored: CategoryValues = { name: tagCategoryName, color: tagColor }
  const form = useForm({
    stored,
    validate: categoryFaults,
    call: calls.editCategory,
    args: ({ name, color }, { base, overwrites }) => {
      const seen = overwrites ? stored : base
      const expected = { tagCategoryName: seen.name, tagColor: seen.color }
      return { body: { tagCategoryId, tagCategoryName: name, tagColor: color as TagColor, expected } }
    },
    fieldAt: categoryFieldAt,
    onFailure: () => void reload(),
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title="Editar categoría" verb="Guardar cambios" onClose={onClose}>
      <CategoryFields label="Nombre" />
      {form.newer && form.message && (
        <p>
          Guarde otra vez para poner lo que usted eligió en lugar de{' '}
          <TagLabel name={tagCategoryName} color={tagColor} />
        </p>
      )}
    </FormDialog>
  )
}
