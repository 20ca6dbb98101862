// The dialog that replaces a document's file; the previous file stays as an older version. Dates usually change with
// the file, so the fields can be edited too.
import { documents } from '@padron/contract/documents'
import type { Document } from '@padron/contract/documents/shapes'
import { FILE_NEEDED } from '@padron/contract/rules/document-rules'
import { useState } from 'react'
import { CHECK_FIELDS, uploadRefusalText } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { uploadForm } from '../../api/upload.ts'
import { ConflictNote } from '../../ui/form/ConflictNote.tsx'
import { conflictOptions } from '../../ui/form/conflict-options.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { useUpload } from '../../ui/form/use-upload.ts'
import { DOCUMENT_CONFLICT } from './conflict.ts'
import { FileField } from './FileField.tsx'
import {
  activeFields,
  documentFieldName,
  fieldAt,
  fieldChanges,
  infoOf,
  toFieldTexts,
  validateFields,
} from './field-values.ts'
import { ValueFields } from './ValueFields.tsx'

const CALL = documents.replaceFile

type Props = { document: Document; onReload: () => void; onClose: () => void }

export const ReplaceDialog = ({ document, onReload, onClose }: Props) => {
  const { documentId, documentName, version, fileName, files } = document
  const fields = activeFields(document)
  const changedFields = (changed: readonly string[]) =>
    fields.filter((field) => changed.includes(documentFieldName(field)))
  const [filesBefore, setFilesBefore] = useState(files)
  const upload = useUpload()
  const { file } = upload
  const form = useForm({
    stored: toFieldTexts(fields),
    followsStored: true,
    validate: (values) => onlyFaults({ file: !file && FILE_NEEDED, ...validateFields(fields, values) }),
    summary: CHECK_FIELDS,
    call: CALL,
    args: (values, { changed }) => ({
      params: { documentId: `${documentId}` },
      body: {
        version: `${version}`,
        documentInfo: infoOf(changedFields(changed), values),
      },
    }),
    upload: ({ params, body }) => upload.send((sent, way) => uploadForm(CALL, body, sent, way, params)),
    fieldAt: (path): string | undefined => fieldAt(path, 'documentInfo', changedFields(form.changed)),
    ...conflictOptions(DOCUMENT_CONFLICT, (error) => uploadRefusalText(error, CALL), onReload),
    notice: () => notify('done', CALL.done, { about: documentName }),
    onSaved: onClose,
  })
  const changes = [...(files === filesBefore ? [] : [`Puso otro archivo: ${fileName}.`]), ...fieldChanges(fields, form)]
  // While the form is busy the reloaded data may already be the user's own save.
  const isConflicting = changes.length > 0 && !form.busy
  const title = `Reemplazar el archivo de ${documentName}`
  const showNew = (): void => {
    form.restart()
    setFilesBefore(files)
  }
  return (
    <FormDialog
      form={form}
      title={title}
      formLabel={title}
      verb={isConflicting ? 'Reemplazar con mi versión' : 'Reemplazar'}
      asks={form.isChanged || file !== undefined}
      upload={upload}
      shape="wide"
      onClose={onClose}
    >
      {isConflicting && <ConflictNote noun="documento" changes={changes} onNew={showNew} />}
      <p className="muted">El archivo actual, {fileName}, se conserva y se puede ver en Versiones.</p>
      <FileField upload={upload} />
      <ValueFields fields={fields} />
    </FormDialog>
  )
}
