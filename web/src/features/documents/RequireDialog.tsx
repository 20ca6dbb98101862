// Which vehicles must have a paper of a type.
import { type DocumentType, documentTypes, type RequiredFor } from '@padron/contract/documents'
import { type ReactNode, useId, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useCan } from '../../session/user-context.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TagsField } from '../../ui/TagsField.tsx'
import '../../ui/form.css'
import { isOutdated, isTold, reasonOf } from './refusals.ts'

const CHOICES: readonly { value: RequiredFor; text: string }[] = [
  { value: 'none', text: 'A nadie' },
  { value: 'all', text: 'A todos los vehículos activos' },
  { value: 'tags', text: 'A los vehículos con alguna de estas etiquetas' },
]
const NO_TAGS = 'Elija al menos una etiqueta'

type Props = { type: DocumentType; onReload: () => void; onClose: () => void }

export const RequireDialog = ({ type, onReload, onClose }: Props): ReactNode => {
  const id = useId()
  const readsTags = useCan('tags_read')
  const [required, setRequired] = useState<RequiredFor>(type.required)
  const [tagIds, setTags] = useState<readonly number[]>(type.requiredTags)
  const [fault, setFault] = useState<string>()
  const [said, say] = useState<string>()
  const save = useAction(documentTypes.require, { told: isTold })
  const submit = async (): Promise<void> => {
    if (save.isPending) return
    if (required === 'tags' && tagIds.length === 0) return setFault(NO_TAGS)
    const { documentTypeId, version } = type
    const body = { documentTypeId, version, required, tagIds: required === 'tags' ? [...tagIds] : [] }
    await save.mutateAsync({ body }).then(onClose, (error: unknown) => {
      if (isOutdated(error)) onReload()
      say(
        isOutdated(error)
          ? 'Otra persona cambió este tipo mientras tanto. Revise y guarde de nuevo.'
          : reasonOf(error, documentTypes.require),
      )
    })
  }
  return (
    <Dialog
      title={`Pedir ${type.documentTypeName} a…`}
      shape="wide"
      onClose={onClose}
      footer={
        <>
          <span role="alert" className="dialog__error">
            {said}
          </span>
          <button type="button" className="button" onClick={onClose}>
            Cancelar
          </button>
          <button type="submit" form={id} className="button button--primary" aria-disabled={save.isPending}>
            {save.isPending && <span className="spinner" aria-hidden="true" />}
            Guardar cambios
          </button>
        </>
      }
    >
      <form
        id={id}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
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
            onChange={(next) => {
              setTags(next)
              setFault(undefined)
            }}
          />
        )}
      </form>
    </Dialog>
  )
}
