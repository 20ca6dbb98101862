// Which vehicles must have a document of a type.
import { documentTypes } from '@padron/contract/documents'
import type { DocumentType, RequiredFor } from '@padron/contract/documents/shapes'
import { formRefusalText } from '../../api/form-refusal.ts'
import { useCan } from '../../session/user-context.ts'
import { ConflictNote } from '../../ui/form/ConflictNote.tsx'
import { conflictOptions } from '../../ui/form/conflict-options.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { differingFields, useForm } from '../../ui/form/use-form.ts'
import { GONE_TYPE } from './conflict.ts'

const CHOICES: readonly { value: RequiredFor; label: string }[] = [
  { value: 'none', label: 'Ninguno' },
  { value: 'all', label: 'Todos los vehículos activos' },
  { value: 'tags', label: 'Los vehículos con alguna de estas etiquetas' },
]
const NO_TAGS = 'Elija al menos una etiqueta'
const CONFLICT = {
  gone: GONE_TYPE,
  outdated: 'Otra persona cambió este tipo mientras tanto. Revise y guarde de nuevo.',
}

type Rule = { required: RequiredFor; requiredTags: readonly number[] }
const { RadioField, TagsField } = formFields<Rule>()
const ruleOf = ({ required, requiredTags }: Rule): Rule => ({
  required,
  requiredTags: required === 'tags' ? requiredTags.toSorted((a, b) => a - b) : [],
})

type NameOf = (tagId: number) => string | undefined

const ruleText = ({ required, requiredTags }: Rule, nameOf: NameOf): string => {
  if (required === 'none') return 'Ya no se pide a ningún vehículo.'
  if (required === 'all') return 'Ahora se pide a todos los vehículos activos.'
  const names = requiredTags.flatMap((id) => nameOf(id) ?? []).join(', ')
  return `Ahora se pide a los vehículos con alguna de estas etiquetas: ${names || 'no se puede ver cuáles'}.`
}

type Props = { type: DocumentType; nameOf: NameOf; onReload: () => void; onClose: () => void }

export const RequireDialog = ({ type, nameOf, onReload, onClose }: Props) => {
  const readsTags = useCan('tags_read')
  const { documentTypeId, documentTypeName, version } = type
  const stored = ruleOf(type)
  const conflict = conflictOptions(CONFLICT, (error) => formRefusalText(error, documentTypes.require), onReload)
  const form = useForm({
    stored,
    validate: ({ required, requiredTags }) =>
      onlyFaults({ requiredTags: required === 'tags' && !requiredTags.length && NO_TAGS }),
    call: documentTypes.require,
    args: (rule) => ({
      body: { documentTypeId, version, required: rule.required, tagIds: [...ruleOf(rule).requiredTags] },
    }),
    ...conflict,
    // In the server's words: a user who cannot read tags has no field to show them under.
    failure: (error) => conflict.failure(error, false),
    onSaved: onClose,
  })
  const { required } = form.values
  const isTouched = differingFields(ruleOf(form.values), stored).length > 0
  const isConflicting = isTouched && form.newer && !form.busy
  return (
    <FormDialog
      form={form}
      title={`Pedir ${documentTypeName} a…`}
      verb={isConflicting ? 'Guardar mi versión' : 'Guardar cambios'}
      asks={isTouched}
      formLabel={`Pedir ${documentTypeName} a…`}
      shape="wide"
      onClose={onClose}
    >
      {isConflicting && <ConflictNote noun="tipo" changes={[ruleText(stored, nameOf)]} onNew={form.restart} />}
      <RadioField
        name="required"
        label="Qué vehículos deben tenerlo vigente"
        options={CHOICES.map((choice) => ({ ...choice, disabled: choice.value === 'tags' && !readsTags }))}
      />
      {!readsTags && <p className="muted">Para elegir etiquetas se necesita permiso de consultarlas.</p>}
      {required === 'tags' && readsTags && <TagsField name="requiredTags" makes={false} />}
    </FormDialog>
  )
}
