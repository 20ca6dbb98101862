// The catalogue's exports (report, PDFs, download): a bar of buttons, or a menu in a narrow window.
import './exports.css'
import { exports as calls } from '@padron/contract/exports'
import { lazy, Suspense, useState } from 'react'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { can, type User } from '../../session/session.ts'
import { useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Popup } from '../../ui/overlay/Popup.tsx'
import type { CatalogueExportsProps } from './OrderDialogs.tsx'
import { useFile, useSelectionFile } from './use-file.ts'

export type { CatalogueExportsProps }

const ReportDialog = lazy(() => import('./OrderDialogs.tsx').then((m) => ({ default: m.ReportDialog })))
const PdfDialog = lazy(() => import('./OrderDialogs.tsx').then((m) => ({ default: m.PdfDialog })))

const mayReport = (user: User): boolean => can(user, 'vehicles_report') || can(user, 'vehicles_admin')

type ExportKey = 'report' | 'pdfs' | 'view'
type ExportButton = { key: ExportKey; text: string; ofChosen: string; icon: IconName; may?: (user: User) => boolean }

const BUTTONS: readonly ExportButton[] = [
  { key: 'report', text: 'Generar Reporte', ofChosen: 'Reporte', icon: 'queue', may: mayReport },
  { key: 'pdfs', text: 'Descargar PDFs', ofChosen: 'PDFs de la selección', icon: 'zip' },
  { key: 'view', text: 'Descargar vista', ofChosen: 'Exportar selección', icon: 'download' },
]

/** @param asMenu whether the bar does not fit */
export const CatalogueExports = (props: CatalogueExportsProps & { asMenu?: boolean }) => {
  const { query, sorting, columns, total, chosen = false, asMenu = false } = props
  const user = useUser()
  const phone = useMedia(PHONE)
  const [open, setOpen] = useState<ExportKey>()
  const buttons = BUTTONS.filter(({ may }) => may?.(user) ?? true)
  const ofFilter = useFile(calls.download)
  const ofChosen = useSelectionFile()
  const view = chosen ? ofChosen : ofFilter
  const close = (): void => setOpen(undefined)
  const press = (key: ExportKey): void =>
    key === 'view' ? view.download({ body: { ...query, pagination: sorting, columns } }) : setOpen(key)

  const bar = (after: () => void) =>
    buttons.map(({ key, text, ofChosen: chosenText, icon }) => (
      <Button
        key={key}
        icon={icon}
        small={chosen}
        busy={key === 'view' && view.isPending}
        label={chosen ? chosenText : text}
        aria-haspopup={key === 'view' ? undefined : 'dialog'}
        disabled={total === 0}
        onClick={() => {
          after()
          press(key)
        }}
      />
    ))

  const menuButton = (
    <>
      <Icon name="download" size={16} />
      <span>Exportar</span>
    </>
  )
  return (
    <>
      {phone || asMenu ? (
        <Popup label="Exportar" className={chosen ? 'button button--small' : 'button'} button={menuButton}>
          {(shut) => <div className="flex gap-8 narrow exports-menu column">{bar(shut)}</div>}
        </Popup>
      ) : chosen ? (
        bar(() => undefined)
      ) : (
        <fieldset className="flex-wrap gap-8 narrow" aria-label="Exportar">
          {bar(() => undefined)}
        </fieldset>
      )}
      <Suspense>
        {open === 'report' && <ReportDialog {...props} onClose={close} />}
        {open === 'pdfs' && <PdfDialog {...props} onClose={close} />}
      </Suspense>
    </>
  )
}
