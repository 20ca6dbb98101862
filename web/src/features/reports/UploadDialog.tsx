// 'Subir plantilla de correos' (spec bulk §2, §5): the workbook, the recipient of its result and the first sends; then
// what it would change, or its errors, before anything is applied.
import { REPORT_FILE_TEXTS } from '@padron/contract/reports'
import type { Configured } from '@padron/contract/reports/outcomes'
import { useState } from 'react'
import { notify } from '../../api/notify.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { UploadGuard } from '../../ui/form/UploadGuard.tsx'
import { ConfigurationFaults, ConfigurationPreview } from './ConfigurationPreview.tsx'
import './upload.css'
import { UploadFields } from './UploadFields.tsx'
import { type Order, useConfigure } from './use-configure.ts'

const TITLE = 'Subir plantilla de correos'
const DONE = 'Archivo subido correctamente'

type Props = {
  onClose: () => void
  /** @param emailId the email about it, if one was written */
  onApplied: (emailId: string | null) => void
}

export const UploadDialog = ({ onClose, onApplied }: Props) => {
  const [order, setOrder] = useState<Order>()
  const [answer, setAnswer] = useState<Configured>()
  const [leaving, leave] = useState(false)
  const configure = useConfigure((next) => {
    if (next.applied) {
      notify('done', DONE)
      onApplied(next.letterId)
      onClose()
    } else setAnswer(next)
  })
  const busy = configure.progress !== undefined
  const applying = answer !== undefined && Number(configure.progress) >= 1
  const close = (): void => (busy ? leave(true) : onClose())
  const look = (next: Order): void => {
    setOrder(next)
    void configure.send(next, true)
  }
  const wrong = answer !== undefined && answer.errorCount > 0
  const back = (): void => {
    setAnswer(undefined)
    configure.setFault(undefined)
  }
  const content = () => {
    if (answer && wrong) return <ConfigurationFaults answer={answer} onBack={back} onClose={onClose} />
    if (answer && order)
      return (
        <ConfigurationPreview
          answer={answer}
          configure={configure}
          onApply={() => void configure.send(order, false)}
          onBack={back}
        />
      )
    return <UploadFields configure={configure} before={order} onSend={look} onClose={close} />
  }
  return (
    <Dialog title={wrong ? REPORT_FILE_TEXTS.errors : TITLE} shape="wide" onClose={close}>
      {content()}
      <UploadGuard when={busy} />
      {leaving && busy && (
        <ConfirmDialog
          title={applying ? 'Se está aplicando el archivo' : 'Se está subiendo un archivo'}
          yes={applying ? 'Cerrar sin esperar' : 'Cancelar la subida'}
          no={applying ? 'Esperar' : 'Seguir subiendo'}
          onYes={() => {
            configure.cancel()
            onClose()
          }}
          onNo={() => leave(false)}
        >
          {applying
            ? 'El archivo ya llegó. Si cierra ahora, revise la lista: no sabrá si se aplicó.'
            : 'El archivo todavía no llega. Si cierra ahora, la subida se cancela.'}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
