// The form of a document type, new or edited: its name and its fields (spec bulk §5). The draft stays in this browser
// until it is saved or discarded.
import { documentTypes } from '@padron/contract/documents'
import type { DocumentType } from '@padron/contract/documents/shapes'
import { CHECK_FIELDS, formRefusalText, refusedFields } from '../../api/form-refusal.ts'
import { ConflictNote } from '../../ui/form/ConflictNote.tsx'
import { conflictOptions } from '../../ui/form/conflict-options.ts'
import { FormDialog, UNSAVED } from '../../ui/form/FormDialog.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { RecoveredNote } from '../../ui/form/RecoveredNote.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { GONE_TYPE } from './conflict.ts'
import { FieldsEditor } from './FieldsEditor.tsx'
import {
  EMPTY,
  fieldAt,
  fieldsOf,
  TypeDraft,
  type TypeValues,
  toTypeValues,
  typeChanges,
  validateType,
  withoutUnknown,
} from './type-values.ts'

const { TextField } = formFields<TypeValues>()
const CONFLICT = {
  gone: GONE_TYPE,
  outdated: 'Otra persona cambió este tipo mientras usted lo editaba. Lo que escribió sigue aquí; revíselo y guarde.',
}

type Props = {
  /** Undefined: a new one. */
  type: DocumentType | undefined
  /** Reloads the types after a conflict with another user. */
  onReload: () => void
  onClose: () => void
}

export const TypeDialog = ({ type, onReload, onClose }: Props) => {
  const call = type ? documentTypes.update : documentTypes.create
  const form = useForm({
    stored: type ? toTypeValues(type) : EMPTY,
    validate: validateType,
    summary: CHECK_FIELDS,
    draft: { name: `document-type-${type?.documentTypeId ?? 'new'}`, shape: TypeDraft, withBase: true },
    call,
    args: (values) => {
      const documentType = { DocumentTypeName: values.documentTypeName }
      const fields = fieldsOf(values)
      if (!type) return { body: { documentType, fields } }
      const { documentTypeId: DocumentTypeId, version } = type
      return { body: { documentType: { ...documentType, DocumentTypeId, version }, fields } }
    },
    send: (args, save) =>
      save(args).catch((error: unknown) => {
        const fields = withoutUnknown(args.body.fields ?? [], refusedFields(error))
        if (!fields) throw error
        return save({ body: { ...args.body, fields } })
      }),
    fieldAt,
    ...conflictOptions(CONFLICT, (error) => formRefusalText(error, call), onReload),
    onSaved: onClose,
  })
  const changes = type && form.newer && !form.busy ? typeChanges(form.base, toTypeValues(type)) : undefined
  return (
    <FormDialog
      form={form}
      title={type ? `Editar ${type.documentTypeName}` : 'Agregar tipo de documento'}
      verb={changes ? 'Guardar mi versión' : 'Guardar'}
      question={{ ...UNSAVED, yes: type ? 'Descartar cambios' : 'Descartar tipo' }}
      shape="wide"
      onClose={onClose}
    >
      {form.recovered && <RecoveredNote onDiscard={form.restart}>Se recuperó lo que no había guardado.</RecoveredNote>}
      {changes && <ConflictNote noun="tipo" changes={changes} onNew={form.restart} />}
      {type && type.documents > 0 && (
        <p className="muted">
          Un campo que quite deja de pedirse; lo que ya está escrito en los documentos se conserva.
        </p>
      )}
      <TextField name="documentTypeName" label="Nombre del tipo de documento" required />
      <FieldsEditor />
    </FormDialog>
  )
}
