// A webhook, new or as it is, in a dialog. What was changed is not lost without a question.
import type { Webhook } from '@padron/contract/webhooks'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { type Secret, useWebhookForm } from './use-webhook-form.ts'
import { WebhookFields } from './WebhookFields.tsx'

type Props = {
  /** Undefined: a new one. */
  webhook: Webhook | undefined
  onMade: (made: Secret) => void
  onClose: () => void
}

export const WebhookDialog = ({ webhook, onMade, onClose }: Props): ReactNode => {
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [asking, ask] = useState(false)
  const form = useWebhookForm(webhook, element, { onSaved: onClose, onMade })
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
        Guardar webhook
      </button>
    </>
  )
  return (
    <Dialog title={webhook ? 'Editar webhook' : 'Agregar webhook'} onClose={close} footer={footer}>
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
        <WebhookFields form={form} />
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
