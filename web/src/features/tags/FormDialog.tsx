// A dialog with a form: what was refused, the way out, and saving. What was changed is not lost without a question.
import { type ReactNode, useState } from 'react'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

type Props = {
  title: string
  /** Its form's id. */
  form: string
  busy: boolean
  error: string | undefined
  /** There is something to lose. */
  changed: boolean
  onClose: () => void
  children: ReactNode
}

export const FormDialog = ({ title, form, busy, error, changed, onClose, children }: Props): ReactNode => {
  const [asking, ask] = useState(false)
  const shut = useBlockClose(busy)
  const close = (): void => {
    if (shut) return
    if (changed) ask(true)
    else onClose()
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {error}
      </span>
      <button type="button" className="button" aria-disabled={shut} onClick={close}>
        Cancelar
      </button>
      <button type="submit" form={form} className="button button--primary" aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        Guardar cambios
      </button>
    </>
  )
  return (
    <Dialog title={title} onClose={close} footer={footer}>
      {children}
      {asking && (
        <ConfirmDialog
          title="Cambios sin guardar"
          yes="Descartar cambios"
          no="Seguir editando"
          onYes={onClose}
          onNo={() => ask(false)}
        >
          Hay cambios que no ha guardado. Si continúa se perderán.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
