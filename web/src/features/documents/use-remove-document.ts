// Deleting a document, with the way back in its notice.
import { type Document, documents } from '@padron/contract/documents'
import { formRefusalText, isFormRefusal } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'

export const useRestoreDocument = () =>
  useAction(documents.restore, {
    told: (error) => {
      const told = isFormRefusal(error)
      if (told) notify('warning', formRefusalText(error, documents.restore))
      return told
    },
  })

/** @param onRemoved its place is gone: the focus must go elsewhere */
export const useRemoveDocument = (onRemoved: () => void): ((document: Document) => void) => {
  const { mutateAsync: restore } = useRestoreDocument()
  const { mutateAsync: remove } = useAction(documents.remove, { worked: () => {} })
  return ({ documentId, documentName }) => {
    const undo = (): void => void restore({ body: { documentId } }).catch(() => {})
    void remove({ body: documentId }).then(
      () => {
        notify('done', documents.remove.done, { about: documentName, action: { label: 'Deshacer', run: undo } })
        onRemoved()
      },
      () => {},
    )
  }
}
