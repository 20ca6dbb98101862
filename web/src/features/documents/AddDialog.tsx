// A document is added to a vehicle: its type, one file, its name and what its type asks for (spec core §5).
import { documentTypes, NAME_OF_DOCUMENT_AT_MOST, type TypeFields } from '@padron/contract/documents'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { FormFrame } from '../../ui/form/FormFrame.tsx'
import { RecoveredNote } from '../../ui/form/RecoveredNote.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { FileField } from './FileField.tsx'
import { useAddDocument } from './use-add-document.ts'
import { ValueFields } from './ValueFields.tsx'

const TITLE = 'Agregar documento'

type Props = { vehicleAssetId: number; wantedType: number | undefined; onClose: () => void }

const AddForm = ({ types, ...props }: Props & { types: readonly TypeFields[] }): ReactNode => {
  const form = useAddDocument({ ...props, types, onDone: props.onClose })
  const { values, faults, places, chosen, fields, sending } = form
  return (
    <FormFrame
      title={TITLE}
      verb="Agregar"
      busy={sending.sending}
      said={form.said}
      refused={form.refused}
      upload={{ sending, file: chosen.file }}
      onSave={() => void form.save()}
      onClose={props.onClose}
    >
      {form.recovered && !chosen.file && (
        <RecoveredNote onDiscard={form.discard}>
          Se recuperó lo que no había guardado. Elija otra vez el archivo.
        </RecoveredNote>
      )}
      <FormField label="Tipo de documento" required fault={faults[places.type]}>
        {(control) => (
          <select
            {...control}
            value={values.documentTypeId ?? ''}
            onChange={({ target }) => form.setType(target.value === '' ? null : Number(target.value))}
          >
            <option value="">Elija uno</option>
            {types.map(({ documentTypeId, documentTypeName }) => (
              <option key={documentTypeId} value={documentTypeId}>
                {documentTypeName}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FileField chosen={chosen} fault={faults[places.file]} busy={sending.sending} />
      <FormField
        label="Nombre del documento"
        fault={faults[places.name]}
        hint="Si lo deja vacío se usa el del archivo."
      >
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            maxLength={NAME_OF_DOCUMENT_AT_MOST}
            value={form.name}
            onChange={({ target }) => form.setName(target.value)}
          />
        )}
      </FormField>
      <ValueFields fields={fields} texts={values.texts} faults={faults} onText={form.setText} />
    </FormFrame>
  )
}

export const AddDialog = (props: Props): ReactNode => {
  const { data, error, isError, refetch } = useCall(documentTypes.fields, {})
  if (data && data.documentList.length > 0) return <AddForm {...props} types={data.documentList} />
  const content = () => {
    if (isError) return <LoadFailure title={documentTypes.fields.fails} error={error} onRetry={() => void refetch()} />
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
