// The form of a webhook, new or edited. Leaving unsaved changes asks for confirmation; the draft of a new webhook stays
// in this browser until it is saved or discarded.
import { ROLES } from '@padron/contract/permissions'
import { localText } from '@padron/contract/texts/local-text'
import { WEBHOOK_EVENTS } from '@padron/contract/webhook-events'
import { webhooks as calls, NewWebhook, WEBHOOK_URL_MAX, type Webhook } from '@padron/contract/webhooks'
import { useId } from 'react'
import { formRefusalText } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { can } from '../../session/session.ts'
import { useUser } from '../../session/user-context.ts'
import { conflictOptions } from '../../ui/form/conflict-options.ts'
import { FormDialog, UNSAVED_TEXT } from '../../ui/form/FormDialog.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { type Secret, UNSEEN_SECRET } from './WebhookSecret.tsx'
import {
  NAME_MAX,
  NEW,
  toWebhookValues,
  urlFaults,
  WebhookDraft,
  type WebhookValues,
  withEvent,
} from './webhook-values.ts'

const { CheckField, GroupField, TextField } = formFields<WebhookValues>()
const CONFLICT = {
  gone: 'Otra persona eliminó este webhook. Lo que escribió sigue aquí: puede copiarlo en uno nuevo.',
  outdated:
    'Otra persona cambió este webhook mientras usted lo editaba. Lo que escribió sigue aquí y, si guarda de nuevo, ' +
    'reemplaza lo que esa persona puso en los mismos campos.',
}

const EventsField = () => {
  const id = useId()
  const user = useUser()
  return (
    <GroupField name="events" label="Qué se le avisa" required className="events">
      {(box, { value, put }) =>
        WEBHOOK_EVENTS.map(({ event, name, description, needs }) => {
          const on = value.includes(event)
          const may = can(user, needs)
          const permission = ROLES.find((role) => role.name === needs)?.description
          return (
            <label key={event} className="check events__one">
              <input
                type="checkbox"
                {...box}
                aria-describedby={[box['aria-describedby'], `${id}-${event}`].filter(Boolean).join(' ')}
                checked={on}
                disabled={!may && !on}
                onChange={({ target }) => put(withEvent(value, event, target.checked))}
              />
              <span>
                {localText(name)} <code className="muted tiny">{event}</code>
                <small id={`${id}-${event}`} className="block muted">
                  {localText(description)}
                  {!may && ` Para pedirlo hace falta el permiso «${permission}».`}
                </small>
              </span>
            </label>
          )
        })
      }
    </GroupField>
  )
}

type Props = {
  /** Undefined: a new webhook. */
  webhook: Webhook | undefined
  onSecret: (secret: Secret) => void
  /** Requests the edited webhook again, after another person changed it. */
  onReload?: () => void
  onClose: () => void
}

export const WebhookDialog = ({ webhook, onSecret, onReload = () => undefined, onClose }: Props) => {
  const call = webhook ? calls.edit : calls.create
  const form = useForm({
    stored: webhook ? toWebhookValues(webhook) : NEW,
    schema: NewWebhook,
    validate: urlFaults,
    draft: { name: webhook ? undefined : 'new-webhook', shape: WebhookDraft },
    version: webhook?.version,
    call,
    args: ({ events, ...values }, { version }) => {
      const body = { ...values, events: [...events] }
      if (!webhook) return { body }
      return { params: { webhookId: `${webhook.webhookId}` }, body: { ...body, version } }
    },
    about: () => webhook?.name,
    ...conflictOptions(CONFLICT, (error) => formRefusalText(error, call), onReload),
    notice: (reply) => {
      if ('secret' in reply) notify('done', calls.create.done, { about: reply.webhook.name })
      else notify('done', calls.edit.done)
    },
    onSaved: (reply) => {
      if ('secret' in reply) onSecret({ ...reply.webhook, secret: reply.secret, renewed: false })
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
      <TextField name="name" label="Nombre" required maxLength={NAME_MAX} placeholder="ERP de compras" />
      <TextField
        name="url"
        label="Dirección"
        required
        hint="Aquí llega cada evento, por POST y firmado. Debe contestar un 2xx en diez segundos."
        type="url"
        inputMode="url"
        maxLength={WEBHOOK_URL_MAX}
        spellCheck={false}
        placeholder="https://erp.empresa.mx/padron"
      />
      <EventsField />
      <CheckField name="active" label="Activo" />
    </FormDialog>
  )
}
