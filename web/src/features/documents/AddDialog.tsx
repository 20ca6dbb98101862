// The dialog that adds a document to a vehicle: type, one file, name and the fields of the type (spec core §5). The
// texts are stored as a draft; a browser cannot store the file with them.
import { documents, documentTypes } from '@padron/contract/documents'
import { NAME_OF_DOCUMENT_AT_MOST, type TypeFields } from '@padron/contract/documents/shapes'
import { FILE_NEEDED, TYPE_NEEDED } from '@padron/contract/rules/document-rules'
import { Link } from '@tanstack/react-router'
import { z } from 'zod/mini'
import { CHECK_FIELDS, uploadRefusalText } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { uploadForm } from '../../api/upload.ts'
import { useCall } from '../../api/use-call.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { RecoveredNote } from '../../ui/form/RecoveredNote.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useUpload } from '../../ui/form/use-upload.ts'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { FileField } from './FileField.tsx'
import { type FieldTexts, fieldAt, infoOf, toFieldTexts, validateFields } from './field-values.ts'
import { ValueFields } from './ValueFields.tsx'

const TITLE = 'Agregar documento'
const CALL = documents.create

type Values = {
  documentTypeId: number | null
  /** Null until the user types a name: until then the name comes from the file. */
  name: string | null
} & FieldTexts
const { Field, SelectField } = formFields<Values>()
const PLACES: Readonly<Record<string, string>> = {
  'document.DocumentTypeId': 'documentTypeId',
  'document.DocumentName': 'name',
}

/** The file's name without its extension: the document's name until the user types another. */
const titleOf = ({ name }: File): string => name.replace(/\.[^.]+$/, '').slice(0, NAME_OF_DOCUMENT_AT_MOST)

type Props = { vehicleAssetId: number; wantedType: number | undefined; onClose: () => void }

const AddForm = (props: Props & { types: readonly TypeFields[] }) => {
  const { vehicleAssetId, wantedType, types, onClose } = props
  const upload = useUpload()
  const { file } = upload
  const fileTitle = file ? titleOf(file) : ''
  const texts = toFieldTexts(types.flatMap(({ docFields }) => docFields))
  const typeOf = (values: Values) => types.find(({ documentTypeId }) => documentTypeId === values.documentTypeId)
  const fieldsOf = (values: Values) => typeOf(values)?.docFields ?? []
  const stored: Values = { ...texts, documentTypeId: wantedType ?? null, name: null }
  const form = useForm({
    stored,
    ...(wantedType !== undefined && { preset: { documentTypeId: wantedType } }),
    draft: {
      name: `document-${vehicleAssetId}`,
      shape: {
        shape: {
          ...Object.fromEntries(Object.keys(texts).map((name) => [name, z.string()])),
          documentTypeId: z.nullable(z.int()),
          name: z.nullable(z.string()),
        },
      },
    },
    validate: (values) =>
      onlyFaults({
        documentTypeId: !typeOf(values) && TYPE_NEEDED,
        file: !file && FILE_NEEDED,
        ...validateFields(fieldsOf(values), values),
      }),
    summary: CHECK_FIELDS,
    call: CALL,
    args: (values) => ({
      body: {
        document: {
          DocumentTypeId: `${values.documentTypeId}`,
          VehicleAssetId: `${vehicleAssetId}`,
          DocumentName: values.name || fileTitle,
        },
        documentInfo: infoOf(fieldsOf(values), values),
      },
    }),
    upload: ({ body }) => upload.send((sent, way) => uploadForm(CALL, body, sent, way)),
    fieldAt: (path) => PLACES[path] ?? fieldAt(path, 'documentInfo', fields),
    failure: (error, marked) => (marked ? CHECK_FIELDS : uploadRefusalText(error, CALL)),
    notice: (_, { name }) => notify('done', CALL.done, { about: name?.trim() || fileTitle }),
    onSaved: onClose,
  })
  const fields = fieldsOf(form.values)
  return (
    <FormDialog
      form={form}
      title={TITLE}
      formLabel={TITLE}
      verb="Agregar"
      asks={false}
      upload={upload}
      shape="wide"
      onClose={onClose}
    >
      {form.recovered && !file && (
        <RecoveredNote onDiscard={form.restart}>
          Se recuperó lo que no había guardado. Elija otra vez el archivo.
        </RecoveredNote>
      )}
      <SelectField
        name="documentTypeId"
        label="Tipo de documento"
        required
        empty="Elija uno"
        options={types.map(({ documentTypeId, documentTypeName }) => ({
          value: documentTypeId,
          label: documentTypeName,
        }))}
      />
      <FileField upload={upload} />
      <Field name="name" label="Nombre del documento" hint="Si lo deja vacío se usa el del archivo.">
        {(control, { value, put, busy }) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            readOnly={busy}
            maxLength={NAME_OF_DOCUMENT_AT_MOST}
            value={value ?? fileTitle}
            onChange={({ target }) => put(target.value)}
          />
        )}
      </Field>
      <ValueFields fields={fields} />
    </FormDialog>
  )
}

export const AddDialog = (props: Props) => {
  const { data, error, isError, refetch } = useCall(documentTypes.fields, {})
  if (data && data.documentList.length > 0) return <AddForm {...props} types={data.documentList} />
  const content = () => {
    if (isError) return <LoadFailure title={documentTypes.fields.fails} query={{ error, refetch }} />
    if (!data)
      return <div role="status" aria-label="Cargando tipos de documento" className="documents-skeleton soft rounded" />
    return (
      <Message
        title="Sin tipos de documentos"
        detail="Un documento es de un tipo: agregue primero el tipo, con los datos que quiera leer de él."
        action={
          <Link to={'/catalogs/documents' as never} className="button">
            Ir a Tipos de documento
          </Link>
        }
      />
    )
  }
  return (
    <Dialog title={TITLE} shape="wide" onClose={props.onClose}>
      {content()}
    </Dialog>
  )
}
