// The catalogue's exports: report, PDFs, direct download, and deleting it all. A bar of buttons; with little room, a
// menu.
import './exports.css'
import { exports as calls } from '@padron/contract/exports'
import type { QueueItem } from '@padron/contract/queue'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useFleetSize } from '../../api/use-fleet-size.ts'
import { useQueue } from '../../api/use-queue.ts'
import { isUnfinished, jobStateOf } from '../../lib/job-state.ts'
import { numberText } from '../../lib/number-text.ts'
import { useQueueOpen } from '../../lib/queue-open.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { vehiclesText } from '../../lib/vehicles-text.ts'
import { can, type User } from '../../session/session.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Popup } from '../../ui/Popup.tsx'
import type { CatalogueExportsProps } from './OrderDialogs.tsx'
import { useFile } from './use-file.ts'

const isDeletion = (item: QueueItem): boolean => item.queueId === 8 && isUnfinished(item)
const FLEET = /^(catalogue|vehicles|resourceStatus|activity|exports)\./

const notifyEnd = (item: QueueItem): void => {
  const jobState = jobStateOf(item)
  if (jobState === 'done') notify('done', item.successMessage ?? item.queueDescription)
  if (jobState === 'failed') notify('error', item.errorMessage ?? `${item.queueDescription}: con error`)
}

/** @param off the session may not delete at all: nothing is requested */
const useDeletion = (off: boolean) => {
  const queries = useQueryClient()
  const { items } = useQueue(isDeletion, off)
  const [ordered, setOrdered] = useState<string>()
  const mine = items.find(({ _id }) => _id === ordered)
  const running = items.find(isDeletion)
  // Between the order and the first answer that knows of it.
  const busy = running !== undefined || (ordered !== undefined && mine === undefined)
  const before = useRef(false)
  useEffect(() => {
    if (before.current && !busy)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => FLEET.test(String(queryKey[1])) })
    before.current = busy
  }, [busy, queries])
  const ended = mine && !isUnfinished(mine) ? mine : undefined
  useEffect(() => {
    if (!ended) return
    notifyEnd(ended)
    setOrdered(undefined)
  }, [ended])
  return { busy, progress: running?.progress ?? null, setOrdered }
}

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
              {numberText(deletion.progress.done)} de {vehiclesText(deletion.progress.total)}
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
