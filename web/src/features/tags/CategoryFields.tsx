// A category's name and colour, with how its tags will look.
import { TAG_COLORS } from '@padron/contract/tags'
import type { ReactNode } from 'react'
import { FormField } from '../../ui/FormField.tsx'
import { TagLabel } from '../../ui/TagLabel.tsx'
import { COLOR_NAMES } from './tag-words.ts'
import type { CategoryForm } from './use-category-form.ts'

type Props = { form: CategoryForm; label: string; placeholder?: string; busy: boolean }

export const CategoryFields = ({ form: { draft, faults, put }, label, placeholder, busy }: Props): ReactNode => (
  <>
    <FormField label={label} required fault={faults.name}>
      {(props) => (
        <input
          {...props}
          type="text"
          name="categoryName"
          autoComplete="off"
          placeholder={placeholder}
          readOnly={busy}
          value={draft.name}
          onChange={({ target }) => put({ name: target.value })}
        />
      )}
    </FormField>
    <FormField label="Color" required fault={faults.color}>
      {(props) => (
        <select
          {...props}
          name="categoryColor"
          value={draft.color}
          onChange={({ target }) => busy || put({ color: target.value })}
        >
          <option value="">Elija un color</option>
          {TAG_COLORS.map((color) => (
            <option key={color} value={color}>
              {COLOR_NAMES[color]}
            </option>
          ))}
        </select>
      )}
    </FormField>
    <p className="category-look">
      <span className="muted">Así se ven sus etiquetas</span>
      <TagLabel name={draft.name.trim() || 'etiqueta'} color={draft.color} />
    </p>
  </>
)
