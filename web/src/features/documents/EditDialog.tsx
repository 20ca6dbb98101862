// The name and the fields of a document are changed; its file stays.
import { type Document, documents, NAME_OF_DOCUMENT_AT_MOST } from '@padron/contract/documents'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { FormField } from '../../ui/FormField.tsx'
import { FormFrame } from './FormFrame.tsx'
import { changedFields, faultsOf, placed, placeOf, textOf, textsOf } from './field-values.ts'
import { GONE_DOCUMENT, isGone, isOutdated, isTold, OUTDATED_DOCUMENT, reasonOf, refusals } from './refusals.ts'
import { useFaults } from './use-faults.ts'
import { ValueFields } from './ValueFields.tsx'

const NAME = 'document.documentName'

type Props = { document: Document; onReload: () => void; onClose: () => void }

export const EditDialog = ({ document, onReload, onClose }: Props): ReactNode => {
  const { documentId, documentName, version, docFields } = document
  const fields = docFields.filter(({ retired }) => !retired)
  const [before] = useState(() => ({ name: documentName, texts: textsOf(fields) }))
  const [name, setName] = useState(before.name)
  const [texts, setTexts] = useState(before.texts)
  const { faults, said, refused, refuse, mend, clear } = useFaults()
  const update = useAction(documents.update, { told: (error) => isTold(error) || isGone(error) })
  const changed = changedFields(fields, before.texts, texts)
  const touched = changed.length > 0 || name.trim() !== before.name

  const save = async (): Promise<void> => {
    const wrong = {
      ...(name.trim() === '' && { [NAME]: 'Escriba el nombre del documento' }),
      ...faultsOf(fields, texts),
    }
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    clear()
    if (!touched) return onClose()
    const body = {
      document: { documentId, version, ...(name.trim() !== before.name && { documentName: name.trim() }) },
      fields: changed.map((field) => ({
        documentInfoId: field.documentInfoId,
        documentId,
        documentFieldId: field.documentFieldId,
        value: textOf(texts, field) || null,
      })),
    }
    await update.mutateAsync({ body }).then(onClose, (error: unknown) => {
      if (isOutdated(error) || isGone(error)) {
        onReload()
        return refuse({}, isGone(error) ? GONE_DOCUMENT : OUTDATED_DOCUMENT)
      }
      refuse(placed(refusals(error), 'fields', changed), reasonOf(error, documents.update))
    })
  }
  return (
    <FormFrame
      title={`Editar ${before.name}`}
      verb="Guardar cambios"
      busy={update.isPending}
      touched={touched}
      said={said}
      refused={refused}
      onSave={() => void save()}
      onClose={onClose}
    >
      <FormField label="Nombre del documento" required fault={faults[NAME]}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            maxLength={NAME_OF_DOCUMENT_AT_MOST}
            value={name}
            onChange={({ target }) => {
              setName(target.value)
              mend(NAME)
            }}
          />
        )}
      </FormField>
      <ValueFields
        fields={fields}
        texts={texts}
        faults={faults}
        onText={(id, text) => {
          setTexts((now) => ({ ...now, [id]: text }))
          mend(placeOf(id))
        }}
      />
      {fields.length === 0 && <p className="muted document-note">Este tipo no pide datos: solo el archivo.</p>}
    </FormFrame>
  )
}
