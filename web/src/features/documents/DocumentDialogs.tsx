// The dialogs over a vehicle's documents. The forms bring the engine that runs patterns, and the viewer a reader of PDF: each
// comes when it is first opened.
import type { Document } from '@padron/contract/documents'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Clock } from '../../lib/clock.ts'
import type { Shown } from './preview/PreviewDialog.tsx'
import { RemovedDialog } from './RemovedDialog.tsx'
import { VersionsDialog } from './VersionsDialog.tsx'

const AddDialog = lazy(() => import('./AddDialog.tsx').then((m) => ({ default: m.AddDialog })))
const EditDialog = lazy(() => import('./EditDialog.tsx').then((m) => ({ default: m.EditDialog })))
const ReplaceDialog = lazy(() => import('./ReplaceDialog.tsx').then((m) => ({ default: m.ReplaceDialog })))
const PreviewDialog = lazy(() => import('./preview/PreviewDialog.tsx').then((m) => ({ default: m.PreviewDialog })))

export type Open =
  | { what: 'add'; wantedType: number | undefined }
  | { what: 'edit' | 'replace' | 'versions'; document: Document }
  | { what: 'removed' }

type Props = {
  vehicleAssetId: number
  open: Open | undefined
  /** As they are by now. One that is open stays as it was where it is gone: what is typed is not lost with it. */
  documents: readonly Document[]
  shown: Shown | undefined
  clock: Clock
  onShow: (shown: Shown | undefined) => void
  onReload: () => void
  onClose: () => void
}

export const DocumentDialogs = (props: Props): ReactNode => {
  const { vehicleAssetId, open, documents, shown, clock, onShow, onReload, onClose } = props
  const opened = open && 'document' in open ? open.document : undefined
  const document = documents.find(({ documentId }) => documentId === opened?.documentId) ?? opened
  return (
    <Suspense>
      {open?.what === 'add' && (
        <AddDialog vehicleAssetId={vehicleAssetId} wantedType={open.wantedType} onClose={onClose} />
      )}
      {open?.what === 'removed' && <RemovedDialog vehicleAssetId={vehicleAssetId} clock={clock} onClose={onClose} />}
      {open?.what === 'edit' && document && <EditDialog document={document} onReload={onReload} onClose={onClose} />}
      {open?.what === 'replace' && document && (
        <ReplaceDialog document={document} onReload={onReload} onClose={onClose} />
      )}
      {open?.what === 'versions' && document && (
        <VersionsDialog
          document={document}
          clock={clock}
          onShow={(file, onDownload) => onShow({ ...file, documentName: document.documentName, onDownload })}
          onClose={onClose}
        />
      )}
      {shown && <PreviewDialog shown={shown} onClose={() => onShow(undefined)} />}
    </Suspense>
  )
}
