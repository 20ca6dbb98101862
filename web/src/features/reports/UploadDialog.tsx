// 'Subir plantilla de correos' (spec bulk §2, §5): the workbook, who is told, and the first sends; then what it would do, or what is
// wrong with it, before anything changes.
import type { Configured } from '@padron/contract/report-outcomes'
import { REPORT_FILE_TEXTS } from '@padron/contract/reports'
import { type ReactNode, useState } from 'react'
import { notify } from '../../api/notify.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { UploadGuard } from '../../ui/form/UploadGuard.tsx'
import { ConfigurationFaults } from './ConfigurationFaults.tsx'
import { Foreseen } from './Foreseen.tsx'
import './upload.css'
import { UploadFields } from './UploadFields.tsx'
import { type Sent, useConfigure } from './use-configure.ts'

const TITLE = 'Subir plantilla de correos'
const DONE = 'Archivo subido correctamente'

type Props = {
  onClose: () => void
  /** @param letterId names the letter that tells of it, where one was written */
  onApplied: (letterId: string | null) => void
}

export const UploadDialog = ({ onClose, onApplied }: Props): ReactNode => {
  const [sent, setSent] = useState<Sent>()
  const [told, setTold] = useState<Configured>()
  const [leaving, leave] = useState(false)
  const configure = useConfigure((answer) => {
    if (answer.applied) {
      notify('done', DONE)
      onApplied(answer.letterId)
      onClose()
    } else setTold(answer)
  })
  const busy = configure.progress !== undefined
  const applying = told !== undefined && Number(configure.progress) >= 1
  const close = (): void => (busy ? leave(true) : onClose())
  const look = (next: Sent): void => {
    setSent(next)
    void configure.send(next, true)
  }
  const wrong = told !== undefined && told.errorCount > 0
  const back = (): void => {
    setTold(undefined)
    configure.setFault(undefined)
  }
  const content = (): ReactNode => {
    if (told && wrong) return <ConfigurationFaults told={told} onBack={back} onClose={onClose} />
    if (told && sent)
      return (
        <Foreseen
          told={told}
          sent={sent}
          configure={configure}
          onApply={() => void configure.send(sent, false)}
          onBack={back}
        />
      )
    return <UploadFields configure={configure} before={sent} onSend={look} onClose={close} />
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
