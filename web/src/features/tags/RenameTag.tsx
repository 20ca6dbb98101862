// A tag's name, changed. Where somebody changed it meanwhile nothing is overwritten unseen: it is told, and saved again if wanted.
import { tags as calls, storedTag, type TagCategory } from '@padron/contract/tags'
import type { ReactNode } from 'react'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { nameFault } from './AddTag.tsx'
import { useReload } from './use-reload.ts'

type Values = { name: string }
const { TextField } = formFields<Values>()

type Props = {
  tag: TagCategory['tags'][number]
  /** The names of its category's other tags. */
  others: readonly string[]
  onClose: () => void
}

export const RenameTag = ({ tag: { tagId, tagName }, others, onClose }: Props): ReactNode => {
  const reload = useReload()
  const form = useForm({
    stored: { name: tagName },
    validate: ({ name }) => onlyFaults({ name: nameFault(name, others) }),
    call: calls.rename,
    args: ({ name }, { base, overwrites }) => ({
      body: { tagId, tagName: name, expected: overwrites ? tagName : base.name },
    }),
    onFailure: () => void reload(),
    onSaved: onClose,
  })
  const { name } = form.values
  const result = storedTag(name)
  return (
    <FormDialog form={form} title="Cambiar el nombre de la etiqueta" verb="Guardar cambios" onClose={onClose}>
      <TextField
        name="name"
        label="Nombre"
        required
        hint={result !== name && result ? `Se guardará como «${result}»` : undefined}
      />
      {form.newer && form.message && (
        <p>
          Guarde otra vez para poner el nombre que usted escribió en lugar de <strong>{tagName}</strong>.
        </p>
      )}
    </FormDialog>
  )
}
