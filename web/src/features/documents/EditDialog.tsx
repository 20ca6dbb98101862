// The dialog that changes the name and the fields of a document; its file stays.
import { documents } from '@padron/contract/documents'
import { type Document, NAME_OF_DOCUMENT_AT_MOST } from '@padron/contract/documents/shapes'
import { useState } from 'react'
import { CHECK_FIELDS, formRefusalText } from '../../api/form-refusal.ts'
import { ConflictNote } from '../../ui/form/ConflictNote.tsx'
import { conflictOptions } from '../../ui/form/conflict-options.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { DOCUMENT_CONFLICT } from './conflict.ts'
import {
  activeFields,
  changeText,
  documentFieldName,
  type FieldTexts,
  fieldAt,
  fieldChanges,
  toFieldTexts,
  typedValue,
  validateFields,
} from './field-values.ts'
import { ValueFields } from './ValueFields.tsx'

type Values = { documentName: string } & FieldTexts
const { TextField } = formFields<Values>()
const NAME = { fieldName: 'Nombre del documento', documentDataTypeId: 0 }

type Props = { document: Document; onReload: () => void; onClose: () => void }

export const EditDialog = ({ document, onReload, onClose }: Props) => {
  const { documentId, documentName, version } = document
  const [title] = useState(`Editar ${documentName}`)
  const fields = activeFields(document)
  const changedFields = (changed: readonly string[]) =>
    fields.filter((field) => changed.includes(documentFieldName(field)))
  const stored: Values = { ...toFieldTexts(fields), documentName }
  const form = useForm({
    stored,
    followsStored: true,
    validate: (values) =>
      onlyFaults({
        documentName: values.documentName === '' && 'Escriba el nombre del documento',
        ...validateFields(fields, values),
      }),
    summary: CHECK_FIELDS,
    call: documents.update,
    args: (values, { changed }) => ({
      body: {
        document: {
          documentId,
          version,
          ...(changed.includes('documentName') && { documentName: values.documentName }),
        },
        fields: changedFields(changed).map((field) => ({
          documentInfoId: field.documentInfoId,
          documentId,
          documentFieldId: field.documentFieldId,
          value: typedValue(field, values) || null,
        })),
      },
    }),
    fieldAt: (path): string | undefined =>
      path === 'document.documentName' ? 'documentName' : fieldAt(path, 'fields', changedFields(form.changed)),
    ...conflictOptions(DOCUMENT_CONFLICT, (error) => formRefusalText(error, documents.update), onReload),
    onSaved: onClose,
  })
  const changes = [
    ...changeText(NAME, form.base.documentName, form.values.documentName, documentName),
    ...fieldChanges(fields, form),
  ]
  // While the form is busy the reloaded data may already be the user's own save.
  const isConflicting = changes.length > 0 && !form.busy
  const saveOrClose = (): void => {
    if (form.isChanged) form.save()
    else if (form.isValid()) onClose()
  }
  return (
    <FormDialog
      form={{ ...form, save: saveOrClose }}
      title={title}
      formLabel={title}
      verb={isConflicting ? 'Guardar mi versión' : 'Guardar cambios'}
      shape="wide"
      onClose={onClose}
    >
      {isConflicting && <ConflictNote noun="documento" changes={changes} onNew={form.restart} />}
      <TextField name="documentName" label={NAME.fieldName} required maxLength={NAME_OF_DOCUMENT_AT_MOST} />
      <ValueFields fields={fields} />
      {fields.length === 0 && <p className="muted">Este tipo no pide datos: solo el archivo.</p>}
    </FormDialog>
  )
}
