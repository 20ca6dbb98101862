// A new token: what it is for, what it may do, until when. What was typed is not lost without a question.
import { TOKEN_DAYS_CHOICES, TOKEN_NAME_MAX } from '@padron/contract/tokens'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useNow } from '../../api/use-now.ts'
import { dayOf } from '../../lib/dates.ts'
import { useBlockClose } from '../../lib/use-block-close.ts'
import { useUser } from '../../session/user-context.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { PermissionsField } from './PermissionsField.tsx'
import { DAY_MS, daysText } from './token-words.ts'
import { type Made, type TokenForm, useTokenForm } from './use-token-form.ts'

const Fields = ({ form: { held, draft, faults, put } }: { form: TokenForm }): ReactNode => {
  const { zone } = useUser()
  const ends = dayOf(useNow() + draft.days * DAY_MS, zone)
  return (
    <>
      <div className="form__columns">
        <FormField label="Para qué es" required fault={faults.name} hint="El programa que lo va a usar.">
          {(field) => (
            <input
              {...field}
              type="text"
              maxLength={TOKEN_NAME_MAX}
              autoComplete="off"
              placeholder="ERP de compras"
              value={draft.name}
              onChange={({ target }) => put({ name: target.value })}
            />
          )}
        </FormField>
        <FormField label="Duración" required fault={faults.days} hint={`Vence el ${ends}.`}>
          {(field) => (
            <select {...field} value={draft.days} onChange={({ target }) => put({ days: Number(target.value) })}>
              {TOKEN_DAYS_CHOICES.map((days) => (
                <option key={days} value={days}>
                  {daysText(days)}
                </option>
              ))}
            </select>
          )}
        </FormField>
      </div>
      <PermissionsField
        held={held}
        value={draft.permissions}
        fault={faults.permissions}
        onChange={(permissions) => put({ permissions })}
      />
      <p className="muted token-form__note">
        El token puede lo que usted pueda en cada momento: si a usted le quitan un permiso, al token también. Con él no
        se cambian contraseñas ni se crean tokens.
      </p>
    </>
  )
}

type Props = { onMade: (made: Made) => void; onClose: () => void }

export const TokenDialog = ({ onMade, onClose }: Props): ReactNode => {
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [asking, ask] = useState(false)
  const form = useTokenForm(element, onMade)
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
        Crear token
      </button>
    </>
  )
  return (
    <Dialog title="Crear token de acceso" shape="wide" onClose={close} footer={footer}>
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
        <Fields form={form} />
      </form>
      {asking && (
        <ConfirmDialog
          title="¿Descartar el token?"
          yes="Descartar"
          no="Seguir editando"
          onYes={() => {
            form.forget()
            onClose()
          }}
          onNo={() => ask(false)}
        >
          Lo que eligió se pierde; todavía no se ha creado ningún token.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
