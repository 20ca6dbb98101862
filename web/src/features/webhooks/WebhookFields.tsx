// The fields of a webhook: its name, where it is sent, and of what it is told.
import { ROLES } from '@padron/contract/permissions'
import { WEBHOOK_EVENTS } from '@padron/contract/webhook-events'
import { WEBHOOK_URL_MAX } from '@padron/contract/webhooks'
import { type ReactNode, useId } from 'react'
import { can } from '../../session/session.ts'
import { useUser } from '../../session/user-context.ts'
import { FormField } from '../../ui/FormField.tsx'
import type { WebhookForm } from './use-webhook-form.ts'
import { NAME_MAX, withEvent } from './webhook-form.ts'

type Props = { form: WebhookForm }

const EventsField = ({ form: { draft, faults, put } }: Props): ReactNode => {
  const id = useId()
  const user = useUser()
  const wrong = faults.events ? ({ 'aria-invalid': true } as const) : {}
  return (
    <fieldset className="events">
      <legend className="field__required">De qué se le avisa</legend>
      {faults.events && (
        <small id={`${id}-fault`} className="field__fault">
          {faults.events}
        </small>
      )}
      {WEBHOOK_EVENTS.map(({ event, name, says, needs }) => {
        const on = draft.events.includes(event)
        const may = can(user, needs)
        const lacked = ROLES.find((role) => role.name === needs)?.description
        return (
          <label key={event} className="check events__one">
            <input
              type="checkbox"
              {...wrong}
              aria-describedby={`${faults.events ? `${id}-fault ` : ''}${id}-${event}`}
              checked={on}
              disabled={!may && !on}
              onChange={({ target }) => put({ events: withEvent(draft.events, event, target.checked) })}
            />
            <span>
              {name} <code className="muted">{event}</code>
              <small id={`${id}-${event}`} className="events__says muted">
                {says}
                {!may && ` Para pedirlo hace falta el permiso «${lacked}».`}
              </small>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

export const WebhookFields = ({ form }: Props): ReactNode => {
  const { draft, faults, put } = form
  return (
    <>
      <FormField label="Nombre" required fault={faults.name}>
        {(field) => (
          <input
            {...field}
            type="text"
            maxLength={NAME_MAX}
            autoComplete="off"
            placeholder="ERP de compras"
            value={draft.name}
            onChange={({ target }) => put({ name: target.value })}
          />
        )}
      </FormField>
      <FormField
        label="Dirección"
        required
        fault={faults.url}
        hint="Aquí llega cada evento, por POST y firmado. Debe contestar un 2xx en diez segundos."
      >
        {(field) => (
          <input
            {...field}
            type="url"
            inputMode="url"
            maxLength={WEBHOOK_URL_MAX}
            autoComplete="off"
            spellCheck={false}
            placeholder="https://erp.empresa.mx/padron"
            value={draft.url}
            onChange={({ target }) => put({ url: target.value })}
          />
        )}
      </FormField>
      <EventsField form={form} />
      <label className="check">
        <input type="checkbox" checked={draft.active} onChange={({ target }) => put({ active: target.checked })} />
        Encendido
      </label>
    </>
  )
}
