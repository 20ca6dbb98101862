// 'Documentos', a tab of both drawers: the vehicle's state for each document type and its documents; administrators of
// documents add, change, delete and restore them.
import { documents as calls, documentTypes } from '@padron/contract/documents'
import { DOCUMENTS_OF_A_VEHICLE, type Document } from '@padron/contract/documents/shapes'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useCan } from '../../session/user-context.ts'
import '../../ui/form.css'
import './documents.css'
import { Button } from '../../ui/Button.tsx'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { SeenLine } from '../../ui/list/SeenLine.tsx'
import { type DocumentAction, DocumentList } from './DocumentList.tsx'
import { DocumentStates } from './DocumentStates.tsx'
import type { PreviewFile } from './preview/PreviewDialog.tsx'
import { RemovedDialog, useRemoveDocument } from './RemovedDialog.tsx'
import { VersionsDialog } from './VersionsDialog.tsx'

// Lazy: the forms load the engine that runs patterns, and the preview loads a PDF reader.
const AddDialog = lazy(() => import('./AddDialog.tsx').then((m) => ({ default: m.AddDialog })))
const EditDialog = lazy(() => import('./EditDialog.tsx').then((m) => ({ default: m.EditDialog })))
const ReplaceDialog = lazy(() => import('./ReplaceDialog.tsx').then((m) => ({ default: m.ReplaceDialog })))
const PreviewDialog = lazy(() => import('./preview/PreviewDialog.tsx').then((m) => ({ default: m.PreviewDialog })))

type Open =
  | { what: 'add'; wantedType: number | undefined }
  | { what: 'edit' | 'replace' | 'versions'; document: Document }
  | { what: 'removed' }

/**
 * Moves the focus to the documents once they are loaded, if the address leads to them. A user who selected the tab
 * keeps the focus on the tab.
 */
const useFocusFromAddress = (ready: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const [{ seccion }] = useSearchState(DrawerSearch)
  const isWanted = ready && seccion === 'documentos'
  useEffect(() => {
    if (isWanted && !document.activeElement?.matches('[role="tab"]')) heading.current?.focus({ preventScroll: true })
  }, [isWanted])
  return heading
}

export const VehicleDocuments = ({ vehicleAssetId, clock }: { vehicleAssetId: number; clock: Clock }) => {
  const admin = useCan('documents_admin')
  const listed = { query: { vehicleAssetId: `${vehicleAssetId}` } }
  const list = useQuietCall(calls.list, listed)
  const typeStates = useQuietCall(documentTypes.papers, { params: { vehicleAssetId: `${vehicleAssetId}` } })
  const heading = useFocusFromAddress(list.data !== undefined && typeStates.data !== undefined)
  const [open, setOpen] = useState<Open>()
  const [previewed, preview] = useState<PreviewFile>()
  const remove = useRemoveDocument(() => heading.current?.focus())
  const all: readonly Document[] = list.data?.documentList ?? []
  const full = all.length >= DOCUMENTS_OF_A_VEHICLE
  const reload = (): void => {
    if (list.isError || list.data) void list.refetch()
    if (typeStates.isError) void typeStates.refetch()
  }
  const close = (): void => setOpen(undefined)
  const add = (wantedType?: number): void => setOpen({ what: 'add', wantedType })
  const act = (action: DocumentAction, document: Document): void => {
    if (action === 'remove') remove(document)
    else setOpen({ what: action, document })
  }
  const content = () => {
    if ((list.isError && !list.data) || (typeStates.isError && !typeStates.data))
      return <FailureLine title={calls.list.fails} query={{ error: list.error ?? typeStates.error, refetch: reload }} />
    if (!list.data || !typeStates.data)
      return <div role="status" aria-label="Cargando documentos" className="documents-skeleton soft rounded" />
    return (
      <>
        <DocumentStates
          vehicleAssetId={vehicleAssetId}
          typeStates={typeStates.data.papers}
          clock={clock}
          admin={admin}
          onAdd={add}
        />
        <DocumentList
          list={list}
          types={typeStates.data.papers}
          clock={clock}
          admin={admin}
          onShow={preview}
          onAction={act}
        />
      </>
    )
  }
  const dialog = () => {
    if (!open) return null
    if (open.what === 'removed') return <RemovedDialog vehicleAssetId={vehicleAssetId} clock={clock} onClose={close} />
    if (open.what === 'add')
      return <AddDialog vehicleAssetId={vehicleAssetId} wantedType={open.wantedType} onClose={close} />
    // The current version; after the document is deleted, the last known one, so that the form keeps what was typed.
    const document = all.find(({ documentId }) => documentId === open.document.documentId) ?? open.document
    if (open.what === 'edit') return <EditDialog document={document} onReload={reload} onClose={close} />
    if (open.what === 'replace') return <ReplaceDialog document={document} onReload={reload} onClose={close} />
    return <VersionsDialog document={document} clock={clock} onShow={preview} onClose={close} />
  }
  return (
    <section aria-labelledby="documents" className="documents">
      <div className="documents__head row-wrap gap-4-12">
        <h3 id="documents" ref={heading} tabIndex={-1} className="grow">
          Documentos
        </h3>
        {admin && list.data && (
          <>
            <Button
              label="Recuperar eliminados"
              kind="link"
              aria-haspopup="dialog"
              onClick={() => setOpen({ what: 'removed' })}
            />
            {!full && (
              <Button label="Agregar documento" small icon="plus" aria-haspopup="dialog" onClick={() => add()} />
            )}
          </>
        )}
      </div>
      <SeenLine row={calls.list} args={listed} />
      {admin && full && (
        <p className="muted">
          Tiene {DOCUMENTS_OF_A_VEHICLE} documentos, que es el máximo: elimine alguno para agregar otro.
        </p>
      )}
      {content()}
      <Suspense>
        {dialog()}
        {previewed && <PreviewDialog file={previewed} onClose={() => preview(undefined)} />}
      </Suspense>
    </section>
  )
}
