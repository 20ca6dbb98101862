// Which vehicles must have a paper of a type.
import { type DocumentType, documentTypes, type RequiredFor } from '@padron/contract/documents'
import { type ReactNode, useId, useState } from 'react'
import { formRefusalText, isFormRefusal, isGone, isOutdated } from '../../api/form-refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { useCan } from '../../session/user-context.ts'
import { ConflictNote } from '../../ui/form/ConflictNote.tsx'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { TagsField } from '../../ui/TagsField.tsx'
import { GONE_TYPE } from './conflict-words.ts'

const CHOICES: readonly { value: RequiredFor; text: string }[] = [
  { value: 'none', text: 'Nadie' },
  { value: 'all', text: 'Todos los vehículos activos' },
  { value: 'tags', text: 'Los vehículos con alguna de estas etiquetas' },
]
const NO_TAGS = 'Elija al menos una etiqueta'
const OUTDATED = 'Otra persona cambió este tipo mientras tanto. Revise y guarde de nuevo.'

type Rule = Pick<DocumentType, 'required' | 'requiredTags'>
const ruleOf = ({ required, requiredTags }: DocumentType): Rule => ({
  required,
  requiredTags: required === 'tags' ? requiredTags : [],
})
const isSame = (a: Rule, b: Rule): boolean =>
  a.required === b.required &&
  a.requiredTags.length === b.requiredTags.length &&
  a.requiredTags.every((id) => b.requiredTags.includes(id))

type NameOf = (tagId: number) => string | undefined

const ruleText = ({ required, requiredTags }: Rule, nameOf: NameOf): string => {
  if (required === 'none') return 'Ya no se pide a nadie.'
  if (required === 'all') return 'Ahora se pide a todos los vehículos activos.'
  const names = requiredTags.flatMap((id) => nameOf(id) ?? []).join(', ')
  return `Ahora se pide a los vehículos con alguna de estas etiquetas: ${names || 'no se puede ver cuáles'}.`
}

type Props = { type: DocumentType; nameOf: NameOf; onReload: () => void; onClose: () => void }

export const RequireDialog = ({ type, nameOf, onReload, onClose }: Props): ReactNode => {
  const id = useId()
  const readsTags = useCan('tags_read')
  /** What is chosen, and what stood there when it was; undefined: nothing is, and what is stored is shown. */
  const [chosen, choose] = useState<{ rule: Rule; over: Rule }>()
  const stored = ruleOf(type)
  const { required, requiredTags: tagIds } = chosen?.rule ?? stored
  const touched = !isSame(ruleOf({ ...type, required, requiredTags: [...tagIds] }), stored)
  const [fault, setFault] = useState<string>()
  const [said, say] = useState<string>()
  const save = useAction(documentTypes.require, {
    told: (error) => (isFormRefusal(error) || isGone(error)) && formRefusalText(error, documentTypes.require),
  })
  // One's own is there before the form is gone.
  const conflict = touched && chosen && !isSame(chosen.over, stored) && !save.isPending
  const put = (rule: Rule): void => {
    choose({ rule, over: chosen?.over ?? stored })
    setFault(undefined)
    say(undefined)
  }
  const end = useIfMounted(onClose)
  const submit = async (): Promise<void> => {
    if (required === 'tags' && tagIds.length === 0) return setFault(NO_TAGS)
    const { documentTypeId, version } = type
    const body = { documentTypeId, version, required, tagIds: required === 'tags' ? [...tagIds] : [] }
    await save.mutateAsync({ body }).then(end, (error: unknown) => {
      if (isOutdated(error) || isGone(error)) onReload()
      if (isGone(error)) say(GONE_TYPE)
      else say(isOutdated(error) ? OUTDATED : formRefusalText(error, documentTypes.require))
    })
  }
  return (
    <FormFrame
      title={`Pedir ${type.documentTypeName} a…`}
      verb={conflict ? 'Guardar lo mío' : 'Guardar cambios'}
      busy={save.isPending}
      touched={touched}
      said={said}
      refused={0}
      onSave={() => void submit()}
      onClose={onClose}
    >
      {conflict && (
        <ConflictNote
          thing="tipo"
          changes={[ruleText(stored, nameOf)]}
          onNew={() => {
            choose(undefined)
            say(undefined)
          }}
        />
      )}
      <fieldset>
        <legend>Quién debe tenerlo vigente</legend>
        {CHOICES.map(({ value, text }) => (
          <label key={value} className="check">
            <input
              type="radio"
              name={`${id}-required`}
              checked={required === value}
              disabled={value === 'tags' && !readsTags}
              onChange={() => put({ required: value, requiredTags: tagIds })}
            />
            {text}
          </label>
        ))}
      </fieldset>
      {!readsTags && <p className="muted">Para elegir etiquetas se necesita permiso de consultarlas.</p>}
      {required === 'tags' && readsTags && (
        <TagsField
          value={tagIds}
          fault={fault}
          makes={false}
          onChange={(next) => put({ required, requiredTags: [...next] })}
        />
      )}
    </FormFrame>
  )
}
