// The name and the fields of a document are changed; its file stays.
import { type Document, documents, NAME_OF_DOCUMENT_AT_MOST } from '@padron/contract/documents'
import { type ReactNode, useState } from 'react'
import { formRefusalText, isFormRefusal, isGone, isOutdated, refusedFields } from '../../api/form-refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { FormField } from '../../ui/FormField.tsx'
import { ConflictNote } from '../../ui/form/ConflictNote.tsx'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { useFaults } from '../../ui/form/use-faults.ts'
import { GONE_DOCUMENT, OUTDATED_DOCUMENT } from './conflict-words.ts'
import { changeText, fieldChanges } from './document-changes.ts'
import { changedFields, faultsOf, placed, placeOf, textOf, textsOf } from './field-values.ts'
import { useWritten } from './use-written.ts'
import { ValueFields } from './ValueFields.tsx'

const NAME = 'document.documentName'

type Props = { document: Document; onReload: () => void; onClose: () => void }

export const EditDialog = ({ document, onReload, onClose }: Props): ReactNode => {
  const { documentId, documentName, version, docFields } = document
  const [title] = useState(documentName)
  const fields = docFields.filter(({ retired }) => !retired)
  const stored = { [NAME]: documentName, ...textsOf(fields) }
  const { texts, overruled, write, drop } = useWritten(stored)
  const name = texts[NAME] ?? ''
  const { faults, said, refused, refuse, mend, clear } = useFaults()
  const update = useAction(documents.update, {
    told: (error) => (isFormRefusal(error) || isGone(error)) && formRefusalText(error, documents.update),
  })
  const changed = changedFields(fields, stored, texts)
  const touched = changed.length > 0 || name.trim() !== documentName
  const named = overruled(NAME)
  const changes = [
    ...(named === undefined ? [] : [changeText('Nombre del documento', named, documentName)]),
    ...fieldChanges(fields, overruled),
  ]
  // One's own is there before the form is gone.
  const conflict = changes.length > 0 && !update.isPending

  const end = useIfMounted(onClose)
  const save = async (): Promise<void> => {
    const wrong = {
      ...(name.trim() === '' && { [NAME]: 'Escriba el nombre del documento' }),
      ...faultsOf(fields, texts),
    }
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    clear()
    if (!touched) return onClose()
    const body = {
      document: { documentId, version, ...(name.trim() !== documentName && { documentName: name.trim() }) },
      fields: changed.map((field) => ({
        documentInfoId: field.documentInfoId,
        documentId,
        documentFieldId: field.documentFieldId,
        value: textOf(texts, field) || null,
      })),
    }
    await update.mutateAsync({ body }).then(end, (error: unknown) => {
      if (isOutdated(error) || isGone(error)) {
        onReload()
        return refuse({}, isGone(error) ? GONE_DOCUMENT : OUTDATED_DOCUMENT)
      }
      refuse(placed(refusedFields(error), 'fields', changed), formRefusalText(error, documents.update))
    })
  }
  return (
    <FormFrame
      title={`Editar ${title}`}
      verb={conflict ? 'Guardar lo mío' : 'Guardar cambios'}
      busy={update.isPending}
      touched={touched}
      said={said}
      refused={refused}
      onSave={() => void save()}
      onClose={onClose}
    >
      {conflict && (
        <ConflictNote
          thing="documento"
          changes={changes}
          onNew={() => {
            drop()
            clear()
          }}
        />
      )}
      <FormField label="Nombre del documento" required fault={faults[NAME]}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            maxLength={NAME_OF_DOCUMENT_AT_MOST}
            value={name}
            onChange={({ target }) => {
              write(NAME, target.value)
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
          write(id, text)
          mend(placeOf(id))
        }}
      />
      {fields.length === 0 && <p className="muted document-note">Este tipo no pide datos: solo el archivo.</p>}
    </FormFrame>
  )
}
