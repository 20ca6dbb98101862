// Deleting a document type. The server refuses while there are documents of it, and says so here.
import { type DocumentType, documentTypes } from '@padron/contract/documents'
import type { ReactNode } from 'react'
import { useAction } from '../../api/use-action.ts'
import { DangerDialog } from '../../ui/DangerDialog.tsx'
import { isTold, reasonOf } from './refusals.ts'
import { documentsText } from './type-words.ts'

type Props = { type: DocumentType; onClose: () => void }

export const DeleteTypeDialog = ({ type, onClose }: Props): ReactNode => {
  const { documentTypeId, documentTypeName, documents } = type
  const remove = useAction(documentTypes.remove, { told: isTold })
  const refused = remove.error && isTold(remove.error) ? reasonOf(remove.error, documentTypes.remove) : undefined
  const confirm = (): Promise<void> =>
    remove.mutateAsync({ body: { DocumentTypeId: documentTypeId } }).then(onClose, () => {})
  return (
    <DangerDialog
      title="Eliminar tipo de documento"
      yes="Eliminar tipo"
      busy={remove.isPending}
      error={refused}
      onYes={() => void confirm()}
      onClose={onClose}
    >
      <p>
        Se eliminará el tipo <strong>{documentTypeName}</strong> con sus campos. No se puede deshacer.
      </p>
      {documents > 0 && (
        <p>Tiene {documentsText(documents)}: elimínelos antes, porque un tipo con documentos no se elimina.</p>
      )}
    </DangerDialog>
  )
}
