// Deleting a document, and the dialog with a vehicle's deleted documents that can still be restored.
import { documents } from '@padron/contract/documents'
import { type Document, RESTORABLE_DAYS } from '@padron/contract/documents/shapes'
import { notify } from '../../api/notify.ts'
import { useAction } from '../../api/use-action.ts'
import { useCall } from '../../api/use-call.ts'
import { useNoticeAction } from '../../api/use-notice-action.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { sinceText } from '../../lib/relative-time.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'

/**
 * Deletes a document; its notice offers to restore it.
 * @param onRemoved moves the focus, because the document's row disappears
 */
export const useRemoveDocument = (onRemoved: () => void): ((document: Document) => void) => {
  const { mutateAsync: restore } = useNoticeAction(documents.restore)
  const { mutateAsync: remove } = useAction(documents.remove, { onSuccess: () => {} })
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

type Props = { vehicleAssetId: number; clock: Clock; onClose: () => void }

export const RemovedDialog = ({ vehicleAssetId, clock: { now, zone }, onClose }: Props) => {
  const list = useCall(documents.removed, { query: { vehicleAssetId: `${vehicleAssetId}` } })
  const restore = useNoticeAction(documents.restore)
  const all = list.data?.documentList ?? []
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={documents.removed.fails} query={list} />
    if (!list.data)
      return <div role="status" aria-label="Cargando eliminados" className="documents-skeleton soft rounded" />
    if (all.length === 0)
      return (
        <Message
          title="Nada que recuperar"
          detail={`Un documento eliminado se puede recuperar por ${RESTORABLE_DAYS} días.`}
        />
      )
    return (
      <ul className="versions stack gap-10" aria-label="Documentos eliminados">
        {all.map(({ documentId, documentName, documentTypeName, removedAt, who, until }) => (
          <li key={documentId} className="version row-wrap ruled">
            <div className="version__words small narrow">
              <p className="break">
                <strong>{documentName}</strong> <span className="muted">{documentTypeName}</span>
              </p>
              <p className="muted">
                {sinceText('Eliminado', removedAt, now, zone)} por {who} · se puede recuperar hasta el{' '}
                {dateInText(until, zone)}
              </p>
            </div>
            <Button
              label="Recuperar"
              sends
              small
              icon="undo"
              off={restore.isPending}
              aria-label={`Recuperar ${documentName}`}
              onClick={() => restore.mutate({ body: { documentId } })}
            />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Dialog title="Documentos eliminados" shape="wide" onClose={onClose}>
      {content()}
    </Dialog>
  )
}
