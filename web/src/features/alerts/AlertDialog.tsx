// An alert, new or as it is, in a dialog. What was changed is not lost without a question.
import type { Alert } from '@padron/contract/alerts'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { useIfMounted } from '../../lib/use-is-mounted.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { AlertFields } from './AlertFields.tsx'
import { useAlertForm } from './use-alert-form.ts'

type Props = {
  /** Undefined: a new one. */
  alert: Alert | undefined
  /** The view a new one is of. */
  viewId: number | undefined
  onClose: () => void
}

export const AlertDialog = ({ alert, viewId, onClose }: Props): ReactNode => {
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [asking, ask] = useState(false)
  const form = useAlertForm(alert, viewId, element, useIfMounted(onClose))
  const shut = useBlockClose(form.busy)
  const close = (): void => {
    if (shut) return
    if (form.changed) ask(true)
    else onClose()
  }
  const footer = (
    <>
      <span role="alert" className="dialog__error">
        {form.error}
      </span>
      <button type="button" className="button" aria-disabled={shut} onClick={close}>
        Cancelar
      </button>
      <button type="submit" form={id} className="button button--primary" aria-disabled={form.busy}>
        {form.busy && <span className="spinner" aria-hidden="true" />}
        Guardar alerta
      </button>
    </>
  )
  return (
    <Dialog title={alert ? 'Editar alerta' : 'Agregar alerta'} onClose={close} footer={footer}>
      <form
        id={id}
        ref={element}
        className="form"
        noValidate
        aria-busy={form.busy}
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <AlertFields form={form} alert={alert} />
      </form>
      {asking && (
        <ConfirmDialog
          title="¿Descartar los cambios?"
          yes="Descartar cambios"
          no="Seguir editando"
          onYes={() => {
            form.forget()
            onClose()
          }}
          onNo={() => ask(false)}
        >
          Lo que escribió no se ha guardado.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
