// Changing one's own password: the present one, and the new one twice. Both travel sealed, as at sign-in.
import { account as calls } from '@padron/contract/account'
import { type ReactNode, useState } from 'react'
import { prepareSeal, sealed } from '../../session/sealed.ts'
import { Form, SaveButton } from '../../ui/form/Form.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { BLANK, faultsOf, LABELS, type Passwords, passwordRefusal } from './password-faults.ts'

const { PasswordField } = formFields<Passwords>()
const FIELDS = Object.keys(LABELS) as (keyof Passwords)[]

export const PasswordForm = ({ username }: { username: string }): ReactNode => {
  const [shown, setShown] = useState<Partial<Record<keyof Passwords, boolean>>>({})
  const form = useForm({
    stored: BLANK,
    validate: faultsOf,
    exact: true,
    resets: true,
    call: calls.changePassword,
    args: async ({ current, password }) => ({
      body: {
        current: await sealed(current, { username, use: 'current-password' }),
        password: await sealed(password, { username, use: 'new-password' }),
      },
    }),
    failure: (error, marked) => (marked ? undefined : passwordRefusal(error)),
    onSaved: () => setShown({}),
  })
  return (
    <section className="panel" aria-labelledby="account-password">
      <h2 id="account-password">Cambiar contraseña</h2>
      <Form form={form} onFocus={prepareSeal}>
        {/* For the browser's keeper of passwords, which asks whose this one is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {FIELDS.map((name) => (
          <PasswordField
            key={name}
            name={name}
            label={LABELS[name]}
            shown={shown[name] ?? false}
            onShow={(on) => setShown({ ...shown, [name]: on })}
            autoComplete={name === 'current' ? 'current-password' : 'new-password'}
            hint={name === 'password' ? 'De 4 a 50 caracteres; una frase larga es más segura.' : undefined}
            warnsOfCommon={name === 'password'}
          />
        ))}
        <p className="field__fault" role="alert">
          {form.message?.text}
        </p>
        <div>
          <SaveButton busy={form.busy}>Cambiar contraseña</SaveButton>
        </div>
        <p className="muted">Al cambiarla se cierran sus demás sesiones; esta sigue abierta.</p>
      </Form>
    </section>
  )
}
