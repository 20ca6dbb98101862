// The catalogue's exports: report, PDFs, direct download, and deleting it all. A bar of buttons; with little room, a menu.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { useUser } from '../../session/user-context.ts'
import '../../ui/buttons.css'
import { Icon } from '../../ui/icons.tsx'
import { Popup } from '../../ui/Popup.tsx'
import { buttonsOf, type ExportKey } from './export-buttons.ts'
import './exports.css'
import { useFleetSize } from '../../api/use-fleet-size.ts'
import { numberText } from '../../lib/number-text.ts'
import { useQueueOpen } from '../../lib/queue-open.ts'
import type { CatalogueExportsProps } from './exports.props.ts'
import { useDeletion } from './use-deletion.ts'
import { useViewDownload } from './use-view-download.ts'

export type { CatalogueExportsProps }

const ReportDialog = lazy(() => import('./ReportDialog.tsx').then((m) => ({ default: m.ReportDialog })))
const PdfDialog = lazy(() => import('./PdfDialog.tsx').then((m) => ({ default: m.PdfDialog })))
const DeleteAllDialog = lazy(() => import('./DeleteAllDialog.tsx').then((m) => ({ default: m.DeleteAllDialog })))

/** @param asMenu there is no room for the bar */
export const CatalogueExports = ({
  asMenu = false,
  ...props
}: CatalogueExportsProps & { asMenu?: boolean }): ReactNode => {
  const user = useUser()
  const phone = useMedia(PHONE)
  const [open, setOpen] = useState<ExportKey>()
  const buttons = buttonsOf(user)
  const deletion = useDeletion(!buttons.some(({ key }) => key === 'erase'))
  const view = useViewDownload(props)
  const busyOf: Partial<Record<ExportKey, boolean>> = { view: view.busy, erase: deletion.busy }
  const { progress } = deletion
  const close = (): void => setOpen(undefined)
  const press = (key: ExportKey): void => (key === 'view' ? view.download() : setOpen(key))
  const nothing = props.total === 0
  const queuePanel = useQueueOpen(user.userId)
  const fleet = useFleetSize(!buttons.some(({ key }) => key === 'erase'))
  /** Why a button cannot be used now, for those that say it when pressed. */
  const reasonOf: Partial<Record<ExportKey, string | undefined>> = {
    erase: fleet === 0 ? 'No hay vehículos que borrar.' : undefined,
  }

  const bar = (after: () => void) =>
    buttons.map(({ key, text, icon, danger }) => {
      const busy = busyOf[key] ?? false
      const reason = reasonOf[key]
      return (
        <button
          key={key}
          type="button"
          className={`button${reason ? ' button--off' : danger ? ' button--danger-quiet' : ''}`}
          disabled={nothing && key !== 'erase'}
          aria-disabled={busy || reason !== undefined}
          title={reason}
          onClick={() => {
            if (busy) return
            after()
            // By touch and by keyboard a title is not to be had.
            if (reason) notify('warning', reason)
            else press(key)
          }}
        >
          {busy ? <span className="spinner" aria-hidden="true" /> : <Icon name={icon} size={16} />}
          {key === 'erase' && busy ? 'Borrando…' : text}
          {key === 'erase' && busy && progress && (
            <span className="muted">
              {numberText(progress.done)} de {numberText(progress.total)}
            </span>
          )}
        </button>
      )
    })

  return (
    <>
      {phone || asMenu ? (
        <Popup
          label="Exportar"
          className="button"
          button={
            <>
              <Icon name="download" size={16} />
              <span>Exportar</span>
            </>
          }
        >
          {(shut) => <div className="exports flex-wrap gap-8 narrow exports--menu column">{bar(shut)}</div>}
        </Popup>
      ) : (
        <fieldset className="exports flex-wrap gap-8 narrow" aria-label="Exportar">
          {bar(() => undefined)}
        </fieldset>
      )}
      <Suspense>
        {open === 'report' && <ReportDialog {...props} onClose={close} />}
        {open === 'pdfs' && <PdfDialog query={props.query} total={props.total} onClose={close} />}
        {open === 'erase' && (
          <DeleteAllDialog
            fleet={fleet}
            onClose={close}
            onOrdered={(id) => {
              deletion.setOrdered(id)
              queuePanel.setOpen(true)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
