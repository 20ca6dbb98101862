// Changes the user's own password: the current one, and the new one twice. Both are encrypted, as at sign-in.
import { account as calls } from '@padron/contract/account'
import { faultOf, PASSWORDS_DIFFER, Password, required } from '@padron/contract/rules/user-rules'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { refusalText } from '../../api/refusal.ts'
import { prepareSeal, seal } from '../../session/seal.ts'
import { lockedText } from '../../session/sign-in.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { type Faults, onlyFaults } from '../../ui/form/faults.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Panel } from './Panel.tsx'

const BLANK = { current: '', password: '', again: '' }
type Passwords = typeof BLANK
const LABELS = { current: 'Contraseña actual', password: 'Contraseña nueva', again: 'Confirmar contraseña nueva' }
const FIELDS = Object.keys(LABELS) as (keyof Passwords)[]
const { PasswordField } = formFields<Passwords>()

const faultsOf = ({ current, password, again }: Passwords): Faults => {
  const differ = again !== password && PASSWORDS_DIFFER
  return onlyFaults({
    current: !current && required(LABELS.current),
    // The rule's own message for an empty password is about another user's password.
    password: password ? faultOf(Password, password) : required(LABELS.password),
    again: again ? differ : required(LABELS.again),
  })
}

const LOCKED = 429

/** A refusal that belongs to no field: how long to wait after too many attempts, or the server's message. */
export const passwordRefusal = (error: Error): string | undefined =>
  error instanceof ApiError && error.status === LOCKED ? lockedText(error.retryAfter) : refusalText(error)

export const PasswordForm = ({ username }: { username: string }) => {
  const [visible, setVisible] = useState<Partial<Record<keyof Passwords, boolean>>>({})
  const form = useForm({
    stored: BLANK,
    validate: faultsOf,
    exact: true,
    resets: true,
    call: calls.changePassword,
    args: async ({ current, password }) => ({
      body: {
        current: await seal(current, { username, use: 'current-password' }),
        password: await seal(password, { username, use: 'new-password' }),
      },
    }),
    failure: (error, marked) => (marked ? undefined : passwordRefusal(error)),
    onSaved: () => setVisible({}),
  })
  return (
    <Panel id="account-password" title="Cambiar contraseña">
      <Form form={form} onFocus={prepareSeal}>
        {/* For password managers, which need the user name of the password. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {FIELDS.map((name) => (
          <PasswordField
            key={name}
            name={name}
            label={LABELS[name]}
            visible={visible[name] ?? false}
            onShow={(on) => setVisible({ ...visible, [name]: on })}
            autoComplete={name === 'current' ? 'current-password' : 'new-password'}
            hint={name === 'password' ? 'De 4 a 50 caracteres; una frase larga es más segura.' : undefined}
            warnsOfCommon={name === 'password'}
          />
        ))}
        <p className="field__fault hide-empty" role="alert">
          {form.message?.text}
        </p>
        <div>
          <Button label="Cambiar contraseña" type="submit" kind="primary" busy={form.busy} />
        </div>
        <p className="muted">Al cambiarla se cierran sus demás sesiones; esta sigue abierta.</p>
      </Form>
    </Panel>
  )
}
