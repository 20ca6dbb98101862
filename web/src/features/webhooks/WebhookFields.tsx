// The fields of a webhook: its name, where it is sent, and of what it is told.
import { ROLES } from '@padron/contract/permissions'
import { WEBHOOK_EVENTS } from '@padron/contract/webhook-events'
import { WEBHOOK_URL_MAX } from '@padron/contract/webhooks'
import { type ReactNode, useId } from 'react'
import { can } from '../../session/session.ts'
import { useUser } from '../../session/user-context.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { NAME_MAX, type WebhookValues, withEvent } from './webhook-values.ts'

const { CheckField, GroupField, TextField } = formFields<WebhookValues>()

const EventsField = (): ReactNode => {
  const id = useId()
  const user = useUser()
  return (
    <GroupField name="events" label="De qué se le avisa" required className="events">
      {(box, { value, put }) =>
        WEBHOOK_EVENTS.map(({ event, name, says, needs }) => {
          const on = value.includes(event)
          const may = can(user, needs)
          const lacked = ROLES.find((role) => role.name === needs)?.description
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
                {name} <code className="muted">{event}</code>
                <small id={`${id}-${event}`} className="block muted">
                  {says}
                  {!may && ` Para pedirlo hace falta el permiso «${lacked}».`}
                </small>
              </span>
            </label>
          )
        })
      }
    </GroupField>
  )
}

export const WebhookFields = (): ReactNode => (
  <>
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
    <CheckField name="active" label="Encendido" />
  </>
)
