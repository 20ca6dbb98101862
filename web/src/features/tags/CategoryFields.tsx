// A category's name and colour, with how its tags will look.
import { COLOR_NEEDED, categoryFault, TAG_COLORS } from '@padron/contract/tags'
import type { ReactNode } from 'react'
import { useFormContext } from '../../ui/form/Form.tsx'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { TagLabel } from '../../ui/TagLabel.tsx'
import { COLOR_NAMES } from './tag-words.ts'

export type CategoryValues = { name: string; color: string }
export type TagColor = (typeof TAG_COLORS)[number]
const { SelectField, TextField } = formFields<CategoryValues>()
const COLORS = TAG_COLORS.map((color) => ({ value: color, label: COLOR_NAMES[color] }))

export const categoryFaults = ({ name, color }: CategoryValues): Faults =>
  onlyFaults({ name: categoryFault(name), color: !TAG_COLORS.some((known) => known === color) && COLOR_NEEDED })

/** The server calls the fields by names of its own, each call by others. */
export const categoryFieldAt = (path: string): string | undefined =>
  /tagCategoryName$/i.test(path) ? 'name' : undefined

export const CategoryFields = ({ label, placeholder }: { label: string; placeholder?: string }): ReactNode => {
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
