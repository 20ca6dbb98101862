// The configuration as a workbook (spec bulk §2, block 1): downloaded by everyone, uploaded by who may change it.
import { XLSX } from '@padron/contract/imports'
import { CONFIGURATION_NAME, reports as calls } from '@padron/contract/reports'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useCan } from '../../session/user-context.ts'
import { Icon } from '../../ui/icons.tsx'

const UploadDialog = lazy(() => import('./UploadDialog.tsx').then((m) => ({ default: m.UploadDialog })))

const DeliveriesDialog = lazy(() =>
  import('../queue/DeliveriesDialog.tsx').then((m) => ({ default: m.DeliveriesDialog })),
)

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))

const Download = (): ReactNode => {
  const { mutate, isPending } = useAction(calls.configuration, {
    worked: ({ scheduledReportConfiguration }) =>
      saveFile(CONFIGURATION_NAME, bytesOf(scheduledReportConfiguration), XLSX),
  })
  return (
    <button type="button" className="button" aria-disabled={isPending} onClick={() => isPending || mutate({})}>
      {isPending ? <span className="spinner" aria-hidden="true" /> : <Icon name="download" size={16} />}
      Descargar Plantilla
    </button>
  )
}

export const Configuration = (): ReactNode => {
  const mayChange = useCan('programReports_admin')
  const maySee = useCan('queue_read')
  const [open, setOpen] = useState<'upload' | 'delivery'>()
  /** Names the email that told of the workbook just applied. */
  const [emailId, setEmailId] = useState<string | null>(null)
  const close = (): void => setOpen(undefined)
  return (
    <section className="reports__block configuration row-wrap between" aria-labelledby="configuration">
      <div>
        <h2 id="configuration">Configuración por plantilla</h2>
        <p className="muted">
          Un libro de Excel con una fila por reporte: a quién va, qué vehículos y cuándo.
          {mayChange && ' Al subirlo, la configuración queda como el libro: lo que no esté en él se elimina.'}
        </p>
      </div>
      <div className="flex-wrap gap-8">
        <Download />
        {mayChange && (
          <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen('upload')}>
            <Icon name="upload" size={16} />
            Subir plantilla
          </button>
        )}
        {emailId && maySee && (
          <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => setOpen('delivery')}>
            Ver la entrega del aviso
          </button>
        )}
      </div>
      <Suspense>
        {open === 'upload' && <UploadDialog onClose={close} onApplied={setEmailId} />}
        {open === 'delivery' && emailId && (
          <DeliveriesDialog queueItemId={emailId} title="Configuración de los reportes programados" onClose={close} />
        )}
      </Suspense>
    </section>
  )
}
