// The catalogue's exports: report, PDFs, direct download, and deleting it all. A bar of buttons; with little room, a menu.
import { exports as calls } from '@padron/contract/exports'
import { lazy, Suspense, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useFleetSize } from '../../api/use-fleet-size.ts'
import { numberText } from '../../lib/number-text.ts'
import { useQueueOpen } from '../../lib/queue-open.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { can, type User } from '../../session/session.ts'
import { useUser } from '../../session/user-context.ts'
import '../../ui/buttons.css'
import { Button } from '../../ui/Button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Popup } from '../../ui/Popup.tsx'
import './exports.css'
import type { CatalogueExportsProps } from './OrderDialogs.tsx'
import { useDeletion } from './use-deletion.ts'
import { useFile } from './use-file.ts'

export type { CatalogueExportsProps }

const ReportDialog = lazy(() => import('./OrderDialogs.tsx').then((m) => ({ default: m.ReportDialog })))
const PdfDialog = lazy(() => import('./OrderDialogs.tsx').then((m) => ({ default: m.PdfDialog })))
const DeleteAllDialog = lazy(() => import('./DeleteAllDialog.tsx').then((m) => ({ default: m.DeleteAllDialog })))

const mayReport = (user: User): boolean => can(user, 'vehicles_report') || can(user, 'vehicles_admin')
const mayErase = (user: User): boolean => user.parentId === '0' && can(user, 'vehicles_admin')

type ExportKey = 'report' | 'pdfs' | 'view' | 'erase'
type ExportButton = { key: ExportKey; text: string; icon: IconName; may?: (user: User) => boolean }

const BUTTONS: readonly ExportButton[] = [
  { key: 'report', text: 'Generar Reporte', icon: 'queue', may: mayReport },
  { key: 'pdfs', text: 'Descargar PDFs', icon: 'zip' },
  { key: 'view', text: 'Descargar vista', icon: 'download' },
  { key: 'erase', text: 'Borrar todo', icon: 'trash', may: mayErase },
]

/** @param asMenu there is no room for the bar */
export const CatalogueExports = (props: CatalogueExportsProps & { asMenu?: boolean }) => {
  const { query, sorting, columns, total, asMenu = false } = props
  const user = useUser()
  const phone = useMedia(PHONE)
  const [open, setOpen] = useState<ExportKey>()
  const buttons = BUTTONS.filter(({ may }) => may?.(user) ?? true)
  const deletion = useDeletion(!mayErase(user))
  const view = useFile(calls.download)
  const fleet = useFleetSize(!mayErase(user))
  const queuePanel = useQueueOpen(user.userId)
  const close = (): void => setOpen(undefined)
  const press = (key: ExportKey): void =>
    key === 'view' ? view.download({ body: { ...query, pagination: sorting, columns } }) : setOpen(key)

  const bar = (after: () => void) =>
    buttons.map(({ key, text, icon }) => {
      const erases = key === 'erase'
      const isDeleting = erases && deletion.busy
      const busy = isDeleting || (key === 'view' && view.isPending)
      const reason = erases && fleet === 0 ? 'No hay vehículos que borrar.' : undefined
      return (
        <Button
          key={key}
          className={reason ? 'button--off' : erases ? 'exports-erase' : ''}
          icon={icon}
          busy={busy}
          label={isDeleting ? 'Borrando…' : text}
          disabled={total === 0 && !erases}
          aria-disabled={busy || reason !== undefined}
          title={reason}
          onClick={() => {
            after()
            // By touch and by keyboard a title is not to be had.
            if (reason) notify('warning', reason)
            else press(key)
          }}
        >
          {isDeleting && deletion.progress && (
            <span className="muted">
              {numberText(deletion.progress.done)} de {numberText(deletion.progress.total)}
            </span>
          )}
        </Button>
      )
    })

  const menuButton = (
    <>
      <Icon name="download" size={16} />
      <span>Exportar</span>
    </>
  )
  return (
    <>
      {phone || asMenu ? (
        <Popup label="Exportar" className="button" button={menuButton}>
          {(shut) => <div className="flex gap-8 narrow exports-menu column">{bar(shut)}</div>}
        </Popup>
      ) : (
        <fieldset className="flex-wrap gap-8 narrow" aria-label="Exportar">
          {bar(() => undefined)}
        </fieldset>
      )}
      <Suspense>
        {open === 'report' && <ReportDialog {...props} onClose={close} />}
        {open === 'pdfs' && <PdfDialog {...props} onClose={close} />}
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
