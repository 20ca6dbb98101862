// Which vehicles must have a paper of a type.
import { type DocumentType, documentTypes, type RequiredFor } from '@padron/contract/documents'
import { type ReactNode, useId, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useCan } from '../../session/user-context.ts'
import { TagsField } from '../../ui/TagsField.tsx'
import { FormFrame } from './FormFrame.tsx'
import { GONE_TYPE, isGone, isOutdated, isTold, reasonOf } from './refusals.ts'

const CHOICES: readonly { value: RequiredFor; text: string }[] = [
  { value: 'none', text: 'Nadie' },
  { value: 'all', text: 'Todos los vehículos activos' },
  { value: 'tags', text: 'Los vehículos con alguna de estas etiquetas' },
]
const NO_TAGS = 'Elija al menos una etiqueta'
const OUTDATED = 'Otra persona cambió este tipo mientras tanto. Revise y guarde de nuevo.'

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))

type Props = { type: DocumentType; onReload: () => void; onClose: () => void }

export const RequireDialog = ({ type, onReload, onClose }: Props): ReactNode => {
  const id = useId()
  const readsTags = useCan('tags_read')
  const [before] = useState(type)
  const [required, setRequired] = useState<RequiredFor>(before.required)
  const [tagIds, setTags] = useState<readonly number[]>(before.requiredTags)
  const [fault, setFault] = useState<string>()
  const [said, say] = useState<string>()
  const save = useAction(documentTypes.require, { told: (error) => isTold(error) || isGone(error) })
  const submit = async (): Promise<void> => {
    if (required === 'tags' && tagIds.length === 0) return setFault(NO_TAGS)
    const { documentTypeId, version } = type
    const body = { documentTypeId, version, required, tagIds: required === 'tags' ? [...tagIds] : [] }
    await save.mutateAsync({ body }).then(onClose, (error: unknown) => {
      if (isOutdated(error) || isGone(error)) onReload()
      if (isGone(error)) say(GONE_TYPE)
      else say(isOutdated(error) ? OUTDATED : reasonOf(error, documentTypes.require))
    })
  }
  return (
    <FormFrame
      title={`Pedir ${type.documentTypeName} a…`}
      verb="Guardar cambios"
      busy={save.isPending}
      touched={required !== before.required || (required === 'tags' && !isSame(tagIds, before.requiredTags))}
      said={said}
      refused={0}
      onSave={() => void submit()}
      onClose={onClose}
    >
      <fieldset>
        <legend>Quién debe tenerlo vigente</legend>
        {CHOICES.map(({ value, text }) => (
          <label key={value} className="check">
            <input
              type="radio"
              name={`${id}-required`}
              checked={required === value}
              disabled={value === 'tags' && !readsTags}
              onChange={() => {
                setRequired(value)
                setFault(undefined)
                say(undefined)
              }}
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
          onChange={(next) => {
            setTags(next)
            setFault(undefined)
          }}
        />
      )}
    </FormFrame>
  )
}
