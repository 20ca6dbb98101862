// Another file takes the place of a document's: the one before stays as an earlier one. Its dates mostly change with it.
import { FILE_NEEDED } from '@padron/contract/document-rules'
import { type Document, documents } from '@padron/contract/documents'
import { type ReactNode, useState } from 'react'
import { isGone, isOutdated, refusedFields, uploadRefusalText } from '../../api/form-refusal.ts'
import { uploadForm } from '../../api/upload.ts'
import { ConflictNote } from '../../ui/form/ConflictNote.tsx'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { useFaults } from '../../ui/form/use-faults.ts'
import { useSending } from '../../ui/form/use-sending.ts'
import { GONE_DOCUMENT, OUTDATED_DOCUMENT } from './conflict-words.ts'
import { fieldChanges } from './document-changes.ts'
import { FileField } from './FileField.tsx'
import { changedFields, faultsOf, placed, placeOf, textOf, textsOf } from './field-values.ts'
import { useFile } from './use-file.ts'
import { useWritten } from './use-written.ts'
import { ValueFields } from './ValueFields.tsx'

type Props = { document: Document; onReload: () => void; onClose: () => void }

export const ReplaceDialog = ({ document, onReload, onClose }: Props): ReactNode => {
  const { documentId, documentName, version, docFields } = document
  const fields = docFields.filter(({ retired }) => !retired)
  const stored = textsOf(fields)
  const { texts, overruled, write, drop } = useWritten(stored)
  const { faults, said, refused, refuse, mend, clear } = useFaults()
  const chosen = useFile({ refuse, mend })
  const { file } = chosen
  const sending = useSending()
  const [opened, setOpened] = useState(document.files)
  const changes = [
    ...(document.files === opened ? [] : [`Puso otro archivo: ${document.fileName}.`]),
    ...fieldChanges(fields, overruled),
  ]
  // One's own is there before the form is gone.
  const conflict = changes.length > 0 && !sending.sending
  const save = async (): Promise<void> => {
    const wrong = { ...(file ? undefined : { file: FILE_NEEDED }), ...faultsOf(fields, texts) }
    if (Object.keys(wrong).length > 0 || !file) return refuse(wrong)
    clear()
    const changed = changedFields(fields, stored, texts)
    const documentInfo = changed.map((field) => ({
      DocumentFieldId: `${field.documentFieldId}`,
      Value: textOf(texts, field),
    }))
    const ended = await sending.send(documents.replaceFile, documentName, (way) =>
      uploadForm(documents.replaceFile, { version: `${version}`, documentInfo }, file, way, {
        documentId: `${documentId}`,
      }),
    )
    if (ended.how === 'sent') return onClose()
    if (ended.how === 'cancelled') return
    if (isOutdated(ended.error) || isGone(ended.error)) {
      onReload()
      return refuse({}, isGone(ended.error) ? GONE_DOCUMENT : OUTDATED_DOCUMENT)
    }
    refuse(
      placed(refusedFields(ended.error), 'documentInfo', changed),
      uploadRefusalText(ended.error, documents.replaceFile),
    )
  }
  return (
    <FormFrame
      title={`Reemplazar el archivo de ${documentName}`}
      verb={conflict ? 'Reemplazar con lo mío' : 'Reemplazar'}
      busy={sending.sending}
      touched={file !== undefined || changedFields(fields, stored, texts).length > 0}
      said={said}
      refused={refused}
      upload={{ sending, file }}
      onSave={() => void save()}
      onClose={onClose}
    >
      {conflict && (
        <ConflictNote
          thing="documento"
          changes={changes}
          onNew={() => {
            drop()
            setOpened(document.files)
            clear()
          }}
        />
      )}
      <p className="muted document-note">
        El archivo actual, {document.fileName}, se conserva y se puede ver en Versiones.
      </p>
      <FileField chosen={chosen} fault={faults.file} busy={sending.sending} />
      <ValueFields
        fields={fields}
        texts={texts}
        faults={faults}
        onText={(id, text) => {
          write(id, text)
          mend(placeOf(id))
        }}
      />
    </FormFrame>
  )
}
