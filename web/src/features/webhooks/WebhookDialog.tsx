// A webhook, new or as it is, in a dialog. What was changed is not lost without a question; a new one stays in this browser until it is
// saved or given up.
import { webhooks as calls, NewWebhook, type Webhook } from '@padron/contract/webhooks'
import type { ReactNode } from 'react'
import { notify } from '../../api/notify.ts'
import { FormDialog, UNSAVED_TEXT } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { WebhookFields } from './WebhookFields.tsx'
import { NEW, urlFaults, valuesOf, WebhookDraft } from './webhook-values.ts'

export type Secret = Pick<Webhook, 'name' | 'url'> & {
  secret: string
  /** The one before still signs for a day. */
  renewed: boolean
}

/** Said of a secret that came when its dialog was left. */
export const UNSEEN_SECRET = 'El secreto no llegó a mostrarse: cámbielo desde el menú del webhook para tener uno.'

type Props = {
  /** Undefined: a new one. */
  webhook: Webhook | undefined
  onMade: (made: Secret) => void
  onClose: () => void
}

export const WebhookDialog = ({ webhook, onMade, onClose }: Props): ReactNode => {
  const form = useForm({
    stored: webhook ? valuesOf(webhook) : NEW,
    schema: NewWebhook,
    validate: urlFaults,
    draft: { name: webhook ? undefined : 'new-webhook', shape: WebhookDraft },
    call: webhook ? calls.edit : calls.create,
    args: ({ events, ...values }) => {
      const body = { ...values, events: [...events] }
      if (!webhook) return { body }
      return { params: { webhookId: `${webhook.webhookId}` }, body: { ...body, version: webhook.version } }
    },
    about: () => webhook?.name,
    notice: (reply) => {
      if ('secret' in reply) notify('done', calls.create.done, { about: reply.webhook.name })
      else notify('done', calls.edit.done)
    },
    onSaved: (reply) => {
      if ('secret' in reply) onMade({ ...reply.webhook, secret: reply.secret, renewed: false })
      else onClose()
    },
    onSavedAfterLeaving: (reply) => {
      if ('secret' in reply) notify('warning', UNSEEN_SECRET, { about: reply.webhook.name })
    },
  })
  return (
    <FormDialog
      form={form}
      title={webhook ? 'Editar webhook' : 'Agregar webhook'}
      verb="Guardar webhook"
      question={UNSAVED_TEXT}
      onClose={onClose}
    >
      <WebhookFields />
    </FormDialog>
  )
}
