// The frame that the three forms of a document share: a dialog whose form has the focus at its first wrong field, what was
// refused beside the buttons, and a file on its way that is not left behind unasked.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import '../../ui/form.css'
import { UploadGuard } from './UploadGuard.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import type { Sending } from './use-sending.ts'

type Props = {
  title: string
  /** The verb that saves. */
  verb: string
  busy: boolean
  said: string | undefined
  /** Counts the refusals. */
  refused: number
  /** Where a file goes with it. */
  upload?: { sending: Sending; file: File | undefined }
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

export const FormFrame = ({
  title,
  verb,
  busy,
  said,
  refused,
  upload,
  onSave,
  onClose,
  children,
}: Props): ReactNode => {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [asking, ask] = useState(false)
  const { progress, sending = false, cancel } = upload?.sending ?? {}
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])
  const close = (): void => (sending ? ask(true) : onClose())
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {said}
      </span>
      {progress !== undefined && upload?.file && (
        <UploadProgress progress={progress} file={upload.file} onCancel={() => cancel?.()} />
      )}
      <button type="button" className="button" onClick={close}>
        Cerrar
      </button>
      <button type="submit" form={id} className="button button--primary" aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        {verb}
      </button>
    </>
  )
  return (
    <Dialog title={title} shape="wide" onClose={close} footer={footer}>
      <form
        ref={form}
        id={id}
        className="form"
        noValidate
        aria-label={title}
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) onSave()
        }}
      >
        {children}
      </form>
      <UploadGuard when={sending} />
      {asking && sending && (
        <ConfirmDialog
          title="Se está subiendo un archivo"
          yes="Cancelar la subida"
          no="Seguir subiendo"
          onYes={() => {
            cancel?.()
            onClose()
          }}
          onNo={() => ask(false)}
        >
          El archivo todavía no llega. Si cierra ahora, la subida se cancela.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
