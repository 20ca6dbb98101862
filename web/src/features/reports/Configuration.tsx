// The configuration of the reports as a workbook (spec bulk §2, block 1): downloaded by every user, uploaded by users
// who may change it.
import { XLSX } from '@padron/contract/common'
import { CONFIGURATION_NAME, reports as calls } from '@padron/contract/reports'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'

const UploadDialog = lazy(() => import('./UploadDialog.tsx').then((m) => ({ default: m.UploadDialog })))

const DeliveriesDialog = lazy(() =>
  import('../queue/DeliveriesDialog.tsx').then((m) => ({ default: m.DeliveriesDialog })),
)

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))

const Download = () => {
  const { mutate, isPending } = useAction(calls.configuration, {
    onSuccess: ({ scheduledReportConfiguration }) =>
      saveFile(CONFIGURATION_NAME, bytesOf(scheduledReportConfiguration), XLSX),
  })
  return <Button label="Descargar Plantilla" icon="download" busy={isPending} onClick={() => mutate({})} />
}

export const Configuration = () => {
  const mayChange = useCan('programReports_admin')
  const maySee = useCan('queue_read')
  const [open, setOpen] = useState<'upload' | 'delivery'>()
  /** The id of the email about the workbook just applied. */
  const [emailId, setEmailId] = useState<string | null>(null)
  const close = (): void => setOpen(undefined)
  return (
    <section className="reports__block configuration row-wrap between" aria-labelledby="configuration">
      <div className="stack gap-4">
        <h2 id="configuration">Configuración por plantilla</h2>
        <p className="measure muted">
          Un archivo de Excel con una fila por reporte: a quién va, qué vehículos y cuándo.
          {mayChange && ' Al subirlo, la configuración queda como el archivo: lo que no esté en él se elimina.'}
        </p>
      </div>
      <div className="flex-wrap gap-8">
        <Download />
        {mayChange && (
          <Button label="Subir plantilla" icon="upload" aria-haspopup="dialog" onClick={() => setOpen('upload')} />
        )}
        {emailId && maySee && (
          <Button
            label="Ver la entrega del aviso"
            kind="link"
            aria-haspopup="dialog"
            onClick={() => setOpen('delivery')}
          />
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
