// The dialog that deletes a document type. While the type has documents it only explains why it cannot be deleted. The
// server also refuses because of deleted documents that can still be restored; the dialog shows its message.
import { documentTypes } from '@padron/contract/documents'
import { type DocumentType, RESTORABLE_DAYS } from '@padron/contract/documents/shapes'
import { formRefusalText, isFormRefusal } from '../../api/form-refusal.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { documentsText } from './TypeCard.tsx'

const TITLE = 'Eliminar tipo de documento'

type Props = { type: DocumentType; onClose: () => void }

const InUse = ({ type: { documentTypeName, documents }, onClose }: Props) => (
  <Dialog title={TITLE} onClose={onClose} footer={<Button label="Cerrar" onClick={onClose} />}>
    <p>
      El tipo <strong>{documentTypeName}</strong> tiene {documentsText(documents)}. Para eliminarlo, elimine antes{' '}
      {documents === 1 ? 'ese documento' : 'esos documentos'}; uno eliminado cuenta mientras se pueda recuperar, por
      {` ${RESTORABLE_DAYS} días.`}
    </p>
  </Dialog>
)

const Unused = ({ type: { documentTypeId, documentTypeName }, onClose }: Props) => {
  const refusal = (error: Error | null): string | undefined =>
    isFormRefusal(error) ? formRefusalText(error, documentTypes.remove) : undefined
  const remove = useAction(documentTypes.remove, { onFailure: refusal })
  return (
    <DangerDialog
      title={TITLE}
      yes="Eliminar tipo"
      busy={remove.isPending}
      error={refusal(remove.error)}
      onYes={() => remove.mutate({ body: { DocumentTypeId: documentTypeId } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Se eliminará el tipo <strong>{documentTypeName}</strong> con sus campos. No se puede deshacer.
      </p>
    </DangerDialog>
  )
}

export const DeleteTypeDialog = (props: Props) =>
  props.type.documents > 0 ? <InUse {...props} /> : <Unused {...props} />
