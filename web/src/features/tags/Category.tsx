// The form of a category, new or edited: name and colour, with a preview of its tags.
import { COLOR_NEEDED, tags as calls, categoryFault, TAG_COLORS, type TagCategory } from '@padron/contract/tags'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { TagLabel } from '../../ui/domain/TagLabel.tsx'
import { Form, useFormContext } from '../../ui/form/Form.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { COLOR_NAMES } from './tag-texts.ts'

type CategoryValues = { name: string; color: string }
type TagColor = (typeof TAG_COLORS)[number]
const { SelectField, TextField } = formFields<CategoryValues>()
const COLORS = TAG_COLORS.map((color) => ({ value: color, label: COLOR_NAMES[color] }))

const categoryFaults = ({ name, color }: CategoryValues): Faults =>
  onlyFaults({ name: categoryFault(name), color: !TAG_COLORS.some((known) => known === color) && COLOR_NEEDED })

/** The form's field for a path of the server: each call has its own name for it. */
const categoryFieldAt = (path: string): string | undefined => (/tagCategoryName$/i.test(path) ? 'name' : undefined)

const CategoryFields = ({ label, placeholder }: { label: string; placeholder?: string }) => {
  const { name, color } = useFormContext<CategoryValues>().values
  return (
    <>
      <TextField name="name" label={label} required placeholder={placeholder} />
      <SelectField name="color" label="Color" required options={COLORS} empty="Elija un color" emptyValue="" />
      <p className="category-look row-wrap small">
        <span className="muted">Así se ven sus etiquetas</span>
        <TagLabel name={name.trim() || 'etiqueta'} color={color} />
      </p>
    </>
  )
}

/** Reloads the categories after a conflict with another user. */
export const useReload = (): (() => Promise<void>) => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === calls.categories.name })
}

export const NewCategory = () => {
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
    <Form
      form={form}
      className="new-category no-print box stack gap-8-12 align-start pad-12"
      aria-label="Agregar categoría"
    >
      <CategoryFields label="Nueva categoría" placeholder="Por ejemplo: Sucursales" />
      <Button label="Agregar categoría" type="submit" busy={form.busy} />
      <p role="alert" className="tags-screen__error debt-text full-row">
        {form.message?.text}
      </p>
    </Form>
  )
}

export const EditCategory = ({ category, onClose }: { category: TagCategory; onClose: () => void }) => {
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
