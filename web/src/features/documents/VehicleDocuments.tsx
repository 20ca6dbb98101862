// 'Documentos', a tab of both drawers: which papers the vehicle has, lacks, or has past their date; the documents themselves; and,
// for whoever administers them, adding, changing, deleting and bringing back.
import { documents as calls, DOCUMENTS_OF_A_VEHICLE, type Document, documentTypes } from '@padron/contract/documents'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import type { Clock } from '../../lib/clock.ts'
import { downloadFrom } from '../../lib/download.ts'
import { DrawerSearch } from '../../lib/drawer-search.ts'
import { useSearchState } from '../../lib/search-params.ts'
import { useCan } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'
import '../../ui/form.css'
import './documents.css'
import { FailureLine } from '../../ui/LoadFailure.tsx'
import { DocumentDialogs, type Open } from './DocumentDialogs.tsx'
import type { ItemActions } from './DocumentItem.tsx'
import { DocumentList } from './DocumentList.tsx'
import { Papers } from './Papers.tsx'
import type { Shown } from './preview/PreviewDialog.tsx'
import { GONE, useFreshDocument } from './use-fresh-document.ts'
import { useRemoveDocument } from './use-remove-document.ts'

/** Where the address leads to the documents, the focus does too, once they are there; whoever chose their tab stays on it. */
const useOpenedHere = (ready: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const [{ seccion }] = useSearchState(DrawerSearch)
  const wanted = ready && seccion === 'documentos'
  useEffect(() => {
    if (wanted && !document.activeElement?.matches('[role="tab"]')) heading.current?.focus({ preventScroll: true })
  }, [wanted])
  return heading
}

type Props = { vehicleAssetId: number; clock: Clock }

export const VehicleDocuments = ({ vehicleAssetId, clock }: Props): ReactNode => {
  const admin = useCan('documents_admin')
  const list = useQuietCall(calls.list, { query: { vehicleAssetId: `${vehicleAssetId}` } })
  const papers = useQuietCall(documentTypes.papers, { params: { vehicleAssetId: `${vehicleAssetId}` } })
  const heading = useOpenedHere(list.data !== undefined && papers.data !== undefined)
  const [open, setOpen] = useState<Open>()
  const [shown, show] = useState<Shown>()
  const fresh = useFreshDocument(list)
  const remove = useRemoveDocument(() => heading.current?.focus())
  const all: readonly Document[] = list.data?.documentList ?? []
  const full = all.length >= DOCUMENTS_OF_A_VEHICLE
  const reload = (): void => {
    if (list.isError || list.data) void list.refetch()
    if (papers.isError) void papers.refetch()
  }
  const withFresh = (then: (document: Document) => void) => async (document: Document) => {
    const found = await fresh(document)
    if (found) then(found)
    else notify('warning', GONE)
  }
  const add = (wantedType?: number): void => setOpen({ what: 'add', wantedType })
  const download = withFresh(({ downloadUrl }) => downloadFrom(downloadUrl))
  const actions: ItemActions = {
    onShow: withFresh((document) => show({ ...document, onDownload: () => void download(document) })),
    onDownload: download,
    onEdit: (document) => setOpen({ what: 'edit', document }),
    onReplace: (document) => setOpen({ what: 'replace', document }),
    onVersions: (document) => setOpen({ what: 'versions', document }),
    onRemove: remove,
  }
  const content = () => {
    if ((list.isError && !list.data) || (papers.isError && !papers.data))
      return <FailureLine title={calls.list.fails} error={list.error ?? papers.error} onRetry={reload} />
    if (!list.data || !papers.data)
      return <div role="status" aria-label="Cargando documentos" className="documents-skeleton soft rounded" />
    return (
      <>
        <Papers vehicleAssetId={vehicleAssetId} papers={papers.data.papers} clock={clock} admin={admin} onAdd={add} />
        <DocumentList documents={all} types={papers.data.papers} clock={clock} admin={admin} actions={actions} />
      </>
    )
  }
  return (
    <section aria-labelledby="documents" className="documents">
      <div className="documents__head row-wrap gap-4-12">
        <h3 id="documents" ref={heading} tabIndex={-1}>
          Documentos
        </h3>
        {admin && list.data && (
          <>
            <button
              type="button"
              className="link-button"
              aria-haspopup="dialog"
              onClick={() => setOpen({ what: 'removed' })}
            >
              Recuperar eliminados
            </button>
            {!full && (
              <button type="button" className="button button--small" aria-haspopup="dialog" onClick={() => add()}>
                <Icon name="plus" size={15} />
                Agregar documento
              </button>
            )}
          </>
        )}
      </div>
      {admin && full && (
        <p className="muted">
          Tiene {DOCUMENTS_OF_A_VEHICLE} documentos, que es el máximo: elimine alguno para agregar otro.
        </p>
      )}
      {content()}
      <DocumentDialogs
        vehicleAssetId={vehicleAssetId}
        open={open}
        documents={all}
        shown={shown}
        clock={clock}
        onShow={show}
        onReload={reload}
        onClose={() => setOpen(undefined)}
      />
    </section>
  )
}
